import type { careCharge } from '@bonisa/contract/studio/care.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';

/** The evidence of one charge with a proposed answer. */
export type ChargeAnswer = StudioReplyOf<typeof careCharge>;
export type Verdict = 'later' | 'rejected' | 'upheld';

/** The verdict that stands first in the form, by what the evidence proposes. */
export function firstVerdict({ proposal, charge }: ChargeAnswer): Verdict {
  if (proposal.verdict === 'too_early') return 'later';
  return proposal.verdict === 'upheld' && charge.left !== '0.00' ? 'upheld' : 'rejected';
}
