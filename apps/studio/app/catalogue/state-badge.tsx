import { Badge } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { ListedEntry } from './resources.ts';

const TONES = {
  draft: 'plain',
  scheduled: 'mark',
  published: 'good',
  withdrawn: 'warning',
} as const;

/** The state of an entry, with the instant that changes it. */
export function StateBadge({
  entry: { state, available_from, available_until },
}: {
  readonly entry: Pick<ListedEntry, 'state' | 'available_from' | 'available_until'>;
}) {
  if (!state) return null;
  const when =
    state === 'scheduled' ? available_from : state === 'published' ? available_until : null;
  return (
    <span className="whitespace-nowrap">
      <Badge tone={TONES[state]}>{state}</Badge>
      {when && (
        <span className="ml-2 text-small text-muted">
          {state === 'scheduled' ? 'from' : 'until'} {dateTime(when)}
        </span>
      )}
    </span>
  );
}
