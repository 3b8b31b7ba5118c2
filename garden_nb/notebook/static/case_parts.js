// @ts-check
/*
 * What the cases explorer is made of: elements from words, and nothing that is read as HTML.
 */

/** @typedef {{spans: [string, string][], before: string, after: string}} Text */

const DARK = '(prefers-color-scheme: dark)';
const PIECE = 20_000;

/** @type {Record<string, string>} */
const MARKS = {
  ...{ pass: '✓', fail: '✕', regression: '▼', fix: '▲', both_fail: '✕' },
  ...{ differ: '≠', same: '＝', unpaired: '○' },
};

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

/** @param {string} words @param {() => void} act @param {Record<string, string>} attributes */
function makeButton(words, act, attributes = {}) {
  const button = /** @type {HTMLButtonElement} */ (make('button', attributes, words));
  button.type = 'button';
  button.addEventListener('click', act);
  return button;
}

/** A sign and its words. @param {string} kind @param {string} words */
function makeMark(kind, words) {
  const known = Object.hasOwn(MARKS, kind);
  const sign = make('span', { 'aria-hidden': 'true' }, known ? `${MARKS[kind]} ` : '');
  return styled('span', known ? `mark ${kind}` : 'mark', sign, words);
}

/** @param {Text} text */
function makeSpans({ spans, before, after }) {
  const tags = { removed: 'del', added: 'ins' };
  const shown = spans.map(([words, kind]) =>
    kind === 'removed' || kind === 'added' ? make(tags[kind], {}, words) : words,
  );
  return [
    ...(before ? [styled('i', 'note', `… ${before} …`), '\n'] : []),
    ...(shown.length > 0 ? shown : [styled('i', 'note', 'empty')]),
    ...(after ? [styled('i', 'note', ` … ${after}`)] : []),
  ];
}

/** A long text in pieces, of which the browser lays out those in sight. @param {string} text */
function makePieces(text) {
  const pieces = [];
  for (let start = 0; start < text.length; ) {
    const far = start + PIECE;
    const line = text.lastIndexOf('\n', far) + 1;
    const inside = /[\ud800-\udbff]/.test(text[far - 1] ?? '') ? far - 1 : far;
    const end = far >= text.length ? text.length : line > start ? line : inside;
    pieces.push(styled('span', 'piece', text.slice(start, end)));
    start = end;
  }
  return pieces;
}

/** Whether the page is dark: as Jupyter or VS Code say, else as the reader prefers. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind: kind } = document.body.dataset;
  const named = jpThemeLight ?? kind;
  const dark = ['false', 'vscode-dark', 'vscode-high-contrast'];
  return named ? dark.includes(named) : matchMedia(DARK).matches;
}

/** @param {string} value @param {string} words */
const makeOption = (value, words) => make('option', { value }, words);

/** The parts that stay while their contents change, in a shadow root. @param {string} css */
function makeFrame(css) {
  const alert = make('p', { class: 'alert', role: 'alert', hidden: '' });
  const title = styled('p', 'title');
  const search = /** @type {HTMLInputElement} */ (
    make('input', { type: 'search', id: 'query', 'data-key': 'query', placeholder: 'any text' })
  );
  const label = make('label', { for: 'query' }, 'Search');
  const field = make('span', {}, label, ' ', search);
  const bar = make('div', { class: 'bar', role: 'search', 'aria-label': 'Filter cases' }, field);
  const range = make('p', { class: 'range', role: 'status' });
  const head = make('thead', {});
  const body = make('tbody', {});
  const caption = styled('caption', 'hidden');
  const table = make('table', {}, caption, head, body);
  const pager = make('nav', { class: 'pager', 'aria-label': 'Pages' });
  const parts = [alert, title, bar, range, styled('div', 'scroll', table), pager];
  const root = make('section', { class: 'cases', 'aria-label': 'Cases explorer' }, ...parts);
  const host = make('div', {});
  host.attachShadow({ mode: 'open' }).append(make('style', {}, css), root);
  return { host, root, alert, title, bar, field, search, range, caption, head, body, pager };
}

export { DARK, isDark, make, makeButton, makeFrame, makeMark, makeOption, makePieces };
export { makeSpans, styled };
