import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Client, ClientsRepository } from '../store/clients.repository.ts';
import type { Clock } from '../store/clock.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';

/**
 * The maximum lifetime of an assertion: CAMARA Security and Interoperability Profile, 300 seconds.
 */
const LIFETIME_SECONDS = 300;
/** How long after its end an assertion is still accepted, for differing clocks. */
const LATE_SECONDS = 10;
/** How far ahead a client's clock may be: the profile refuses an `iat` in the future. */
const EARLY_SECONDS = 2;

const REFUSED =
  'The assertion is not signed by the client, not meant for this endpoint, or not valid now.';

/**
 * The use of an assertion: to authenticate a client, as a grant, or as a signed authentication
 * request.
 */
export type AssertionUse = 'client' | 'grant' | 'request';

/**
 * The claims that each use requires besides `iss`, `aud`, `exp` and `jti`. The profile recommends
 * `iat` to a client and requires it elsewhere.
 */
const REQUIRED: Record<AssertionUse, string[]> = {
  client: ['sub'],
  grant: ['sub', 'iat'],
  request: ['iat'],
};

const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().optional(),
  exp: z.number(),
  iat: z.number().optional(),
  jti: z.string().min(1).max(256),
  scope: z.string().optional(),
});

export type AssertionClaims = z.infer<typeof claimsSchema>;
export type AssertionReading =
  | { client: Client; claims: AssertionClaims }
  /** `why`: what the client is not told, for the log. */
  | { refusal: string; why?: string };

export interface Assertions {
  /**
   * Checks a JWT of a registered client: its key, audience, lifetime, and that it is new.
   * @param audiences the allowed values of its `aud`.
   */
  read(jwt: string, use: AssertionUse, audiences: readonly string[]): Promise<AssertionReading>;
}

export function createAssertions(deps: {
  clients: ClientsRepository;
  settings: SettingsRepository;
  clock: Clock;
}): Assertions {
  const { clients, settings, clock } = deps;

  async function verify(
    jwt: string,
    use: AssertionUse,
    audiences: readonly string[],
  ): Promise<AssertionReading> {
    try {
      const { iss = '', exp = 0, iat } = decodeJwt(jwt);
      const client = clients.find(iss);
      // A test clock moves business times and neither TLS nor JWT; a client that signs by the moved
      // clock is accepted as well.
      const currentDate = [clock.real(), clock.now()].find((time) => livesAt({ exp, iat }, time));
      if (!client) return { refusal: REFUSED, why: 'no client has the name of its issuer' };
      if (!currentDate) return { refusal: REFUSED, why: 'it is not valid now' };
      const { payload } = await jwtVerify(jwt, await importJWK(client.jwk, 'ES256'), {
        algorithms: ['ES256'],
        audience: [...audiences],
        issuer: client.id,
        currentDate,
        clockTolerance: LATE_SECONDS,
        requiredClaims: ['exp', 'jti', ...REQUIRED[use]],
      });
      return { client, claims: claimsSchema.parse(payload) };
    } catch (error) {
      const { claim, message } = error as Error & { claim?: string };
      const meant = claim === 'aud' ? `, which must be one of ${audiences.join(', ')}` : '';
      return { refusal: REFUSED, why: `${message}${meant}` };
    }
  }

  return {
    async read(jwt, use, audiences) {
      const reading = await verify(jwt, use, audiences);
      if ('refusal' in reading) return reading;
      const { client, claims } = reading;
      if (claims.iat !== undefined && claims.exp - claims.iat > LIFETIME_SECONDS)
        return { refusal: `The assertion may live for ${LIFETIME_SECONDS} seconds at most.` };
      const expiresAt = new Date((claims.exp + LATE_SECONDS) * 1000);
      if (!settings.useAssertion(`${use}:${client.id}:${claims.jti}`, expiresAt))
        return { refusal: 'The assertion was used before.' };
      return reading;
    },
  };
}

/**
 * Whether an assertion is not expired, not signed in the future, and not valid for longer than the
 * profile allows.
 */
function livesAt({ exp, iat }: { exp: number; iat: number | undefined }, time: Date): boolean {
  const seconds = time.getTime() / 1000;
  const isEarly = iat !== undefined && iat > seconds + EARLY_SECONDS;
  return (
    !isEarly && exp + LATE_SECONDS > seconds && exp <= seconds + LIFETIME_SECONDS + EARLY_SECONDS
  );
}
