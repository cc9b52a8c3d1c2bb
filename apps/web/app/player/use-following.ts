import {
  type AfterEpisode,
  afterEpisode,
  COUNTDOWN_SECONDS,
} from '@bonisa/domain/playback/after-episode';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Watchable } from '../watch/watchable.ts';
import { playsNextNow } from './next-choice.ts';
import { countUntouched } from './untouched.ts';

const untouched = countUntouched(document);

/** What follows an item that has come to its end. */
export interface Following {
  readonly kind: AfterEpisode;
  /** Seconds until the next episode starts, while they are counted. */
  readonly left: number | undefined;
  /** Nothing starts by itself any more. */
  cancel(): void;
}

interface Options {
  /** The item is at its end or in its credits. */
  readonly isOver: boolean;
  /** The viewer has paused: nothing is counted. */
  readonly isHeld: boolean;
  /** Starts the next episode. */
  readonly start: () => void;
}

/** Decides once at each end of `item` what follows, and counts down to the next episode. */
export function useFollowing(
  { next }: Pick<Watchable, 'next'>,
  { isOver, isHeld, start }: Options,
): Following | undefined {
  const [kind, setKind] = useState<AfterEpisode>();
  const [left, setLeft] = useState(COUNTDOWN_SECONDS);
  const decide = useEffectEvent(() => {
    const facts = { hasNext: Boolean(next), playsNext: playsNextNow() };
    setKind(afterEpisode({ ...facts, untouched: untouched.ended() }));
    setLeft(COUNTDOWN_SECONDS);
  });
  useEffect(() => {
    if (isOver) decide();
    else setKind(undefined);
  }, [isOver]);

  const counts = kind === 'count-down' && !isHeld;
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [counts]);
  const startNow = useEffectEvent(start);
  const isDue = counts && left <= 0;
  useEffect(() => {
    if (isDue) startNow();
  }, [isDue]);

  if (kind === undefined) return undefined;
  return {
    kind,
    left: kind === 'count-down' ? Math.max(0, left) : undefined,
    cancel: () => setKind('offer'),
  };
}
