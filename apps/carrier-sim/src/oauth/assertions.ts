import { decodeJwt, importJWK, type JWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../store/clock.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';

/** The longest an assertion may live: CAMARA Security and Interoperability Profile, 300 seconds. */
const LIFETIME_SECONDS = 300;
const SKEW_SECONDS = 10;

const REFUSED = 'The assertion is not signed by the client, not meant for this endpoint, or not valid now.';

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1).max(256),
  scope: z.string().optional(),
});

export type AssertionClaims = z.infer<typeof claimsSchema>;
export type AssertionReading = { claims: AssertionClaims } | { refusal: string };

/** The one client of the simulated carrier: our product, known by its public key. */
export interface ClientRegistration {
  id: string;
  jwk: JWK;
}

export interface Assertions {
  /**
   * Checks a JWT that the client signed: its key, audience, lifetime, and that it is used for the first time.
   * @param use keeps the ids of client assertions and of grants apart.
   */
  read(jwt: string, use: 'client' | 'grant'): Promise<AssertionReading>;
}

/**
 * @param audiences the addresses of the token endpoint; asked each time, as the port may be chosen at start.
 */
export async function createAssertions(deps: {
  client: ClientRegistration;
  settings: SettingsRepository;
  clock: Clock;
  audiences: () => string[];
}): Promise<Assertions> {
  const { client, settings, clock } = deps;
  const key = await importJWK(client.jwk, 'ES256');

  async function verify(jwt: string): Promise<AssertionReading> {
    // A test clock moves business, not TLS or JWT; a client that signs by the moved clock is understood all the same.
    const times = [clock.real(), clock.now()];
    const currentDate = times.find((time) => livesAt(jwt, time));
    if (!currentDate) return { refusal: REFUSED };
    try {
      const { payload } = await jwtVerify(jwt, key, {
        algorithms: ['ES256'],
        audience: deps.audiences(),
        issuer: client.id,
        currentDate,
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      });
      return { claims: claimsSchema.parse(payload) };
    } catch {
      return { refusal: REFUSED };
    }
  }

  return {
    async read(jwt, use) {
      const reading = await verify(jwt);
      if ('refusal' in reading) return reading;
      const { exp, iat, jti } = reading.claims;
      if (exp - iat > LIFETIME_SECONDS) return { refusal: 'The assertion may live for 300 seconds at most.' };
      const expiresAt = new Date((exp + SKEW_SECONDS) * 1000);
      if (!settings.useAssertion(`${use}:${jti}`, expiresAt)) return { refusal: 'The assertion was used before.' };
      return reading;
    },
  };
}

function livesAt(jwt: string, time: Date): boolean {
  try {
    const { exp, iat } = decodeJwt(jwt);
    const seconds = time.getTime() / 1000;
    return exp !== undefined && exp + SKEW_SECONDS > seconds && iat !== undefined && iat - SKEW_SECONDS <= seconds;
  } catch {
    return false;
  }
}
