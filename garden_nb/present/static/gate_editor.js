// @ts-check
/* Gates as chips whose bounds are changed in place; what is typed in one is never taken away. */
import { make, makeMark, styled } from './elements.js';
import { GateDial } from './gate_dial.js';
import { RULES, aim, describe, gaugesOf, isSame, toYaml } from './gates.js';
import { keepRefused, makeRefusal, markWrong, refuse, showNumber, wrongBound } from './refusal.js';

/** What people call a gate: these words behind its metric.
 * @type {Record<string, string>} */
const NAMES = {
  ...{ min: 'at least', max: 'at most', min_delta: 'delta at least', max_delta: 'delta at most' },
  ...{ min_delta_pct: 'change at least, %', max_delta_pct: 'change at most, %' },
  margin: 'not worse by more than',
};

/** What is held to a bound. */
const USES = { point: 'the number itself', ci: 'its whole interval' };

/** @typedef {(gates: Garden.GateEntry[], done: boolean) => void} Change
 * Told of gates while they are typed and, when `done`, of those to keep. */

class GateEditor {
  /** @type {Garden.GateEntry[]} */
  #gates = [];
  /** @type {Garden.Gauge[]} */
  #gauges = [];
  /** @type {unknown} */
  #drawn = [];
  /** @type {GateDial[]} */
  #dials = [];
  /** @type {(gate: Garden.GateEntry) => Garden.Gauge | undefined} */
  #gaugeOf = () => undefined;

  /** @param {Change} change */
  constructor(change) {
    this.change = change;
    this.list = styled('ul', 'gnb-gates');
    this.form = this.#makeForm();
    const copy = this.#makeButton('copy as YAML', () => void this.#copy());
    this.add = this.#makeButton('+ gate', () => this.#open(this.form.hidden));
    this.add.setAttribute('aria-expanded', 'false');
    this.said = make('span', { class: 'gnb-note', role: 'log' });
    const looks = { class: 'gnb-yaml', readonly: '', hidden: '', 'aria-label': 'Gates as YAML' };
    this.yaml = /** @type {HTMLTextAreaElement} */ (make('textarea', looks));
    const buttons = styled('p', 'gnb-buttons', this.add, ' ', copy, ' ', this.said);
    const heading = styled('h3', 'gnb-heading', 'gates');
    this.node = make('div', {}, heading, this.list, buttons, this.form, this.yaml);
  }

