import { v7 as uuid } from 'uuid';
import type { Outbox } from '../notify/outbox.ts';
import type { Clock } from '../store/clock.ts';

/** So that the answer to the call is usually there before the news of it. */
const NEWS_AFTER_MS = 100;

/** An event of a billing API, before it is put into its envelope. */
export interface BillingEvent {
  type: string;
  source: string;
  data: Record<string, string>;
}

export interface EventTarget {
  sink: string | null;
  sinkToken: string | null;
  sinkTokenExpires: Date | null;
  /** Of the call that the event is news of. */
  correlator: string | null;
}

/** Sends billing events to the sink of a payment or refund: CloudEvents 1.0, structured mode. */
export interface CloudEvents {
  /**
   * @param twice the same event, same id, goes out two times.
   * Without a sink, without its token, or once that token is late, nothing is sent.
   */
  send(target: EventTarget, event: BillingEvent, twice: boolean): void;
}

export function createCloudEvents(deps: { outbox: Outbox; clock: Clock }): CloudEvents {
  const { outbox, clock } = deps;
  return {
    send({ sink, sinkToken, sinkTokenExpires, correlator }, { type, source, data }, twice) {
      if (sink === null || sinkToken === null) return;
      if (sinkTokenExpires !== null && isPast(sinkTokenExpires, clock)) return;
      const body = {
        id: uuid(),
        source,
        specversion: '1.0',
        type,
        datacontenttype: 'application/json',
        time: clock.now().toISOString(),
        data,
      };
      for (let copy = 0; copy < (twice ? 2 : 1); copy += 1) {
        outbox.add({
          url: sink,
          token: sinkToken,
          contentType: 'application/cloudevents+json',
          body,
          correlator,
          afterMs: NEWS_AFTER_MS,
        });
      }
    },
  };
}

/**
 * A token's end may be told in the machine's time or in the test clock's: it is late when both say
 * so.
 */
function isPast(time: Date, clock: Clock): boolean {
  return time < clock.now() && time < clock.real();
}
