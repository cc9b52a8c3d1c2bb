import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { hashToken, randomToken, sameText } from '@bonisa/kit/secrets/keyed-hash';
import type { IdentityRepository, NumberProof } from './identity.repository.ts';

/** A proof is valid for 15 minutes. */
const PROOF_LIFE_MS = 15 * 60_000;

export interface ProofRequest {
  readonly visitorId: string;
  readonly transactionId: string;
  readonly msisdn: Msisdn;
  readonly token: string | undefined;
}

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
  find(input: ProofRequest): Promise<NumberProof | undefined>;
  /**
   * The same, and whether the network proved this number in this visit within the last 15 minutes,
   * in any transaction.
   */
  inVisit(input: ProofRequest): Promise<{ proof: NumberProof | undefined; vouched: boolean }>;
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
  const inVisit: ProofService['inVisit'] = async (input) => {
    const { newest, vouched } = await repository.proofsOf(input, clock.now());
    return { proof: newest && isProvenBy(newest, input) ? newest : undefined, vouched };
  };

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
    find: async (input) => (await inVisit(input)).proof,
    inVisit,
    grant: (tx, proof, subscriptionId) =>
      repository
        .within(tx)
        .grantProof(proof, subscriptionId, proof.grantedSubscriptionId, clock.now()),
  };
}

/** Whether a stored proof is of the requested number; a token in the request must be its own. */
function isProvenBy(proof: NumberProof, { msisdn, token }: ProofRequest): boolean {
  if (proof.msisdn !== msisdn) return false;
  return token === undefined || sameText(proof.tokenHash, hashToken(token));
}
