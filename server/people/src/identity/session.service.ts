import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Guards } from '@bonisa/kit/http/call-route';
import { deviceKindOf } from '@bonisa/kit/http/client-headers';
import { randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityRepository } from './identity.repository.ts';
import { SESSION_DAYS, type Visit, type Visits } from './visit.ts';

/** How often a session's last visit is written, so that most requests only read. */
const SLIDE_EVERY_MS = 60 * 60_000;
/**
 * After a lost answer to a sign-in the browser repeats it with the cookie of the replaced session.
 * For this time that cookie still counts as the same visit.
 */
const REPEAT_MS = 15 * 60_000;
/** The maximum number of concurrent sessions of a number; one more signs the oldest out. */
const MAX_SESSIONS = 20;

/** What a bearer token of a device begins with; another one belongs to the content API. */
export const DEVICE_TOKEN_PREFIX = 'device.';

/** The signed-in user. The specification's session user is the subscriber_id with the package. */
export interface SessionUser {
  readonly subscriberId: number;
  readonly idHash: string;
  /** When the session ends unless it is extended. */
  readonly expiresAt: Date;
  /** The kind of a device that was signed in by code; absent for a browser. */
  readonly device?: DeviceKind;
}

/**
 * A session to sign in with. `seed` is secret, and the same for a repetition of the same sign-in.
 */
export interface SessionGrant {
  readonly seed: string;
  readonly subscriberId: number;
}

/** A session to store, with the kind of device that the browser is on. */
interface NewSession extends SessionGrant {
  readonly device: DeviceKind | undefined;
}

export interface SessionService {
  /**
   * The signed-in user of a request, or `undefined`. Read once for each request. With a reply the
   * session is extended.
   */
  userOf(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | undefined>;
  /** Same as {@link userOf}, but throws `not_signed_in` (401) without a user. */
  requireUser(request: FastifyRequest, reply: FastifyReply): Promise<SessionUser>;
  /**
   * The visit of a request, the same one at each call. A request without a valid visit gets an
   * anonymous one with the reply.
   */
  visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit>;
  /**
   * Stores the session of a sign-in in the transaction that grants it; returns its id. `handOut`
   * with the same seed sends its cookie. Signing the number out everywhere in between ends the
   * session.
   */
  prepare(tx: Database, session: NewSession): Promise<string>;
  /** Sends the cookie of a stored session and ends the browser's old session (rotation). */
  handOut(request: FastifyRequest, reply: FastifyReply, session: SessionGrant): Promise<void>;
  /** Gives a signed-in browser a new session of the same number (rotation at sign-in). */
  renew(request: FastifyRequest, reply: FastifyReply, subscriberId: number): Promise<void>;
  /**
   * Removes the sign-in hint of a request without a live session, so that the pages show a visitor
   * again. Not that of a session that was just replaced: the new one's cookies may be on the way.
   */
  dropHint(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The id of the session of a seed. */
  idOf(seed: string): string;
  isLive(idHash: string): Promise<boolean>;
  /** Deletes a stored session that was not needed. */
  discard(idHash: string): Promise<void>;
  signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void>;
  /** Ends every session of a subscriber. */
  revokeAll(subscriberId: number): Promise<void>;
  /** The guards of calls with a session, which run before a body is read. */
  readonly guards: Omit<Guards, 'bearer'>;
}

export interface SessionDependencies {
  readonly repository: IdentityRepository;
  readonly visits: Visits;
  readonly devices: {
    /** The signed-in device of an access token. Throws `invalid_token`. */
    readonly userOf: (token: string) => Promise<SessionUser>;
  };
  readonly clock: Clock;
}

/** Sessions: rotated at sign-in, sliding for 30 days, revocable, kept only as a hash. */
export function createSessionService({
  repository,
  visits,
  devices,
  clock,
}: SessionDependencies): SessionService {
  const known = new WeakMap<FastifyRequest, SessionUser | null>();
  const knownVisits = new WeakMap<FastifyRequest, Visit>();
  const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60_000);

  const readUser = async (
    visit: Visit | undefined,
    reply: FastifyReply | undefined,
  ): Promise<SessionUser | null> => {
    if (visit?.kind !== 'session') return null;
    const now = clock.now();
    const session = await repository.liveSession(visit.idHash, now);
    if (!session) return null;
    const user = { subscriberId: session.subscriberId, idHash: visit.idHash };
    if (!reply || now.getTime() - session.lastSeenAt.getTime() <= SLIDE_EVERY_MS)
      return { ...user, expiresAt: session.expiresAt };
    await repository.slideSession(visit.idHash, now, expiry(now));
    visits.extend(reply, visit.secret);
    return { ...user, expiresAt: expiry(now) };
  };

  /**
   * The visit that a request's cookie proves. An ended session proves none: the holder of its
   * cookie must not continue what was begun in it.
   */
  const liveVisit = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Visit | undefined> => {
    const already = knownVisits.get(request);
    if (already) return already;
    const visit = visits.read(request);
    if (visit?.kind !== 'session' || (await userOf(request, reply))) return visit;
    const now = clock.now();
    return (await repository.wasReplacedSince(visit.idHash, new Date(now.getTime() - REPEAT_MS)))
      ? visit
      : undefined;
  };

  const userOf: SessionService['userOf'] = async (request, reply) => {
    const already = known.get(request);
    if (already !== undefined) return already ?? undefined;
    const user = await readUser(visits.read(request), reply);
    known.set(request, user);
    return user ?? undefined;
  };

  const requireUser: SessionService['requireUser'] = async (request, reply) => {
    const user = await userOf(request, reply);
    if (!user) throw new AppError('not_signed_in', 'Please sign in with your number first.');
    return user;
  };

  const requireCsrf = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visit = await liveVisit(request, reply);
    const token = request.headers['x-csrf-token'];
    if (visit && typeof token === 'string' && visits.isCsrfToken(visit, token)) return;
    throw new AppError(
      'csrf_token_invalid',
      'This page has become too old. Please reload it and try again.',
    );
  };

