import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { AskNetwork, NumberCarriers } from './number-carrier.service.ts';

/**
 * Contradicted claims of one carrier that are checked in a minute: each check asks the register or
 * carriers, and one carrier's claims must not use up what the others need.
 */
const CHECKS_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/** How a carrier claims that a number is on its network: what it sends us about the number. */
export const CLAIM_KINDS = ['message', 'top_up', 'enrichment'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/**
 * `accepted`: the number is on the carrier's network. `rejected`: the register or another carrier
 * says that it is not. `undecided`: nobody can say now.
 */
export type ClaimVerdict = 'accepted' | 'rejected' | 'undecided';

/**
 * Why a claim was not accepted. `unchecked`: undecided, and nobody was asked, because the carrier
 * has used up its checks of this minute.
 */
export const DOUBTS = ['rejected', 'undecided', 'unchecked'] as const;
export type Doubt = (typeof DOUBTS)[number];

export interface Claim {
  readonly msisdn: Msisdn;
  /** The carrier that makes the claim, known by its token or its gateway. */
  readonly carrierId: string;
  readonly kind: ClaimKind;
}

export interface NumberClaimsDependencies {
  readonly numberCarriers: Pick<
    NumberCarriers,
    'isAlone' | 'isConfirmed' | 'carrierOf' | 'find' | 'move'
  >;
  readonly askNetwork: AskNetwork;
  readonly clock: Clock;
  /** Receives each claim that was not accepted, for the metric and the log; without the number. */
  readonly onDoubt: (claim: Omit<Claim, 'msisdn'>, doubt: Doubt) => void;
}

/**
 * Judges what a carrier claims about a number. A valid token of one carrier proves nothing about
 * another carrier's number: a claim that contradicts the number's known carrier has no effect until
 * the register of ported numbers, or that carrier itself, confirms that the number has moved.
 */
export function createNumberClaims({
  numberCarriers,
  askNetwork,
  clock,
  onDoubt,
}: NumberClaimsDependencies) {
  const windows = new Map<string, { readonly since: number; checks: number }>();

  /** Whether this carrier's claims may cause one more check in this minute. */
  const mayCheck = (carrierId: string): boolean => {
    const now = clock.now().getTime();
    const open = windows.get(carrierId);
    if (!open || now - open.since >= MINUTE_MS || now < open.since) {
      windows.set(carrierId, { since: now, checks: 1 });
      return true;
    }
    open.checks += 1;
    return open.checks <= CHECKS_A_MINUTE;
  };

  /**
   * Header enrichment signs in and opts in. Unless the register names the claimant, its own network
   * must know the number: its gateway alone could name a number that has left the network.
   */
  const confirm = async ({ msisdn, carrierId, kind }: Claim): Promise<ClaimVerdict> => {
    if (kind !== 'enrichment' || numberCarriers.isConfirmed(msisdn, carrierId)) return 'accepted';
    const isThere = await askNetwork(carrierId, msisdn);
    if (isThere === undefined) return 'undecided';
    return isThere ? 'accepted' : 'rejected';
  };

  const verdictOn = async (claim: Claim): Promise<'accepted' | Doubt> => {
    const { msisdn, carrierId } = claim;
    if ((await numberCarriers.carrierOf(msisdn)) === carrierId) return await confirm(claim);
    if (!mayCheck(carrierId)) return 'unchecked';
    const found = await numberCarriers.find(msisdn);
    if (found === undefined) return 'undecided';
    if (found.carrierId !== carrierId) return 'rejected';
    await numberCarriers.move(msisdn, carrierId);
    return 'accepted';
  };

  return {
    /** Judges a claim; one that is confirmed moves the number to the carrier that makes it. */
    judge: async (claim: Claim): Promise<ClaimVerdict> => {
      if (numberCarriers.isAlone) return 'accepted';
      const verdict = await verdictOn(claim);
      if (verdict === 'accepted') return verdict;
      onDoubt({ carrierId: claim.carrierId, kind: claim.kind }, verdict);
      return verdict === 'unchecked' ? 'undecided' : verdict;
    },
  };
}
