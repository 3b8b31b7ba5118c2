// @ts-check
/*
 * The report in the page: the door for every host (labextension, inline HTML, widget).
 * Its modules import by single lines from this folder and export by their last line: `html.py`
 * joins them into one inline script by leaving out these lines, so names are unique among them.
 */
import { make } from './elements.js';
import { mountLinked } from './linked.js';
import { unfold } from './packing.js';
import { ReportView } from './view.js';

/** @type {(node: HTMLElement, payload: Garden.Payload, host: Garden.Host) => Garden.Handle} */
const mountReport = (node, payload, host) => new ReportView(node, payload, host);

/** Makes reports marked `id` interactive, each once. @param {string} id @param {string} css */
function upgradeInline(id, css) {
  for (const each of document.querySelectorAll(`[data-gnb-id="${CSS.escape(id)}"]`)) {
    const root = /** @type {HTMLElement & {gnbUpgraded?: boolean}} */ (each);
    if (!root.gnbUpgraded) {
      root.gnbUpgraded = true;
      void upgrade(root, css);
    }
  }
}

/** @param {HTMLElement} root @param {string} css */
async function upgrade(root, css) {
  const node = make('div', { hidden: '' });
  root.append(node);
  try {
    const data = JSON.parse(root.querySelector('.gnb-data')?.textContent ?? '');
    await mountLinked(node, await unfold(data), css).ready;
    /** @type {HTMLElement} */ (root.querySelector('.gnb-static')).style.display = 'none';
  } catch (error) {
    node.append(make('p', { role: 'alert' }, `This report cannot be made interactive: ${error}.`));
  }
  node.hidden = false;
}

export { mountReport, unfold, upgradeInline };
