import type { BrowserStorage } from '../storage/browser-storage.ts';
import { STORED_ITEMS, shapeCheck } from '../storage/stored-items.ts';

/** A programme of a live channel of which this device reminds its viewer; times are ISO 8601. */
export interface StoredReminder {
  /** Slugs: the channel's page is `/live/{category}/{channel}`. */
  readonly channel: string;
  readonly category: string;
  /** The channel's name. */
  readonly name: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

const isReminder = shapeCheck<StoredReminder>({
  channel: 'string',
  category: 'string',
  name: 'string',
  title: 'string',
  startsAt: 'string',
  endsAt: 'string',
});

/** More programmes than anybody waits for; storage is shared and small. */
export const MAX_REMINDERS = 50;

/** The programmes of which this device reminds its viewer, soonest first. */
export interface Reminders {
  current(): readonly StoredReminder[];
  /** Sets or removes a reminder; `full` where no more fit, `failed` without storage. */
  toggle(reminder: StoredReminder): 'set' | 'removed' | 'full' | 'failed';
  remove(reminder: StoredReminder): void;
  /**
   * Removes the reminders whose programme has started, and returns those that are still on air:
   * each is returned once. Forgets those whose programme ended meanwhile.
   */
  takeDue(): readonly StoredReminder[];
  /** When the next reminder is due (milliseconds since 1970). */
  nextDue(): number | undefined;
  /** Reads again what another tab has stored or what was removed at sign-out. */
  refresh(): void;
  listen(listener: () => void): () => void;
}

export function isSame(one: StoredReminder, other: StoredReminder): boolean {
  return one.channel === other.channel && one.startsAt === other.startsAt;
}

/** The reminders in a storage area; `now` in milliseconds since 1970. */
export function createReminders(storage: BrowserStorage, now: () => number): Reminders {
  const listeners = new Set<() => void>();
  let known: readonly StoredReminder[] = read();

  function read(): readonly StoredReminder[] {
    const stored = storage.read(STORED_ITEMS.reminders) ?? [];
    return stored.filter(isReminder).filter(({ endsAt }) => Date.parse(endsAt) > now());
  }

  function show(next: readonly StoredReminder[]): void {
    known = next;
    for (const listener of listeners) listener();
  }

  function write(next: readonly StoredReminder[]): boolean {
    const kept = next.length === 0 || storage.write(STORED_ITEMS.reminders, next);
    if (next.length === 0) storage.remove(STORED_ITEMS.reminders);
    show(kept ? next : []);
    return kept;
  }

  return {
    current: () => known,
    toggle(reminder) {
      const stored = read();
      const others = stored.filter((one) => !isSame(one, reminder));
      if (others.length < stored.length) {
        write(others);
        return 'removed';
      }
      if (others.length >= MAX_REMINDERS) return 'full';
      const sorted = [...others, reminder].sort((a, b) => a.startsAt.localeCompare(b.startsAt));
      return write(sorted) ? 'set' : 'failed';
    },
    remove: (reminder) => void write(read().filter((one) => !isSame(one, reminder))),
    takeDue() {
      const stored = read();
      const due = stored.filter(({ startsAt }) => Date.parse(startsAt) <= now());
      if (due.length > 0) write(stored.filter((one) => !due.includes(one)));
      // Else what was due ended unseen or was taken by another tab: the next one's time counts.
      else show(stored);
      return due;
    },
    nextDue: () => known.map(({ startsAt }) => Date.parse(startsAt)).sort((a, b) => a - b)[0],
    refresh: () => show(read()),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
