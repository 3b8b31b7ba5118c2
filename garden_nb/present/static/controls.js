// @ts-check
/* The choices above the report. Controls stay while what can be chosen does, and so does focus. */
import { make } from './elements.js';

/** @typedef {(change: Partial<Garden.State>) => void} Choose */

/** @param {HTMLElement} bar @param {Garden.Control[]} controls @param {Garden.State} state
 * @param {Choose} choose */
function showControls(bar, controls, state, choose) {
  const drawn = JSON.stringify(controls);
  if (bar.dataset.drawn !== drawn) {
    bar.replaceChildren(...controls.map((each) => makeControl(each, choose)));
  }
  bar.dataset.drawn = drawn;
  for (const select of bar.querySelectorAll('select')) {
    select.value = state[/** @type {Garden.Control['key']} */ (select.name)];
    select.selectedIndex = Math.max(0, select.selectedIndex);
  }
}

/** @param {Garden.Control} control @param {Choose} choose */
function makeControl({ key, label, options }, choose) {
  const choices = options.map(([value, words]) => make('option', { value }, words));
  const select = make('select', { id: key, name: key }, ...choices);
  select.addEventListener('change', () => {
    choose({ [key]: /** @type {HTMLSelectElement} */ (select).value });
  });
  return make('span', {}, make('label', { for: key }, label), ' ', select);
}

/** What only Python can compute: numbers to type while a kernel listens, else a word on it.
 * @param {HTMLElement} place @param {Garden.State} state @param {boolean} listening
 * @param {Choose} choose */
function showSettings(place, state, listening, choose) {
  if (place.dataset.listening !== String(listening)) {
    const levels = { min: '0.5', max: '0.999', step: '0.01' };
    const sizes = { min: '0', step: 'any', placeholder: 'none' };
    const fields = [
      makeSetting('confidence', 'Confidence', levels, choose),
      makeSetting('margin', 'Margin', sizes, choose),
    ];
    const note = make('span', { class: 'gnb-note' }, 'Confidence and margin need a kernel.');
    place.replaceChildren(...(listening ? fields : [note]));
  }
  place.dataset.listening = String(listening);
  for (const input of place.querySelectorAll('input')) {
    const value = state[/** @type {'confidence' | 'margin'} */ (input.name)];
    input.value = value === null ? '' : String(value);
  }
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
    choose(sound ? { [key]: typed } : {});
  });
  return make('span', {}, make('label', { for: key }, label), ' ', input);
}

/** What Python takes. @param {string} key @param {number} value */
const isWithin = (key, value) =>
  key === 'confidence' ? value >= 0.5 && value < 1 : value > 0 && Number.isFinite(value);

export { showControls, showSettings };
