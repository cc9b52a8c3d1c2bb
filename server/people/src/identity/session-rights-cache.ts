import type { Entitlement } from '@bonisa/domain/subscription/entitlement';
import type { Clock } from '@bonisa/kit/clock/clock';
import { LRUCache } from 'lru-cache';
import type { SessionUser } from './session.service.ts';

/** A subscriber's right to watch. It can be judged at any time without another query. */
export interface Rights {
  at(now: Date): Entitlement;
}

/** The subscriber of a session and the present right to watch. */
export interface SessionRights {
  readonly subscriberId: number;
  readonly entitlement: Entitlement;
}

export interface SessionRightsCache {
  /**
   * The rights of a session, read from memory for at most {@link TRUSTED_MS}; `undefined` for an
   * ended session.
   */
  of(idHash: string): Promise<SessionRights | undefined>;
  /** The rights of a session that was read just now. Reads its rights again. */
  ofUser(user: SessionUser): Promise<SessionRights>;
}

export interface SessionRightsDependencies {
  /** The session, unless it has ended. */
  readonly sessionOf: (
    idHash: string,
    now: Date,
  ) => Promise<{ readonly subscriberId: number; readonly expiresAt: Date } | undefined>;
  readonly rightsOf: (subscriberId: number) => Promise<Rights>;
  readonly clock: Clock;
  readonly max?: number;
}

/**
 * How long a cached entry is valid: a token ends within a minute of a sign-out in another process,
 * with time to spare.
 */
export const TRUSTED_MS = 20_000;
/** A refusal is valid for less time, because a viewer who has just paid must not wait. */
const REFUSAL_TRUSTED_MS = 2000;
/** The maximum number of cached sessions. The least recently used leave first. */
const MAX_ENTRIES = 10_000;

interface CachedRights {
  readonly readAt: number;
  readonly session: { readonly subscriberId: number; readonly expiresAt: Date } | undefined;
  readonly rights: Rights | undefined;
}

/**
 * Caches the rights of sessions, so that bearer tokens and playlists need no query each. After a
 * sign-out, STOP ALL, data removal or the end of the paid time every process refuses within {@link
 * TRUSTED_MS}. What ends by time alone ends at once, because each call judges at the clock's time.
 */
export function createSessionRightsCache({
  sessionOf,
  rightsOf,
  clock,
  max = MAX_ENTRIES,
}: SessionRightsDependencies): SessionRightsCache {
  const entries = new LRUCache<string, CachedRights>({ max });
  const reads = new Map<string, Promise<CachedRights>>();

  const rightsAt = ({ session, rights }: CachedRights, now: Date): SessionRights | undefined =>
    session && rights && session.expiresAt > now
      ? { subscriberId: session.subscriberId, entitlement: rights.at(now) }
      : undefined;

  const read = async (idHash: string): Promise<CachedRights> => {
    const now = clock.now();
    const session = await sessionOf(idHash, now);
    const entry = {
      readAt: now.getTime(),
      session,
      rights: session && (await rightsOf(session.subscriberId)),
    };
    entries.set(idHash, entry);
    return entry;
  };

  /** Concurrent callers share one read. */
  const readOnce = (idHash: string): Promise<CachedRights> => {
    const underWay = reads.get(idHash);
    if (underWay) return underWay;
    const entry = read(idHash).finally(() => reads.delete(idHash));
    reads.set(idHash, entry);
    return entry;
  };

  return {
    of: async (idHash) => {
      const now = clock.now();
      const cached = entries.get(idHash);
      const current = cached && rightsAt(cached, now);
      const trusted = current?.entitlement.entitled ? TRUSTED_MS : REFUSAL_TRUSTED_MS;
      const age = cached ? now.getTime() - cached.readAt : Number.POSITIVE_INFINITY;
      // The age is unknown after the clock was set back.
      if (age >= 0 && age < trusted) return current;
      return rightsAt(await readOnce(idHash), clock.now());
    },
    ofUser: async ({ idHash, subscriberId, expiresAt }) => {
      const now = clock.now();
      const rights = await rightsOf(subscriberId);
      entries.set(idHash, { readAt: now.getTime(), session: { subscriberId, expiresAt }, rights });
      // The paid time may have ended while the rights were read: then what follows it counts.
      return { subscriberId, entitlement: rights.at(clock.now()) };
    },
  };
}
