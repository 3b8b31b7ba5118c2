// @ts-check
/* The room that a report takes: no choice moves what is under the pointer. */
import { ensure, make, styled } from './elements.js';
import { makeSummary } from './words.js';

/** Makes room for the longest summary. @param {{head: HTMLElement, title: HTMLElement}} at
 * @param {Garden.View[]} views @param {string} doubt What comes and goes while gates are typed. */
function reserve({ head, title }, views, doubt) {
  const summaries = views.map((view) => {
    const advice = styled('div', 'gnb-advice', styled('h2', 'gnb-headline', view.headline));
    advice.append(styled('p', 'gnb-doubt', doubt));
    return make('div', {}, advice, ...makeSummary(view));
  });
  const probe = styled('div', 'gnb-probe', ...summaries);
  head.append(probe);
  const boxes = [title, ...summaries].map((each) => each.getBoundingClientRect().height);
  probe.remove();
  head.style.minHeight = `${boxes[0] + Math.max(...boxes.slice(1))}px`;
}

/** Lets keys scroll what is wider than its place. @param {HTMLElement} body */
function letScroll(body) {
  const scrolls = [...body.querySelectorAll('.gnb-scroll')];
  const wide = scrolls.map((each) => each.scrollWidth > each.clientWidth); // one layout for all
  scrolls.forEach((each, at) => ensure(each, 'tabindex', wide[at] ? '0' : '-1'));
}

export { letScroll, reserve };
