// @ts-check
/* What a report says of numbers that it lacks. */
const NEEDS_KERNEL = 'The saved report lacks these numbers: run its cell again, then choose.';
const ASKING = 'Asking the kernel …';
const DOUBT = 'Gates changed: ask the kernel whether this advice still holds.';
const ASKED = 'Gates changed: asking the kernel …';

/** @param {{notice: HTMLElement, doubt: HTMLElement}} at
 * @param {boolean} lacking Whether there are no numbers for what was chosen.
 * @param {boolean} doubtful Whether other gates may make other advice.
 * @param {boolean} asked Whether the kernel was asked. */
function notify({ notice, doubt }, lacking, doubtful, asked) {
  notice.textContent = lacking ? (asked ? ASKING : NEEDS_KERNEL) : '';
  doubt.textContent = doubtful ? (asked ? ASKED : DOUBT) : '';
}

export { DOUBT, notify };
