import '@fastify/cookie';
import { cookieName, HINT_COOKIE, SESSION_COOKIE } from '@bonisa/contract/cookies';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSigner, type Signer } from '@bonisa/kit/secrets/signed-token';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** A session lasts for 30 days from the last visit. */
export const SESSION_DAYS = 30;

/**
 * The content of a request's cookie: an anonymous visitor without stored data, or the secret of a
 * session.
 */
export type Visit =
  | { readonly kind: 'anonymous'; readonly visitorId: string; readonly secret: string }
  | {
      readonly kind: 'session';
      readonly visitorId: string;
      readonly secret: string;
      readonly idHash: string;
    };

export interface Visits {
  /**
   * The visit in the request's cookie; `undefined` without a cookie or with one that we did not
   * sign. Only its row knows whether a session still lives.
   */
  read(request: FastifyRequest): Visit | undefined;
  /**
   * Starts an anonymous visit. Its cookie replaces every earlier one and the sign-in hint is
   * removed.
   */
  begin(request: FastifyRequest, reply: FastifyReply): Visit;
  /**
   * The session of a secret seed. It is always the same, so that a repeated answer issues no second
   * session.
   */
  sessionOf(seed: string): { secret: string; idHash: string };
  /** Sets the cookies of a session for another 30 days; they replace earlier ones. */
  extend(reply: FastifyReply, secret: string): void;
  /** Removes the sign-in hint, if the request has it. */
  dropHint(request: FastifyRequest, reply: FastifyReply): void;
  /** Removes the session's cookies under the names of http and https. */
  end(reply: FastifyReply): void;
  /**
   * The CSRF token of a visit (row A13), bound to the cookie, so that another site cannot know it.
   */
  csrfToken(visit: Visit): string;
  isCsrfToken(visit: Visit, token: string): boolean;
}

const ANONYMOUS = 'v1';
const SESSION = 's1';
const LONGEST_COOKIE = 200;
/** The cookies whose content is remembered; three megabytes. */
const MOST_READ = 10_000;

export interface VisitOptions {
  readonly visitorKey: Buffer;
  readonly sessionKey: Buffer;
  readonly csrfKey: Buffer;
  /** The site uses https. */
  readonly secure: boolean;
}

/**
 * The cookies of visits and sessions. Both are signed with keys of their own, so that an invented
 * cookie is refused without a query and no client can choose a visitor's id. An anonymous visitor
 * has no row; sign-in creates one.
 */
export function createVisits({ visitorKey, sessionKey, csrfKey, secure }: VisitOptions): Visits {
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const hintCookie = { ...cookie, httpOnly: false } as const;
  const maxAge = SESSION_DAYS * 24 * 60 * 60;
  const sessionName = cookieName(SESSION_COOKIE, secure);
  const hintName = cookieName(HINT_COOKIE, secure);
  const visitors = createSigner(visitorKey, 'visit.anonymous');
  const sessions = createSigner(sessionKey, 'visit.session');
  const csrf = createSigner(csrfKey, 'visit.csrf');
  const newSecret = (kind: string, signer: Signer, id: string): string =>
    `${kind}.${id}.${signer.sign(id)}`;

  const setSession = (reply: FastifyReply, secret: string): void => {
    reply.setCookie(sessionName, secret, { ...cookie, maxAge });
    reply.setCookie(hintName, '1', { ...hintCookie, maxAge });
  };

  /** A cookie always says the same: the signatures of those read lately are not checked again. */
  const readLately = new LRUCache<string, Visit>({ max: MOST_READ });
  const readCookie = (secret: string): Visit | undefined => {
    const [kind, id, signature, ...rest] = secret.split('.');
    if (!id || !signature || rest.length > 0) return undefined;
    if (kind === ANONYMOUS && visitors.matches(id, signature))
      return { kind: 'anonymous', visitorId: id, secret };
    if (kind !== SESSION || !sessions.matches(id, signature)) return undefined;
    const idHash = hashToken(secret);
    return { kind: 'session', visitorId: idHash, secret, idHash };
  };

  const dropHint: Visits['dropHint'] = (request, reply) => {
    if (request.cookies[hintName] !== undefined) reply.clearCookie(hintName, hintCookie);
  };

  return {
    read: (request) => {
      const secret = request.cookies[sessionName];
      if (!secret || secret.length > LONGEST_COOKIE) return undefined;
      const known = readLately.get(secret);
      if (known) return known;
      const visit = readCookie(secret);
      if (visit) readLately.set(secret, visit);
      return visit;
    },
    begin: (request, reply) => {
      const id = randomToken();
      const secret = newSecret(ANONYMOUS, visitors, id);
      reply.setCookie(sessionName, secret, cookie);
      dropHint(request, reply);
      return { kind: 'anonymous', visitorId: id, secret };
    },
    sessionOf: (seed) => {
      const secret = newSecret(SESSION, sessions, seed);
      return { secret, idHash: hashToken(secret) };
    },
    extend: setSession,
    dropHint,
    end: (reply) => {
      // Under both names, so that a site that changed to https leaves no old cookie behind.
      for (const name of new Set([sessionName, SESSION_COOKIE])) reply.clearCookie(name, cookie);
      for (const name of new Set([hintName, HINT_COOKIE])) reply.clearCookie(name, hintCookie);
    },
    csrfToken: (visit) => csrf.sign(visit.secret),
    isCsrfToken: (visit, token) => csrf.matches(visit.secret, token),
  };
}
