// @ts-check
/*
 * The script-less HTML of a report, made to show another state: readers without the extension see
 * what was chosen last. It is worked on in a document that runs and fetches nothing.
 */

/** The tints of marks, as in `view.html.j2`; style sheets do not survive in untrusted notebooks.
 * @type {Record<string, [background: string, colour: string]>} */
const TINTS = {
  'gnb-better': ['#e4f3ee', '#0b6b53'],
  'gnb-pass': ['#e4f3ee', '#0b6b53'],
  'gnb-worse': ['#fbe9e5', '#a03622'],
  'gnb-fail': ['#fbe9e5', '#a03622'],
};
/** @type {[string, string]} */
const OPEN_TINT = ['#eceff2', '#4b5563'];

/**
 * @param {string} html What the output holds.
 * @param {Garden.Handle} handle
 * @param {Garden.Payload} payload What is shown, with its state.
 * @param {boolean} renewed Whether Python sent new numbers since the HTML was made.
 */
export async function restate(html, handle, payload, renewed) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const still = handle.still(payload.state);
  const view = page.querySelector('.gnb-static > .gnb-view');
  if (still === null || view === null) {
    return html;
  }
  const dress = makeDress(page);
  view.replaceWith(dress(still.section));
  restatePlot(page, still);
  restateOthers(page, handle, payload, dress);
  await restateData(page, payload, renewed);
  return page.body.innerHTML;
}

/** What tells elements of one look apart. @param {Element} element */
function lookOf(element) {
  const names = [element.parentElement, element].map(
    (each) => `${each?.tagName}.${each?.className}${each?.getAttribute('scope') ?? ''}`,
  );
  return names.join('>');
}

/** Returns what gives new elements the inline styles and roles of like old ones.
 * @param {Document} page */
function makeDress(page) {
  const looks = new Map(
    [...page.querySelectorAll('.gnb-static .gnb-view *')].map((each) => [lookOf(each), each]),
  );
  const status = page.querySelector('.gnb-status')?.getAttribute('style') ?? '';
  return (/** @type {HTMLElement} */ view) => {
    for (const element of view.querySelectorAll('*')) {
      for (const name of ['style', 'role']) {
        const value = looks.get(lookOf(element))?.getAttribute(name);
        if (value) {
          element.setAttribute(name, value);
        }
      }
      if (element.classList.contains('gnb-status')) {
        element.setAttribute('style', tint(status, element.classList.item(1) ?? ''));
      }
    }
    return view;
  };
}

/** @param {string} style @param {string} tone */
function tint(style, tone) {
  const [background, colour] = TINTS[tone] ?? OPEN_TINT;
  const painted = style.replace(/background-color:[^;]*/, `background-color:${background}`);
  return painted.replace(/(^|;)color:[^;]*/, `$1color:${colour}`);
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
 * @param {Document} page @param {Garden.Handle} handle @param {Garden.Payload} payload
 * @param {(view: HTMLElement) => HTMLElement} dress */
function restateOthers(page, handle, payload, dress) {
  const names = payload.variants.filter((name) => name !== payload.state.baseline);
  const others = names.flatMap((baseline) => {
    const still = handle.still({ ...payload.state, baseline });
    return still === null ? [] : [{ baseline, section: still.section }];
  });
  for (const [index, place] of [...page.querySelectorAll('.gnb-other')].entries()) {
    if (index < others.length) {
      const { baseline, section } = others[index];
      place.querySelector('summary bdi')?.replaceChildren(baseline);
      place.querySelector('.gnb-view')?.replaceWith(dress(section));
    } else {
      place.remove();
    }
  }
}

/** @param {Document} page @param {Garden.Payload} payload @param {boolean} renewed */
async function restateData(page, payload, renewed) {
  const place = page.querySelector('.gnb-data');
  if (place === null) {
    return;
  }
  const data = JSON.parse(place.textContent ?? '');
  const packed = renewed ? await pack(payload) : data.packed;
  const text = JSON.stringify({ ...data, state: payload.state, packed });
  place.textContent = text.replaceAll('<', '\\u003c');
}

/** @param {Garden.Payload} payload */
async function pack(payload) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
}
