// @ts-check
/* The report as a widget: it shows Python's state and numbers, and sends choices back. */
import { makeFollower } from './linked.js';
import { unfold } from './packing.js';
import { mountReport } from './report.js';

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void,
 *   save_changes: () => void, on: (name: string, act: () => void) => void,
 *   off: (name: string, act: () => void) => void}} Model */

/** @param {{model: Model, el: HTMLElement}} context */
async function render({ model, el }) {
  let live = true;
  const whole = await unfold(model.get('payload'));
  /** @param {Garden.State} state */
  const onState = (state) => {
    if (live) {
      model.set('state', state);
      model.save_changes();
    }
    return live;
  };
  const payload = { ...whole, state: model.get('state') };
  const handle = mountReport(el, payload, { css: model.get('_style'), onState });
  const follow = makeFollower(handle, model.get('payload'));
  const show = () => void follow(model.get('state'), model.get('payload'));
  const leave = () => {
    live = false; // the kernel has gone
  };
  model.on('change:state', show);
  model.on('change:payload', show);
  model.on('comm_live_update', leave);
  handle.listen();
  show();
  return () => {
    model.off('change:state', show);
    model.off('change:payload', show);
    model.off('comm_live_update', leave);
    handle.dispose();
  };
}

export default { render };