  /**
   * Makes the device of a request's access token the user of the request. Only the guards of calls
   * that devices may make run this, so that a device's token counts in no other call. A bearer
   * token that is no device's is ignored, as it always was. Throws `invalid_token`.
   */
  const admitDevice = async (request: FastifyRequest): Promise<void> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && token?.startsWith(DEVICE_TOKEN_PREFIX))
      known.set(request, await devices.userOf(token));
  };

  const prepareWithin = async (
    within: IdentityRepository,
    { seed, subscriberId, device }: NewSession,
  ): Promise<string> => {
    const { idHash } = visits.sessionOf(seed);
    const now = clock.now();
    const session = { idHash, subscriberId, device, now, expiresAt: expiry(now) };
    await within.insertSession(session, MAX_SESSIONS);
    return idHash;
  };

  const handOut: SessionService['handOut'] = async (request, reply, { seed, subscriberId }) => {
    const before = visits.read(request);
    const { secret, idHash } = visits.sessionOf(seed);
    const now = clock.now();
    visits.extend(reply, secret);
    if (before?.kind === 'session' && before.idHash !== idHash)
      await repository.replaceSession(before.idHash, idHash, now);
    known.set(request, { subscriberId, idHash, expiresAt: expiry(now) });
  };

  return {
    userOf,
    requireUser,
    visitOf: async (request, reply) => {
      const visit = (await liveVisit(request, reply)) ?? visits.begin(request, reply);
      knownVisits.set(request, visit);
      return visit;
    },
    prepare: (tx, session) => prepareWithin(repository.within(tx), session),
    handOut,
    renew: async (request, reply, subscriberId) => {
      const session = { seed: randomToken(), subscriberId };
      await prepareWithin(repository, { ...session, device: deviceKindOf(request.headers) });
      await handOut(request, reply, session);
    },
    dropHint: async (request, reply) => {
      const visit = await liveVisit(request, reply);
      if (visit?.kind !== 'session') visits.dropHint(request, reply);
    },
    idOf: (seed) => visits.sessionOf(seed).idHash,
    isLive: async (idHash) => (await repository.liveSession(idHash, clock.now())) !== undefined,
    discard: (idHash) => repository.discardSession(idHash),
    signOut: async (request, reply, everywhere) => {
      const user = await requireUser(request, reply);
      if (everywhere) await repository.revokeSessionsOf(user.subscriberId, clock.now());
      else await repository.revokeSession(user, clock.now());
      visits.end(reply);
      known.set(request, null);
    },
    revokeAll: (subscriberId) => repository.revokeSessionsOf(subscriberId, clock.now()),
    guards: {
      csrf: requireCsrf,
      'anyone+device': admitDevice,
      session: async (request, reply) => void (await requireUser(request, reply)),
      'session+device': async (request, reply) => {
        await admitDevice(request);
        await requireUser(request, reply);
      },
      'session+csrf': async (request, reply) => {
        await requireCsrf(request, reply);
        await requireUser(request, reply);
      },
    },
  };
}
