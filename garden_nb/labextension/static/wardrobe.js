// @ts-check
/* What elements of the script-less HTML wear: each carries its own looks. */

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
const LOOK = ['class', 'style', 'role'];
const LONGEST = 40;

/** Gives each element the looks of the one in its place; further ones look like the last.
 * @param {Element} fresh @param {Element} worn */
export function dress(fresh, worn) {
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
export function makeMarks(page) {
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

/** Keeps numbers from being broken into two lines; a verdict behind them may stand below. To be
 * called before elements are dressed. @param {Element} fresh */
export function unbreak(fresh) {
  for (const cell of fresh.querySelectorAll('td.gnb-right')) {
    cell.textContent = (cell.textContent ?? '').replace(/ (?![▲▼=◇○✓✕–])/g, '\u00a0');
  }
}

/** Shortens long names of rows in their middle; the whole is what pointing at them shows.
 * @param {Element} fresh */
export function shorten(fresh) {
  for (const name of fresh.querySelectorAll('tbody th bdi')) {
    const signs = [...(name.textContent ?? '')];
    if (signs.length > LONGEST) {
      name.parentElement?.setAttribute('title', signs.join(''));
      const tail = Math.floor((LONGEST - 1) / 2);
      const start = signs.slice(0, LONGEST - 1 - tail).join('');
      name.replaceChildren(`${start}…${signs.slice(signs.length - tail).join('')}`);
    }
  }
}
