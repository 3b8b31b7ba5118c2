// @ts-check
/*
 * The cases behind a report: filters, a page of cases, and one case in full with both answers.
 * It shows what Python wrote into `view` and sends choices back; it compares and counts nothing.
 * All text is hostile: it enters as text only. Where the widget itself is not displayed, it takes
 * the place of the static list that Python displayed, and gives it back in the end.
 */

import { makeButton, makeFrame, makeOption, makePieces } from './case_parts.js';
import { PARTS, makeAnswer, makeBox, makeFate } from './cases.js';
import { make, styled } from './elements.js';
import { keepKeys } from './keys.js';
import { DARK, isDark } from './theme.js';

/**
 * @typedef {{status: string, text: string}} Mark
 * @typedef {{id: string, category: string, kind: string, word: string, question: string,
 *   expected: string, marks: Mark[]}} Row
 * @typedef {Garden.Text} Text
 * @typedef {Garden.Case} Card
 * @typedef {{key: string, label: string, value: string, options: [string, string][]}} Control
 * @typedef {{title: string, controls: Control[], variants: string[], rows: Row[],
 *   card: Card | null, range: string, page: number, pages: number, progress: number | null,
 *   error: string}} View
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void,
 *   save_changes: () => void, send: (content: any) => void,
 *   on: (name: string, act: (content?: any) => void) => void,
 *   off: (name: string, act: (content?: any) => void) => void}} Model
 */

const SEARCH_MS = 250;

/** One view of the explorer's model. */
class Explorer {
  #stop = new AbortController();
  #drawn = { head: '', rows: '', card: '' };
  #timer = 0;

  /** @param {HTMLElement} node @param {Model} model */
  constructor(node, model) {
    this.model = model;
    this.at = makeFrame(model.get('_css') ?? '');
    node.append(this.at.host);
    this.#listen();
    this.#guard(() => this.#show());
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.at.host.remove();
  }

