/**
 * Short messages to a handset. CAMARA has no API for them: this one is agreed with the carrier, in
 * CAMARA's style.
 */
import { toE164 } from '@bonisa/domain/numbers/msisdn';
import { notDoneOrUnknown, UNREADABLE } from './camara.answers.ts';
import type { Caller } from './camara.calls.ts';
import { detailOf } from './camara.payments.ts';
import { acceptedMessage } from './camara.schemas.ts';
import type { MessageOutcome, MessagesPort } from './messages.port.ts';

export function createMessages({ ask, timeouts }: Caller): MessagesPort {
  return {
    async sendMessage({ msisdn, text, reference }): Promise<MessageOutcome> {
      const answer = await ask({
        method: 'POST',
        api: 'messages',
        path: '/messages',
        correlator: reference,
        // About this one message: the others must not wait for it.
        theirs: ['NOT_FOUND', 'INVALID_ARGUMENT', 'OUT_OF_RANGE'],
        scope: 'messages:send',
        body: { to: toE164(msisdn), text, clientReference: reference },
        timeoutMs: timeouts.message,
      });
      if (answer.kind === 'refused') return { outcome: 'refused', detail: detailOf(answer) };
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const accepted = acceptedMessage.safeParse(answer.body);
      return accepted.success
        ? { outcome: 'accepted', messageId: accepted.data.messageId }
        : UNREADABLE;
    },
  };
}
