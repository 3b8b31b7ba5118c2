// @ts-check
/* Keys that belong to a report: notebooks take `B`, `X` and Enter for themselves otherwise. */

/** Keeps keys from the notebook's shortcuts (`X` cuts a cell), but for chords and Escape:
 * JupyterLab's commands look for this attribute from the key's target on.
 * @param {HTMLElement} host @param {AbortSignal} signal */
function keepKeys(host, signal) {
  /** @param {KeyboardEvent} event */
  const keep = (event) => {
    if (event.composedPath().includes(host)) {
      const chord = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
      host.toggleAttribute('data-lm-suppress-shortcuts', !chord);
    }
  };
  window.addEventListener('keydown', keep, { signal, capture: true });
  host.addEventListener('beforeinput', keepEnter, { signal, capture: true });
}

/** Keeps Enter in a field from JupyterLab, which would take its line break away in every cell, and
 * with that the change of which Enter tells. @param {Event} event */
function keepEnter(event) {
  if (/** @type {InputEvent} */ (event).inputType === 'insertLineBreak') {
    event.stopPropagation();
  }
}

export { keepKeys };
