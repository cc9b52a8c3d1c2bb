import { v7 as uuid } from 'uuid';
import type { Outbox } from '../notify/outbox.ts';
import type { Clock } from '../store/clock.ts';

/** The answer to the call usually arrives before its event. */
const NEWS_AFTER_MS = 100;

/** An event of a billing API without its envelope. */
export interface BillingEvent {
  type: string;
  source: string;
  data: Record<string, string>;
}

export interface EventTarget {
  sink: string | null;
  sinkToken: string | null;
  sinkTokenExpires: Date | null;
  /** The correlator of the call that caused the event. */
  correlator: string | null;
}

/** Sends billing events to the sink of a payment or refund: CloudEvents 1.0, structured mode. */
export interface CloudEvents {
  /**
   * @param twice sends the same event with the same id two times. Sends nothing without a sink,
   * without its token, or after the token has expired.
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
 * A token's end may be in the machine's time or in the test clock's, so it has expired when both
 * say so.
 */
function isPast(time: Date, clock: Clock): boolean {
  return time < clock.now() && time < clock.real();
}
