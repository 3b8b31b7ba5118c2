// @ts-check
/*
 * The report in the page: one module for every host (labextension, inline HTML, widget).
 * It selects among views whose numbers and words Python made; it computes no statistic.
 * All text is hostile: it enters as text and attributes, plots as images. Shapes: payload.d.ts.
 */

const SCHEMA = 1;
const DARK = '(prefers-color-scheme: dark)';
const NEEDS_KERNEL = 'The saved report lacks these numbers: run its cell again, then choose.';

/** @type {Record<string, string>} */
const MARKS = {
  ...{ better: '▲', worse: '▼', equivalent: '＝', unclear: '◇', 'no data': '○' },
  ...{ pass: '✓', fail: '✕', skipped: '–' },
};

/** The inks that charts are drawn with, and what replaces each of them in the page's theme.
 * @type {Record<string, string>} */
const INKS = {
  ...{ '#1f2328': '--gnb-ink', '#59636e': '--gnb-soft', '#d1d9e0': '--gnb-line' },
  ...{ '#0b7a5e': '--gnb-better', '#b3402a': '--gnb-worse', '#6b7280': '--gnb-open' },
  ...{ '#ffffff': '--gnb-paper' },
};
const SIZE = /<svg\b[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"/;
const INK = new RegExp(`(?:${Object.keys(INKS).join('|')})\\b`, 'gi');

/** @param {string} tag @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} tag @param {string} style @param {(Node | string)[]} children */
const styled = (tag, style, ...children) => make(tag, { class: style }, ...children);

/** A status as mark and words, coloured. @param {string} status @param {(Node|string)[]} words */
function makeMark(status, ...words) {
  const known = Object.hasOwn(MARKS, status) ? status : 'unclear';
  const sign = make('span', { 'aria-hidden': 'true' }, MARKS[known]);
  return styled('b', `gnb-status gnb-${known.replace(' ', '-')}`, sign, '\u00a0', ...words);
}

/** What is read after the headline. @param {Garden.View} view */
function makeSummary({ contenders, gates_line: gates, context }) {
  const items = contenders.map(({ variant, status, text }) => {
    const verb = status === 'no data' ? ' has no data' : ` is ${status}`;
    const joint = text === '' ? '' : text.startsWith('on ') ? ' ' : ': ';
    return make('li', {}, makeMark(status, make('bdi', {}, variant), verb), joint, text);
  });
  return [
    ...(items.length > 0 ? [styled('ul', 'gnb-contenders', ...items)] : []),
    ...(gates ? [styled('p', 'gnb-gatesline', 'Gates: ', ...makeGates(gates))] : []),
    styled('p', 'gnb-context', context.join(' · ')),
  ];
}

/** @param {{status: string, text: string}} gates */
const makeGates = ({ status, text }) => [makeMark(status, status), text === '' ? '' : ` (${text})`];

/** @param {Garden.Row} row @param {Garden.Column} column */
function makeCell(row, { key, align }) {
  if (key === 'variant') {
    const badge = row.baseline ? styled('span', 'gnb-badge', 'baseline') : '';
    return make('th', { scope: 'row', class: `gnb-${align}` }, make('bdi', {}, row.variant), badge);
  }
  const text = Object.hasOwn(row.cells, key) ? row.cells[key] : '';
  const judged = key === 'verdict' && row.status !== null;
  return styled('td', `gnb-${align}`, judged ? makeMark(row.status ?? '', text) : text);
}

/** A table, and below it how its rows were judged. @param {Garden.Table} table */
function makeTable({ caption, note, columns, rows }) {
  const heads = columns.map(({ label, align }) =>
    make('th', { scope: 'col', class: `gnb-${align}` }, label),
  );
  const lines = rows.map((row) => make('tr', {}, ...columns.map((each) => makeCell(row, each))));
  const name = make('bdi', {}, caption);
  const title = make('caption', {}, name, ' ', styled('span', 'gnb-note', note));
  const head = make('thead', {}, make('tr', {}, ...heads));
  const table = styled('table', 'gnb-table', title, head, make('tbody', {}, ...lines));
  const reasons = rows
    .filter(({ detail }) => detail.length > 0)
    .map(({ variant, detail }) => [make('bdi', {}, variant), `: ${detail.join(' ')}`]);
  const details = makeDetails('gnb-details', 'How these rows were judged', reasons);
  return [styled('div', 'gnb-scroll', table), ...details];
}

/** Sentences behind a line to open; nothing where there are none.
 * @param {string} style @param {string} title @param {(Node | string)[][]} sentences */
function makeDetails(style, title, sentences) {
  const items = sentences.map((sentence) => make('li', {}, ...sentence));
  const content = [make('summary', {}, title), make('ul', {}, ...items)];
  return items.length > 0 ? [styled('details', style, ...content)] : [];
}

/** What is read below the plot. @param {Garden.View} view */
function makeBody({ tables, gates, methods }) {
  const chips = gates.map(({ status, text, reason }) =>
    make('li', {}, makeMark(status, status), ` ${text} `, styled('span', 'gnb-note', reason)),
  );
  const heading = styled('h3', 'gnb-heading', 'gates');
  const title = 'Methods, and what these numbers do not say';
  const sentences = methods.map((sentence) => [sentence]);
  return [
    ...tables.flatMap(makeTable),
    ...(chips.length > 0 ? [heading, styled('ul', 'gnb-gates', ...chips)] : []),
    ...makeDetails('gnb-details gnb-methods', title, sentences),
  ];
}

/** The key of a state's view. @param {Garden.State} state */
const keyOf = (state) => JSON.stringify([state.baseline, state.adjust, state.on_error]);

/** @param {string} packed base64 of gzip of JSON @returns {Promise<any>} */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

/** The whole of what is saved. @param {Garden.Payload | Garden.Folded} payload */
async function unfold(payload) {
  return 'packed' in payload ? { ...(await unpack(payload.packed)), ...payload } : payload;
}

/** @param {string} svg */
function toDataUri(svg) {
  const bytes = Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte));
  return `data:image/svg+xml;base64,${btoa(bytes.join(''))}`;
}