  #listen() {
    const { signal } = this.#stop;
    const { host, body, search } = this.at;
    const show = () => this.#guard(() => this.#show());
    /** @param {any} content */
    const hear = (content) => this.#guard(() => this.#hear(content));
    this.model.on('change:view', show);
    this.model.on('msg:custom', hear);
    const themes = new MutationObserver(() => this.#fit());
    [document.documentElement, document.body].forEach((each) =>
      themes.observe(each, { attributes: true }),
    );
    matchMedia(DARK).addEventListener('change', () => this.#fit(), { signal });
    signal.addEventListener('abort', () => {
      themes.disconnect();
      this.model.off('change:view', show);
      this.model.off('msg:custom', hear);
    });
    search.addEventListener('input', () => this.#search(SEARCH_MS));
    search.addEventListener('keydown', ({ key }) => key === 'Enter' && this.#search(0));
    body.addEventListener('keydown', (event) => this.#step(event));
    keepKeys(host, signal);
    this.#fit();
    host.dataset.gnb = 'cases';
  }

  /** @param {Record<string, string | number>} traits */
  #choose(traits) {
    Object.entries(traits).forEach(([name, value]) => this.model.set(name, value));
    this.model.save_changes();
  }

  /** Looks for what was typed, once nothing more is typed. @param {number} wait */
  #search(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.at.search.value !== this.model.get('query')) {
        this.at.range.textContent = 'Searching …';
        this.#choose({ query: this.at.search.value });
      }
    }, wait);
  }

  /** Goes from case to case by the keyboard. @param {KeyboardEvent} event */
  #step(event) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.at.body.querySelectorAll('.id')]);
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const last = buttons.length - 1;
    const moves = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: last };
    const next = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (here >= 0 && next !== undefined && buttons[next]) {
      event.preventDefault();
      buttons[next].focus();
      buttons[next].click();
    }
  }

  /** A whole text has come. @param {any} content */
  #hear(content) {
    const { id, part, repeat, text } = content?.whole ?? {};
    const card = /** @type {View} */ (this.model.get('view')).card;
    const box = this.at.body.querySelector(`[data-part="${part}"]`);
    if (box && card && card.id === id && card.repeat === repeat) {
      box.replaceChildren(...makePieces(text));
      box.classList.add('whole');
      box.parentElement?.querySelector(`:scope > .more[data-key="whole ${part}"]`)?.remove();
    }
  }

  #show() {
    const view = /** @type {View} */ (this.model.get('view'));
    const { root, alert, title, range, caption, search, bar } = this.at;
    const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
    const key = focused?.getAttribute('data-key');
    alert.hidden = view.error === '';
    alert.textContent = view.error;
    title.textContent = view.title;
    caption.textContent = view.title;
    const state = view.progress === null ? '' : ` · ${Math.floor(100 * view.progress)} % searched`;
    range.textContent = `${view.range}${state}`;
    if (focused !== search) {
      search.value = this.model.get('query');
    }
    this.#showControls(view.controls);
    this.#showRows(view);
    this.#showCard(view);
    this.#showPager(view);
    if (key && !focused?.isConnected) {
      const again = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
      /** @type {HTMLElement} */ (again ?? bar.querySelector('select'))?.focus();
    }
  }

  /** Keeps each control, and so the keyboard's place. @param {Control[]} controls */
  #showControls(controls) {
    const { bar, field } = this.at;
    for (const old of [...bar.querySelectorAll('select')]) {
      if (!controls.some(({ key }) => key === old.id)) {
        old.parentElement?.remove();
      }
    }
    for (const { key, label, value, options } of controls) {
      const select = /** @type {HTMLSelectElement} */ (
        bar.querySelector(`#${key}`) ?? this.#makeSelect(key, label, field)
      );
      const drawn = JSON.stringify(options);
      if (select.dataset.drawn !== drawn) {
        select.dataset.drawn = drawn;
        select.replaceChildren(...options.map(([name, words]) => makeOption(name, words)));
      }
      select.value = value;
    }
  }

  /** @param {string} key @param {string} label @param {Node} before */
  #makeSelect(key, label, before) {
    const select = /** @type {HTMLSelectElement} */ (make('select', { id: key, 'data-key': key }));
    select.addEventListener('change', () => this.#choose({ [key]: select.value }));
    const span = make('span', {}, make('label', { for: key }, label), ' ', select);
    before.parentNode?.insertBefore(span, before);
    return select;
  }

  /** @param {View} view */
  #showRows({ rows, variants }) {
    const { head, body } = this.at;
    const heads = ['case', 'outcome', 'question', 'expected', ...variants];
    if (this.#drawn.head !== JSON.stringify(heads)) {
      this.#drawn.head = JSON.stringify(heads);
      const cells = heads.map((words) => make('th', { scope: 'col' }, make('bdi', {}, words)));
      cells[4].append(' ', styled('span', 'badge', 'baseline'));
      head.replaceChildren(make('tr', {}, ...cells));
    }
    if (this.#drawn.rows !== JSON.stringify(rows)) {
      this.#drawn = { ...this.#drawn, rows: JSON.stringify(rows), card: '' };
      body.replaceChildren(...rows.map((row) => this.#makeRow(row)));
    }
  }

  /** @param {Row} row */
  #makeRow({ id, kind, word, question, expected, marks }) {
    const name = makeButton('', () => this.#choose({ selected: id }), { class: 'id' });
    name.append(make('bdi', {}, id));
    name.dataset.key = `case ${id}`;
    return make(
      'tr',
      { 'data-id': id },
      make('th', { scope: 'row' }, name),
      make('td', {}, makeFate(kind, word)),
      styled('td', 'text', make('bdi', {}, question)),
      styled('td', 'text', make('bdi', {}, expected)),
      ...marks.map(({ status, text }) => make('td', {}, makeFate(status, text))),
    );
  }

  /** Shows one case in full below its line. @param {View} view */
  #showCard({ card }) {
    const { body } = this.at;
    for (const row of body.querySelectorAll('tr[data-id]')) {
      const open = row.getAttribute('data-id') === card?.id;
      row.classList.toggle('open', open);
      row.querySelector('.id')?.setAttribute('aria-expanded', String(open));
    }
    if (this.#drawn.card === JSON.stringify(card)) {
      return;
    }
    this.#drawn.card = JSON.stringify(card);
    body.querySelector('.card')?.remove();
    if (card) {
      const cell = make('td', { colspan: '6' }, ...this.#makeCard(card));
      body.querySelector('.open')?.after(styled('tr', 'card', cell));
    }
  }

  /** @param {Card} card */
  #makeCard(card) {
    const asked = [
      ...this.#makeFact(card, 'question', 'Question'),
      ...this.#makeFact(card, 'expected', 'Expected'),
    ];
    const slice = card.category ? [styled('p', 'note', `Slice: ${card.category}`)] : [];
    const answers = card.answers.map((answer, at) => {
      const texts = this.#makeText(card, PARTS[at], answer.text);
      return makeAnswer(answer, PARTS[at], texts, `${PARTS[at]}: ${answer.variant}`);
    });
    return [
      ...slice,
      ...(asked.length > 0 ? [styled('div', 'facts', ...asked)] : []),
      ...(card.repeats > 1 ? [this.#makeRepeats(card)] : []),
      styled('div', 'answers', ...answers),
    ];
  }

  /** @param {Card} card @param {'question' | 'expected'} part @param {string} words */
  #makeFact(card, part, words) {
    const text = card[part];
    return text.spans.length === 0
      ? []
      : [styled('div', part, styled('span', 'note', words), ...this.#makeText(card, part, text))];
  }

  /** @param {Card} card */
  #makeRepeats({ repeat, repeats }) {
    const options = Array.from({ length: repeats }, (_, at) =>
      makeOption(String(at + 1), `${at + 1} of ${repeats}`),
    );
    const select = /** @type {HTMLSelectElement} */ (
      make('select', { id: 'repeat', 'data-key': 'repeat' }, ...options)
    );
    select.value = String(repeat + 1);
    select.addEventListener('change', () => this.#choose({ repeat: Number(select.value) }));
    return styled('p', 'repeats', make('label', { for: 'repeat' }, 'Run'), ' ', select);
  }

  /** @param {Card} card @param {string} part @param {Text} text */
  #makeText({ id, repeat }, part, text) {
    const box = makeBox(part, text);
    if (!text.before && !text.after) {
      return [box];
    }
    const button = makeButton(
      'Show the whole text',
      () => {
        button.disabled = true;
        button.textContent = 'Reading …';
        box.tabIndex = 0;
        box.focus();
        this.model.send({ whole: { id, part, repeat } });
      },
      { class: 'more', 'data-key': `whole ${part}` },
    );
    return [box, button];
  }

  /** @param {View} view */
  #showPager({ page, pages }) {
    const { pager } = this.at;
    pager.hidden = pages === 1;
    if (pager.children.length === 0) {
      /** @param {number} step */
      const turn = (step) => () => {
        const { page: now, pages: most } = this.model.get('view');
        this.#choose({ page: Math.min(most, Math.max(1, now + step)) });
      };
      const keys = [{ 'data-key': 'previous' }, { 'data-key': 'next' }];
      const [back, on] = [['Previous', -1], ['Next', 1]].map(([words, step], at) =>
        makeButton(String(words), turn(Number(step)), keys[at]),
      );
      pager.append(back, make('span', {}), on);
    }
    const [back, where, on] = /** @type {HTMLButtonElement[]} */ ([...pager.children]);
    where.textContent = `Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
    for (const [button, end] of /** @type {const} */ ([[back, 1], [on, pages]])) {
      button.setAttribute('aria-disabled', String(page === end));
    }
  }

  #fit() {
    this.at.root.dataset.theme = isDark() ? 'dark' : 'light';
  }

  /** Shows an error in the page instead of losing it in the console. @param {() => void} act */
  #guard(act) {
    try {
      act();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.at.alert.textContent = `The cases cannot be shown as they should: ${why}.`;
      this.at.alert.hidden = false;
    }
  }
}

/** Takes the places of the static lists of this explorer. @param {{model: Model}} context */
function initialize({ model }) {
  /** @type {Map<Element, Explorer>} */
  const views = new Map();
  const stop = new AbortController();

  /** @param {Element} place @param {boolean} live */
  const turn = (place, live) => {
    const list = place.querySelector(':scope > .gnb-static');
    if (list) {
      /** @type {HTMLElement} */ (list).style.display = live ? 'none' : '';
    }
  };
  const fill = () => {
    for (const place of document.getElementsByClassName(`gnb-cases-${model.get('tag')}`)) {
      if (!views.has(place)) {
        views.set(place, new Explorer(/** @type {HTMLElement} */ (place), model));
        turn(place, true);
      }
    }
  };
  const leave = () => {
    for (const [place, view] of views) {
      view.dispose();
      turn(place, false);
    }
    views.clear();
  };
  document.addEventListener('garden-nb:cases', fill, { signal: stop.signal });
  model.on('comm_live_update', leave); // the kernel has gone
  model.on('change:view', fill);
  fill();
  return () => {
    stop.abort();
    model.off('comm_live_update', leave);
    model.off('change:view', fill);
    leave();
  };
}

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const view = new Explorer(el, model);
  return () => view.dispose();
}

export default { initialize, render };
