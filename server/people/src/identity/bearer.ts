import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { SessionUser } from './session.service.ts';
import type { SessionRightsCache } from './session-rights-cache.ts';

const LIFE_SECONDS = 600;

/** The claims of a token. */
const claimsSchema = z.strictObject({
  /** The subscriber. */
  sub: z.int(),
  /** The session that the token was issued for. */
  sid: z.string(),
  /** Whether the holder could watch at that time. */
  may_watch: z.boolean(),
});

export interface BearerDependencies {
  readonly key: Buffer;
  readonly sessionRights: SessionRightsCache;
  readonly clock: Clock;
}

/**
 * The bearer tokens of the content API (row P3): signed, valid for ten minutes and at most as long
 * as their session. A token that was issued with the right to watch ends with that right. A blocked
 * number gets none.
 */
export function createBearerTokens({ key, sessionRights, clock }: BearerDependencies) {
  const tokens = createSignedTokens({ key, purpose: 'content.bearer', claims: claimsSchema });

  const verify = async (token: string): Promise<{ subscriberId: number }> => {
    const reading = tokens.read(token, clock.now());
    if (!reading.ok) throw ended(reading.refusal);
    const { sub, sid, may_watch } = reading.claims;
    const standing = await sessionRights.of(sid);
    if (!standing || standing.subscriberId !== sub || isBlocked(standing.entitlement))
      throw ended();
    if (may_watch && !standing.entitlement.entitled) throw ended();
    return { subscriberId: standing.subscriberId };
  };

  /** The subscriber of this request's token. Throws `invalid_token`. */
  const holderOf = async (request: FastifyRequest): Promise<{ subscriberId: number }> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token)
      throw new AppError('invalid_token', 'This needs a bearer token.');
    return await verify(token);
  };

  return {
    /** Issues a token for the signed-in subscriber. Throws `not_entitled` for a blocked number. */
    issue: async (
      user: SessionUser,
    ): Promise<{ access_token: string; token_type: 'Bearer'; expires_in: number }> => {
      const { entitlement } = await sessionRights.ofUser(user);
      if (isBlocked(entitlement))
        throw new AppError('not_entitled', 'Subscription services are blocked for this number.');
      const token = tokens.issue(
        { sub: user.subscriberId, sid: user.idHash, may_watch: entitlement.entitled },
        new Date(clock.now().getTime() + LIFE_SECONDS * 1000),
      );
      return { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS };
    },
    /**
     * The subscriber of a token. Throws `invalid_token` for a foreign or expired token, and after
     * the subscriber signed out or lost the right to watch.
     */
    verify,
    holderOf,
    guard: (async (request) => void (await holderOf(request))) satisfies onRequestHookHandler,
  };
}

function isBlocked(entitlement: { readonly entitled: boolean; readonly reason?: string }): boolean {
  return !entitlement.entitled && entitlement.reason === 'blocked';
}

function ended(cause?: unknown): AppError {
  return new AppError('invalid_token', 'The bearer token is not valid any more.', { cause });
}
