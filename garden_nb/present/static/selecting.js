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
  return found ? { ...view, tables: found.tables } : view;
}

/** The cases that changed against the baseline of a state.
 * @param {Garden.Payload} payload @param {Garden.State} state */
const changedOf = ({ changed }, { baseline }) =>
  (changed && Object.hasOwn(changed, baseline) && changed[baseline]) || [];

export { changedOf, keyOf, viewOf };
