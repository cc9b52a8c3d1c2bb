import type { ReplyOf } from '@bonisa/contract/calls';
import type { EpisodeCard } from '@bonisa/contract/page-data';
import { useEffect, useState } from 'react';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { changeViewer, refreshViewer, useViewer, viewerState } from '../browser/viewer.ts';
import { endPlay } from '../player/end-play.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import type { Watched } from './find-position.ts';
import { createPositions } from './positions.ts';
import { keyOf } from './reference.ts';
import { createResumeStore, type ResumePoint } from './resume.store.ts';
import { storeRoomHint } from './room-hints.ts';

const positions = createPositions(
  createBrowserStorage(() => window.localStorage, Date.now),
  Date.now,
);

/** The resume positions of this page's viewer. */
export const myResume = createResumeStore({
  call,
  viewer: { state: viewerState, change: changeViewer },
  positions,
  now: Date.now,
  log: logQuietly,
});

/** An unfinished title with its card, as the server returns it. */
export type UnfinishedTitle = ReplyOf<'resume'>['items'][number];

/**
 * The resume position of a video or an episode; nothing on the server and until the viewer is
 * known, so that a page never jumps.
 */
export function useResumePoint(item: Watched, durationSeconds: number): ResumePoint | undefined {
  const { state } = useViewer();
  return state === 'waiting' ? undefined : myResume.find(item, durationSeconds);
}

/** The position in the show's latest watched episode. */
export function useResumePointInShow(slug: string): ResumePoint | undefined {
  const { state } = useViewer();
  return state === 'waiting' ? undefined : myResume.findInShow(slug);
}

/**
 * The cards of the unfinished titles that `which` names; `undefined` until loaded, and requested
 * only if there are any.
 */
function useCards(which: string | undefined): readonly UnfinishedTitle[] | undefined {
  const [items, setItems] = useState<readonly UnfinishedTitle[]>();
  useEffect(() => {
    if (which === undefined) return setItems(undefined);
    if (which === '') return setItems([]);
    const life = new AbortController();
    call('resume', undefined, { signal: life.signal }).then(
      (reply) => setItems(reply.items),
      (error: unknown) =>
        life.signal.aborted || logQuietly('what was begun could not be read', error),
    );
    return () => life.abort();
  }, [which]);
  return items;
}

/**
 * The viewer's unfinished titles with cards, latest first; requested again when the positions
 * change.
 */
export function useUnfinishedTitles(): readonly UnfinishedTitle[] | undefined {
  const viewer = useViewer();
  const begun =
    viewer.state === 'known' && viewer.viewer.signed_in ? viewer.viewer.resume : undefined;
  return useCards(begun?.map(keyOf).join());
}

/** The show's latest watched episode and its position. */
export function useUnfinishedEpisode(
  show: string,
): { readonly episode: EpisodeCard; readonly time: number } | undefined {
  const begun = useResumePointInShow(show);
  const cards = useCards(begun && keyOf(begun));
  for (const { title, time } of cards ?? []) {
    if (title.kind === 'episode' && title.id === begun?.id) return { episode: title, time };
  }
  return undefined;
}

/**
 * Runs once on a page that knows its viewer: uploads positions that only this browser has, and
 * removes another person's. When the viewer signs out, it ends what plays and removes all.
 */
export function useResumeSync(): void {
  const viewer = useViewer();
  const signedIn = viewer.state === 'known' ? viewer.viewer.signed_in : undefined;
  useEffect(() => {
    if (signedIn === undefined) return;
    void myResume.sendUnsent().then((sent) => (sent ? refreshViewer() : undefined));
    return () => {
      const next = viewerState();
      if (!signedIn || next.state !== 'known' || next.viewer.signed_in) return;
      // Another person may be next. What plays stores its position as it ends.
      endPlay();
      positions.clear();
    };
  }, [signedIn]);
  const something =
    viewer.state === 'known' && viewer.viewer.signed_in && viewer.viewer.resume.length > 0;
  useEffect(() => {
    if (signedIn !== undefined) storeRoomHint('continue', something);
  }, [signedIn, something]);
}
