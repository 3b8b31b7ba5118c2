// @ts-check
/* What a field does not take: said beside it, while it keeps what was typed. */
import { make } from './elements.js';

const NO_NUMBER = 'Not taken: no number.';
const NOT_TAKEN = 'Python does not take this.';

/** The place behind a field where its refusal is said. @param {HTMLInputElement} input
 * @param {string} id */
function makeRefusal(input, id) {
  input.setAttribute('aria-describedby', id);
  return make('span', { id, class: 'gnb-refusal', role: 'alert', hidden: '' });
}

/** Says why a field is refused; nothing where it is not. @param {HTMLInputElement} input
 * @param {string} words */
function refuse(input, words) {
  markWrong(input, words !== '');
  const place = /** @type {HTMLElement} */ (input.nextElementSibling);
  place.hidden = words === '';
  place.replaceChildren(words);
}

/** @param {HTMLInputElement} input @param {boolean} wrong */
function markWrong(input, wrong) {
  if (wrong) {
    input.setAttribute('aria-invalid', 'true');
  } else {
    input.removeAttribute('aria-invalid');
  }
}

/** Shows a number in its field; what is being typed, or was refused, stays until there is another
 * number to show.
 * @param {HTMLInputElement} input @param {number | null} value */
function showNumber(input, value) {
  const text = value === null ? '' : String(value);
  if (input.dataset.shown !== text) {
    input.value = input.value !== '' && input.valueAsNumber === value ? input.value : text;
    refuse(input, '');
  }
  input.dataset.shown = text;
}

/** Says that Python refused what was typed. @param {HTMLInputElement} input
 * @param {number | null} typed */
function keepRefused(input, typed) {
  input.value = String(typed ?? '');
  refuse(input, NOT_TAKEN);
}

/** Why a bound is none, as `off_scale.py` has it where the scale is known; empty where it is one.
 * @param {Garden.Gauge | undefined} gauge @param {string} rule @param {number} bound */
function wrongBound(gauge, rule, bound) {
  const [low, high] = gauge?.scale ?? [-Infinity, Infinity];
  const differs = rule !== 'min' && rule !== 'max';
  const most = rule.endsWith('_pct') ? Infinity : high - low;
  if (!Number.isFinite(bound)) {
    return NO_NUMBER;
  } else if (rule === 'margin' && bound <= 0) {
    return 'Not taken: a margin is above 0.';
  } else if (differs && Math.abs(bound) > most) {
    return `Not taken: ${gauge?.metric} differs by ${most} at most.`;
  }
  const off = !differs && (bound < low || bound > high);
  return off ? `Not taken: ${gauge?.metric} lies from ${low} to ${high}.` : '';
}

export { keepRefused, makeRefusal, markWrong, refuse, showNumber, wrongBound };
