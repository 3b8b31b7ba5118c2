// @ts-check
/* A view as elements: its summary, its tables, its gates, its methods. */
import { make, makeMark, styled } from './elements.js';

/** What is read after the headline. @param {Garden.View} view */
function makeSummary({ contenders, gates_line: gates, context }) {
  const items = contenders.map(({ variant, status, text }) => {
    const verb = status === 'no data' ? ' has no data' : ` is ${status}`;
    const joint = text === '' ? '' : text.startsWith('on ') ? ' ' : ': ';
    return make('li', {}, makeMark(status, make('bdi', {}, variant), verb), joint, text);
  });
  return [
    ...(items.length > 0 ? [styled('ul', 'gnb-contenders', ...items)] : []),
    ...(gates ? [styled('p', 'gnb-gatesline', 'Gates: ', ...makeGates(gates))] : []),
    styled('p', 'gnb-context', context.join(' · ')),
  ];
}

/** @param {{status: string, text: string}} gates */
const makeGates = ({ status, text }) => [makeMark(status, status), text === '' ? '' : ` (${text})`];

/** @param {Garden.Row} row @param {Garden.Column} column */
function makeCell(row, { key, align }) {
  if (key === 'variant') {
    const badge = row.baseline ? styled('span', 'gnb-badge', 'baseline') : '';
    return make('th', { scope: 'row', class: `gnb-${align}` }, make('bdi', {}, row.variant), badge);
  }
  const text = Object.hasOwn(row.cells, key) ? row.cells[key] : '';
  const judged = key === 'verdict' && row.status !== null;
  return styled('td', `gnb-${align}`, judged ? makeMark(row.status ?? '', text) : text);
}

/** A table, and below it how its rows were judged. @param {Garden.Table} table */
function makeTable({ caption, note, columns, rows }) {
  const heads = columns.map(({ label, align }) =>
    make('th', { scope: 'col', class: `gnb-${align}` }, label),
  );
  const lines = rows.map((row) => make('tr', {}, ...columns.map((each) => makeCell(row, each))));
  const name = make('bdi', {}, caption);
  const title = make('caption', {}, name, ' ', styled('span', 'gnb-note', note));
  const head = make('thead', {}, make('tr', {}, ...heads));
  const table = styled('table', 'gnb-table', title, head, make('tbody', {}, ...lines));
  const reasons = rows
    .filter(({ detail }) => detail.length > 0)
    .map(({ variant, detail }) => [make('bdi', {}, variant), `: ${detail.join(' ')}`]);
  const details = makeDetails('gnb-details', 'How these rows were judged', reasons);
  return [styled('div', 'gnb-scroll', table), ...details];
}

/** Sentences behind a line to open; nothing where there are none.
 * @param {string} style @param {string} title @param {(Node | string)[][]} sentences */
function makeDetails(style, title, sentences) {
  const items = sentences.map((sentence) => make('li', {}, ...sentence));
  const content = [make('summary', {}, title), make('ul', {}, ...items)];
  return items.length > 0 ? [styled('details', style, ...content)] : [];
}

/** @param {Garden.View} view */
const makeTables = ({ tables }) => tables.flatMap(makeTable);

/** @param {Garden.View} view */
function makeMethods({ methods }) {
  const title = 'Methods, and what these numbers do not say';
  const sentences = methods.map((sentence) => [sentence]);
  return makeDetails('gnb-details gnb-methods', title, sentences);
}

/** Gates to be read. @param {Garden.View} view */
function makeGateList({ gates }) {
  const chips = gates.map(({ status, text, reason }) =>
    make('li', {}, makeMark(status, status), ` ${text} `, styled('span', 'gnb-note', reason)),
  );
  const heading = styled('h3', 'gnb-heading', 'gates');
  return chips.length > 0 ? [heading, styled('ul', 'gnb-gates', ...chips)] : [];
}

export { makeGateList, makeMethods, makeSummary, makeTables };
