// @ts-check
/* The choices that only Python can compute: offered while a kernel listens, else a word on it. */
import { make, styled } from './elements.js';
import { keepRefused, makeRefusal, refuse, showNumber } from './refusal.js';

/** @typedef {import('./controls.js').Choose} Choose */

/** @param {HTMLElement} place @param {string[]} metrics @param {Garden.State} state
 * @param {boolean} listening @param {Choose} choose */
function showSettings(place, metrics, state, listening, choose) {
  const drawn = JSON.stringify([listening, metrics]);
  if (place.dataset.drawn !== drawn) {
    const note = styled('span', 'gnb-note', `${needing(metrics)} need a kernel.`);
    place.replaceChildren(...(listening ? makeSettings(metrics, choose) : [note]));
  }
  place.dataset.drawn = drawn;
  for (const input of place.querySelectorAll('input')) {
    if (input.type === 'checkbox') {
      input.checked = state.metrics?.includes(input.value) ?? true;
    } else {
      showNumber(input, state[/** @type {'confidence' | 'margin'} */ (input.name)]);
    }
  }
  const [sum] = place.querySelectorAll('summary > span');
  sum?.replaceChildren(state.metrics ? `${state.metrics.length} of ${metrics.length}` : 'all');
}

/** Says that Python refused what was asked: what was typed stays, and so do the numbers shown.
 * @param {HTMLElement} place @param {Garden.State} asked @param {Garden.State} state */
function refuseSettings(place, asked, state) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    place.querySelectorAll('input[type="number"]')
  )) {
    const key = /** @type {'confidence' | 'margin'} */ (input.name);
    if (asked[key] !== state[key]) {
      keepRefused(input, asked[key]);
    }
  }
}

/** @param {string[]} metrics */
const needing = (metrics) =>
  metrics.length > 1 ? 'Confidence, margin and metrics' : 'Confidence and margin';

/** @param {string[]} metrics @param {Choose} choose */
function makeSettings(metrics, choose) {
  const levels = { min: '0.5', max: '0.999', step: '0.01' };
  const sizes = { min: '0', step: 'any', placeholder: 'none' };
  return [
    makeSetting('confidence', 'Confidence', levels, choose),
    makeSetting('margin', 'Margin', sizes, choose),
    ...(metrics.length > 1 ? [makePicker(metrics, choose)] : []),
  ];
}

/** @param {'confidence' | 'margin'} key @param {string} label
 * @param {Record<string, string>} limits @param {Choose} choose */
function makeSetting(key, label, limits, choose) {
  const made = make('input', { type: 'number', id: key, name: key, ...limits });
  const input = /** @type {HTMLInputElement} */ (made);
  const required = key === 'confidence';
  input.addEventListener('change', () => {
    const typed = input.value === '' ? null : input.valueAsNumber;
    const sound = typed === null ? !required && !input.validity.badInput : isWithin(key, typed);
    refuse(input, sound ? '' : `Not taken. ${ACCEPTED[key]}`);
    if (sound) {
      input.dataset.shown = input.value; // no longer being typed
      choose({ [key]: typed });
    }
  });
  const refusal = makeRefusal(input, `${key}-refusal`);
  return make('span', {}, make('label', { for: key }, label), ' ', input, refusal);
}

const ACCEPTED = {
  confidence: 'Accepted: from 0.5 to below 1.',
  margin: 'Accepted: a number above 0, or none.',
};

/** What Python takes. @param {string} key @param {number} value */
const isWithin = (key, value) =>
  key === 'confidence' ? value >= 0.5 && value < 1 : value > 0 && Number.isFinite(value);

/** Which success metrics are compared; at least one always is.
 * @param {string[]} metrics @param {Choose} choose */
function makePicker(metrics, choose) {
  const boxes = metrics.map((value) => {
    const made = make('input', { type: 'checkbox', name: 'metrics', value });
    return /** @type {HTMLInputElement} */ (made);
  });
  const pick = () => {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const all = chosen.length === metrics.length;
    choose(chosen.length === 0 ? {} : { metrics: all ? null : chosen });
  };
  const lines = boxes.map((box) => make('label', {}, box, ' ', make('bdi', {}, box.value)));
  boxes.forEach((box) => box.addEventListener('change', pick));
  const panel = make('div', { role: 'group', 'aria-label': 'Metrics', class: 'gnb-panel' }, ...lines);
  const picker = /** @type {HTMLDetailsElement} */ (
    styled('details', 'gnb-picker', make('summary', {}, 'Metrics ', make('span', {})), panel)
  );
  closeBesides(picker);
  return picker;
}

/** Closes a list that lies over the page by Escape, and when the keyboard is elsewhere.
 * @param {HTMLDetailsElement} picker */
function closeBesides(picker) {
  picker.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && picker.open) {
      picker.open = false;
      picker.querySelector('summary')?.focus();
    }
  });
  picker.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !picker.contains(relatedTarget)) {
      picker.open = false;
    }
  });
}

export { refuseSettings, showSettings };
