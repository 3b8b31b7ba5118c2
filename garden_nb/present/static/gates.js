// @ts-check
/*
 * Gates whose bounds are changed in the page. Python made the numbers that are compared and wrote
 * them out; here they meet their bounds, by the rules of `gates.py`, and nothing else is judged:
 * the advice stays the one that Python gave.
 */

const SLACK = 1e-12; // bounds are inclusive up to floating-point noise
/** @type {Record<string, string>} */
const RULES = {
  ...{ min: '$ ≥ #', max: '$ ≤ #', min_delta: '$: delta ≥ #', max_delta: '$: delta ≤ #' },
  ...{ min_delta_pct: '$: change ≥ # %', max_delta_pct: '$: change ≤ # %' },
};
const SUMS = [
  ...[['fail', 'failed'], ['unclear', 'unclear']],
  ...[['pass', 'passed'], ['skipped', 'skipped']],
];

/** A view as the gates of a state judge it. @param {Garden.Payload} payload
 * @param {Garden.View} view @param {Garden.State} state @returns {Garden.View} */
function withGates(payload, view, state) {
  if (isSame(state.gates, payload.basis.gates)) {
    return view;
  }
  const gates = state.gates.map((gate) => {
    const at = payload.basis.gates.findIndex((each) => isSame(each, gate));
    return at < 0 ? judge(payload, state, gate) : view.gates[at];
  });
  return { ...view, gates, gates_line: sumUp(gates) };
}

/** Whether the advice may be another one with the gates of a state: other variants pass them.
 * @param {Garden.Payload} payload @param {Garden.State} state */
function changesWhoPasses(payload, state) {
  const [now, before] = [state.gates, payload.basis.gates].map((gates) => {
    const failing = gates.flatMap((gate) => check(payload, state, gate).filter(({ ok }) => !ok));
    return [...new Set(failing.map(({ label }) => label))].sort();
  });
  return !isSame(now, before);
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The numbers that gates compare. @param {Garden.Payload} payload @param {Garden.State} state */
const gaugesOf = ({ gauges }, { baseline, on_error }) =>
  gauges[JSON.stringify([baseline, on_error])] ?? [];

/** What each variant that a gate is about has, and whether that respects the bound.
 * @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate */
function check(payload, state, [key, rule, bound]) {
  const { labels } = payload;
  const found = gaugesOf(payload, state);
  const { metric, only } = split(key, found, labels);
  const gauge = found.find((each) => each.metric === metric);
  const compared = gauge?.[kindOf(rule)] ?? labels.map(() => [null, '']);
  const checked = labels.map((label, at) => {
    const [value, words] = /** @type {[number | null, string]} */ (compared[at]);
    return { label, value, words, ok: value !== null && respects(value, rule, bound) };
  });
  const aside = kindOf(rule) === 'value' ? null : state.baseline; // nothing differs from itself
  return checked.filter(({ label }) => label !== aside && (only === null || label === only));
}

/** @param {number} value @param {string} rule @param {number} bound */
const respects = (value, rule, bound) =>
  rule.startsWith('min') ? value >= bound - SLACK : value <= bound + SLACK;

/** @param {string} rule @returns {'value' | 'delta' | 'delta_pct'} */
const kindOf = (rule) =>
  rule.endsWith('_delta_pct') ? 'delta_pct' : rule.endsWith('_delta') ? 'delta' : 'value';

/** Metric and label of a key; the longest label that fits wins. @param {string} key
 * @param {Garden.Gauge[]} gauges @param {string[]} labels */
function split(key, gauges, labels) {
  const longest = [...labels].sort((one, other) => other.length - one.length);
  const whole = gauges.some(({ metric }) => metric === key);
  const only = whole ? undefined : longest.find((label) => key.startsWith(`${label}:`));
  return { metric: only === undefined ? key : key.slice(only.length + 1), only: only ?? null };
}

/** @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate
 * @returns {Garden.Gate} */
function judge(payload, state, gate) {
  const [key, rule, bound] = gate;
  const text = RULES[rule].replace('$', () => key).replace('#', () => writeBound(bound));
  const checked = check(payload, state, gate);
  if (checked.length === 0) {
    const reason = 'nothing to compare: it is about the baseline itself';
    return { status: 'skipped', text, reason };
  }
  const status = checked.every(({ ok }) => ok) ? 'pass' : 'fail';
  return { status, text, reason: explain(checked, rule) };
}

/** Why a gate passes or fails, as `gates.py` says it.
 * @param {ReturnType<typeof check>} checked @param {string} rule */
function explain(checked, rule) {
  const absent = checked.filter(({ value }) => value === null);
  if (absent.length > 0) {
    return `no data for ${absent.map(({ label }) => label).join(', ')}`;
  }
  const failed = checked.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    return failed.map(({ label, words }) => `${label} has ${words}`).join(', ');
  }
  const sign = rule.startsWith('min') ? 1 : -1;
  const extreme = checked.reduce((found, each) =>
    sign * ((each.value ?? 0) - (found.value ?? 0)) < 0 ? each : found,
  );
  const whose = checked.length > 1 ? 'every variant' : checked[0].label;
  return `${whose}; ${sign > 0 ? 'lowest' : 'highest'} ${extreme.words}`;
}

/** What all gates say together, the worst first. @param {Garden.Gate[]} gates */
function sumUp(gates) {
  const counts = SUMS.map(([status, sum]) => ({
    ...{ status, sum },
    count: gates.filter((gate) => gate.status === status).length,
  })).filter(({ count }) => count > 0);
  const text = counts.map(({ count, sum }) => `${count} ${sum}`).join(', ');
  return counts.length > 0 ? { status: counts[0].status, text } : null;
}

/** A bound as it was typed, as `format_plain` writes it. @param {number} bound */
function writeBound(bound) {
  const [sign, size] = [bound < 0 ? '−' : '', Math.abs(bound)];
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return sign + size.toExponential().replace(/e([+-])(\d)$/, 'e$10$2').replace('e-', 'e−');
  }
  const [whole, fraction] = String(size).split('.');
  return sign + (fraction === undefined ? whole : `${whole}.${fraction.padEnd(2, '0')}`);
}

/** The gates as the mapping that reproduces their verdicts, bounds in full.
 * @param {Garden.GateEntry[]} gates */
function toYaml(gates) {
  /** @type {Map<string, string[]>} */
  const rules = new Map();
  for (const [key, rule, bound] of gates) {
    const [digits, power] = String(bound).split('e');
    const mantissa = power === undefined || digits.includes('.') ? digits : `${digits}.0`;
    const number = power === undefined ? digits : `${mantissa}e${power}`; // bare 1e-7 may be text
    rules.set(key, [...(rules.get(key) ?? []), `    ${rule}: ${number}\n`]);
  }
  const lines = [...rules].map(([key, each]) => `  ${JSON.stringify(key)}:\n${each.join('')}`);
  return rules.size > 0 ? `gates:\n${lines.join('')}` : 'gates: {}\n';
}

export { RULES, changesWhoPasses, gaugesOf, isSame, toYaml, withGates };
