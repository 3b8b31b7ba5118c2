// @ts-check
/*
 * One output of a notebook that shows a report. What is chosen in it goes to Python, where a wire
 * listens, and into the output's own data, so that the saved notebook shows the last choice.
 */
import { viewIn } from './document.js';
import { toPlain } from './plain.js';
import { mountReport, unfold } from './report.js';
import { restate } from './restate.js';

const HTML = 'text/html';
const PLAIN = 'text/plain';
const UNSEEN_MS = 200;
/** How long what was written may take to come back, once or twice. */
const ECHO_MS = 5_000;
/** What people do before a notebook is saved: by keys, by a button, by leaving. */
const BEFORE_SAVING = ['keydown', 'pointerdown', 'pagehide', 'blur'];
const MIME = 'application/vnd.garden.report+json';

/** @type {Promise<string> | undefined} */
let css;

/** The style sheets in the order of the cascade, as in `script.py`. */
const SHEETS = ['report', 'choices', 'tables', 'gates', 'cases', 'media'];

/** Loads the style once; a failed load is tried again. */
function loadCss() {
  css ??= Promise.all(SHEETS.map(loadSheet)).then((sheets) => sheets.join('\n'));
  css.catch(() => (css = undefined));
  return css;
}

/** @param {string} name */
async function loadSheet(name) {
  return (await fetch(new URL(`${name}.css`, import.meta.url))).text();
}

/** The part of JupyterLab's `IRenderMime.IMimeModel` that is used.
 * @typedef {{data: Record<string, any>, metadata: any, setData: (options: any) => void}} Model */

