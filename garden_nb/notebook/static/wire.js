// @ts-check
/*
 * The wire's end in the page. It has no view: views of the report and this speak by events on the
 * document (see `Garden.WireDetail`), so that nothing but the report is saved in a notebook.
 */

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void,
 *   save_changes: () => void, on: (name: string, act: () => void) => void,
 *   off: (name: string, act: () => void) => void}} Model */

/** @param {{model: Model}} context */
function initialize({ model }) {
  const stop = new AbortController();
  const { signal } = stop;

  const announce = () => {
    const [tag, state, payload] = ['tag', 'state', 'payload'].map((name) => model.get(name));
    document.dispatchEvent(new CustomEvent('garden-nb:state', { detail: { tag, state, payload } }));
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
    } else if (!isSame(state, model.get('state'))) {
      model.set('state', state);
      model.save_changes();
    }
  };

  document.addEventListener('garden-nb:join', hear, { signal });
  document.addEventListener('garden-nb:change', hear, { signal });
  model.on('change:state', announce);
  model.on('change:payload', announce);
  announce();
  return () => {
    stop.abort();
    model.off('change:state', announce);
    model.off('change:payload', announce);
  };
}

/** @param {Record<string, any>} one @param {Record<string, any>} other */
function isSame(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

export default { initialize };
