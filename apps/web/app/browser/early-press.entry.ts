/**
 * An inline script of every page's head. Until React has loaded it stores the last pressed button
 * or sent form, which React replays (`early-press.ts`), and marks it as pending. It ignores links
 * and forms that work without a script (`data-native`).
 *
 * It also sets attributes of the document for the style sheets: `data-viewer`, so that content
 * for visitors never appears for a member, `data-continue` and `data-payment`
 * (`viewer/room-hints.ts`), `data-other-costs` (`data/other-costs.ts`), and `data-scroll`, the way
 * in which the page was scrolled last.
 */
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { markOtherCosts } from '../data/other-costs.ts';
import type { RoomHint } from '../viewer/room-hints.ts';
import type { EarlyPress } from './early-press.ts';
import { runsScripts } from './runs-scripts.ts';

const kept: EarlyPress = {
  stop: () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('submit', onSubmit, true);
  },
};

function keep(element: HTMLElement): void {
  kept.target?.removeAttribute('data-kept-press');
  element.setAttribute('data-kept-press', '');
  kept.target = element;
}

function onClick({ target }: Event): void {
  const button = (target as Element).closest?.('button');
  if (!button || button.disabled || button.closest('dialog')) return;
  // The submit event follows.
  if (button.form && button.type === 'submit') return;
  keep(button);
}

function onSubmit(event: Event): void {
  const form = event.target as HTMLElement;
  if (form.hasAttribute('data-native')) return;
  event.preventDefault();
  keep(form);
}

if (runsScripts) {
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
}
const { documentElement } = document;
documentElement.setAttribute(
  'data-viewer',
  new RegExp(HINT_PATTERN).test(document.cookie) ? 'member' : 'visitor',
);
markOtherCosts(documentElement);
try {
  for (const hint of ['continue', 'payment'] satisfies RoomHint[])
    if (localStorage.getItem(hint)) documentElement.setAttribute(`data-${hint}`, '');
} catch {
  // Without storage no space is reserved.
}
window.bonisaEarlyPress = kept;

/** A shorter movement, in pixels, does not count as scrolling. */
const A_SCROLL = 8;
/** Near the top the bar lies over the page, without a ground of its own. */
const TOP = 48;
let scrolledTo = 0;
document.addEventListener(
  'scroll',
  () => {
    const moved = scrollY - scrolledTo;
    if (Math.abs(moved) < A_SCROLL && scrollY > TOP) return;
    scrolledTo = scrollY;
    if (scrollY <= TOP) documentElement.removeAttribute('data-scroll');
    else documentElement.setAttribute('data-scroll', moved > 0 ? 'down' : 'up');
  },
  { passive: true },
);
