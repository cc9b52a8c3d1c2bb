import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { NewId } from '../platform/ids.ts';
import { hashToken, randomToken, sameText } from '../platform/secrets/keyed-hash.ts';
import type { IdentityRepository, NumberProof } from './identity.repository.ts';

/** A proof is valid for 15 minutes. */
const PROOF_LIFE_MS = 15 * 60_000;

export interface ProofService {
  /**
   * Issues a proof of a number that the carrier's network vouched for, in this visit and
   * transaction, and returns its one-time token.
   */
  vouch(input: {
    visitorId: string;
    transactionId: string;
    msisdn: Msisdn;
  }): Promise<{ token: string }>;
  /**
   * This visit's proof of the number in this transaction. The stored proof decides; a token in the
   * request must match it, so a replayed or foreign token proves nothing. The caller checks what
   * the proof has already granted.
   */
  find(input: {
    visitorId: string;
    transactionId: string;
    msisdn: Msisdn;
    token: string | undefined;
  }): Promise<NumberProof | undefined>;
  /** Whether the network proved this number in this visit within the last 15 minutes. */
  isVouchedFor(visitorId: string, msisdn: Msisdn): Promise<boolean>;
  /**
   * Binds a proof to the subscription that it grants, in the same transaction; `false` when it may
   * no longer grant.
   */
  grant(tx: Database, proof: NumberProof, subscriptionId: string): Promise<boolean>;
}

/**
 * Proves a number by header enrichment of the carrier's own listener. The server stores the proofs.
 */
export function createProofService({
  repository,
  clock,
  newId,
}: {
  repository: IdentityRepository;
  clock: Clock;
  newId: NewId;
}): ProofService {
  return {
    vouch: async ({ visitorId, transactionId, msisdn }) => {
      const token = randomToken();
      const now = clock.now();
      await repository.insertProof({
        id: newId(),
        visitorId,
        transactionId,
        msisdn,
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + PROOF_LIFE_MS),
        usedAt: null,
        grantedSubscriptionId: null,
      });
      return { token };
    },
    find: async ({ visitorId, transactionId, msisdn, token }) => {
      const proof = await repository.newestProof(visitorId, transactionId, clock.now());
      if (!proof || proof.msisdn !== msisdn) return undefined;
      return token === undefined || sameText(proof.tokenHash, hashToken(token)) ? proof : undefined;
    },
    isVouchedFor: (visitorId, msisdn) => repository.isVouchedFor(visitorId, msisdn, clock.now()),
    grant: (tx, proof, subscriptionId) =>
      repository
        .within(tx)
        .grantProof(proof, subscriptionId, proof.grantedSubscriptionId, clock.now()),
  };
}
