import { createHmac, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../store/clock.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';
import { TOKEN_LIFETIME_SECONDS } from './access-tokens.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * ID tokens of the authorization code flow. Their `sub` is a pairwise pseudonym: it reveals no
 * number and differs for each client.
 */
export interface IdTokens {
  issue(of: {
    issuer: string;
    clientId: string;
    msisdn: string;
    nonce: string | undefined;
  }): Promise<string>;
}

export function createIdTokens({
  key,
  settings,
  clock,
}: {
  key: SigningKey;
  settings: SettingsRepository;
  clock: Clock;
}): IdTokens {
  const secret = settings.get('pseudonym_key') ?? randomBytes(32).toString('base64url');
  settings.set('pseudonym_key', secret);
  return {
    issue({ issuer, clientId, msisdn, nonce }) {
      const now = Math.floor(clock.real().getTime() / 1000);
      return new SignJWT({ amr: ['nba'], ...(nonce !== undefined && { nonce }) })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.id })
        .setIssuer(issuer)
        .setSubject(
          createHmac('sha256', secret).update(`${clientId} ${msisdn}`).digest('base64url'),
        )
        .setAudience(clientId)
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_LIFETIME_SECONDS)
        .sign(key.privateKey);
    },
  };
}
