// @ts-check
/* Cases as elements: what was asked, and two answers side by side with their differences. */
import { make, styled } from './elements.js';

const PARTS = ['baseline', 'contender'];
/** @type {Record<string, string>} */
const SIGNS = {
  ...{ pass: '✓', fail: '✕', regression: '▼', fix: '▲', both_fail: '✕' },
  ...{ differ: '≠', same: '=', unpaired: '○' },
};

/** A sign and its words. @param {string} kind @param {string} words */
function makeFate(kind, words) {
  const known = Object.hasOwn(SIGNS, kind);
  const sign = make('span', { 'aria-hidden': 'true' }, known ? `${SIGNS[kind]} ` : '');
  return styled('span', known ? `mark ${kind}` : 'mark', sign, words);
}

/** @param {Garden.Text} text */
function makeSpans({ spans, before, after }) {
  const tags = { removed: 'del', added: 'ins' };
  const shown = spans.map(([words, kind]) =>
    kind === 'removed' || kind === 'added' ? make(tags[kind], {}, words) : words,
  );
  return [
    ...(before ? [styled('i', 'note', `… ${before} …`), '\n'] : []),
    ...(shown.length > 0 ? shown : [styled('i', 'note', 'empty')]),
    ...(after ? [styled('i', 'note', ` … ${after}`)] : []),
  ];
}

/** @param {string} part @param {Garden.Text} text */
const makeBox = (part, text) =>
  make('div', { class: 'box', 'data-part': part, dir: 'auto' }, ...makeSpans(text));

/** One answer, how it fared and why. @param {Garden.Answer} answer @param {string} part
 * @param {Node[]} texts What it said, as elements. @param {string} name What people call it. */
function makeAnswer({ variant, mark, failure, facts, scores }, part, texts, name) {
  const badge = part === PARTS[0] ? [' ', styled('span', 'badge', 'baseline')] : [];
  const title = make('h4', {}, make('bdi', {}, variant), ...badge);
  const told = [makeFate(mark.status, mark.text), ...facts.map((fact) => make('span', {}, fact))];
  const reasons = scores.map(({ name: score, value, reason }) =>
    make('li', {}, make('b', {}, make('bdi', {}, score), ` ${value}`), reason && `: ${reason}`),
  );
  return make(
    'article',
    { 'aria-label': name, 'data-status': mark.status },
    styled('div', 'answerhead', title, ...told),
    ...(failure ? [styled('p', 'failure', failure)] : texts),
    ...(reasons.length > 0 ? [styled('ul', 'scores', ...reasons)] : []),
  );
}

/** The cases that changed under each contender. @param {Garden.Changed[]} groups */
function makeChanged(groups) {
  return groups.map(({ summary, cases, note }) =>
    styled(
      'div',
      'group',
      make('h3', {}, summary),
      ...cases.map(makeCase),
      ...(note ? [styled('p', 'note', note)] : []),
    ),
  );
}

/** @param {Garden.Case} found */
function makeCase({ id, category, kind, word, question, expected, answers }) {
  const asked = [
    ...(category ? [' · ', make('bdi', {}, category)] : []),
    ...(question.spans.length > 0 ? [' · ', make('q', { dir: 'auto' }, ...makeSpans(question))] : []),
    ...(expected.spans.length > 0 ? [' · expected ', make('b', {}, ...makeSpans(expected))] : []),
  ];
  const said = answers.some(({ text }) => text.spans.length > 0); // else texts were left out
  const sides = answers.map((answer, at) =>
    makeAnswer(answer, PARTS[at], said ? [makeBox(PARTS[at], answer.text)] : [], answer.variant),
  );
  const head = styled('p', 'asked', makeFate(kind, word), ' ', make('bdi', {}, id), ...asked);
  return styled('div', 'case', head, styled('div', 'answers', ...sides));
}

export { PARTS, makeAnswer, makeBox, makeChanged, makeFate };
