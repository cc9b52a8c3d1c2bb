import { Badge } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { ListedEntry } from './resources.ts';

const TONES = {
  draft: 'plain',
  scheduled: 'mark',
  published: 'good',
  withdrawn: 'warning',
} as const;

/** The state in words; `waits`: no viewer can play it, because its film is not ready. */
export function StateMark({
  state,
  waits,
}: {
  readonly state: keyof typeof TONES;
  readonly waits: boolean;
}) {
  if (state === 'published' && waits)
    return <Badge tone="warning">published, waits for its film</Badge>;
  return <Badge tone={TONES[state]}>{state}</Badge>;
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
      <StateMark state={state} waits={has_media === false || film?.plays === false} />
      {when && (
        <span className="ml-2 text-small text-muted">
          {state === 'scheduled' ? 'from' : 'until'} {dateTime(when)}
        </span>
      )}
    </span>
  );
}
