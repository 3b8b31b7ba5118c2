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
  margin: '$: not worse by more than #',
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
  return { ...view, gates, gates_line: sumUp(gates, state.gates) };
}

/** Whether the advice may be another one with the gates of a state: other variants pass them.
 * @param {Garden.Payload} payload @param {Garden.State} state */
function changesWhoPasses(payload, state) {
  const [now, before] = [state.gates, payload.basis.gates].map((gates) => {
    const counting = gates.filter(([, , , options]) => options?.severity !== 'warn');
    const found = counting.flatMap((gate) => check(payload, state, gate).checked);
    const open = found.filter(({ verdict }) => verdict === 'fail' || verdict === 'unclear');
    return [...new Set(open.map(({ label, verdict }) => `${verdict} ${label}`))].sort();
  });
  return !isSame(now, before);
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What gates compare, what is counted behind what is measured.
 * @param {Garden.Payload} payload @param {Garden.State} state */
const gaugesOf = ({ gauges, views }, { baseline, adjust, on_error }) => [
  ...(gauges[JSON.stringify([baseline, on_error])] ?? []),
  ...(views[JSON.stringify([baseline, adjust, on_error])]?.counts ?? []),
];

/** @typedef {{label: string, value: number | null, words: string, ends: number[] | null,
 *  doubt: string, count: number | null, verdict: string, why: string}} Checked */

/** What a gate is about: its gauge, the side that its bound is on, and the variant.
 * @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate */
function aim(payload, state, [key, rule, bound]) {
  const found = gaugesOf(payload, state);
  const { metric, only } = split(key, found, payload.labels);
  const gauge = found.find((each) => each.metric === metric);
  const higher = gauge?.higher_is_better ?? true;
  const floor = rule === 'margin' ? higher : rule.startsWith('min');
  return { gauge, only, floor, limit: rule === 'margin' && higher ? -bound : bound };
}

/** What each variant that a gate is about has, and what the gate says of it.
 * @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate */
function check(payload, state, gate) {
  const [, rule, , options = {}] = gate;
  const { gauge, only, floor, limit } = aim(payload, state, gate);
  const kind = kindOf(rule);
  const interval = usesInterval(gate);
  const aside = kind !== 'value' || gauge?.counted ? state.baseline : null; // nothing but itself
  const checked = payload.labels.flatMap((label, at) => {
    if (label === aside || (only !== null && label !== only)) {
      return [];
    }
    const [value, words = '', ...rest] = gauge?.[kind]?.[at] ?? [null];
    const ends = rest.length > 1 ? /** @type {number[]} */ (rest.slice(0, 2)) : null;
    const shown = interval && ends !== null ? String(rest[2]) : words;
    const doubt = rest.length === 1 ? String(rest[0]) : '';
    const count = gauge?.[kind === 'value' ? 'n_cases' : 'n_pairs']?.[at] ?? null;
    const read = { label, value, words: shown, ends, doubt, count };
    const numbers = interval && ends !== null ? ends : [value ?? 0];
    const within = numbers.filter((each) => respects(each, floor, limit)).length;
    const verdict = within === numbers.length ? 'pass' : within === 0 ? 'fail' : 'unclear';
    if (value === null) {
      return [{ ...read, verdict: options.on_missing === 'skip' ? 'skipped' : 'fail', why: '' }];
    } else if ((count ?? 0) < (options.min_cases ?? 0)) {
      return [{ ...read, verdict: 'unclear', why: 'few' }];
    } else if ((interval && ends === null) || (gauge?.counted && doubt !== '')) {
      return [{ ...read, verdict: 'unclear', why: 'vague' }];
    }
    return [{ ...read, verdict, why: '' }];
  });
  return { checked, floor, interval, only };
}

/** @param {number} value @param {boolean} floor @param {number} limit */
const respects = (value, floor, limit) =>
  floor ? value >= limit - SLACK : value <= limit + SLACK;

/** @param {Garden.GateEntry} gate */
const usesInterval = ([, rule, , options]) => rule === 'margin' || options?.use === 'ci';

/** @param {string} rule @returns {'value' | 'delta' | 'delta_pct'} */
const kindOf = (rule) =>
  rule.endsWith('_delta_pct')
    ? 'delta_pct'
    : rule.endsWith('_delta') || rule === 'margin'
      ? 'delta'
      : 'value';

/** Metric and label of a key; the longest label that fits wins. @param {string} key
 * @param {Garden.Gauge[]} gauges @param {string[]} labels */
function split(key, gauges, labels) {
  const longest = [...labels].sort((one, other) => other.length - one.length);
  const whole = gauges.some(({ metric, counted }) => metric === key && !counted);
  const only = whole ? undefined : longest.find((label) => key.startsWith(`${label}:`));
  return { metric: only === undefined ? key : key.slice(only.length + 1), only: only ?? null };
}

/** @param {Garden.Payload} payload @param {Garden.State} state @param {Garden.GateEntry} gate
 * @returns {Garden.Gate} */
function judge(payload, state, gate) {
  const [key, rule, bound, options] = gate;
  const plain = RULES[rule].replace('$', () => key).replace('#', () => writeBound(bound));
  const words = describe(options);
  const text = words === '' ? plain : `${plain} (${words})`;
  const found = check(payload, state, gate);
  const verdicts = found.checked.map(({ verdict }) => verdict);
  if (verdicts.length === 0) {
    const reason = 'nothing to compare: it is about the baseline itself';
    return { status: 'skipped', text, reason };
  }
  const order = ['fail', 'unclear', 'pass', 'skipped'];
  const status = order.find((each) => verdicts.includes(each)) ?? 'skipped';
  return { status, text, reason: explain(found, gate, status) };
}

/** Why a gate decides what it does, as `evaluate_gates.py` says it.
 * @param {ReturnType<typeof check>} found @param {Garden.GateEntry} gate @param {string} status */
function explain({ checked, floor, interval, only }, [, , , options], status) {
  const absent = checked.filter(({ value }) => value === null);
  const fails = status === 'fail' && absent.length > 0 && options?.on_missing !== 'skip';
  if (status === 'skipped' || fails) {
    return `no data for ${absent.map(({ label }) => label).join(', ')}`;
  }
  const those = checked.filter(({ verdict }) => verdict === status);
  if (status === 'fail') {
    return those.map(({ label, words }) => `${label} has ${words}`).join(', ');
  } else if (status === 'unclear') {
    return those.map((each) => doubtOf(each, options?.min_cases ?? 0)).join(', ');
  }
  /** @param {Checked} each */
  const decisive = ({ ends, value }) =>
    (interval && ends !== null ? ends[floor ? 0 : 1] : value) ?? 0;
  const sign = floor ? 1 : -1;
  const extreme = those.reduce((best, each) =>
    sign * (decisive(each) - decisive(best)) < 0 ? each : best,
  );
  const every = absent.length > 0 ? 'every variant with data' : 'every variant';
  const whose = only === null && those.length > 1 ? every : those[0].label;
  return `${whose}; ${floor ? 'lowest' : 'highest'} ${extreme.words}`;
}

/** @param {Checked} checked @param {number} least */
function doubtOf({ label, words, why, count, doubt }, least) {
  if (why === 'few') {
    const cases = `${writeCount(count ?? 0)} ${count === 1 ? 'case' : 'cases'}`;
    return `${label} has only ${cases} of ${writeCount(least)}`;
  } else if (why === 'vague') {
    const because = doubt === '' ? '' : ` (${doubt})`;
    return `${label} has ${words} and nothing to judge it by${because}`;
  }
  return `${label} has ${words}, on both sides of the bound`;
}

/** Options that are not the default ones in words. @param {Garden.GateOptions} [options] */
function describe(options = {}) {
  const least = options.min_cases ?? 0;
  const words = [
    options.use === 'ci' ? 'whole interval' : '',
    least > 0 ? `from ${writeCount(least)} ${least === 1 ? 'case' : 'cases'}` : '',
    options.on_missing === 'skip' ? 'skipped without data' : '',
    options.severity === 'warn' ? 'only a warning' : '',
  ];
  return words.filter((each) => each !== '').join(', ');
}

/** @param {number} count */
const writeCount = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** What all gates say together, the worst first; a gate that only warns is a warning where it
 * does not pass. @param {Garden.Gate[]} gates @param {Garden.GateEntry[]} entries */
function sumUp(gates, entries) {
  const [open, warns] = [['fail', 'unclear'], entries.map((each) => each[3]?.severity === 'warn')];
  const counting = gates.filter(({ status }, at) => !(warns[at] && open.includes(status)));
  const counts = SUMS.map(([status, sum]) => ({
    ...{ status, sum },
    count: counting.filter((gate) => gate.status === status).length,
  })).filter(({ count }) => count > 0);
  const warnings = gates.length - counting.length;
  const parts = counts.map(({ count, sum }) => `${count} ${sum}`);
  const more = warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : [];
  const text = [...parts, ...more].join(', ');
  return gates.length > 0 ? { status: counts[0]?.status ?? 'pass', text } : null;
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

/** The gates as the mapping that reproduces their verdicts, bounds in full: under each key one
 * mapping or, where gates differ in their options or share a rule, a list of them.
 * @param {Garden.GateEntry[]} gates */
function toYaml(gates) {
  const keys = [...new Set(gates.map(([key]) => key))];
  const lines = keys.map((key) => {
    const groups = group(gates.filter((each) => each[0] === key));
    const items = groups.map((each) => {
      const bounds = each.map(([, rule, bound]) => `${rule}: ${writeNumber(bound)}`);
      const options = Object.entries(each[0][3] ?? {}).map(([name, is]) => `${name}: ${is}`);
      return [...bounds, ...options];
    });
    const listed = items.map((item) => `    - ${item.join('\n      ')}\n`).join('');
    const alone = items.length === 1 ? `    ${items[0].join('\n    ')}\n` : listed;
    return `  ${JSON.stringify(key)}:\n${alone}`;
  });
  return gates.length > 0 ? `gates:\n${lines.join('')}` : 'gates: {}\n';
}

/** Gates that one mapping can hold, in order: the same options, and no rule twice. A margin is
 * held to the interval, whatever the others are. @param {Garden.GateEntry[]} gates */
function group(gates) {
  /** @type {Garden.GateEntry[][]} */
  const groups = [];
  for (const gate of gates) {
    const last = groups.at(-1);
    const fits = last?.every((each) => isSame(each[3] ?? {}, gate[3] ?? {}) && each[1] !== gate[1]);
    if (last !== undefined && fits) {
      last.push(gate);
    } else {
      groups.push([gate]);
    }
  }
  return groups;
}

/** A number that no reader of YAML takes for text, as bare 1e-7 may be. @param {number} bound */
function writeNumber(bound) {
  const [digits, power] = String(bound).split('e');
  const mantissa = power === undefined || digits.includes('.') ? digits : `${digits}.0`;
  return power === undefined ? digits : `${mantissa}e${power}`;
}

export { RULES, aim, changesWhoPasses, check, describe, gaugesOf, isSame, toYaml, withGates, writeBound };
