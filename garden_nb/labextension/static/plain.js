// @ts-check
/* The plain text of a report in the state shown, as `text.py` writes it. */
import { sliceOverview } from './slice_overview.js';

/** @param {Garden.Still} still @param {Garden.Handle} handle */
export function toPlain({ section, words }, { payload, state }) {
  const said = (/** @type {string} */ selector) =>
    [...section.querySelectorAll(selector)].map((each) =>
      (each.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd(),
    );
  const gates = said('.gnb-gates .gnb-status').map((verdict, index) => {
    const { text, reason } = words.gates[index];
    return `${verdict}: ${text} (${reason})`;
  });
  const tables = [...words.tables, ...sliceOverview(payload, state)].flatMap((table) => [
    '',
    `${table.caption}: ${table.note}`,
    ...align(table),
  ]);
  const contenders = said('.gnb-contenders li');
  return [words.headline, ...contenders, ...gates, words.context.join(' · '), ...tables].join('\n');
}

/** @param {Garden.Table} table */
function align({ columns, rows }) {
  const lines = rows.map(({ variant, baseline, cells }) => [
    baseline ? `${variant} (baseline)` : variant,
    ...columns.slice(1).map(({ key }) => cells[key]),
  ]);
  const grid = [columns.map(({ label }) => label), ...lines];
  const widths = columns.map((_, at) => Math.max(...grid.map((line) => lengthOf(line[at]))));
  return grid.map((line) => {
    const padded = line.map((cell, at) => {
      const space = ' '.repeat(widths[at] - lengthOf(cell));
      return columns[at].align === 'right' ? space + cell : cell + space;
    });
    return padded.join('  ').trimEnd();
  });
}

/** Counts characters as Python does. @param {string} text */
const lengthOf = (text) => [...text].length;
