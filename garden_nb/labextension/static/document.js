// @ts-check
/* A report opened from a file: the JSON document that `report.to_json` writes. */

const AGAIN = 'open it in Python by garden_nb.Report.open, and write it again by report.to_json';

/** What to show of what an output or a file holds: outputs hold payloads, files documents.
 * @param {unknown} content A payload, a document, or the text of one.
 * @returns {Garden.Folded | Garden.Payload} */
export function viewIn(content) {
  const whole = typeof content === 'string' ? parse(content) : content;
  if (whole === null || typeof whole !== 'object' || Array.isArray(whole)) {
    throw new Error('it is no report of garden_nb');
  }
  const view = 'view' in whole ? whole.view : whole;
  if (view === null || typeof view !== 'object' || !('packed' in view || 'views' in view)) {
    throw new Error(`it holds no view to show; ${AGAIN}`);
  }
  return /** @type {Garden.Folded | Garden.Payload} */ (view);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON, or not all of it (${/** @type {Error} */ (error).message})`);
  }
}
