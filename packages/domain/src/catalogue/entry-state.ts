/**
 * The state of an entry of the catalogue. It follows from what is stored, so a window that opens or
 * closes changes the state without a write.
 */
export const ENTRY_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** What decides the state. */
export interface StatedEntry {
  readonly published: boolean;
  readonly availableFrom?: Date | null;
  readonly availableUntil?: Date | null;
  /** When it was taken from viewers last; null: it was never published, or it is now. */
  readonly withdrawnAt?: Date | null;
}

/**
 * `scheduled`: released, and visible from a later instant on. `withdrawn`: was published, and was
 * taken back or its window has closed.
 */
export function entryState(entry: StatedEntry, now: Date): EntryState {
  const { published, availableFrom: from, availableUntil: until, withdrawnAt } = entry;
  if (!published) return withdrawnAt ? 'withdrawn' : 'draft';
  if (until && until <= now) return 'withdrawn';
  return from && from > now ? 'scheduled' : 'published';
}

/** Since when an entry is withdrawn after a write; null: it is not. */
export function withdrawnSince(
  before: Pick<StatedEntry, 'published' | 'withdrawnAt'> | undefined,
  published: boolean,
  now: Date,
): Date | null {
  if (published || !before) return null;
  return before.published ? now : (before.withdrawnAt ?? null);
}

/** A time in which the subscribers of one package may play a title. */
export interface PackageWindow {
  readonly package: string;
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Whether subscribers of a package may play a title now, and until when. Without windows by package
 * every subscriber may; with some, a package that has none may not.
 */
export function openTo(
  windows: readonly PackageWindow[] | null | undefined,
  packageId: string | undefined,
  now: Date,
): { readonly isOpen: boolean; readonly until: Date | null } {
  if (!windows || windows.length === 0) return { isOpen: true, until: null };
  const open = windows.filter(
    ({ package: windowPackage, from, until }) =>
      windowPackage === packageId &&
      (from === null || new Date(from) <= now) &&
      (until === null || now < new Date(until)),
  );
  const ends = open.map(({ until }) => until);
  const last = ends.includes(null) ? null : ends.map(String).toSorted(byTime).at(-1);
  return { isOpen: open.length > 0, until: last ? new Date(last) : null };
}

const byTime = (time: string, other: string): number => Date.parse(time) - Date.parse(other);
