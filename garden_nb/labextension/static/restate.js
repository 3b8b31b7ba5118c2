// @ts-check
/*
 * The script-less HTML of a report, made to show another state: readers without the extension see
 * what was chosen last. It is worked on in a document that runs and fetches nothing.
 */

/** The tints of marks, as in `view.html.j2`.
 * @type {Record<string, [background: string, colour: string]>} */
const TINTS = {
  'gnb-better': ['#e4f3ee', '#0b6b53'],
  'gnb-pass': ['#e4f3ee', '#0b6b53'],
  'gnb-worse': ['#fbe9e5', '#a03622'],
  'gnb-fail': ['#fbe9e5', '#a03622'],
};
/** @type {[background: string, colour: string]} */
const OPEN_TINT = ['#eceff2', '#4b5563'];
const LOOK = ['class', 'style', 'role', 'title'];

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
  replace(view, still.section, marks);
  restatePlot(page, still);
  restateOthers(page, handle, marks);
  const text = JSON.stringify(data).replaceAll('<', '\\u003c'); // no parser sees an end tag in it
  page.querySelector('.gnb-data')?.replaceChildren(text);
  return page.body.innerHTML;
}

/** Puts a view in the place of another one and in its looks: style sheets do not survive in
 * notebooks that are not trusted, so every element carries its own.
 * @param {Element} worn @param {Element} fresh @param {(fresh: Element) => void} marks */
function replace(worn, fresh, marks) {
  if (worn.querySelector('details') === null) {
    fresh.querySelectorAll('details').forEach((details) => details.remove());
  }
  dress(fresh, worn);
  marks(fresh);
  worn.replaceWith(fresh);
}

/** Gives each element the looks of the one in its place; further ones look like the last.
 * @param {Element} fresh @param {Element} worn */
function dress(fresh, worn) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const child of fresh.children) {
    const at = counts.get(child.tagName) ?? 0;
    counts.set(child.tagName, at + 1);
    const likes = [...worn.children].filter((each) => each.tagName === child.tagName);
    const like = likes[Math.min(at, likes.length - 1)];
    if (like !== undefined) {
      for (const name of LOOK) {
        copy(child, like, name);
      }
      dress(child, like);
    }
  }
}

/** @param {Element} fresh @param {Element} worn @param {string} name */
function copy(fresh, worn, name) {
  const value = worn.getAttribute(name);
  if (value === null) {
    fresh.removeAttribute(name);
  } else if (!(name === 'class' && fresh.classList.contains('gnb-status'))) {
    fresh.setAttribute(name, value);
  }
}

/** Returns what gives marks and badges, which change their places, their looks.
 * @param {Document} page */
function makeMarks(page) {
  const mark = page.querySelector('.gnb-status')?.getAttribute('style') ?? '';
  const badge = page.querySelector('.gnb-badge')?.getAttribute('style') ?? '';
  return (/** @type {Element} */ fresh) => {
    for (const each of fresh.querySelectorAll('.gnb-status')) {
      const [background, colour] = TINTS[each.classList[1]] ?? OPEN_TINT;
      const tinted = mark.replace(/background-color:[^;]*/, `background-color:${background}`);
      each.setAttribute('style', tinted.replace(/;color:[^;]*/, `;color:${colour}`));
    }
    fresh.querySelectorAll('.gnb-badge').forEach((each) => each.setAttribute('style', badge));
  };
}

/** @param {Document} page @param {Garden.Still} still */
function restatePlot(page, { plot, words }) {
  const image = page.querySelector('.gnb-static > .gnb-plot img');
  if (plot !== '') {
    image?.setAttribute('src', plot);
    image?.setAttribute('alt', words.plot_alt);
  }
  page.querySelector('.gnb-static > .gnb-note')?.replaceChildren(words.plot_note);
}

/** Gives each of the other baselines its place behind a line to open.
 * @param {Document} page @param {Garden.Handle} handle @param {(fresh: Element) => void} marks */
function restateOthers(page, handle, marks) {
  const { payload, state } = handle;
  const others = payload.variants
    .filter((name) => name !== state.baseline)
    .map((baseline) => ({ baseline, still: handle.still({ ...state, baseline }) }))
    .filter(({ still }) => still !== null);
  for (const [at, place] of page.querySelectorAll('.gnb-other').entries()) {
    const { baseline, still } = others[at] ?? {};
    const view = place.querySelector('.gnb-view');
    if (baseline !== undefined && still && view !== null) {
      place.querySelector('summary bdi')?.replaceChildren(baseline);
      replace(view, still.section, marks);
    } else {
      place.remove();
    }
  }
}
