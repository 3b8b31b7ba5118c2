// @ts-check
/* Elements, and marks of statuses. All text is hostile: it enters as text and attributes only. */

/** @type {Record<string, string>} */
const MARKS = {
  ...{ better: '▲', worse: '▼', equivalent: '=', unclear: '◇', 'no data': '○' },
  ...{ pass: '✓', fail: '✕', skipped: '–' },
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

/** The mark of a status alone. @param {string} status */
function makeSign(status) {
  const known = Object.hasOwn(MARKS, status) ? status : 'unclear';
  return make('span', { 'aria-hidden': 'true' }, MARKS[known]);
}

/** A status as mark and words, coloured. @param {string} status @param {(Node|string)[]} words */
function makeMark(status, ...words) {
  const known = Object.hasOwn(MARKS, status) ? status : 'unclear';
  const style = `gnb-status gnb-${known.replace(' ', '-')}`;
  return styled('b', style, makeSign(status), '\u00a0', ...words);
}

/** Sets an attribute that is not as it should be: what is painted already stays so.
 * @param {Element} element @param {string} name @param {string} value */
function ensure(element, name, value) {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

export { ensure, make, makeMark, makeSign, styled };
