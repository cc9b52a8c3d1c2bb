import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, keyedHash, randomToken, sameText } from './tokens.ts';

export const SESSION_COOKIE = 'bonisa_session';
/** Readable by the page: says only that somebody is signed in here, so that a page asks for what is personal. No secret. */
export const HINT_COOKIE = 'bonisa_hint';
/** A session slides: 30 days from the last visit. */
export const SESSION_DAYS = 30;

/** What a request's cookie says: a visitor of whom nothing is kept, or the bearer of a session's secret. */
export type Visit =
  | { readonly kind: 'anonymous'; readonly visitorId: string; readonly secret: string }
  | { readonly kind: 'session'; readonly visitorId: string; readonly secret: string; readonly idHash: string };

export interface Visits {
  /** The visit that the request's cookie proves; `undefined` where it has none or one that we did not make. */
  read(request: FastifyRequest): Visit | undefined;
  /** The same; where there is none a visit begins, and its cookie goes out with the reply. */
  readOrBegin(request: FastifyRequest, reply: FastifyReply): Visit;
  /** Hands out a session's secret; it replaces whatever cookie was there. Answers how the session is kept. */
  beginSession(reply: FastifyReply): { secret: string; idHash: string };
  /** Sets the cookies of a running session anew, for another 30 days. */
  extend(reply: FastifyReply, secret: string): void;
  /** Takes the session's cookies away. */
  end(reply: FastifyReply): void;
  /** The CSRF token of a visit (row A13): bound to the cookie, so that another site cannot know it. */
  csrfToken(visit: Visit): string;
  isCsrfToken(visit: Visit, token: string): boolean;
}

const ANONYMOUS = 'v1.';
const SESSION = 's1.';

/** An anonymous visitor has a signed random id and no row; a row comes with sign-in (design: sessions). */
export function createVisits(options: { visitorKey: Buffer; csrfKey: Buffer; secure: boolean }): Visits {
  const { visitorKey, csrfKey, secure } = options;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const maxAge = SESSION_DAYS * 24 * 60 * 60;

  const read = (request: FastifyRequest): Visit | undefined => {
    const secret = request.cookies[SESSION_COOKIE];
    if (!secret || secret.length > 200) return undefined;
    if (secret.startsWith(SESSION)) {
      const idHash = hashToken(secret);
      return { kind: 'session', visitorId: idHash, secret, idHash };
    }
    const [, id, signature] = secret.split('.');
    if (!secret.startsWith(ANONYMOUS) || !id || !signature || !sameText(signature, keyedHash(visitorKey, id))) return undefined;
    return { kind: 'anonymous', visitorId: id, secret };
  };

  const setSession = (reply: FastifyReply, secret: string): void => {
    reply.setCookie(SESSION_COOKIE, secret, { ...cookie, maxAge });
    reply.setCookie(HINT_COOKIE, '1', { ...cookie, httpOnly: false, maxAge });
  };

  return {
    read,
    readOrBegin: (request, reply) => {
      const known = read(request);
      if (known) return known;
      const id = randomToken();
      const secret = `${ANONYMOUS}${id}.${keyedHash(visitorKey, id)}`;
      reply.setCookie(SESSION_COOKIE, secret, cookie);
      return { kind: 'anonymous', visitorId: id, secret };
    },
    beginSession: (reply) => {
      const secret = `${SESSION}${randomToken()}`;
      setSession(reply, secret);
      return { secret, idHash: hashToken(secret) };
    },
    extend: setSession,
    end: (reply) => {
      reply.clearCookie(SESSION_COOKIE, cookie);
      reply.clearCookie(HINT_COOKIE, { ...cookie, httpOnly: false });
    },
    csrfToken: (visit) => keyedHash(csrfKey, visit.secret),
    isCsrfToken: (visit, token) => sameText(token, keyedHash(csrfKey, visit.secret)),
  };
}
