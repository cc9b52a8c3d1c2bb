import type { Dispatcher } from 'undici';
import { v7 as uuid } from 'uuid';
import type { Outbox } from '../notify/outbox.ts';
import type { Live } from '../sim/live.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { Handset, HandsetChange, HandsetsRepository } from '../store/handsets.repository.ts';
import type { Message, MessagesRepository } from '../store/messages.repository.ts';
import { randFromCents } from '../store/money.ts';
import { e164 } from '../store/numbers.ts';
import { forwardMessage, type InboundAddress, type InboundOutcome } from './inbound.client.ts';

/** Messages from handsets to the service: short messages and top-ups. */
export interface HandsetMessages {
  /**
   * Sends a text to the service and waits for its answer. The text stays in the handset in either
   * case.
   */
  send(msisdn: string, text: string): Promise<{ outcome: InboundOutcome; message: Message }>;
  /**
   * Adds airtime at once and notifies the service in the background, at least once.
   * @param cents the amount.
   */
  topUp(msisdn: string, cents: number): { id: string; at: string; amount: string };
  /** Changes a handset. An increase of airtime is a top-up, of which the service is notified. */
  change(msisdn: string, change: HandsetChange): Handset;
}

/** The database truncates a text at NUL. */
const PICTURE_OF_NUL = '\u2400';

export function createHandsetMessages(deps: {
  database: Database;
  handsets: HandsetsRepository;
  messages: MessagesRepository;
  outbox: Outbox;
  dispatcher: Dispatcher;
  clock: Clock;
  live: Live;
  inbound: InboundAddress | undefined;
  shortCode: string;
}): HandsetMessages {
  const { database, handsets, messages, outbox, clock, live, inbound } = deps;

  function tellTopUp(msisdn: string, cents: number): { id: string; at: string; amount: string } {
    const topUp = { id: uuid(), at: clock.now().toISOString(), amount: randFromCents(cents) };
    if (inbound)
      outbox.add({
        url: `${inbound.url}/top-ups`,
        token: inbound.token,
        contentType: 'application/json',
        body: { ...topUp, phoneNumber: e164(msisdn) },
      });
    return topUp;
  }

  return {
    async send(msisdn, text) {
      const message: Message = {
        id: uuid(),
        msisdn,
        direction: 'sent',
        peer: deps.shortCode,
        text: text.replaceAll('\0', PICTURE_OF_NUL),
        at: clock.now(),
        taken: false,
      };
      messages.add(message);
      live.tell('messages', msisdn);
      const outcome = await forwardMessage(
        inbound,
        { id: message.id, at: message.at.toISOString(), from: e164(msisdn), text },
        deps.dispatcher,
      );
      if (outcome === 'taken') messages.setTaken(message.id, true);
      live.tell('messages', msisdn);
      return { outcome, message };
    },
    topUp(msisdn, cents) {
      const topUp = database.transaction(() => {
        handsets.giveAirtime(msisdn, cents);
        return tellTopUp(msisdn, cents);
      });
      live.tell('handset', msisdn);
      return topUp;
    },
    change(msisdn, change) {
      const handset = database.transaction(() => {
        const more = (change.airtimeCents ?? 0) - handsets.find(msisdn).airtimeCents;
        if (more > 0) tellTopUp(msisdn, more);
        return handsets.change(msisdn, change);
      });
      live.tell('handset', msisdn);
      return handset;
    },
  };
}
