// @ts-check
/* A report in HTML of its own, in step with Python where a wire listens (see `Garden.WireDetail`)
 * and with other views of the same report in the page. */
import { isSame } from './gates.js';
import { unfold } from './packing.js';
import { ReportView } from './view.js';

/** @param {HTMLElement} node @param {Garden.Payload} payload @param {string} css */
function mountLinked(node, payload, css) {
  const { id, wire } = payload;
  /** @param {string} what @param {Garden.State} [state] */
  const tell = (what, state) => {
    const message = { detail: { tag: id, state }, cancelable: true };
    return !document.dispatchEvent(new CustomEvent(`garden-nb:${what}`, message));
  };
  /** @param {Garden.State} state @param {Garden.View | null} view */
  const onState = (state, view) => {
    const heard = wire && tell('change', state);
    if (view !== null) {
      tell('shown', state);
    }
    return heard;
  };
  const handle = new ReportView(node, payload, { css, onState });
  const follow = makeFollower(handle);
  /** @param {Event} event */
  const hear = (event) => {
    const { tag, state, payload } = /** @type {CustomEvent<Garden.WireDetail>} */ (event).detail;
    if (tag === id && state !== undefined) {
      if (event.type === 'garden-nb:state') {
        handle.listen();
      }
      void follow(state, payload);
    }
  };
  document.addEventListener('garden-nb:state', hear);
  document.addEventListener('garden-nb:shown', hear);
  if (wire) {
    tell('join');
  }
  return handle;
}

/** Returns what shows a state, from new numbers where there are some: always the last of both.
 * @param {Garden.Handle} handle @param {Garden.WireDetail['payload']} source What is shown. */
function makeFollower(handle, source = null) {
  let wanted = handle.state;
  let reading = false;
  return async (
    /** @type {Garden.State} */ state,
    /** @type {Garden.WireDetail['payload']} */ payload,
  ) => {
    wanted = state;
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
}

export { makeFollower, mountLinked };
