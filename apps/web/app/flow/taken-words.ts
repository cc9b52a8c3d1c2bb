import { dayAndTime } from '../words/dates.ts';
import { say } from '../words/words.ts';
import type { Offer } from './flow.state.ts';
import { offerPrice } from './flow.words.ts';

/** What was taken, and until when the viewer can watch. */
export function takenWords(
  offer: Offer,
  { freeTrial, paidUntil }: { readonly freeTrial: boolean; readonly paidUntil: string | null },
): string {
  const until = paidUntil ? dayAndTime(new Date(paidUntil)) : '';
  const price = offerPrice(offer);
  if (freeTrial)
    return until
      ? say('flow.complete.trial_until', { price, until })
      : say('flow.complete.trial', { price });
  return until
    ? say('flow.complete.taken_until', { price: offer.price, until })
    : say('flow.complete.taken', { price: offer.price });
}
