// @ts-check
/* Slices at a glance for readers without scripts, as `slice_overview.py` makes them. */
import { makeMark } from './elements.js';
import { keyOf } from './selecting.js';

const MOST_COLUMNS = 4;
const MOST_NAMES = 3;
const TOLD = ['better', 'worse'];

/** A table per success metric: how each contender does within each of the slices.
 * @param {Garden.Payload} payload @param {Garden.State} state @returns {Garden.Table[]} */
export function sliceOverview({ slices }, state) {
  const adjust = state.adjust === 'none' ? 'none' : 'holm'; // over slices there is one correction
  const parts = slices[keyOf({ ...state, adjust })] ?? [];
  return parts.length === 0 ? [] : parts[0].tables.map((_, at) => overview(parts, at));
}

/** @param {Garden.Slice[]} parts @param {number} at */
function overview(parts, at) {
  const { caption, columns, rows } = parts[0].tables[at];
  const contenders = rows.filter(({ baseline }) => !baseline).map(({ variant }) => variant);
  const wide = contenders.length <= MOST_COLUMNS;
  const alone = contenders.length === 0;
  /** @param {string} wanted */
  const said = (wanted) => columns.find(({ key }) => key === wanted)?.label ?? wanted;
  const compared = wide ? contenders : [...TOLD, 'others'];
  const labels = alone ? [said('value')] : compared;
  const judged = wide ? said('delta') : 'judged over all slices';
  const notes = [alone ? 'each slice by itself' : judged];
  const small = parts.some((part) => part.small) ? ['small slices are a first impression'] : [];
  const align = wide ? 'right' : 'left';
  return {
    caption: `${caption.slice(0, caption.length - parts[0].category.length)}slices`,
    note: [...notes, ...small].join(' · '),
    columns: [
      { key: 'variant', label: 'category', align: 'left' },
      { key: 'n', label: 'size', align: 'right' },
      ...labels.map((label, index) => ({ key: `c${index}`, label, align })),
    ],
    rows: parts.map((part) => row(part, part.tables[at], wide)),
  };
}

/** @param {Garden.Slice} part @param {Garden.Table} table @param {boolean} wide
 * @returns {Garden.Row} */
function row({ category, n, small }, table, wide) {
  const rows = table.rows.filter(({ baseline }) => !baseline);
  const compared = wide ? rows.map(delta) : counted(rows);
  const told = rows.length === 0 ? [table.rows[0].cells.value] : compared;
  const cells = Object.fromEntries(told.map((words, index) => [`c${index}`, words]));
  const size = small ? `${n}, small` : n;
  return { variant: category, baseline: false, status: null, cells: { n: size, ...cells }, detail: [] };
}

/** @param {Garden.Row} row */
const delta = ({ status, cells }) =>
  `${cells.delta ?? '–'}${status ? ` ${signOf(status)} ${status}` : ''}`;

/** Who is better, who is worse, and how many are something else. @param {Garden.Row[]} rows */
function counted(rows) {
  /** @type {Map<string, string[]>} */
  const byStatus = new Map();
  for (const { status, variant } of rows) {
    const key = status || 'no verdict yet';
    byStatus.set(key, [...(byStatus.get(key) ?? []), variant]);
  }
  const others = [...byStatus].filter(([status]) => !TOLD.includes(status));
  const rest = others.map(([status, names]) => `${names.length.toLocaleString('en')} ${status}`);
  const told = TOLD.map((status) => named(byStatus.get(status) ?? [], signOf(status)));
  return [...told, rest.join(', ') || '–'];
}

/** @param {string[]} names @param {string} sign */
function named(names, sign) {
  const more = names.length - MOST_NAMES;
  const rest = more > 0 ? ` and ${more.toLocaleString('en')} more` : '';
  return names.length === 0 ? '–' : `${sign} ${names.slice(0, MOST_NAMES).join(', ')}${rest}`;
}

/** The sign of a status. @param {string} status */
const signOf = (status) => makeMark(status).firstChild?.textContent ?? '';
