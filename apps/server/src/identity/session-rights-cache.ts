import type { Entitlement } from '@bonisa/domain/entitlement';
import type { Clock } from '../platform/clock.ts';
import type { SessionUser } from './session.service.ts';

/**
 * What decides of a subscriber whether they may watch, judged at any instant without another look.
 */
export interface Rights {
  at(now: Date): Entitlement;
}

/** How the holder of a token stands now. */
export interface SessionRights {
  readonly subscriberId: number;
  readonly entitlement: Entitlement;
}

export interface SessionRightsCache {
  /**
   * How the holder of a session stands, from memory for at most {@link TRUSTED_MS}; `undefined`
   * where the session has ended.
   */
  of(idHash: string): Promise<SessionRights | undefined>;
  /** The same for somebody whose session was read just now; their rights are read anew. */
  ofUser(user: SessionUser): Promise<SessionRights>;
}

export interface SessionRightsDependencies {
  /** The session where it has not ended. */
  readonly sessionOf: (
    idHash: string,
    now: Date,
  ) => Promise<{ readonly subscriberId: number; readonly expiresAt: Date } | undefined>;
  readonly rightsOf: (subscriberId: number) => Promise<Rights>;
  readonly clock: Clock;
  readonly max?: number;
}

/**
 * What was read is trusted for so long: a token ends within a minute of a sign-out in another
 * process, with time to spare.
 */
export const TRUSTED_MS = 20_000;
/** A refusal is soon looked at again: somebody who has just paid must not wait. */
const REFUSAL_TRUSTED_MS = 2000;
/** Sessions in memory; the oldest readings leave first. */
const MAX_KNOWN = 10_000;

interface Reading {
  readonly readAt: number;
  readonly session: { readonly subscriberId: number; readonly expiresAt: Date } | undefined;
  readonly rights: Rights | undefined;
}

/**
 * Judges the holders of bearer tokens and playlists without a read of the database for each of
 * them: who signed out, sent STOP ALL, had their data removed or whose paid time is over is refused
 * within {@link TRUSTED_MS} in every process. What time alone ends is judged at the clock's time
 * and ends at once.
 */
export function createSessionRightsCache({
  sessionOf,
  rightsOf,
  clock,
  max = MAX_KNOWN,
}: SessionRightsDependencies): SessionRightsCache {
  const known = new Map<string, Reading>();
  const reads = new Map<string, Promise<Reading>>();

  const keep = (idHash: string, reading: Reading): void => {
    known.delete(idHash);
    known.set(idHash, reading);
    for (const oldest of known.keys()) {
      if (known.size <= max) break;
      known.delete(oldest);
    }
  };

  const judged = ({ session, rights }: Reading, now: Date): SessionRights | undefined =>
    session && rights && session.expiresAt > now
      ? { subscriberId: session.subscriberId, entitlement: rights.at(now) }
      : undefined;

  const read = async (idHash: string): Promise<Reading> => {
    const now = clock.now();
    const session = await sessionOf(idHash, now);
    const reading = {
      readAt: now.getTime(),
      session,
      rights: session && (await rightsOf(session.subscriberId)),
    };
    keep(idHash, reading);
    return reading;
  };

  /** One read for all who ask at the same time. */
  const readOnce = (idHash: string): Promise<Reading> => {
    const flying = reads.get(idHash);
    if (flying) return flying;
    const flight = read(idHash).finally(() => reads.delete(idHash));
    reads.set(idHash, flight);
    return flight;
  };

  return {
    of: async (idHash) => {
      const now = clock.now();
      const kept = known.get(idHash);
      const standing = kept && judged(kept, now);
      const trusted = standing?.entitlement.entitled ? TRUSTED_MS : REFUSAL_TRUSTED_MS;
      const age = kept ? now.getTime() - kept.readAt : Number.POSITIVE_INFINITY;
      // A clock that was set back says nothing about the age.
      if (age >= 0 && age < trusted) return standing;
      return judged(await readOnce(idHash), clock.now());
    },
    ofUser: async ({ idHash, subscriberId, expiresAt }) => {
      const now = clock.now();
      const rights = await rightsOf(subscriberId);
      keep(idHash, { readAt: now.getTime(), session: { subscriberId, expiresAt }, rights });
      return { subscriberId, entitlement: rights.at(now) };
    },
  };
}
