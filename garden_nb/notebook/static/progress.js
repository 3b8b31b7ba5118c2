// @ts-check
/*
 * A run while it goes on: one line per variant, and one that says it is not for a decision.
 * Elements are made once and then changed in place: nothing jumps, and buttons keep the focus.
 */

/**
 * @typedef {{label: string, done: number, total: number, failed: number, reused: number,
 *   running: number, metric: string|null, value: string|null, cost_usd: number|null,
 *   note: string}} Variant
 * @typedef {{name: string, state: string, elapsed_s: number, rate_per_s: number|null,
 *   eta_s: number|null, note: string, variants: Variant[]}} Snapshot
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void,
 *   save_changes: () => void, on: (name: string, act: () => void) => void,
 *   off: (name: string, act: () => void) => void}} Model
 */

/** @param {string} tag @param {string} style @param {Node[]} children */
function make(tag, style, ...children) {
  const element = document.createElement(tag);
  element.className = style;
  element.append(...children);
  return element;
}

/** @param {(string | false | null)[]} facts */
const join = (facts) => facts.filter(Boolean).join(' · ');

/** @param {number} seconds */
function formatTime(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} usd */
const formatCost = (usd) => `$${usd < 0.1 ? usd.toPrecision(2) : usd.toFixed(2)}`;

/** The line of one variant. */
class Line {
  /** @param {string} label */
  constructor(label) {
    this.label = make('bdi', 'gnb-run-label');
    this.label.textContent = label;
    this.parts = ['reused', 'fresh', 'failed'].map((part) => make('span', `gnb-run-${part}`));
    this.track = make('div', 'gnb-run-track', ...this.parts);
    this.track.setAttribute('role', 'progressbar');
    this.track.setAttribute('aria-label', label);
    this.count = make('span', 'gnb-run-count');
    this.facts = make('span', 'gnb-run-facts');
    this.elements = [this.label, this.track, this.count, this.facts];
  }

  /** @param {Variant} variant */
  show({ done, total, failed, reused, metric, value, cost_usd: cost, note }) {
    const shares = [reused, done - failed - reused, failed];
    shares.forEach((share, at) => {
      this.parts[at].style.width = `${total > 0 ? (100 * Math.max(0, share)) / total : 0}%`;
    });
    const now = { valuemin: 0, valuemax: total, valuenow: done };
    for (const [name, number] of Object.entries(now)) {
      this.track.setAttribute(`aria-${name}`, String(number));
    }
    this.track.setAttribute('aria-valuetext', `${done} of ${total}, ${failed} failed`);
    this.count.textContent = `${done}/${total}`;
    this.count.style.minWidth = `${2 * String(total).length + 1}ch`;
    const score = metric !== null && value !== null && `${metric} so far ${value}`;
    const price = cost !== null && formatCost(cost);
    this.facts.textContent = join([`${failed} failed`, score, price, note]);
  }
}

/** @param {string} state */
const isGoing = (state) => state === 'running' || state === 'paused';

/** @param {Snapshot} snapshot */
function summarize({ variants, state, elapsed_s: elapsed, rate_per_s: rate, eta_s: eta, note }) {
  /** @param {'total' | 'done' | 'reused'} name */
  const sum = (name) => variants.reduce((total, variant) => total + variant[name], 0);
  const [total, done, reused] = [sum('total'), sum('done'), sum('reused')];
  const going = isGoing(state);
  return join([
    going ? 'interim, not for a decision' : ended(state),
    state === 'paused' && 'paused',
    `${total} trials, ${done} done, ${total - done} to go`,
    `${reused} reused`,
    state === 'running' && rate !== null && `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    state === 'running' && eta !== null && `${formatTime(eta)} left`,
    !going && `in ${formatTime(elapsed)}`,
    note === 'cancelled' ? '' : note,
  ]);
}

/** How a run ended, as `words.py` says it. @param {string} state */
const ended = (state) => (state === 'cancelled' ? 'interrupted' : state);

/** The buttons of a run in the background, which send commands to Python. */
class Buttons {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.paused = false;
    this.pause = this.#make(() => (this.paused ? 'resume' : 'pause'));
    this.stop = this.#make(() => 'stop');
    this.element = make('span', 'gnb-run-buttons', this.pause, this.stop);
  }

  /** @param {() => string} command */
  #make(command) {
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', () => {
      this.model.set('command', command());
      this.model.save_changes();
    });
    return button;
  }

  /** @param {string} state */
  show(state) {
    const command = this.model.get('command');
    const stopping = command === 'stop';
    this.paused = command === 'pause' || (command !== 'resume' && state === 'paused');
    this.element.hidden = !this.model.get('background') || !isGoing(state);
    this.pause.textContent = this.paused ? 'Resume' : 'Pause';
    this.stop.textContent = stopping ? 'Stopping …' : 'Stop';
    this.pause.disabled = this.stop.disabled = stopping;
  }
}

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const lines = make('div', 'gnb-run-lines');
  const summary = make('span', 'gnb-run-summary');
  const buttons = new Buttons(model);
  const foot = make('p', 'gnb-run-foot', summary, buttons.element);
  const root = make('section', 'gnb-run', lines, foot);
  root.setAttribute('aria-label', 'Progress of the run');
  el.append(root);
  /** @type {Line[]} */
  let shown = [];

  const show = () => {
    try {
      const snapshot = /** @type {Snapshot} */ (model.get('snapshot'));
      const variants = snapshot.variants ?? [];
      if (variants.length !== shown.length) {
        shown = variants.map(({ label }) => new Line(label));
        lines.replaceChildren(...shown.flatMap((line) => line.elements));
      }
      variants.forEach((variant, at) => shown[at].show(variant));
      summary.textContent = variants.length > 0 ? summarize(snapshot) : 'starting …';
      buttons.show(snapshot.state ?? 'running');
    } catch (error) {
      summary.setAttribute('role', 'alert');
      summary.textContent = `The progress of the run cannot be shown: ${error}`;
    }
  };

  model.on('change:snapshot', show);
  model.on('change:command', show);
  show();
  return () => {
    model.off('change:snapshot', show);
    model.off('change:command', show);
  };
}

export default { render };
