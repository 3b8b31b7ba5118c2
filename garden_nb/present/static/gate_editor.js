// @ts-check
/* Gates as chips whose bounds are changed in place; what is typed in one is never taken away. */
import { make, makeMark, styled } from './elements.js';
import { RULES, isSame, toYaml } from './gates.js';

/** What people call a gate: these words behind its metric.
 * @type {Record<string, string>} */
const NAMES = {
  ...{ min: 'at least', max: 'at most', min_delta: 'delta at least', max_delta: 'delta at most' },
  ...{ min_delta_pct: 'change at least, %', max_delta_pct: 'change at most, %' },
};

/** @typedef {(gates: Garden.GateEntry[], done: boolean) => void} Change
 * Told of gates while they are typed and, when `done`, of those to keep. */

class GateEditor {
  /** @type {Garden.GateEntry[]} */
  #gates = [];
  /** @type {Garden.Gauge[]} */
  #gauges = [];
  /** @type {unknown} */
  #drawn = [];

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

  /** @param {Garden.GateEntry[]} gates @param {Garden.Gate[]} judged
   * @param {Garden.Gauge[]} gauges */
  show(gates, judged, gauges) {
    this.#gates = gates;
    this.node.hidden = gauges.length === 0;
    this.#offer(gauges);
    const drawn = gates.map(([key, rule]) => [key, rule]);
    if (!isSame(drawn, this.#drawn)) {
      this.list.replaceChildren(...gates.map((gate, at) => this.#makeChip(gate, at)));
      this.said.textContent = '';
      this.yaml.hidden = true;
    }
    this.#drawn = drawn;
    for (const [at, chip] of [...this.list.children].entries()) {
      const { status, reason } = judged[at];
      const input = /** @type {HTMLInputElement} */ (chip.querySelector('input'));
      input.value = input.valueAsNumber === gates[at][2] ? input.value : String(gates[at][2]);
      chip.firstElementChild?.replaceWith(makeMark(status, status));
      chip.querySelector('.gnb-note')?.replaceChildren(reason);
    }
  }

  /** @param {Garden.GateEntry} gate @param {number} at */
  #makeChip([key, rule, bound], at) {
    const name = `${key} ${NAMES[rule]}`;
    const input = makeNumber({ 'aria-label': name, step: String(stepOf(bound)) });
    const tell = (/** @type {boolean} */ done) => {
      const gates = this.#gates.map((each, place) =>
        place === at ? /** @type {Garden.GateEntry} */ ([key, rule, input.valueAsNumber]) : each,
      );
      const typed = Number.isFinite(input.valueAsNumber);
      input.toggleAttribute('aria-invalid', !typed);
      if (typed) {
        this.change(gates, done);
      } else if (done) {
        input.removeAttribute('aria-invalid');
        this.change(this.#gates, true); // the last number that was typed is the one that stays
      }
    };
    input.addEventListener('input', () => tell(false));
    input.addEventListener('change', () => tell(true));
    const remove = this.#makeButton('remove', () => {
      this.change(this.#gates.toSpliced(at, 1), true);
      this.add.focus();
    });
    remove.setAttribute('aria-label', `remove ${name}`);
    const words = [make('bdi', {}, key), ` ${NAMES[rule]} `, input];
    const note = styled('span', 'gnb-note');
    return make('li', {}, styled('b', 'gnb-status'), ' ', ...words, ' ', note, ' ', remove);
  }

  #makeForm() {
    const rules = Object.keys(RULES).map((value) => make('option', { value }, NAMES[value]));
    const parts = {
      metric: make('select', { name: 'metric', 'aria-label': 'Metric of the new gate' }),
      rule: make('select', { name: 'rule', 'aria-label': 'Rule of the new gate' }, ...rules),
      bound: makeNumber({ name: 'bound', required: '', 'aria-label': 'Bound of the new gate' }),
    };
    const add = make('button', { class: 'gnb-button' }, 'add');
    const fields = Object.values(parts).flatMap((each) => [each, ' ']);
    const form = make('form', { class: 'gnb-newgate', hidden: '' }, ...fields, add);
    const [metric, rule] = /** @type {HTMLSelectElement[]} */ ([parts.metric, parts.rule]);
    metric.addEventListener('change', () => (rule.value = this.#usual(metric.value)));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add([metric.value, rule.value, parts.bound.valueAsNumber]);
    });
    return form;
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
    if (!Number.isFinite(gate[2])) {
      return;
    }
    const others = this.#gates.filter((each) => each[0] !== gate[0] || each[1] !== gate[1]);
    this.change([...others, gate], true);
    this.#field('bound').value = '';
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
