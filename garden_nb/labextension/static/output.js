// @ts-check
/*
 * One output of a notebook that shows a report. What is chosen in it goes to Python, where a wire
 * listens, and into the output's own data, so that the saved notebook shows the last choice.
 */
import { toPlain } from './plain.js';
import { mountReport } from './report.js';
import { restate } from './restate.js';

const HTML = 'text/html';
const PLAIN = 'text/plain';
const PATIENCE_MS = 10_000;
const MIME = 'application/vnd.garden.report+json';

/** @type {Promise<string> | undefined} */
let css;

/** Loads the style once; a failed load is tried again. */
function loadCss() {
  css ??= fetch(new URL('report.css', import.meta.url)).then((response) => response.text());
  css.catch(() => (css = undefined));
  return css;
}

/** The part of JupyterLab's `IRenderMime.IMimeModel` that is used.
 * @typedef {{data: Record<string, any>, metadata: any, setData: (options: any) => void}} Model */

export class ReportOutput {
  /** @type {Garden.Handle | null} */
  #handle = null;
  /** @type {Model | null} */
  #model = null;
  #renewed = false;
  #stop = new AbortController();

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    const { signal } = this.#stop;
    window.addEventListener('keydown', (event) => this.#keepKey(event), { signal, capture: true });
    document.addEventListener('garden-nb:state', (event) => this.#hear(event), { signal });
  }

  dispose() {
    this.#stop.abort();
    this.#handle?.dispose();
  }

  /** Shows what the output holds, unless it is shown already: what is saved comes back here.
   * @param {Model} model */
  async render(model) {
    this.#model = model;
    const css = await loadCss();
    const payload = model.data[MIME];
    if (this.#handle?.payload.id !== payload.id && !this.#stop.signal.aborted) {
      this.#handle?.dispose();
      const onState = this.#choose.bind(this);
      this.#handle = mountReport(this.node, payload, { css, onState });
      this.#tell('join');
    } else if (this.#handle && !isEqual(payload, shown(this.#handle))) {
      this.#handle.update(payload);
    }
    await this.#handle?.ready;
  }

  /** @param {Garden.State} state @param {Garden.View | null} view */
  #choose(state, view) {
    const handle = /** @type {Garden.Handle} */ (this.#handle);
    const { payload } = handle;
    const heard = this.#tell('change', state);
    if (view !== null) {
      this.#save();
    } else if (heard) {
      const giveUp = () => payload === handle.payload && handle.update(state);
      setTimeout(giveUp, PATIENCE_MS); // a kernel that died since then says nothing
    }
    return heard && view === null;
  }

  /** Says something to the wire and returns whether it heard.
   * @param {string} what @param {Garden.State} [state] */
  #tell(what, state) {
    const { id, wire } = this.#handle?.payload ?? {};
    const message = { detail: { tag: id, state }, cancelable: true };
    return wire === true && !document.dispatchEvent(new CustomEvent(`garden-nb:${what}`, message));
  }

  /** Follows Python. @param {Event} event */
  #hear(event) {
    const { tag, state, payload } = /** @type {CustomEvent<Garden.WireDetail>} */ (event).detail;
    const handle = this.#handle;
    if (handle === null || tag !== handle.payload.id || state === undefined) {
      return;
    }
    const known = !payload || isEqual({ ...payload, state: handle.state }, shown(handle));
    if (!known || !isEqual(state, handle.state)) {
      handle.update(known ? state : { ...payload, state });
      this.#renewed ||= !known;
      this.#save();
    }
  }

  /** Keeps keys that the report's controls use from the notebook's shortcuts (`B` adds a cell):
   * JupyterLab's commands look for this attribute from the key's target on.
   * @param {KeyboardEvent} event */
  #keepKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.composedPath().includes(this.node)) {
      const chord = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
      target.toggleAttribute('data-lm-suppress-shortcuts', !chord);
    }
  }

  #save() {
    this.#write().catch((error) => {
      const alert = document.createElement('p');
      alert.setAttribute('role', 'alert');
      alert.textContent = `This choice is not in the notebook's output and will not be saved: ${error}`;
      this.node.append(alert);
    });
  }

  /** Writes the state shown into the output: as numbers, as HTML and as text. */
  async #write() {
    const [model, handle] = [this.#model, this.#handle];
    if (model === null || handle === null) {
      return;
    }
    await handle.ready;
    const payload = shown(handle);
    /** @type {Record<string, any>} */
    const data = { ...model.data, [MIME]: payload };
    const still = handle.still(payload.state);
    if (data[HTML] !== undefined && still !== null) {
      data[HTML] = await restate(data[HTML], handle, payload, this.#renewed);
      data[PLAIN] = toPlain(still);
    }
    this.#renewed = false;
    model.setData({ data, metadata: model.metadata });
  }
}

/** What an output shows now, as its payload. @param {Garden.Handle} handle */
const shown = ({ payload, state }) => ({ ...payload, state });

/** Whether two contents are the same in whatever order: saving a notebook sorts the keys.
 * @param {unknown} one @param {unknown} other */
function isEqual(one, other) {
  const [first, second] = [one, other].map((content) =>
    JSON.stringify(content, (_, value) =>
      value === null || typeof value !== 'object' || Array.isArray(value)
        ? value
        : Object.fromEntries(Object.keys(value).sort().map((key) => [key, value[key]])),
    ),
  );
  return first === second;
}
