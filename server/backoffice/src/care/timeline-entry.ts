import type { timelineEntry } from '@bonisa/contract/studio/care-views';
import { careTime } from '@bonisa/domain/staff/care-words';
import type { z } from 'zod';

export type TimelineEntry = z.output<typeof timelineEntry>;

/** An entry before it is put into words of the wire. */
export type Told = Omit<TimelineEntry, 'at' | 'local' | 'facts' | 'charge'> & {
  readonly at: Date;
  readonly facts?: TimelineEntry['facts'];
  readonly charge?: TimelineEntry['charge'];
};

/** An entry on the wire. */
export function entryOf({ at, facts = [], charge = null, ...entry }: Told): TimelineEntry {
  return { ...entry, at: at.toISOString(), local: careTime(at), facts, charge };
}
