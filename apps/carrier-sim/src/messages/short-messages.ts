import { v7 as uuid } from 'uuid';
import type { Live } from '../sim/live.ts';
import type { Clock } from '../store/clock.ts';
import type {
  Message,
  MessageReference,
  MessagesRepository,
} from '../store/messages.repository.ts';

/** The short message centre. It delivers into the handset at once. */
export interface ShortMessages {
  /**
   * Delivers a text from the service's short code to a handset.
   * @param reference the sender's name for the message.
   */
  deliver(msisdn: string, text: string, reference?: MessageReference): Message;
}

export function createShortMessages(deps: {
  messages: MessagesRepository;
  clock: Clock;
  live: Live;
  shortCode: string;
}): ShortMessages {
  return {
    deliver(msisdn, text, reference) {
      const message: Message = {
        id: uuid(),
        msisdn,
        direction: 'received',
        peer: deps.shortCode,
        text,
        at: deps.clock.now(),
        taken: true,
      };
      deps.messages.add(message, reference);
      deps.live.tell('messages', msisdn);
      return message;
    },
  };
}
