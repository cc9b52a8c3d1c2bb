import type { careRefund } from '@bonisa/contract/studio/care.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';

type Refund = StudioReplyOf<typeof careRefund>['refund'];

/** What became of a refund, in a sentence. */
export function refundSentence({ outcome, amount }: Refund): string {
  switch (outcome) {
    case 'waiting':
      return `R${amount} waits for a second person.`;
    case 'succeeded':
      return `R${amount} is given back.`;
    case 'unknown':
      return `R${amount} is not given back yet: it waits for the carrier.`;
    case 'denied':
      return `The carrier refused to give R${amount} back.`;
  }
}
