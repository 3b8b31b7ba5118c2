// @ts-check
/*
 * The script-less HTML of a report, made to show another state: readers without the extension see
 * what was chosen last. It is worked on in a document that runs and fetches nothing.
 */
import { make, styled } from './elements.js';
import { changedOf } from './selecting.js';
import { sliceOverview } from './slice_overview.js';
import { dress, makeMarks, shorten, unbreak } from './wardrobe.js';
import { makeTables } from './words.js';

const JUDGED = '.gnb-details:not(.gnb-methods, .gnb-changed)';

/**
 * @param {string} html What the output holds.
 * @param {Garden.Handle} handle What is shown.
 * @param {unknown} data The same as it is saved.
 */
export function restate(html, handle, data) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const view = page.querySelector('.gnb-static > .gnb-view');
  const still = handle.still(handle.state);
  if (view === null || still === null) {
    return html;
  }
  const marks = makeMarks(page);
  replace(view, still.section, makeBeside(handle), marks);
  restatePlot(page, still);
  restateOthers(page, handle, marks);
  const text = JSON.stringify(data).replaceAll('<', '\\u003c'); // no parser sees an end tag in it
  page.querySelector('.gnb-data')?.replaceChildren(text);
  return page.body.innerHTML;
}

/** Puts a view in the place of another one and in its looks: style sheets do not survive in
 * notebooks that are not trusted, so every element carries its own.
 * @param {Element} worn @param {Element} fresh @param {HTMLElement | null} beside
 * @param {(fresh: Element) => void} marks */
function replace(worn, fresh, beside, marks) {
  for (const details of [JUDGED, '.gnb-methods']) {
    if (worn.querySelector(details) === null) {
      fresh.querySelectorAll(details).forEach((each) => each.remove());
    }
  }
  unbreak(fresh);
  const place = worn.querySelector('.gnb-beside');
  if (beside !== null) {
    dressBeside(beside, place ?? worn);
  }
  place?.remove();
  dress(fresh, worn);
  marks(fresh);
  if (beside !== null) {
    fresh.querySelector('.gnb-heading, .gnb-methods')?.before(beside);
  }
  shorten(fresh);
  worn.replaceWith(fresh);
}

/** Slices and the cases that changed, null where there are none. @param {Garden.Handle} handle */
function makeBeside({ payload, state }) {
  const tables = /** @type {any} */ ({ tables: sliceOverview(payload, state) });
  const lines = changedOf(payload, state).map(({ summary, cases, note }) => {
    const told = cases.map(({ id, word }) => `${id} (${word})`).join(', ');
    const more = note ? `; ${note.replace(/\.+$/, '')}` : '';
    return make('li', {}, `${summary}${told ? ': ' : ''}${told}${more}`);
  });
  const title = make('summary', {}, 'Cases that changed');
  const changed = styled('details', 'gnb-details gnb-changed', title, make('ul', {}, ...lines));
  const nodes = [...makeTables(tables), ...(lines.length > 0 ? [changed] : [])];
  return nodes.length > 0 ? styled('div', 'gnb-beside', ...nodes) : null;
}

/** Dresses what stands beside the numbers like what stood there, or else like the view itself.
 * @param {HTMLElement} beside @param {Element} like */
function dressBeside(beside, like) {
  unbreak(beside);
  for (const [kinds, others] of [
    ['.gnb-scroll', '.gnb-scroll'],
    ['.gnb-changed', '.gnb-changed, .gnb-methods'],
  ]) {
    const worn = [...like.querySelectorAll(others)];
    for (const [at, each] of [...beside.querySelectorAll(kinds)].entries()) {
      const [model, looks] = [worn[Math.min(at, worn.length - 1)], each.className];
      if (model !== undefined) {
        each.setAttribute('style', model.getAttribute('style') ?? '');
        dress(each, model);
        each.className = looks;
      }
    }
  }
}

/** @param {Document} page @param {Garden.Still} still */
function restatePlot(page, { plot, words }) {
  const image = page.querySelector('.gnb-static > .gnb-plot img');
  image?.setAttribute('src', plot === '' ? '' : toText(plot)); // of none its words are read
  image?.setAttribute('alt', words.plot_alt);
  page.querySelector('.gnb-static > .gnb-note')?.replaceChildren(words.plot_note);
}

/** A picture's address as text, as `html.py` writes it: smaller than base64.
 * @param {string} address */
function toText(address) {
  const bytes = Uint8Array.from(atob(address.split(',')[1]), (char) => char.charCodeAt(0));
  const escape = (/** @type {string} */ sign) =>
    `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  const svg = new TextDecoder().decode(bytes).replace(/[%#<>&'\t\n\r\f]/g, escape);
  return `data:image/svg+xml,${svg.replaceAll('"', "'")}`;
}

/** Gives each of the other baselines its place behind a line to open.
 * @param {Document} page @param {Garden.Handle} handle @param {(fresh: Element) => void} marks */
function restateOthers(page, handle, marks) {
  const { payload, state } = handle;
  const others = payload.variants
    .filter((name) => name !== state.baseline)
    .map((baseline) => ({ baseline, still: handle.still({ ...state, baseline }) }))
    .filter(({ still }) => still !== null);
  const bare = (/** @type {Element} */ fresh) =>
    fresh.querySelectorAll('.gnb-status, .gnb-badge').forEach((each) => each.removeAttribute('style'));
  for (const [at, place] of page.querySelectorAll('.gnb-other').entries()) {
    const { baseline, still } = others[at] ?? {};
    const view = place.querySelector('.gnb-view');
    if (baseline !== undefined && still && view !== null) {
      const plain = view.querySelector('.gnb-status[style]') === null;
      place.querySelector('summary bdi')?.replaceChildren(baseline);
      replace(view, still.section, null, plain ? bare : marks);
    } else {
      place.remove();
    }
  }
}
