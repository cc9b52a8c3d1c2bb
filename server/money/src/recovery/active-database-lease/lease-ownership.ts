import { z } from 'zod';
import type { databaseLeases } from './active-database-lease.tables.ts';

export type DatabaseLease = typeof databaseLeases.$inferSelect;

/** Who may charge, as the file store says. */
export interface Owner {
  readonly lineage: string;
  readonly token: string;
  readonly renewedAt: string;
  /** The embedded database's folder, or the server's address and the database's files there. */
  readonly place: string | null;
}

/**
 * `renew`: nobody else can have the active database lease. `take`: nobody has it. `confirm`: what
 * was written without a condition is still there. `watch`: look again soon.
 */
export type Verdict = 'renew' | 'take' | 'confirm' | 'watch' | 'another_copy' | 'older_copy';

/** An owner that has not written for so long is gone: three renewals and a half. */
export const SILENCE_MS = 35_000;
/**
 * A write without a condition counts if it is there after so long: longer than the time between two
 * renewals, so whoever wrote just before has seen it, and has stopped.
 */
export const CONFIRM_MS = 15_000;
/** A replica that takes over may lack so much; a restored backup that lacks more needs a person. */
export const FRESH_MS = 2 * 60_000;

const owner = z.object({
  lineage: z.uuid(),
  token: z.uuid(),
  renewedAt: z.iso.datetime(),
  place: z.string().nullable(),
}) satisfies z.ZodType<Owner>;

/** Reads the owner. A file that is not ours counts as none. */
export function readOwner(bytes: Buffer | undefined): Owner | undefined {
  if (!bytes) return undefined;
  try {
    return owner.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Whether this database may charge beside what the file store says of the owner. No clock of
 * another machine is read: an owner is silent when its token did not change for so long by our own
 * clock, and the two times that are compared were both written by owners.
 */
export function judgeOwner(
  lease: Pick<
    DatabaseLease,
    'state' | 'problem' | 'lineage' | 'token' | 'nextToken' | 'renewedAt' | 'seenToken' | 'seenAt'
  >,
  found: Owner | undefined,
  { now, place }: { readonly now: Date; readonly place: string | null },
): Verdict {
  if (!found) return 'take';
  const isOurs = isTokenOf(lease, found);
  if (lease.state === 'held') return isOurs ? 'renew' : 'another_copy';
  const silentMs = lease.seenAt === null ? 0 : now.getTime() - lease.seenAt.getTime();
  if (lease.problem === 'unconfirmed' && found.token === lease.nextToken)
    return silentMs < CONFIRM_MS ? 'watch' : 'confirm';
  // Nobody has renewed since, and nobody else can be in our place: the server was started again.
  if (isOurs && place !== null && found.place === place) return 'renew';
  if (lease.seenToken === null || lease.seenAt === null) return 'watch';
  // It renews, so it lives.
  if (lease.seenToken !== found.token) return 'another_copy';
  if (silentMs < SILENCE_MS) return lease.state === 'refused' ? 'another_copy' : 'watch';
  // A database that never charged is no copy of one that did.
  if (isOurs || lease.token === null || isFresh(lease, found)) return 'take';
  return 'older_copy';
}

/** Whether the file has what this database wrote last, or was about to write. */
export function isTokenOf(
  { token, nextToken }: Pick<DatabaseLease, 'token' | 'nextToken'>,
  found: Owner | undefined,
): boolean {
  return found !== undefined && (found.token === token || found.token === nextToken);
}

function isFresh(
  { lineage, renewedAt }: Pick<DatabaseLease, 'lineage' | 'renewedAt'>,
  found: Owner,
) {
  if (found.lineage !== lineage || renewedAt === null) return false;
  return Date.parse(found.renewedAt) - renewedAt.getTime() <= FRESH_MS;
}
