// @ts-check
/* A report in HTML of its own, in step with Python where a wire listens (see `Garden.WireDetail`)
 * and with other views of the same report in the page. */
import { isSame } from './gates.js';
import { unfold } from './packing.js';
import { ReportView } from './view.js';

const PATIENCE_MS = 10_000;

/** @param {HTMLElement} node @param {Garden.Payload} payload @param {string} css */
function mountLinked(node, payload, css) {
  /** @param {string} what @param {Garden.State} [state] */
  const tell = (what, state) => {
    const message = { detail: { tag: payload.id, state }, cancelable: true };
    return !document.dispatchEvent(new CustomEvent(`garden-nb:${what}`, message));
  };
  /** @param {Garden.State} state @param {Garden.View | null} view */
  const onState = (state, view) => {
    const heard = payload.wire && tell('change', state);
    if (view !== null) {
      tell('shown', state);
    }
    const shown = handle.payload;
    const giveUp = () => {
      if (handle.waiting && handle.payload === shown) {
        handle.update(view === null ? state : handle.state);
      }
    };
    setTimeout(giveUp, PATIENCE_MS); // a kernel that died since then says nothing
    return heard;
  };
  const handle = new ReportView(node, payload, { css, onState });
  const stop = followWire(handle, payload.id);
  const dispose = handle.dispose.bind(handle);
  handle.dispose = () => {
    stop();
    dispose();
  };
  if (payload.wire) {
    tell('join');
  }
  return handle;
}

/** Shows what Python or another view shows; of new numbers always the last ones, in the last state.
 * @param {ReportView} handle @param {string} id */
function followWire(handle, id) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {Garden.WireDetail['payload']} */
  let source = null;
  let wanted = handle.state;
  let reading = false;
  /** @param {Event} event */
  const follow = async (event) => {
    const { tag, state, payload } = /** @type {CustomEvent<Garden.WireDetail>} */ (event).detail;
    if (tag !== id || state === undefined) {
      return;
    }
    wanted = state;
    if (event.type === 'garden-nb:state') {
      handle.listen();
    }
    if (payload && payload !== source) {
      [source, reading] = [payload, true];
      const whole = await unfold(payload);
      if (payload === source) {
        reading = false;
        handle.update({ ...whole, state: wanted });
      }
    } else if (!reading && (handle.waiting || !isSame(state, handle.state))) {
      handle.update(state);
    }
  };
  document.addEventListener('garden-nb:state', follow, { signal });
  document.addEventListener('garden-nb:shown', follow, { signal });
  return () => stop.abort();
}

export { mountLinked };
