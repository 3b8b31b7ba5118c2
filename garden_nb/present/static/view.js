// @ts-check
/*
 * A report that is shown: it selects among views whose numbers and words Python made; it computes
 * no statistic. Shapes: payload.d.ts.
 */
import { makeChanged } from './cases.js';
import { showControls } from './controls.js';
import { make, styled } from './elements.js';
import { makeFrame, refill } from './frame.js';
import { GateEditor } from './gate_editor.js';
import { changesWhoPasses } from './gates.js';
import { keepKeys } from './keys.js';
import { DOUBT, notify } from './notices.js';
import { Picture } from './picture.js';
import { letScroll, reserve } from './room.js';
import { changedOf, isSameState, keyOf, viewOf } from './selecting.js';
import { refuseSettings, showSettings } from './settings.js';
import { DARK, toDataUri } from './theme.js';
import { makeGateList, makeMethods, makeSummary, makeTables } from './words.js';

/** @typedef {{before: Garden.State, state: Garden.State}} Asked */

const SCHEMA = 1;
const PATIENCE_MS = 10_000;

/** @implements {Garden.Handle} */
class ReportView {
  #width = 0;
  #frame = 0;
  /** Whether the theme of the page may have changed. */
  #bare = false;
  #listening = false;
  #stop = new AbortController();
  /** The choice that Python has, as far as is known. @type {Garden.State} */
  #agreed;
  /** What the host was asked for last, and the choice before. @type {Asked | null} */
  #asked = null;
  ready = Promise.resolve();
  /** Whether what was chosen last is not what is shown, or not whole. */
  waiting = false;

