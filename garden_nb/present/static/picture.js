// @ts-check
/* The pictures of a report, and the one that is shown, in the inks of the page's theme. */
import { ensure } from './elements.js';
import { isSame } from './gates.js';
import { unpack } from './packing.js';
import { SIZE, inksOf, isDark, recolour, toDataUri } from './theme.js';

/** How long room is kept for a picture that is being drawn: the kernel may have gone. */
const DRAWING_MS = 10_000;

/** The parts of a report's frame that it takes.
 * @typedef {{root: HTMLElement, figure: HTMLElement, plot: HTMLImageElement}} Places */

class Picture {
  /** All that there are; none while they are unpacked. @type {string[]} */
  svgs = [];
  #packed = '';
  #unpacking = false;
  #ready = Promise.resolve();
  /** What is shown, as it was drawn. */
  #svg = '';
  /** @type {Record<string, string>} */
  #inks = {};
  #waiting = 0;

  /** @param {Places} at */
  constructor(at) {
    this.at = at;
  }

  /** Takes other pictures. @param {string} packed */
  take(packed) {
    if (packed !== this.#packed) {
      [this.#packed, this.svgs, this.#unpacking] = [packed, [], true];
      this.#ready = this.#unpack(packed);
    }
    return this.#ready;
  }

  /** @param {string} packed */
  async #unpack(packed) {
    const svgs = await unpack(packed).finally(() => {
      this.#unpacking &&= packed !== this.#packed;
    });
    this.svgs = packed === this.#packed ? svgs : this.svgs;
  }

  /** Takes on the theme of the page. */
  dress() {
    ensure(this.at.root, 'data-theme', isDark() ? 'dark' : 'light');
    const inks = inksOf(this.at.root);
    if (!isSame(inks, this.#inks)) {
      this.#inks = inks;
      this.#paint();
    }
  }

  /** Shows a picture; the room of one that is being drawn stays.
   * @param {string} svg @param {boolean} drawing */
  show(svg, drawing) {
    const { figure } = this.at;
    const busy = svg === '' && (drawing || this.#unpacking);
    figure.hidden = svg === '' && !busy;
    ensure(figure, 'aria-busy', String(busy));
    clearTimeout(this.#waiting);
    if (busy) {
      this.#waiting = setTimeout(() => (figure.hidden = true), DRAWING_MS);
    }
    if (svg !== '' && svg !== this.#svg) {
      this.#svg = svg;
      this.#paint();
    }
  }

  #paint() {
    if (this.#svg !== '') {
      const [, width, height] = SIZE.exec(this.#svg) ?? [];
      const src = toDataUri(recolour(this.#svg, this.#inks));
      Object.assign(this.at.plot, { src, width, height });
    }
  }
}

export { Picture };
