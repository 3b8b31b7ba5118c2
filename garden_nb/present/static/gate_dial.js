// @ts-check
/* The picture of a gate: every variant on a line, and the bound as a handle to drag or to step. */
import { makeSign, styled } from './elements.js';
import { aim, check, writeBound } from './gates.js';

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
const MOST_NAMES = 8; // more of them would be read by nobody

/** @typedef {(bound: number, done: boolean) => void} Move */

class GateDial {
  /** What is on the line: its ends, the size of a step, whether the bound's sign is turned.
   * @type {{low: number, high: number, step: number, turned: boolean}} */
  #line = { low: 0, high: 1, step: 0.01, turned: false };
  #limit = 0;
  #drawn = '';
  /** Where the line was when it was grabbed. @type {DOMRect | null} */
  #held = null;

  /** @param {string} name @param {Move} move */
  constructor(name, move) {
    this.move = move;
    this.handle = styled('span', 'gnb-handle');
    const looks = { role: 'slider', tabindex: '0', 'aria-label': `${name}, on a line` };
    Object.entries(looks).forEach(([key, value]) => this.handle.setAttribute(key, value));
    this.marks = styled('span', 'gnb-marks');
    this.track = styled('span', 'gnb-track', this.marks, this.handle);
    this.names = styled('span', 'gnb-dialnames gnb-note');
    this.node = styled('div', 'gnb-dial', this.track, this.names);
    this.handle.addEventListener('keydown', (event) => this.#press(event));
    this.track.addEventListener('pointerdown', (event) => this.#grab(event));
    this.track.addEventListener('pointermove', (event) => this.#drag(event, false));
    this.track.addEventListener('pointerup', (event) => this.#drag(event, true));
    this.track.addEventListener('pointercancel', () => (this.#held = null));
  }

  /** @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate */
  show(payload, state, gate) {
    const { gauge, limit } = aim(payload, state, gate);
    const found = check(payload, state, gate);
    const known = found.checked.filter(({ value }) => value !== null);
    this.node.hidden = known.length === 0;
    if (known.length === 0) {
      return;
    }
    const drawn = JSON.stringify(known.map(({ value, ends }) => [value, ends]));
    const outside = limit < this.#line.low || limit > this.#line.high;
    if (drawn !== this.#drawn || outside) {
      this.#line = makeLine(gate, gauge, known, limit); // it stays while the handle moves on it
    }
    this.#drawn = drawn;
    this.#limit = limit;
    const { low, high, step } = this.#line;
    const passes = known.filter(({ verdict }) => verdict === 'pass').length;
    const said = `${writeBound(gate[2])}: ${passes} of ${known.length} pass`;
    const values = { now: limit, min: low, max: high, text: said };
    for (const [key, value] of Object.entries(values)) {
      this.handle.setAttribute(`aria-value${key}`, String(value));
    }
    this.handle.dataset.step = String(step);
    this.handle.style.left = this.#at(limit);
    this.marks.replaceChildren(...known.map((each) => this.#mark(each, found.interval)));
    const sorted = [...known].sort((one, other) => (one.value ?? 0) - (other.value ?? 0));
    const words = sorted.map(({ label, words: number, verdict }) =>
      styled('span', 'gnb-dialname', makeSign(verdict), ` ${label} ${number}`),
    );
    this.names.replaceChildren(...(known.length > MOST_NAMES ? [] : words));
  }

  /** A variant, with its interval where that is what is judged.
   * @param {import('./gates.js').Checked} checked @param {boolean} interval */
  #mark({ value, ends, verdict }, interval) {
    const mark = styled('span', `gnb-dot gnb-${verdict}`);
    mark.style.left = this.#at(value ?? 0);
    if (!interval || ends === null) {
      return mark;
    }
    const span = styled('span', `gnb-span gnb-${verdict}`);
    const [low, high] = ends.map((end) => this.#share(end));
    Object.assign(span.style, { left: `${low}%`, width: `${high - low}%` });
    return styled('span', 'gnb-both', span, mark);
  }

  /** @param {number} number */
  #share(number) {
    const { low, high } = this.#line;
    return 100 * Math.min(1, Math.max(0, (number - low) / (high - low)));
  }

  /** @param {number} number */
  #at(number) {
    return `${this.#share(number)}%`;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { low, high, step } = this.#line;
    const by = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    const ends = { Home: low, End: high };
    const end = ends[/** @type {keyof typeof ends} */ (event.key)];
    if (by !== undefined || end !== undefined) {
      event.preventDefault();
      event.stopPropagation(); // the notebook has meanings of its own for these keys
      this.#tell(end ?? this.#limit + by * step, true);
    }
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button === 0) {
      event.preventDefault();
      this.#held = this.track.getBoundingClientRect();
      this.track.setPointerCapture(event.pointerId);
      this.handle.focus();
      this.#drag(event, false);
    }
  }

  /** @param {PointerEvent} event @param {boolean} done */
  #drag(event, done) {
    if (this.#held !== null) {
      const { left, width } = this.#held;
      this.#held = done ? null : this.#held;
      const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
      const { low, high, step } = this.#line;
      const fine = step >= 1 ? step : step / 10;
      this.#tell(Math.round((low + share * (high - low)) / fine) * fine, done);
    }
  }

  /** @param {number} limit @param {boolean} done */
  #tell(limit, done) {
    const { low, high, step, turned } = this.#line;
    const inside = Math.min(high, Math.max(low, limit));
    const bound = trim(turned ? -inside : inside, step);
    this.move(bound === 0 ? 0 : bound, done);
  }
}

/** A number without 0.30000000000000004. @param {number} number @param {number} step */
function trim(number, step) {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)));
  return Number(number.toFixed(Math.min(digits, 15)));
}

/** The line that holds all numbers and the bound, no longer than the metric's scale.
 * @param {Garden.GateEntry} gate @param {Garden.Gauge | undefined} gauge
 * @param {import('./gates.js').Checked[]} known @param {number} limit */
function makeLine([, rule], gauge, known, limit) {
  const numbers = known.flatMap(({ value, ends }) => [value ?? 0, ...(ends ?? [])]);
  const [least, most] = [Math.min(...numbers, limit), Math.max(...numbers, limit)];
  const room = (most - least) * 0.15 || Math.abs(most) * 0.15 || 1;
  const step = gauge?.counted ? 1 : 10 ** (Math.floor(Math.log10(most - least + room)) - 1);
  let [low, high] = [Math.floor((least - room) / step) * step, Math.ceil((most + room) / step) * step];
  if (rule === 'min' || rule === 'max') {
    const [bottom, top] = gauge?.scale ?? [least < 0 ? low : 0, high];
    [low, high] = [Math.max(low, bottom), Math.min(high, top)];
  } else if (rule === 'margin') {
    const loss = limit < 0; // a margin is above 0, whichever way is worse
    [low, high] = loss ? [low, Math.min(high, -step / 10)] : [Math.max(low, step / 10), high];
  }
  [low, high] = [trim(low, step), trim(high > low ? high : low + step, step)];
  return { low, high, step, turned: rule === 'margin' && limit < 0 };
}

export { GateDial };
