import { randomBytes } from 'node:crypto';
import type { Clock } from '../store/clock.ts';
import type { GrantsRepository } from '../store/grants.repository.ts';

const LIFE_SECONDS = 300;

/**
 * Temporary tokens that a handset gets with its SIM (GSMA TS.43) over any connection; a client
 * redeems one as `operatortoken:…`.
 */
export interface OperatorTokens {
  issue(msisdn: string): { operator_token: string; expires_in: number };
  /** @returns the number of the SIM, once; undefined for an expired, used or unknown token. */
  redeem(token: string): string | undefined;
}

export function createOperatorTokens({
  grants,
  clock,
}: {
  grants: GrantsRepository;
  clock: Clock;
}): OperatorTokens {
  return {
    issue(msisdn) {
      const token = randomBytes(24).toString('base64url');
      grants.add(
        token,
        { kind: 'operator-token', msisdn },
        new Date(clock.real().getTime() + LIFE_SECONDS * 1000),
      );
      return { operator_token: token, expires_in: LIFE_SECONDS };
    },
    redeem: (token) => grants.take(token, 'operator-token', clock.real())?.msisdn,
  };
}
