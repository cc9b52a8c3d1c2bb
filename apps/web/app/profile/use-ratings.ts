import { useCallback, useEffect, useState } from 'react';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import type { SignedInViewer } from '../browser/viewer.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { isRatings, type Rating } from './feedback-rules.ts';

const storage = createBrowserStorage(
  () => localStorage,
  () => Date.now(),
);

/**
 * The viewer's earlier ratings, newest first (row A7): stored on this device for an hour (row B2),
 * requested again after a new one. `undefined` while unknown; after a failure the list is omitted,
 * since the screen works without it.
 */
export function useRatings({ user_id, msisdn, subscription }: SignedInViewer): {
  ratings: readonly Rating[] | undefined;
  noteRating: (ratingId: string) => Promise<void>;
} {
  const [ratings, setRatings] = useState<readonly Rating[]>();
  const ask = useCallback(async () => {
    try {
      const answer = await call('ratings', { id: user_id });
      storage.write(STORED_ITEMS.ratings, answer.ratings);
      setRatings(answer.ratings);
    } catch (error) {
      logQuietly('What was said before could not be fetched', error);
    }
  }, [user_id]);
  useEffect(() => {
    const owner = storage.read(STORED_ITEMS.profile)?.user_id;
    const kept = owner === user_id ? storage.read(STORED_ITEMS.ratings) : undefined;
    if (isRatings(kept)) setRatings(kept);
    else void ask();
  }, [user_id, ask]);
  const noteRating = async (ratingId: string): Promise<void> => {
    storage.write(STORED_ITEMS.profile, {
      msisdn,
      user_id,
      rating_id: ratingId,
      package_id: subscription?.package_id ?? null,
    });
    await ask();
  };
  return { ratings, noteRating };
}
