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

export { showControls };