  /** @param {HTMLElement} node @param {Garden.Payload} payload @param {Garden.Host} host */
  constructor(node, payload, host) {
    this.host = host;
    this.payload = payload;
    this.state = this.#agreed = payload.state;
    this.at = makeFrame(host.css ?? '');
    this.gates = new GateEditor((gates, done) => this.#change({ gates }, done));
    this.at.gates.append(this.gates.node);
    this.picture = new Picture(this.at);
    node.append(this.at.host);
    this.#watch();
    this.picture.dress();
    this.update(payload);
    this.#guard(() => this.#fit());
  }

  dispose() {
    cancelAnimationFrame(this.#frame);
    this.#stop.abort();
    this.at.host.remove();
  }

  /** @param {Garden.Payload | Garden.State} next */
  update(next) {
    this.#guard(() => ('views' in next ? this.#take(next) : this.#hear(next)));
  }

  /** Offers what needs a kernel, once one listens. */
  listen() {
    this.#listening = true;
    this.#guard(() => this.#renderChoices());
  }

  /** @param {Garden.State} state */
  still(state) {
    const whole = { ...state, slice: '' }; // who reads on paper reads of all cases
    const view = viewOf(this.payload, whole);
    if (!view) {
      return null;
    }
    const advice = make('div', { role: 'status' }, styled('h2', 'gnb-headline', view.headline));
    const body = [...makeTables(view), ...makeGateList(view), ...makeMethods(view)];
    const section = styled('section', 'gnb-view', advice, ...makeSummary(view), ...body);
    const svg = this.#svgOf(state);
    return { section, plot: svg === '' ? '' : toDataUri(svg), words: view };
  }

  #watch() {
    const later = () => this.#fitLater();
    const anew = () => {
      this.#bare = true;
      this.#fitLater();
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(this.at.root);
    this.at.body.addEventListener('contentvisibilityautostatechange', later); // a table is in sight
    const themes = new MutationObserver(anew);
    themes.observe(document.documentElement, { attributes: true });
    themes.observe(document.body, { attributes: true });
    this.#stop.signal.onabort = () => [sizes, themes].forEach((each) => each.disconnect());
    matchMedia(DARK).addEventListener('change', anew, { signal: this.#stop.signal });
    keepKeys(this.at.host, this.#stop.signal);
    this.at.plot.addEventListener('error', () => this.#fail('its plot is not a picture'));
  }

  /** @param {Garden.Payload} payload */
  #take(payload) {
    if (payload.schema !== SCHEMA) {
      throw new Error(`it has schema ${payload.schema}, this garden_nb reads schema ${SCHEMA}`);
    }
    // numbers of before, whose message met the choice on its way
    const late = payload !== this.payload && viewOf(payload, payload.state) === null;
    if (late && viewOf(payload, this.state) === null) {
      return;
    }
    if (!late && !(keyOf(payload.state) in payload.views)) {
      throw new Error('the choice that it was saved with is not among its views');
    }
    this.payload = payload;
    this.#width = payload.drawing ? this.#width : 0; // the rest decides how much room is needed
    this.ready = this.#unpack(payload.svgs);
    if (late) {
      this.#show(this.state);
      this.#say(true, true);
      return;
    }
    const asked = this.#asked;
    const typing = asked === null && isSameState(payload.state, this.#agreed);
    [this.#asked, this.#agreed] = [null, payload.state];
    this.#show(typing && viewOf(payload, this.state) ? this.state : payload.state);
    this.#refuse(asked, payload.state);
  }

  /** Whether a state is what the host was asked for. @param {Garden.State} state */
  #isAsked = (state) => this.#asked !== null && isSameState(state, this.#asked.state);

  /** @param {string} packed */
  async #unpack(packed) {
    const unreadable = (/** @type {Error} */ error) => this.#fail(`its plots: ${error.message}`);
    await this.picture.take(packed).catch(unreadable);
    this.#paint();
  }

  /** @param {Garden.State} state */
  #svgOf = (state) => this.picture.svgs[this.payload.plots[keyOf(state)]] ?? '';

  /** Shows a state; where the page lacks it, says so. @param {Garden.State} state */
  #show(state) {
    const view = viewOf(this.payload, state);
    if (view === null) {
      this.#renderChoices();
    } else {
      this.state = state;
      this.#render(view);
    }
    this.#say(view === null, false);
    return view;
  }

  /** Says what is missing. @param {boolean} lacking @param {boolean} asked */
  #say(lacking, asked) {
    const doubtful = changesWhoPasses(this.payload, this.state);
    notify(this.at, lacking, doubtful, asked);
    this.waiting = lacking || (asked && doubtful);
  }

  /** Shows what Python or another view says. @param {Garden.State} state */
  #hear(state) {
    const asked = this.#asked;
    if (this.#isAsked(state)) {
      return; // it is shown, or was heard and its numbers come later
    }
    this.#asked = null;
    this.#agreed = this.#show(state) === null ? this.#agreed : state;
    this.#refuse(asked, state);
  }

  /** Says of a choice that was taken back so, at its field.
   * @param {Asked | null} asked @param {Garden.State} state */
  #refuse(asked, state) {
    if (asked && isSameState(state, asked.before)) {
      refuseSettings(this.at.settings, asked.state, state);
      this.gates.refuse(asked.state.gates);
    }
  }

  /** Tells the host of a choice, and gives up on a kernel that died since: it says nothing.
   * @param {Garden.State} state @param {Garden.View | null} view */
  #ask(state, view) {
    const asked = { before: this.#agreed, state };
    [this.#asked, this.#agreed] = [asked, state];
    if (!this.host.onState?.(state, view)) {
      this.#asked = null;
      return;
    }
    this.#renderChoices();
    this.#say(view === null, true);
    const giveUp = () => {
      if (this.#asked === asked && this.waiting) {
        this.#asked = null;
        this.#show(state);
      }
    };
    setTimeout(() => this.#guard(giveUp), PATIENCE_MS);
  }

  /** Shows what was chosen in the page and, when it is `done`, tells the host.
   * @param {Partial<Garden.State>} choice */
  #change(choice, done = true) {
    this.#guard(() => {
      const state = { ...this.state, ...choice };
      const view = this.#show(state);
      if (done) {
        this.#ask(state, view);
      }
    });
  }

  /** @param {Garden.View} view */
  #render(view) {
    const { root, title, headline, summary, caption, plot, alert } = this.at;
    if (headline.textContent !== view.headline) {
      headline.textContent = view.headline; // a screen reader says it again only when it changes
    }
    title.textContent = this.payload.title;
    root.dataset.action = view.action;
    summary.replaceChildren(...makeSummary(view));
    caption.textContent = view.plot_note;
    plot.alt = view.plot_alt;
    alert.hidden = true;
    this.#renderChoices();
    refill(this.at.tables, makeTables(view));
    this.gates.show(this.payload, this.state, view.gates);
    const changed = changedOf(this.payload, this.state);
    this.at.changed.hidden = changed.length === 0;
    this.at.cases.replaceChildren(...makeChanged(changed));
    refill(this.at.methods, makeMethods(view));
    this.#paint();
    this.#fitLater();
  }

  #renderChoices() {
    const { choices, settings } = this.at;
    /** @param {Partial<Garden.State>} choice */
    const choose = (choice) => this.#change(choice);
    showControls(choices, this.payload.controls, this.state, choose);
    const typed = this.#asked?.state ?? this.state;
    showSettings(settings, this.payload.metrics ?? [], typed, this.#listening, choose);
  }

  /** Fits what is shown into its place before it is painted: once, however much changes. */
  #fitLater() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#guard(() => this.#fit());
    });
  }

  /** Follows theme and width. */
  #fit() {
    const { root, body } = this.at;
    if (this.#bare) {
      this.#bare = false;
      this.picture.dress();
    }
    letScroll(body);
    if (root.clientWidth !== this.#width) {
      this.#width = root.clientWidth;
      reserve(this.at, Object.values(this.payload.views), DOUBT);
    }
  }

  #paint() {
    this.picture.show(this.#svgOf(this.state), this.payload.drawing === true);
  }

  /** Shows an error in the page instead of losing it in the console. @param {() => void} act */
  #guard(act) {
    try {
      act();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.at.alert.textContent = `This report cannot be shown as it should: ${why}.`;
    this.at.alert.hidden = false;
  }
}

export { ReportView };
