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

/** Whether the viewer's account helps: a preview has none. */
export function leadsToAccount(refusal: PlayRefusal): boolean {
  return !leadsToNumberEntry(refusal) && refusal !== 'preview_only';
}
