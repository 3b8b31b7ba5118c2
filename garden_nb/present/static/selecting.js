// @ts-check
/* What a payload has to show for a state. */
import { isSame, withGates } from './gates.js';

/** The key of a state's view. @param {Garden.State} state */
const keyOf = (state) => JSON.stringify([state.baseline, state.adjust, state.on_error]);

/** What there is to show for a state, null where a kernel has to compute it first.
 * @param {Garden.Payload} payload @param {Garden.State} state */
function viewOf(payload, state) {
  const view = payload.views[keyOf(state)];
  const [chosen, made] = [state, payload.basis].map(({ confidence, margin, metrics }) => [
    ...[confidence, margin, metrics ?? null],
  ]);
  if (!view || !isSame(chosen, made)) {
    return null;
  }
  return withGates(payload, withSlice(payload, view, state), state);
}

/** A view as one slice shows it. @param {Garden.Payload} payload @param {Garden.View} view
 * @param {Garden.State} state @returns {Garden.View} */
function withSlice({ slices }, view, state) {
  const adjust = state.adjust === 'none' ? 'none' : 'holm'; // over slices there is one correction
  const parts = slices[keyOf({ ...state, adjust })] ?? [];
  const found = parts.find(({ category }) => category === state.slice);
  const plot_note = `Picture: all cases. ${view.plot_note}`;
  return found ? { ...view, tables: found.tables, plot_note } : view;
}

/** The cases that changed against the baseline of a state, counted under its failure policy.
 * @param {Garden.Payload} payload @param {Garden.State} state */
function changedOf({ changed }, { baseline, on_error }) {
  const found = (changed && Object.hasOwn(changed, baseline) && changed[baseline]) || [];
  return found.filter((each) => !each.on_error || each.on_error === on_error);
}

/** Whether two states are the same in whatever order: saving a notebook sorts the keys.
 * @param {Garden.State} one @param {Garden.State} other */
const isSameState = (one, other) =>
  Object.entries(one).every(([key, value]) => isSame(value, other[/** @type {'slice'} */ (key)]));

export { changedOf, isSameState, keyOf, viewOf };
