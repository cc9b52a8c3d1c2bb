import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { IdentityRepository } from './identity.repository.ts';
import { hashToken, randomToken, sameText } from './tokens.ts';

/** Seams: the proof then stands in the session for 15 minutes. */
const PROOF_LIFE_MS = 15 * 60_000;

export interface ProofService {
  /** Keeps what the carrier's network vouched for, for this visit and transaction, and makes the one-time token of it. */
  vouch(input: { visitorId: string; transactionId: string; msisdn: Msisdn }): Promise<{ token: string }>;
  /**
   * Whether this visit has proven the number in this transaction. The visit's own record is the truth; a token that is sent
   * along must be the one of that record, so a replayed or foreign one proves nothing.
   */
  isProven(input: { visitorId: string; transactionId: string; msisdn: Msisdn; token: string | undefined }): Promise<boolean>;
  /** What granted something once grants nothing again. */
  useUp(visitorId: string, transactionId: string): Promise<void>;
}

/** Proof of a number by header enrichment (the carrier's own listener), held by the server. */
export function createProofService({ repository, clock }: { repository: IdentityRepository; clock: Clock }): ProofService {
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
      });
      return { token };
    },
    isProven: async ({ visitorId, transactionId, msisdn, token }) => {
      const proof = await repository.liveProof(visitorId, transactionId, clock.now());
      if (!proof || proof.msisdn !== msisdn) return false;
      return token === undefined || sameText(proof.tokenHash, hashToken(token));
    },
    useUp: (visitorId, transactionId) => repository.useProofs(visitorId, transactionId, clock.now()),
  };
}