  /** @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.Gate[]} judged */
  show(payload, state, judged) {
    const { gates } = state;
    this.#gaugeOf = (gate) => aim(payload, state, gate).gauge;
    const gauges = gaugesOf(payload, state);
    this.#gates = gates;
    this.node.hidden = gauges.length === 0;
    this.#offer(gauges);
    const drawn = gates.map(([key, rule, , options]) => [key, rule, options]);
    if (!isSame(drawn, this.#drawn)) {
      this.#dials = [];
      this.list.replaceChildren(...gates.map((gate, at) => this.#makeChip(gate, at)));
      this.said.textContent = '';
      this.yaml.hidden = true;
    }
    this.#drawn = drawn;
    for (const [at, chip] of [...this.list.children].entries()) {
      const { status, reason } = judged[at];
      const input = /** @type {HTMLInputElement} */ (chip.querySelector('input'));
      showNumber(input, gates[at][2]);
      chip.firstElementChild?.replaceWith(makeMark(status, status));
      chip.querySelector('.gnb-reason')?.replaceChildren(reason);
      this.#dials[at].show(payload, state, gates[at]);
    }
  }

  /** Says that Python refused some gates: the bounds that were typed stay, the verdicts too.
   * @param {Garden.GateEntry[]} asked */
  refuse(asked) {
    const inputs = this.list.querySelectorAll('input');
    const changed = asked.filter((gate) => !this.#gates.some((each) => isSame(each, gate)));
    for (const gate of changed) {
      const at = asked.indexOf(gate);
      if (asked.length === this.#gates.length && isSame(gate.with(2, 0), this.#gates[at].with(2, 0))) {
        keepRefused(inputs[at], gate[2]);
      } else {
        this.form.hidden = false;
        this.add.setAttribute('aria-expanded', 'true');
        keepRefused(/** @type {HTMLInputElement} */ (this.#field('bound')), gate[2]);
      }
    }
  }

  /** @param {Garden.GateEntry} gate @param {number} at */
  #makeChip([key, rule, bound, ...options], at) {
    const name = `${key} ${NAMES[rule]}`;
    const input = makeNumber({ 'aria-label': name, step: String(stepOf(bound)) });
    const move = (/** @type {number} */ to, /** @type {boolean} */ done) => {
      /** @type {Garden.GateEntry} */
      const moved = [key, rule, to, ...options];
      this.change(this.#gates.with(at, moved), done);
    };
    const tell = (/** @type {boolean} */ done) => {
      const wrong = wrongBound(this.#gaugeOf([key, rule, bound]), rule, input.valueAsNumber);
      if (wrong === '') {
        refuse(input, '');
        move(input.valueAsNumber, done);
      } else if (done) {
        refuse(input, wrong);
        this.change(this.#gates, true); // the last bound that was taken is the one that counts
      } else {
        markWrong(input, true);
      }
    };
    input.addEventListener('input', () => tell(false));
    input.addEventListener('change', () => tell(true));
    const remove = this.#makeButton('remove', () => {
      this.change(this.#gates.toSpliced(at, 1), true);
      this.add.focus();
    });
    remove.setAttribute('aria-label', `remove ${name}`);
    const words = [make('bdi', {}, key), ` ${NAMES[rule]} `, input, makeRefusal(input, `gate-${at}`)];
    const held = describe(...options);
    const notes = held === '' ? [] : [styled('span', 'gnb-note', `(${held})`), ' '];
    const note = styled('span', 'gnb-note gnb-reason');
    const dial = new GateDial(name, move);
    this.#dials.push(dial);
    const line = [styled('b', 'gnb-status'), ' ', ...words, ' ', ...notes, note, ' ', remove];
    return make('li', {}, ...line, dial.node);
  }

  #makeForm() {
    const rules = Object.keys(RULES).map((value) => make('option', { value }, NAMES[value]));
    const uses = Object.entries(USES).map(([value, words]) => make('option', { value }, words));
    const parts = {
      metric: make('select', { name: 'metric', 'aria-label': 'Metric of the new gate' }),
      rule: make('select', { name: 'rule', 'aria-label': 'Rule of the new gate' }, ...rules),
      bound: makeNumber({ name: 'bound', required: '', 'aria-label': 'Bound of the new gate' }),
      use: make('select', { name: 'use', 'aria-label': 'What the new gate holds' }, ...uses),
    };
    const add = make('button', { class: 'gnb-button' }, 'add');
    const fields = Object.values(parts).flatMap((each) => [each, ' ']);
    const form = make('form', { class: 'gnb-newgate', hidden: '', novalidate: '' }, ...fields, add);
    parts.bound.after(makeRefusal(parts.bound, 'new-gate'));
    const selects = /** @type {HTMLSelectElement[]} */ ([parts.metric, parts.rule, parts.use]);
    const [metric, rule, use] = selects;
    metric.addEventListener('change', () => this.#fit(rule, use, this.#usual(metric.value)));
    rule.addEventListener('change', () => this.#fit(rule, use, rule.value));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const bound = parts.bound.valueAsNumber;
      /** @type {Garden.GateEntry} */
      const plain = [metric.value, rule.value, bound];
      const ci = use.value === 'ci' && !use.disabled;
      this.#add(ci ? [metric.value, rule.value, bound, { use: 'ci' }] : plain);
    });
    return form;
  }

  /** Offers what fits the chosen metric and rule: a count has bounds only, a margin an interval.
   * @param {HTMLSelectElement} rule @param {HTMLSelectElement} use @param {string} chosen */
  #fit(rule, use, chosen) {
    const metric = this.#field('metric').value;
    const counted = this.#gauges.some((each) => each.metric === metric && each.counted);
    for (const option of rule.options) {
      option.disabled = counted && option.value !== 'min' && option.value !== 'max';
    }
    rule.value = chosen;
    use.disabled = counted || chosen === 'margin';
    use.value = chosen === 'margin' ? 'ci' : counted ? 'point' : use.value;
  }

  /** The rule that fits a metric: a floor where more is better. @param {string} metric */
  #usual(metric) {
    const gauge = this.#gauges.find((each) => each.metric === metric);
    return gauge?.higher_is_better === false ? 'max' : 'min';
  }

  /** Offers the metrics that there are. @param {Garden.Gauge[]} gauges */
  #offer(gauges) {
    const [before, now] = [this.#gauges, gauges].map((each) => each.map(({ metric }) => metric));
    this.#gauges = gauges;
    if (!isSame(before, now)) {
      const options = now.map((value) => make('option', { value }, value));
      this.#field('metric').replaceChildren(...options);
      this.#field('rule').value = this.#usual(now[0]);
    }
  }

  /** Adds a gate; one that there is gets the new bound. @param {Garden.GateEntry} gate */
  #add(gate) {
    const field = /** @type {HTMLInputElement} */ (this.#field('bound'));
    const wrong = wrongBound(this.#gaugeOf(gate), gate[1], gate[2]);
    refuse(field, wrong);
    if (wrong !== '') {
      return;
    }
    const others = this.#gates.filter(
      (each) => each[0] !== gate[0] || each[1] !== gate[1] || !isSame(each[3], gate[3]),
    );
    this.change([...others, gate], true);
    field.value = '';
    this.#open(false);
    this.list.lastElementChild?.querySelector('input')?.focus();
  }

  /** @param {boolean} wanted */
  #open(wanted) {
    this.form.hidden = !wanted;
    this.add.setAttribute('aria-expanded', String(wanted));
    if (wanted) {
      this.#field('metric').focus();
    }
  }

  /** Copies the gates; where the page may not, shows them to be copied by hand. */
  async #copy() {
    const yaml = toYaml(this.#gates);
    try {
      await navigator.clipboard.writeText(yaml);
      this.said.textContent = 'copied';
    } catch {
      this.yaml.hidden = false;
      this.yaml.value = yaml;
      this.yaml.rows = yaml.split('\n').length;
      this.yaml.select();
      this.said.textContent = 'to copy by hand: the page may not write to the clipboard';
    }
  }

  /** @param {string} name */
  #field(name) {
    const field = this.form.querySelector(`[name="${name}"]`);
    return /** @type {HTMLInputElement | HTMLSelectElement} */ (field);
  }

  /** @param {string} words @param {() => void} act */
  #makeButton(words, act) {
    const button = make('button', { type: 'button', class: 'gnb-button' }, words);
    button.addEventListener('click', act);
    return button;
  }
}

/** @param {Record<string, string>} attributes */
function makeNumber(attributes) {
  const input = make('input', { type: 'number', step: 'any', ...attributes });
  return /** @type {HTMLInputElement} */ (input);
}

/** The step of the arrow keys: two digits of the bound. @param {number} bound */
const stepOf = (bound) => 10 ** ((bound === 0 ? 0 : Math.floor(Math.log10(Math.abs(bound)))) - 1);

export { GateEditor };
