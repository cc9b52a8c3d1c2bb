/**
 * An inline script of every page's head. Until React has loaded it stores the last press of what
 * needs React, which then replays it (`early-press.ts`), and marks it as pending. It ignores other
 * links, and forms that work without a script (`data-native`). It tells a page that may do without
 * its script when a visit or a press needs it (`first-need.ts`).
 *
 * It also sets attributes of the document for the style sheets: `data-viewer`, so that content
 * for visitors never appears for a member, `data-continue` and `data-payment`
 * (`viewer/room-hints.ts`), `data-other-costs` (`data/other-costs.ts`), and `data-scroll`, the way
 * in which the page was scrolled last.
 */
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { markOtherCosts } from '../data/other-costs.ts';
import { hasStored } from '../storage/has-stored.ts';
import type { RoomHint } from '../viewer/room-hints.ts';
import type { EarlyPress } from './early-press.ts';
import { IN_PLACE, needsScriptAtOnce, pressNeedsScript } from './first-need.ts';
import { runsScripts } from './runs-scripts.ts';

const { documentElement } = document;
let load: Parameters<EarlyPress['whenNeeded']>[0] | undefined;
let isNeeded = false;
const PRESSES = ['pointerdown', 'focusin'];

const kept: EarlyPress = {
  isWaiting: false,
  whenNeeded(begin) {
    if (isNeeded) return begin('low');
    load = begin;
    kept.isWaiting = true;
  },
  need,
  onFailure() {
    const { target } = kept;
    if (target instanceof HTMLAnchorElement) location.assign(target.href);
  },
  stop: () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('submit', onSubmit, true);
    document.removeEventListener('keydown', need);
    for (const type of PRESSES) document.removeEventListener(type, onPress);
  },
};

function need(): void {
  isNeeded = true;
  if (!kept.isWaiting) return;
  kept.isWaiting = false;
  kept.onNeed?.();
  load?.('high');
}

function keep(element: HTMLElement): void {
  kept.target?.removeAttribute('data-kept-press');
  element.setAttribute('data-kept-press', '');
  kept.target = element;
  need();
}

function onClick(event: MouseEvent): void {
  const pressed = (event.target as Element).closest?.<HTMLButtonElement | HTMLAnchorElement>(
    `button,${IN_PLACE}`,
  );
  if (!pressed || pressed.closest('dialog')) return;
  if (pressed instanceof HTMLAnchorElement) {
    // Otherwise it opens elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The submit event follows a button that sends.
  } else if (pressed.disabled || (pressed.form && pressed.type === 'submit')) return;
  keep(pressed);
}

function onSubmit(event: Event): void {
  const form = event.target as HTMLElement;
  if (form.hasAttribute('data-native')) return;
  event.preventDefault();
  keep(form);
}

function onPress({ target }: Event): void {
  if (pressNeedsScript(target as Element)) need();
}

if (runsScripts) {
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('keydown', need);
  for (const type of PRESSES) document.addEventListener(type, onPress);
}
const isMember = new RegExp(HINT_PATTERN).test(document.cookie);
documentElement.setAttribute('data-viewer', isMember ? 'member' : 'visitor');
const hasOtherCosts = markOtherCosts(documentElement);
for (const hint of ['continue', 'payment'] satisfies RoomHint[])
  if (hasStored(hint)) documentElement.setAttribute(`data-${hint}`, '');
const { search, hash } = location;
const hasMouse = !matchMedia('(hover:none) and (max-width:1343px)').matches;
const arrival = { isMember, hasOtherCosts, hasMouse, search, hash, stores: hasStored };
if (!runsScripts || needsScriptAtOnce(arrival)) need();
window.bonisaEarlyPress = kept;

/** A shorter movement, in pixels, does not count as scrolling. */
const A_SCROLL = 8;
/** Near the top the bar lies over the page, without a ground of its own. */
const TOP = 48;
let scrolledTo = 0;
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target instanceof HTMLElement) {
      if (target.hasAttribute('data-partial')) need();
      return;
    }
    const moved = scrollY - scrolledTo;
    if (Math.abs(moved) < A_SCROLL && scrollY > TOP) return;
    scrolledTo = scrollY;
    if (scrollY <= TOP) documentElement.removeAttribute('data-scroll');
    else documentElement.setAttribute('data-scroll', moved > 0 ? 'down' : 'up');
  },
  { passive: true, capture: true },
);