/** Draws a plot in the inks of the theme. @param {string} svg @param {Element} themed */
function recolour(svg, themed) {
  const theme = getComputedStyle(themed);
  return svg.replace(INK, (ink) => theme.getPropertyValue(INKS[ink.toLowerCase()]) || ink);
}

/** Whether the page is dark: as Jupyter or VS Code say, else as the reader prefers. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind: kind } = document.body.dataset;
  const named = jpThemeLight ?? kind;
  const dark = ['false', 'vscode-dark', 'vscode-high-contrast'];
  return named ? dark.includes(named) : matchMedia(DARK).matches;
}

/** The parts that stay while their contents change, in a shadow root. @param {string} css */
function makeFrame(css) {
  const title = styled('p', 'gnb-title');
  const headline = styled('h2', 'gnb-headline');
  const advice = make('div', { role: 'status', 'aria-live': 'polite' }, headline);
  const summary = make('div', {});
  const head = styled('div', 'gnb-head', title, advice, summary);
  const bar = make('div', { class: 'gnb-bar', role: 'group', 'aria-label': 'Choices' });
  const notice = make('p', { class: 'gnb-notice', 'aria-live': 'polite' });
  const plot = /** @type {HTMLImageElement} */ (styled('img', 'gnb-plot'));
  const caption = styled('figcaption', 'gnb-note');
  const figure = styled('figure', 'gnb-figure', plot, caption);
  const body = make('div', {});
  const alert = make('p', { class: 'gnb-alert', role: 'alert', hidden: '' });
  const parts = [alert, head, bar, notice, styled('div', 'gnb-main', figure, body)];
  const root = make('section', { class: 'gnb-root', 'aria-label': 'Garden report' }, ...parts);
  const host = make('div', {});
  host.attachShadow({ mode: 'open' }).append(make('style', {}, css), root);
  const changing = { title, headline, summary, bar, notice, plot, caption, body, alert };
  return { host, root, head, figure, ...changing };
}

