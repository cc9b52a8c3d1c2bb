import type { Role } from '@bonisa/domain/staff/staff-roles';
import { isSessionLive, SESSION_IDLE_MS } from '@bonisa/domain/staff/staff-session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import '@fastify/cookie';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { networkOf } from '@bonisa/kit/http/client-network';
import type { NewId } from '@bonisa/kit/ids';
import { withoutNumbers } from '@bonisa/kit/logger';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSigner } from '@bonisa/kit/secrets/signed-token';
import type { StaffSession, StaffSessionRepository } from './session.repository.ts';

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const SEE_EVERY_MS = 60_000;
const LONGEST_AGENT = 200;

/** The signed-in person of a request. */
export interface SignedIn {
  readonly session: StaffSession;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** Whether the request shows the CSRF token of its session. */
  readonly csrf: boolean;
  readonly csrfToken: string;
}

/** A session that begins: whose, how proven. */
export interface NewSession {
  readonly accountId: string;
  readonly method: StaffSession['method'];
  readonly refusedBefore: number;
  /** When the factor was shown; a company's sign-in says when. */
  readonly factorAt: Date;
}

export interface StaffSessions {
  /** The person of a request; read once for each request. */
  of(request: FastifyRequest): Promise<SignedIn | undefined>;
  /**
   * Writes a session in the transaction of the sign-in. `handOut` then sets its cookie; the session
   * of the browser before is ended.
   */
  begin(tx: Database, request: FastifyRequest, begun: NewSession): Promise<BegunSession>;
  handOut(reply: FastifyReply, begun: BegunSession): void;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Sessions of an account that may still be used. */
  list(accountId: string): Promise<StaffSession[]>;
  /** The sign-in before a session's own. */
  before(session: StaffSession): Promise<StaffSession | undefined>;
  csrfTokenOf(secret: string): string;
}

export interface BegunSession {
  readonly secret: string;
  readonly csrfToken: string;
}

export interface StaffSessionDependencies {
  readonly repository: StaffSessionRepository;
  readonly key: Buffer;
  readonly config: {
    readonly studio: { readonly sessionCookie: string; readonly secureCookies: boolean };
  };
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Sessions of the studio: a random secret in a cookie, of which only the hash is stored. */
export function createStaffSessions({
  repository,
  key,
  config: { studio },
  clock,
  newId,
}: StaffSessionDependencies): StaffSessions {
  const csrf = createSigner(key, 'studio.csrf');
  const known = new WeakMap<FastifyRequest, SignedIn | null>();
  const { sessionCookie: cookie, secureCookies: secure } = studio;
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;

  const read = async (
    request: FastifyRequest,
    rows: StaffSessionRepository,
  ): Promise<SignedIn | null> => {
    const secret = request.cookies[cookie];
    if (!secret || !SECRET.test(secret)) return null;
    const found = await rows.find(hashToken(secret));
    const now = clock.now();
    if (!found || !isSessionLive(found.session, now)) return null;
    if (now.getTime() - found.session.lastSeenAt.getTime() > SEE_EVERY_MS)
      await rows.see(found.session.idHash, now);
    const shown = request.headers['x-csrf-token'];
    return {
      ...found,
      csrf: typeof shown === 'string' && csrf.matches(secret, shown),
      csrfToken: csrf.sign(secret),
    };
  };

  const personOf = async (
    request: FastifyRequest,
    rows: StaffSessionRepository,
  ): Promise<SignedIn | undefined> => {
    const already = known.get(request);
    if (already !== undefined) return already ?? undefined;
    const person = await read(request, rows);
    known.set(request, person);
    return person ?? undefined;
  };
  const of: StaffSessions['of'] = (request) => personOf(request, repository);

  return {
    of,
    begin: async (tx, request, begun) => {
      const secret = randomToken();
      const now = clock.now();
      const within = repository.within(tx);
      // In the transaction: a request that shows an API key has not read its session yet, and the
      // embedded database has no second connection.
      const before = await personOf(request, within);
      if (before) await within.end(before.session.accountId, { id: before.session.id }, now);
      await within.insert({
        ...begun,
        idHash: hashToken(secret),
        id: newId(),
        createdAt: now,
        lastSeenAt: now,
        network: networkOf(request.ip),
        agent: agentOf(request),
        endedAt: null,
      });
      return { secret, csrfToken: csrf.sign(secret) };
    },
    handOut: (reply, { secret }) => {
      reply.setCookie(cookie, secret, attributes);
    },
    end: async (request, reply) => {
      const person = await of(request);
      if (person)
        await repository.end(person.session.accountId, { id: person.session.id }, clock.now());
      known.set(request, null);
      reply.clearCookie(cookie, attributes);
    },
    list: async (accountId) => {
      const now = clock.now();
      const since = new Date(now.getTime() - SESSION_IDLE_MS);
      const sessions = await repository.ofAccount(accountId, since);
      return sessions.filter((session) => isSessionLive(session, now));
    },
    before: (session) => repository.before(session),
    csrfTokenOf: (secret) => csrf.sign(secret),
  };
}

function agentOf(request: FastifyRequest): string {
  const agent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '');
  return withoutNumbers(agent).slice(0, LONGEST_AGENT);
}
