import type { Cap } from '@bonisa/domain/playback/data-choice';
import { askedFor } from './data-choice.ts';

/**
 * The figures that the server renders are for everybody: those of most phones, in H.264. A device
 * on which another choice is in force must not show a lower price first, so a mark on the document
 * hides them (`components.css`) from before the first paint until hydration has corrected them.
 */

/** The cap of the server's figures. */
export const SERVERS_CAP: Cap = 240;

/** The attribute that hides the server's figures. */
const MARK = 'data-other-costs';

/** Marks the document if this device has other costs than the server's; returns whether it has. */
export function markOtherCosts(root: Pick<Element, 'setAttribute'>): boolean {
  const hasOthers = askedFor() !== `${SERVERS_CAP} undefined`;
  if (hasOthers) root.setAttribute(MARK, '');
  return hasOthers;
}

/** Shows figures again, once hydration has corrected them. */
export function unmarkOtherCosts(root: Pick<Element, 'removeAttribute'>): void {
  root.removeAttribute(MARK);
}
