// @ts-check
/* A report opened from a file: the JSON document that `report.to_json` writes. */

const AGAIN = 'open it in Python by garden_nb.Report.open, and write it again by report.to_json';

/** What to show of what an output or a file holds: outputs hold payloads, files documents.
 * @param {unknown} content A payload, a document, or the text of one.
 * @param {string} [html] The HTML beside it, which keeps the packed part of a payload.
 * @returns {Garden.Folded | Garden.Payload} */
export function viewIn(content, html) {
  const said = typeof content === 'string' ? parse(content) : content;
  if (said === null || typeof said !== 'object' || Array.isArray(said)) {
    throw new Error('it is no report of garden_nb');
  }
  const whole = html !== undefined && isStub(said) ? { ...dataIn(html), ...said } : said;
  const view = 'view' in whole ? whole.view : whole;
  if (view === null || typeof view !== 'object' || !('packed' in view || 'views' in view)) {
    throw new Error(`it holds no view to show; ${AGAIN}`);
  }
  return /** @type {Garden.Folded | Garden.Payload} */ (view);
}

/** Whether a payload is kept elsewhere. @param {object} content */
const isStub = (content) => !['view', 'packed', 'views'].some((key) => key in content);

/** The payload in a report's HTML. @param {string} html */
function dataIn(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return parse(page.querySelector('.gnb-data')?.textContent || '{}');
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON, or not all of it (${/** @type {Error} */ (error).message})`);
  }
}
