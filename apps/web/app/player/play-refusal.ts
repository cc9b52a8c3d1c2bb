import type { ReplyOf } from '@bonisa/contract/calls';

/** Why playback is refused: the play call's reasons. */
export type PlayRefusal = Extract<ReplyOf<'play'>, { entitled: false }>['reason'];

/**
 * Whether subscribing or signing in helps. An open payment is paid by recharging, not by a
 * second subscription.
 */
export function leadsToNumberEntry(refusal: PlayRefusal): boolean {
  return refusal === 'visitor' || refusal === 'expired';
}

/** The text on the picture. */
export const REFUSAL_WORDS: Readonly<Record<PlayRefusal, string>> = {
  visitor: 'Please confirm your number once more: press Watch, and you come straight back here.',
  expired:
    'Your subscription has ended. Press Watch to subscribe again: you come straight back here.',
  not_paid:
    'Watching is paused: your last payment could not be taken. Recharge, and press Watch again.',
  payment_pending:
    'Your payment is being confirmed by your network. Press Watch again in a minute.',
};
