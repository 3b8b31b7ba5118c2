// @ts-check
/*
 * What the cases explorer is made of: elements from words, and nothing that is read as HTML.
 */

import { make, styled } from './elements.js';

const PIECE = 20_000;

/** @param {string} words @param {() => void} act @param {Record<string, string>} attributes */
function makeButton(words, act, attributes = {}) {
  const button = /** @type {HTMLButtonElement} */ (make('button', attributes, words));
  button.type = 'button';
  button.addEventListener('click', act);
  return button;
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

export { makeButton, makeFrame, makeOption, makePieces };
