import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import { playAddress, SUBSCRIBE_AGAIN, signInAddress } from '../titles/addresses.ts';
import { startsPlaying } from '../watch/starts-playing.ts';
import type { Playable } from '../watch/watchable.ts';
import { leadsToNumberEntry, type PlayRefusal } from './play-refusal.ts';
import { usePlayer, usePlayerSession } from './use-player.ts';

/** A press of Watch: plays `item`, or leads to number entry where that is what helps. */
export function usePress(item: Playable): (from?: number) => void {
  const { state, refusal, begin } = usePlayer(item);
  const navigate = useNavigate();
  // Also in the middle of a play, where the right to watch has ended.
  const why = refusal ?? (state.kind === 'failed' ? state.refusal : undefined);
  const mustSubscribe = why !== undefined && leadsToNumberEntry(why.reason as PlayRefusal);
  return (from) => {
    if (!hintsSignedIn() || mustSubscribe)
      return void navigate(signInAddress(playAddress(item.address)), { state: SUBSCRIBE_AGAIN });
    begin(from);
  };
}

/**
 * Leads to number entry when a pressed `item` turns out to need it; a play that stops later says
 * why and offers it.
 */
export function useNumberEntryAfterPress(item: Playable): void {
  const { refusal } = usePlayer(item);
  const pressed = usePlayerSession()?.pressed;
  const navigate = useNavigate();
  const mustSubscribe =
    pressed === true && refusal !== undefined && leadsToNumberEntry(refusal.reason);
  // An address that plays would lead here again at Back: number entry takes its place.
  const go = useEffectEvent(
    () =>
      void navigate(signInAddress(playAddress(item.address)), {
        replace: startsPlaying(location),
        state: SUBSCRIBE_AGAIN,
      }),
  );
  useEffect(() => {
    if (mustSubscribe) go();
  }, [mustSubscribe]);
}
