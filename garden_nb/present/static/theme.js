// @ts-check
/* The theme of the page, and plots in its inks. */

const DARK = '(prefers-color-scheme: dark)';

/** The inks that charts are drawn with, and what replaces each of them in the page's theme.
 * @type {Record<string, string>} */
const INKS = {
  ...{ '#1f2328': '--gnb-ink', '#59636e': '--gnb-soft', '#d1d9e0': '--gnb-line' },
  ...{ '#0b7a5e': '--gnb-better', '#b3402a': '--gnb-worse', '#6b7280': '--gnb-open' },
  ...{ '#ffffff': '--gnb-paper' },
};
const SIZE = /<svg\b[^>]*?\swidth="([\d.]+)"[^>]*?\sheight="([\d.]+)"/;
const INK = new RegExp(`(?:${Object.keys(INKS).join('|')})\\b`, 'gi');

/** @param {string} svg */
function toDataUri(svg) {
  const bytes = Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte));
  return `data:image/svg+xml;base64,${btoa(bytes.join(''))}`;
}

/** What replaces each ink of charts now. @param {Element} themed */
function inksOf(themed) {
  const theme = getComputedStyle(themed);
  const inks = Object.entries(INKS).map(([ink, name]) => [ink, theme.getPropertyValue(name) || ink]);
  return Object.fromEntries(inks);
}

/** Draws a plot in the inks of the theme. @param {string} svg @param {Record<string, string>} inks */
const recolour = (svg, inks) => svg.replace(INK, (ink) => inks[ink.toLowerCase()]);

/** Whether the page is dark: as Jupyter or VS Code say, else as the reader prefers. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind: kind } = document.body.dataset;
  const named = jpThemeLight ?? kind;
  const dark = ['false', 'vscode-dark', 'vscode-high-contrast'];
  return named ? dark.includes(named) : matchMedia(DARK).matches;
}

export { DARK, SIZE, inksOf, isDark, recolour, toDataUri };
