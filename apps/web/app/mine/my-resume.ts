import type { ReplyOf } from '@bonisa/contract/calls';
import type { EpisodeCard } from '@bonisa/contract/page-data';
import { useEffect, useState } from 'react';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { changeViewer, refreshViewer, useViewer, viewerState } from '../browser/viewer.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { keepContinueHint } from './continue-hint.ts';
import { createPositions, type Watched } from './positions.ts';
import { keyOf } from './reference.ts';
import { type Begun, createResumeStore } from './resume.store.ts';

const positions = createPositions(
  createBrowserStorage(() => window.localStorage, Date.now),
  Date.now,
);

/** Where the viewer of this page left what they watched. */
export const myResume = createResumeStore({
  call,
  viewer: { state: viewerState, change: changeViewer },
  positions,
  now: Date.now,
  log: logQuietly,
});

/** What was begun and not finished, with the cards of it: what the server answers. */
export type Continued = ReplyOf<'resume'>['items'][number];

/**
 * Where a video or an episode was left; nothing on the server and until the viewer is known, so
 * that a page never jumps.
 */
export function useBegun(item: Watched, durationSeconds: number): Begun | undefined {
  const { state } = useViewer();
  return state === 'waiting' ? undefined : myResume.find(item, durationSeconds);
}

/** The episode of a show that was watched last. */
export function useBegunInShow(slug: string): Begun | undefined {
  const { state } = useViewer();
  return state === 'waiting' ? undefined : myResume.findInShow(slug);
}

/**
 * What `which` names of what was begun, with cards; `undefined` until it is known, and asked for
 * only where there is something.
 */
function useCards(which: string | undefined): readonly Continued[] | undefined {
  const [items, setItems] = useState<readonly Continued[]>();
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
 * What the viewer has begun, the latest first, with cards; asked for again when that has changed.
 */
export function useContinued(): readonly Continued[] | undefined {
  const viewer = useViewer();
  const begun =
    viewer.state === 'known' && viewer.viewer.signed_in ? viewer.viewer.resume : undefined;
  return useCards(begun?.map(keyOf).join());
}

/** The episode of a show to go on with, and where it was left. */
export function useContinuedEpisode(
  show: string,
): { readonly episode: EpisodeCard; readonly time: number } | undefined {
  const begun = useBegunInShow(show);
  const cards = useCards(begun && keyOf(begun));
  for (const { title, time } of cards ?? []) {
    if (title.kind === 'episode' && title.id === begun?.id) return { episode: title, time };
  }
  return undefined;
}

/**
 * What has to happen once for a page that knows its viewer: what only this browser remembers goes
 * to the server, and leaves the browser with whoever signs out.
 */
export function useResumeUpkeep(): void {
  const viewer = useViewer();
  const signedIn = viewer.state === 'known' ? viewer.viewer.signed_in : undefined;
  useEffect(() => {
    if (signedIn !== true) return;
    void myResume.sendUnsent().then((sent) => (sent ? refreshViewer() : undefined));
    // Signed in and then not any more: somebody else may be next.
    return () => {
      const next = viewerState();
      if (next.state === 'known' && !next.viewer.signed_in) positions.clear();
    };
  }, [signedIn]);
  const something =
    viewer.state === 'known' && viewer.viewer.signed_in && viewer.viewer.resume.length > 0;
  useEffect(() => {
    if (signedIn !== undefined) keepContinueHint(something);
  }, [signedIn, something]);
}
