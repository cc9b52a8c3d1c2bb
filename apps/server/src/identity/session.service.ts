import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Guard, Guards } from '../platform/http/call-route.ts';
import type { IdentityRepository } from './identity.repository.ts';
import { SESSION_DAYS, type Visit, type Visits } from './visit.ts';

/** A session's last visit is written at most this often: most requests then only read. */
const SLIDE_EVERY_MS = 60 * 60_000;

/** Who is signed in: the specification's session user is their subscriber_id and package. */
export interface SessionUser {
  readonly subscriberId: number;
  readonly idHash: string;
}

export interface SessionService {
  /** The signed-in user of a request, or `undefined`; read once a request. With a reply the session slides on. */
  userOf(request: FastifyRequest, reply?: FastifyReply): Promise<SessionUser | undefined>;
  /** The same; throws `not_signed_in` (401) where nobody is. */
  requireUser(request: FastifyRequest, reply: FastifyReply): Promise<SessionUser>;
  /** Signs a number in: a new id (rotation), the old session of this browser ended. */
  signIn(request: FastifyRequest, reply: FastifyReply, subscriberId: number): Promise<void>;
  signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void>;
  /** Ends every session of a subscriber. */
  revokeAll(subscriberId: number): Promise<void>;
  /** What calls ask for before their body is read. */
  readonly guards: Guards;
}

export interface SessionDependencies {
  readonly repository: IdentityRepository;
  readonly visits: Visits;
  readonly clock: Clock;
  readonly bearerGuard: Guard;
}

/** Sessions: rotated at sign-in, sliding for 30 days, revocable, kept only as a hash. */
export function createSessionService({ repository, visits, clock, bearerGuard }: SessionDependencies): SessionService {
  const known = new WeakMap<FastifyRequest, SessionUser | null>();
  const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60_000);

  const look = async (visit: Visit | undefined, reply: FastifyReply | undefined): Promise<SessionUser | null> => {
    if (visit?.kind !== 'session') return null;
    const now = clock.now();
    const session = await repository.liveSession(visit.idHash, now);
    if (!session) return null;
    if (reply && now.getTime() - session.lastSeenAt.getTime() > SLIDE_EVERY_MS) {
      await repository.slideSession(visit.idHash, now, expiry(now));
      visits.extend(reply, visit.secret);
    }
    return { subscriberId: session.subscriberId, idHash: visit.idHash };
  };

  const userOf: SessionService['userOf'] = async (request, reply) => {
    const already = known.get(request);
    if (already !== undefined) return already ?? undefined;
    const user = await look(visits.read(request), reply);
    known.set(request, user);
    return user ?? undefined;
  };

  const requireUser: SessionService['requireUser'] = async (request, reply) => {
    const user = await userOf(request, reply);
    if (!user) throw new AppError('not_signed_in', 'Please sign in with your number first.');
    return user;
  };

  const requireCsrf = async (request: FastifyRequest): Promise<void> => {
    const visit = visits.read(request);
    const token = request.headers['x-csrf-token'];
    if (visit && typeof token === 'string' && visits.isCsrfToken(visit, token)) return;
    throw new AppError('csrf_token_invalid', 'This page has become too old. Please reload it and try again.');
  };

  return {
    userOf,
    requireUser,
    signIn: async (request, reply, subscriberId) => {
      const visit = visits.read(request);
      const now = clock.now();
      if (visit?.kind === 'session') await repository.revokeSession(visit.idHash, now);
      const { idHash } = visits.beginSession(reply);
      await repository.insertSession({ idHash, subscriberId, now, expiresAt: expiry(now) });
      known.set(request, { subscriberId, idHash });
    },
    signOut: async (request, reply, everywhere) => {
      const user = await requireUser(request, reply);
      if (everywhere) await repository.revokeSessionsOf(user.subscriberId, clock.now());
      else await repository.revokeSession(user.idHash, clock.now());
      visits.end(reply);
      known.set(request, null);
    },
    revokeAll: (subscriberId) => repository.revokeSessionsOf(subscriberId, clock.now()),
    guards: {
      csrf: async (request) => requireCsrf(request),
      session: async (request, reply) => void (await requireUser(request, reply)),
      'session+csrf': async (request, reply) => {
        await requireCsrf(request);
        await requireUser(request, reply);
      },
      bearer: bearerGuard,
    },
  };
}
