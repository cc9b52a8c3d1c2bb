import type { Access } from '../camara/access.ts';
import { CamaraError } from '../camara/errors.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { MessagesRepository } from '../store/messages.repository.ts';
import { msisdnFromE164 } from '../store/numbers.ts';
import type { ShortMessages } from './short-messages.ts';

export interface MessageRequest {
  to: string;
  text: string;
  clientReference: string;
}

export interface MessageApiService {
  /**
   * Sends a short message once: a repeated reference has the same answer and sends nothing.
   * @throws CamaraError IDENTIFIER_NOT_FOUND, PERMISSION_DENIED (a token for another number),
   * SERVICE_NOT_APPLICABLE (barred), ALREADY_EXISTS (the reference belongs to another message)
   */
  send(access: Access, request: MessageRequest): { messageId: string; isNew: boolean };
}

export function createMessageApiService(deps: {
  database: Database;
  handsets: HandsetsRepository;
  messages: MessagesRepository;
  shortMessages: ShortMessages;
}): MessageApiService {
  return {
    send(access, { to, text, clientReference }) {
      const msisdn = msisdnFromE164(to);
      if (msisdn === undefined) throw new CamaraError('IDENTIFIER_NOT_FOUND');
      if (access.msisdn !== undefined && access.msisdn !== msisdn)
        throw new CamaraError('PERMISSION_DENIED');
      if (deps.handsets.find(msisdn).smsBarred) throw new CamaraError('SERVICE_NOT_APPLICABLE');
      const reference = { clientId: access.clientId, reference: clientReference };
      return deps.database.transaction(() => {
        const earlier = deps.messages.findByReference(reference);
        if (!earlier)
          return { messageId: deps.shortMessages.deliver(msisdn, text, reference).id, isNew: true };
        if (earlier.msisdn !== msisdn || earlier.text !== text)
          throw new CamaraError('ALREADY_EXISTS');
        return { messageId: earlier.id, isNew: false };
      });
    },
  };
}