export class ReportOutput {
  /** @type {Garden.Handle | null} */
  #handle = null;
  /** @type {Model | null} */
  #model = null;
  /** What is shown, as it came: folded or whole.
   * @type {Garden.Folded | Garden.Payload | null} */
  #source = null;
  /** The choice that was made last, here or elsewhere. @type {Garden.State | null} */
  #wanted = null;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** The payload whose pictures are there, too. @type {Garden.Payload | undefined} */
  #whole;
  /** Whether something is to be written. */
  #due = false;
  /** What was written of late. @type {{content: unknown, at: number}[]} */
  #written = [];
  #stop = new AbortController();

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    const { signal } = this.#stop;
    document.addEventListener('garden-nb:state', (event) => this.#hear(event), { signal });
    document.addEventListener('garden-nb:shown', (event) => this.#follow(event), { signal });
    for (const deed of BEFORE_SAVING) {
      const act = (/** @type {Event} */ event) => this.#flush(this.#maySave(event));
      window.addEventListener(deed, act, { signal, capture: true });
    }
  }

  dispose() {
    this.#flush(true);
    this.#stop.abort();
    this.#handle?.dispose();
  }

  /** Shows what the output holds, unless it is shown already. What is saved comes back here, maybe
   * after the next choices.
   * @param {Model} model */
  render(model) {
    this.#model = model;
    this.node.style.overflow = 'auto';
    this.node.style.padding = isFile(model) ? '6px 12px' : ''; // a file fills a tab
    return this.#after(async () => {
      const payload = viewIn(model.data[MIME], model.data[HTML]);
      const since = performance.now() - ECHO_MS;
      this.#written = this.#written.filter(({ at }) => at > since);
      if (!this.#written.some(({ content }) => isEqual(payload, content))) {
        await this.#show(payload);
      }
    });
  }

  /** Does one thing after another, so that the last choice is the one that stays.
   * @param {() => Promise<void>} act */
  #after(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {Garden.Folded | Garden.Payload} payload
   * @param {() => Garden.State} last The choice to show once it is unfolded. */
  async #show(payload, last = () => payload.state) {
    if (isEqual({ ...payload, state: last() }, this.#now())) {
      return this.#takeBack();
    }
    const [unfolded, css] = await Promise.all([unfold(payload), loadCss()]);
    const whole = { ...unfolded, state: last() };
    if (this.#stop.signal.aborted) {
      return;
    }
    const before = this.#handle;
    if (before && before.payload.id === whole.id) {
      before.update(whole);
      this.#source = before.payload === whole ? payload : this.#source; // else it came too late
      return before.ready;
    }
    this.#source = payload;
    before?.dispose();
    const handle = mountReport(this.node, whole, { css, onState: this.#choose.bind(this) });
    this.#handle = handle;
    if (this.#tell('join')) {
      handle.listen();
    }
    return handle.ready;
  }

  /** What is shown, as it is to be saved. */
  #now() {
    if (this.#source === null) {
      return null;
    }
    const { drawing, ...source } = this.#source; // whoever opens it waits for nothing
    return { ...source, state: this.#handle?.state };
  }

  /** @param {Garden.State} state @param {Garden.View | null} view */
  #choose(state, view) {
    const handle = /** @type {Garden.Handle} */ (this.#handle);
    this.#wanted = state;
    const heard = this.#tell('change', state);
    if (view !== null) {
      this.#save(async () => {});
      const detail = { tag: handle.payload.id, state };
      document.dispatchEvent(new CustomEvent('garden-nb:shown', { detail }));
    }
    return heard;
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
    if (event instanceof CustomEvent && event.detail.tag === this.#handle?.payload.id) {
      this.#handle?.listen();
      this.#follow(event);
    }
  }

  /** Shows what Python or another view of the same report shows. @param {Event} event */
  #follow(event) {
    const { tag, state, payload } = /** @type {CustomEvent<Garden.WireDetail>} */ (event).detail;
    const handle = this.#handle;
    if (handle === null || tag !== handle.payload.id || state === undefined) {
      return;
    }
    this.#wanted = state;
    const wanted = { ...(payload ?? this.#source), state };
    if (!isEqual(wanted, this.#now())) {
      const last = () => this.#wanted ?? state; // of what is said until its turn comes
      const show = () => this.#show(/** @type {Garden.Folded} */ (wanted), last);
      this.#save(payload ? show : async () => handle.update(last()));
    } else {
      this.#takeBack();
    }
  }

  /** Where another choice was asked for and the one that is shown came back, says so. */
  #takeBack() {
    if (this.#handle?.waiting && this.#wanted) {
      this.#handle.update(this.#wanted);
    }
  }

  /** Saves what is shown after `act`, once people see it. @param {() => Promise<void>} act */
  #save(act) {
    const seen = this.#after(async () => {
      await act();
      const payload = this.#handle?.payload;
      await this.#handle?.ready;
      [this.#whole, this.#due] = [payload, true];
      afterPaint(() => this.#flush());
    });
    seen.catch((error) => this.#complain(error));
  }

  /** Whether the notebook may be saved next: by what is done here it is not.
   * @param {Event & {ctrlKey?: boolean, metaKey?: boolean}} event @returns {boolean} */
  #maySave({ target, ctrlKey, metaKey }) {
    return !(target instanceof Node && this.node.contains(target)) || !!(ctrlKey || metaKey);
  }

  /** Writes at once what is not written yet; numbers whose pictures are on their way are written
   * with them, or else as they are, rather than lost. @param {boolean} last */
  #flush(last = false) {
    const whole = this.#handle?.payload === this.#whole && !this.#whole?.drawing;
    if (this.#due && (whole || last)) {
      this.#due = false;
      try {
        this.#write();
      } catch (error) {
        this.#complain(error);
      }
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    const alert = document.createElement('p');
    alert.setAttribute('role', 'alert');
    alert.textContent = `This choice could not be saved in the notebook: ${error}`;
    this.node.append(alert);
  }

  /** Writes the state shown into the output: as numbers, as HTML and as text. */
  #write() {
    const [model, handle, now] = [this.#model, this.#handle, this.#now()];
    const still = handle?.still(handle.state);
    if (!model || !handle || !still || this.#stop.signal.aborted || isFile(model)) {
      return;
    }
    this.#written.push({ content: now, at: performance.now() });
    /** @type {Record<string, any>} */
    const data = { ...model.data, [MIME]: now };
    if (data[HTML] !== undefined) {
      data[HTML] = restate(data[HTML], handle, now);
      const { packed, ...stub } = /** @type {Garden.Folded} */ (now);
      if (packed !== undefined && data[HTML].includes(packed)) {
        data[MIME] = stub; // what is packed is kept once
      }
      data[PLAIN] = toPlain(still, handle);
    }
    model.setData({ data, metadata: model.metadata });
  }
}

/** Acts once the page is painted; a page that nobody sees is not. @param {() => void} act */
function afterPaint(act) {
  requestAnimationFrame(() => setTimeout(act));
  setTimeout(act, UNSEEN_MS);
}

/** Whether a file is shown: looking at one changes nothing in it. @param {Model} model */
const isFile = ({ data }) => typeof data[MIME] === 'string';

/** Whether two contents are the same in whatever order: saving a notebook sorts the keys, and does
 * not say that a picture is being drawn.
 * @param {unknown} one @param {unknown} other */
function isEqual(one, other) {
  const [first, second] = [one, other].map((content) =>
    JSON.stringify(content, (key, value) => {
      const plain = value === null || typeof value !== 'object' || Array.isArray(value);
      const names = plain ? [] : Object.keys(value).sort();
      const sorted = () => Object.fromEntries(names.map((name) => [name, value[name]]));
      return key === 'drawing' ? undefined : plain ? value : sorted();
    }),
  );
  return first === second;
}