/** @implements {Garden.Handle} */
class ReportView {
  /** @type {string[]} */
  #svgs = [];
  #width = 0;
  #stop = new AbortController();
  ready = Promise.resolve();

  /** @param {HTMLElement} node @param {Garden.Payload} payload @param {Garden.Host} host */
  constructor(node, payload, host) {
    this.host = host;
    this.payload = payload;
    this.state = payload.state;
    this.at = makeFrame(host.css ?? '');
    node.append(this.at.host);
    this.#watch();
    this.update(payload);
  }

  dispose() {
    this.#stop.abort();
    this.at.host.remove();
  }

  /** @param {Garden.Payload | Garden.State} next */
  update(next) {
    this.#guard(() => ('views' in next ? this.#take(next) : this.#show(next)));
  }

  /** @param {Garden.State} state */
  still(state) {
    const view = this.#viewOf(state);
    if (!view) {
      return null;
    }
    const parts = [styled('h2', 'gnb-headline', view.headline), ...makeSummary(view)];
    const svg = this.#svgOf(state);
    const section = styled('section', 'gnb-view', ...parts, ...makeBody(view));
    return { section, plot: svg === '' ? '' : toDataUri(svg), words: view };
  }

  #watch() {
    const later = () => requestAnimationFrame(() => this.#guard(() => this.#fit()));
    const sizes = new ResizeObserver(later);
    sizes.observe(this.at.root);
    const themes = new MutationObserver(later);
    themes.observe(document.documentElement, { attributes: true });
    themes.observe(document.body, { attributes: true });
    this.#stop.signal.onabort = () => [sizes, themes].forEach((each) => each.disconnect());
    matchMedia(DARK).addEventListener('change', later, { signal: this.#stop.signal });
    this.at.plot.addEventListener('error', () => this.#fail('its plot is not a picture'));
  }

  /** @param {Garden.Payload} payload */
  #take(payload) {
    if (payload.schema !== SCHEMA) {
      throw new Error(`it has schema ${payload.schema}, this garden_nb reads schema ${SCHEMA}`);
    }
    if (!(keyOf(payload.state) in payload.views)) {
      throw new Error('the choice that it was saved with is not among its views');
    }
    this.payload = payload;
    this.#width = 0;
    this.ready = this.#unpack(payload.svgs);
    this.#show(payload.state);
  }

  /** @param {string} packed */
  async #unpack(packed) {
    const unreadable = (/** @type {Error} */ error) => this.#fail(`its plots: ${error.message}`);
    const svgs = await unpack(packed).catch(unreadable);
    if (svgs && this.payload.svgs === packed) {
      this.#svgs = svgs;
      this.#paint();
    }
  }

  /** @param {Garden.State} state */
  #viewOf = (state) => this.payload.views[keyOf(state)] ?? null;

  /** @param {Garden.State} state */
  #svgOf = (state) => this.#svgs[this.payload.plots[keyOf(state)]] ?? '';

  /** Shows a state; where the page lacks it, says so. @param {Garden.State} state */
  #show(state) {
    const view = this.#viewOf(state);
    this.state = view === null ? this.state : state;
    this.#render(/** @type {Garden.View} */ (view ?? this.#viewOf(this.state)));
    this.at.notice.textContent = view === null ? NEEDS_KERNEL : '';
    return view;
  }

