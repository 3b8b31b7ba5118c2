// @ts-check
/*
 * The wire's end in the page. It has no view: views of the report and this speak by events on the
 * document (see `Garden.WireDetail`), so that nothing but the report is saved in a notebook.
 */

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void,
 *   save_changes: () => void, send: (said: unknown) => void,
 *   on: (name: string, act: (said: any) => void) => void,
 *   off: (name: string, act: (said: any) => void) => void}} Model */

/** As many payloads are kept as came last: a report of more variants is looked through in part. */
const MOST_AHEAD = 64;

/** @param {{model: Model}} context */
function initialize({ model }) {
  const stop = new AbortController();
  const { signal } = stop;

  /** What nobody asked for yet. @type {Garden.Folded[]} */
  const ahead = [];

  /** @param {Garden.State} state @param {Garden.Folded | null} [payload] */
  const tell = (state, payload = null) => {
    const detail = { tag: model.get('tag'), state, payload };
    document.dispatchEvent(new CustomEvent('garden-nb:state', { detail }));
  };
  let choosing = false;
  const announce = () => choosing || tell(model.get('state'), model.get('payload'));

  /** @param {{ahead?: Garden.Folded}} said */
  const keep = ({ ahead: payload }) => {
    if (payload !== undefined) {
      ahead.push(payload);
      ahead.splice(0, ahead.length - MOST_AHEAD);
    }
  };

  /** Shows at once what came ahead, and tells Python. @param {Garden.State} state */
  const choose = (state) => {
    const whole = { ...state, slice: '' }; // each payload has all slices
    choosing = true;
    model.set('state', state);
    choosing = false;
    tell(state, ahead.findLast((each) => isSame(each.state, whole)));
    model.save_changes();
  };

  const join = () => {
    try {
      model.send('joined');
    } catch {
      // the kernel has gone: nothing comes ahead
    }
  };

  /** @param {Event} event */
  const hear = (event) => {
    const { tag, state } = /** @type {CustomEvent} */ (event).detail;
    if (tag !== model.get('tag')) {
      return;
    }
    event.preventDefault(); // tells the view that somebody listens
    if (state === undefined) {
      announce();
      join();
    } else if (!isSame(state, model.get('state'))) {
      choose(state);
    }
  };

  document.addEventListener('garden-nb:join', hear, { signal });
  document.addEventListener('garden-nb:change', hear, { signal });
  model.on('change:state', announce);
  model.on('change:payload', announce);
  model.on('msg:custom', keep);
  announce();
  return () => {
    stop.abort();
    model.off('change:state', announce);
    model.off('change:payload', announce);
    model.off('msg:custom', keep);
  };
}

/** @param {Record<string, any>} one @param {Record<string, any>} other */
function isSame(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

export default { initialize };
