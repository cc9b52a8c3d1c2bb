/** Short messages to a handset. CAMARA has no API for them: this one is agreed with the carrier, in CAMARA's style. */
import { toE164 } from '@bonisa/domain/msisdn';
import { type AskCarrier, type CarrierTimeouts, notDoneOrUnknown, UNREADABLE } from './camara.calls.ts';
import { detailOf } from './camara.payments.ts';
import { acceptedMessage } from './camara.schemas.ts';
import type { Carrier, MessageOutcome } from './carrier.port.ts';

export function createMessages(ask: AskCarrier, timeouts: CarrierTimeouts): Pick<Carrier, 'sendMessage'> {
  return {
    async sendMessage({ msisdn, text, reference }): Promise<MessageOutcome> {
      const answer = await ask({
        method: 'POST',
        path: '/messages/v1/messages',
        scope: 'messages:send',
        body: { to: toE164(msisdn), text, clientReference: reference },
        timeoutMs: timeouts.message,
      });
      if (answer.kind === 'refused') return { outcome: 'refused', detail: detailOf(answer) };
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const accepted = acceptedMessage.safeParse(answer.body);
      return accepted.success ? { outcome: 'accepted', messageId: accepted.data.messageId } : UNREADABLE;
    },
  };
}
