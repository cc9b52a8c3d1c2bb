import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { SessionUser } from './session.service.ts';

const LIFE_SECONDS = 600;
const AUDIENCE = 'content';

/** The bearer tokens of the content API (row P3): signed, ten minutes, bound to nothing that could be looked up from them. */
export function createBearerTokens({ key, clock }: { key: Buffer; clock: Clock }) {
  const verify = async (token: string): Promise<{ subscriberId: number }> => {
    const { payload } = await jwtVerify(token, key, { audience: AUDIENCE, algorithms: ['HS256'], currentDate: clock.now() });
    return { subscriberId: Number(payload.sub) };
  };

  /** The subscriber whose token this request carries. Throws `invalid_token`. */
  const holderOf = async (request: FastifyRequest): Promise<{ subscriberId: number }> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('invalid_token', 'This needs a bearer token.');
    return await verify(token).catch((error: unknown) => {
      throw new AppError('invalid_token', 'The bearer token is not valid any more.', { cause: error });
    });
  };

  return {
    issue: async (user: SessionUser): Promise<{ access_token: string; token_type: 'Bearer'; expires_in: number }> => {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(user.subscriberId))
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFE_SECONDS)
        .sign(key);
      return { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS };
    },
    verify,
    holderOf,
    guard: (async (request) => void (await holderOf(request))) satisfies onRequestHookHandler,
  };
}
