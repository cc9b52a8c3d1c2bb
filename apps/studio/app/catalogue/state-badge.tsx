import { Badge } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { ListedEntry } from './resources.ts';

const TONES = {
  draft: 'plain',
  scheduled: 'mark',
  published: 'good',
  withdrawn: 'warning',
} as const;

/** The state in words; `film`: why no viewer can play it. */
export function StateMark({
  state,
  film,
}: {
  readonly state: keyof typeof TONES;
  readonly film: 'waits' | 'failed' | undefined;
}) {
  if (state !== 'published' || !film) return <Badge tone={TONES[state]}>{state}</Badge>;
  return film === 'waits' ? (
    <Badge tone="warning">published, waits for its film</Badge>
  ) : (
    <Badge tone="problem">published, its film failed</Badge>
  );
}

function whyNotPlayed(
  hasMedia: ListedEntry['has_media'],
  film: ListedEntry['film'],
): 'waits' | 'failed' | undefined {
  if (hasMedia === false) return 'waits';
  if (!film || film.plays) return undefined;
  return film.state === 'failed' ? 'failed' : 'waits';
}

/** The state of an entry, with the instant that changes it. */
export function StateBadge({
  entry: { state, available_from, available_until, has_media, film },
}: {
  readonly entry: Pick<
    ListedEntry,
    'state' | 'available_from' | 'available_until' | 'has_media' | 'film'
  >;
}) {
  if (!state) return null;
  const when =
    state === 'scheduled' ? available_from : state === 'published' ? available_until : null;
  return (
    <span className="whitespace-nowrap">
      <StateMark state={state} film={whyNotPlayed(has_media, film)} />
      {when && (
        <span className="ml-2 text-small text-muted">
          {state === 'scheduled' ? 'from' : 'until'} {dateTime(when)}
        </span>
      )}
    </span>
  );
}
