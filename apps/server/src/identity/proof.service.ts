import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, randomToken, sameText } from '../platform/keyed-hash.ts';
import type { IdentityRepository, NumberProof } from './identity.repository.ts';

/** Interfaces 'Who is who': the proof then stands in the session for 15 minutes. */
const PROOF_LIFE_MS = 15 * 60_000;

export interface ProofService {
  /**
   * Keeps what the carrier's network vouched for, for this visit and transaction, and makes the
   * one-time token of it.
   */
  vouch(input: {
    visitorId: string;
    transactionId: string;
    msisdn: Msisdn;
  }): Promise<{ token: string }>;
  /**
   * This visit's proof of the number in this transaction. The visit's own record is the truth; a
   * token that is sent along must be the one of that record, so a replayed or foreign one proves
   * nothing. The caller judges what it has granted already.
   */
  find(input: {
    visitorId: string;
    transactionId: string;
    msisdn: Msisdn;
    token: string | undefined;
  }): Promise<NumberProof | undefined>;
  /** Whether the network has vouched for this number in this visit lately. */
  isVouchedFor(visitorId: string, msisdn: Msisdn): Promise<boolean>;
  /**
   * Binds a proof to what it grants, in the same transaction; `false` where it grants nothing any
   * more.
   */
  grant(tx: Database, proof: NumberProof, subscriptionId: string): Promise<boolean>;
}

/** Proof of a number by header enrichment (the carrier's own listener), held by the server. */
export function createProofService({
  repository,
  clock,
}: {
  repository: IdentityRepository;
  clock: Clock;
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