  /** Shows what was chosen in the page and tells the host. @param {Garden.State} state */
  #choose(state) {
    const view = this.#show(state);
    if (this.host.onState?.(state, view)) {
      this.at.notice.textContent = 'Asking the kernel …';
    }
  }

  /** @param {Garden.View} view */
  #render(view) {
    const { root, title, headline, summary, caption, plot, body, alert } = this.at;
    if (headline.textContent !== view.headline) {
      headline.textContent = view.headline; // a screen reader says it again only when it changes
    }
    title.textContent = this.payload.title;
    root.dataset.action = view.action;
    summary.replaceChildren(...makeSummary(view));
    caption.textContent = view.plot_note;
    plot.alt = view.plot_alt;
    alert.hidden = true;
    this.#renderControls();
    const opened = [...body.querySelectorAll('details')].map((details) => details.open);
    body.replaceChildren(...makeBody(view));
    body.querySelectorAll('details').forEach((each, at) => (each.open = opened[at] ?? false));
    this.#fit();
  }

  /** Keeps the controls, and so the keyboard's place, while the choices there are stay the same. */
  #renderControls() {
    const { bar } = this.at;
    const drawn = JSON.stringify(this.payload.controls);
    if (bar.dataset.drawn !== drawn) {
      bar.replaceChildren(...this.payload.controls.map((each) => this.#makeControl(each)));
    }
    bar.dataset.drawn = drawn;
    for (const select of bar.querySelectorAll('select')) {
      select.value = this.state[/** @type {keyof Garden.State} */ (select.name)];
    }
  }

  /** @param {Garden.Control} control */
  #makeControl({ key, label, options }) {
    const choices = options.map(([value, words]) => make('option', { value }, words));
    const select = make('select', { id: key, name: key }, ...choices);
    select.addEventListener('change', () => {
      const { value } = /** @type {HTMLSelectElement} */ (select);
      this.#guard(() => this.#choose({ ...this.state, [key]: value }));
    });
    return make('span', {}, make('label', { for: key }, label), ' ', select);
  }

  /** Follows theme and width. */
  #fit() {
    const { root, body } = this.at;
    root.dataset.theme = isDark() ? 'dark' : 'light';
    this.#paint();
    const scrolls = [...body.querySelectorAll('.gnb-scroll')];
    const wide = scrolls.map((each) => each.scrollWidth > each.clientWidth); // one layout for all
    scrolls.forEach((each, at) => each.setAttribute('tabindex', wide[at] ? '0' : '-1'));
    if (root.clientWidth !== this.#width) {
      this.#width = root.clientWidth;
      this.#reserve();
    }
  }

  /** Makes room for the longest summary: a choice never moves the controls under the pointer. */
  #reserve() {
    const { head, title } = this.at;
    const summaries = Object.values(this.payload.views).map((view) =>
      make('div', {}, styled('h2', 'gnb-headline', view.headline), ...makeSummary(view)),
    );
    const probe = styled('div', 'gnb-probe', ...summaries);
    head.append(probe);
    const boxes = [title, ...summaries].map((each) => each.getBoundingClientRect().height);
    probe.remove();
    head.style.minHeight = `${boxes[0] + Math.max(...boxes.slice(1))}px`;
  }

  #paint() {
    const { root, figure, plot } = this.at;
    const svg = this.#svgOf(this.state);
    figure.hidden = svg === '';
    const source = toDataUri(recolour(svg, root));
    if (svg !== '' && plot.src !== source) {
      const [, width, height] = SIZE.exec(svg) ?? [];
      Object.assign(plot, { src: source, width, height });
    }
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

/** @type {(node: HTMLElement, payload: Garden.Payload, host: Garden.Host) => Garden.Handle} */
const mountReport = (node, payload, host) => new ReportView(node, payload, host);

/** Makes reports marked `id` interactive, each once. @param {string} id @param {string} css */
function upgradeInline(id, css) {
  for (const each of document.querySelectorAll(`[data-gnb-id="${CSS.escape(id)}"]`)) {
    const root = /** @type {HTMLElement & {gnbUpgraded?: boolean}} */ (each);
    if (!root.gnbUpgraded) {
      root.gnbUpgraded = true;
      void upgrade(root, css);
    }
  }
}

/** @param {HTMLElement} root @param {string} css */
async function upgrade(root, css) {
  const node = make('div', { hidden: '' });
  root.append(node);
  try {
    const data = JSON.parse(root.querySelector('.gnb-data')?.textContent ?? '');
    await mountReport(node, await unfold(data), { css }).ready;
    /** @type {HTMLElement} */ (root.querySelector('.gnb-static')).style.display = 'none';
  } catch (error) {
    node.append(make('p', { role: 'alert' }, `This report cannot be made interactive: ${error}.`));
  }
  node.hidden = false;
}

export { mountReport, unfold, upgradeInline };
