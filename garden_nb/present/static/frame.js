// @ts-check
/* The frame of a report. */
import { make, styled } from './elements.js';

/** The parts that stay while their contents change, in a shadow root. @param {string} css */
function makeFrame(css) {
  const title = styled('p', 'gnb-title');
  const headline = styled('h2', 'gnb-headline');
  const status = make('div', { role: 'status', 'aria-live': 'polite' }, headline);
  const doubt = make('p', { class: 'gnb-doubt', 'aria-live': 'polite' });
  const advice = styled('div', 'gnb-advice', status, doubt);
  const summary = make('div', {});
  const head = styled('div', 'gnb-head', title, advice, summary);
  const [choices, settings] = [styled('div', 'gnb-choices'), styled('div', 'gnb-choices')];
  const looks = { class: 'gnb-bar', role: 'group', 'aria-label': 'Choices' };
  const bar = make('div', looks, choices, settings);
  const notice = make('p', { class: 'gnb-notice', 'aria-live': 'polite' });
  const plot = /** @type {HTMLImageElement} */ (styled('img', 'gnb-plot'));
  const caption = styled('figcaption', 'gnb-note');
  const figure = styled('figure', 'gnb-figure', plot, caption);
  const [tables, gates, methods] = [make('div', {}), make('div', {}), make('div', {})];
  const [cases, opener] = [make('div', {}), make('summary', {}, 'Cases that changed')];
  const changed = styled('details', 'gnb-details gnb-changed', opener, cases);
  const body = make('div', {}, tables, gates, changed, methods);
  const alert = make('p', { class: 'gnb-alert', role: 'alert', hidden: '' });
  const parts = [alert, head, bar, notice, styled('div', 'gnb-main', figure, body)];
  const root = make('section', { class: 'gnb-root', 'aria-label': 'Garden report' }, ...parts);
  const host = make('div', {});
  host.attachShadow({ mode: 'open' }).append(make('style', {}, css), root);
  const top = { root, head, title, headline, doubt, summary, choices, settings, notice, alert };
  return { host, ...top, figure, plot, caption, body, tables, gates, changed, cases, methods };
}

/** Fills a place anew; what was opened in it stays open. @param {Element} place
 * @param {Node[]} nodes */
function refill(place, nodes) {
  const opened = [...place.querySelectorAll('details')].map(({ open }) => open);
  place.replaceChildren(...nodes);
  place.querySelectorAll('details').forEach((each, at) => (each.open = opened[at] ?? false));
}

export { makeFrame, refill };
