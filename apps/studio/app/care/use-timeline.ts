import { careTimeline } from '@bonisa/contract/studio/care.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useEffect, useState } from 'react';
import { studio } from '../calls/studio.ts';

type Page = StudioReplyOf<typeof careTimeline>;
export type TimelineEntry = Page['data'][number];
export type TimelineCharge = NonNullable<TimelineEntry['charge']>;

interface State {
  readonly entries: readonly TimelineEntry[];
  readonly next: string | null;
  readonly total: number;
  readonly isPending: boolean;
  readonly error: unknown;
}

const EMPTY: State = { entries: [], next: null, total: 0, isPending: true, error: undefined };

/**
 * The timeline of a number in pages. It is read when the number is opened and after an act, never
 * by itself: each reading is a look that the audit keeps.
 */
export function useTimeline(handle: string, version: number) {
  const [state, setState] = useState<State>(EMPTY);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act or a new try reads it again.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    studio
      .call(careTimeline, { body: { handle } }, { signal })
      .then(({ data: entries, next, total }) =>
        setState({ entries, next, total, isPending: false, error: undefined }),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) setState({ ...EMPTY, isPending: false, error });
      });
    return () => leaving.abort();
  }, [handle, version, attempt]);

  /** Reads the next page. */
  const more = async (): Promise<void> => {
    if (state.next === null) return;
    setState((before) => ({ ...before, isPending: true }));
    try {
      const page = await studio.call(careTimeline, { body: { handle, before: state.next } });
      setState((before) => ({
        ...before,
        entries: [...before.entries, ...page.data],
        next: page.next,
        isPending: false,
      }));
    } catch (error) {
      setState((before) => ({ ...before, isPending: false, error }));
    }
  };
  return { ...state, more, again: () => setAttempt((before) => before + 1) };
}
