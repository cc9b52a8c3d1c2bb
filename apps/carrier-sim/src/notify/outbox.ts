import { setImmediate as soon } from 'node:timers';
import type { FastifyBaseLogger } from 'fastify';
import { type Dispatcher, request } from 'undici';
import type { OutboxEntry, OutboxRepository } from '../store/outbox.repository.ts';

const AT_ONCE = 16;
const TIMEOUT_MS = 5_000;
/**
 * The pauses after failed deliveries, in milliseconds; after the last one the notification is
 * dropped.
 */
const PAUSES_MS = [500, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** A notification. `afterMs` delays it, so that the answer to the call can arrive first. */
export interface Notification {
  url: string;
  token: string;
  contentType: string;
  body: unknown;
  /** The `x-correlator` of the call that caused it. */
  correlator?: string | null;
  afterMs?: number;
}

/**
 * Delivers notifications at least once, in the background. The transaction that causes a
 * notification stores it and a delivery removes it, so a killed simulator delivers the rest at its
 * next start.
 */
export interface Outbox {
  add(notification: Notification): void;
  /** Starts delivering the notifications of an earlier run. */
  start(): void;
  /** Stops after the deliveries in flight. */
  close(): Promise<void>;
}

export function createOutbox(deps: {
  repository: OutboxRepository;
  dispatcher: Dispatcher;
  log: FastifyBaseLogger;
}): Outbox {
  const { repository, dispatcher, log } = deps;
  const inFlight = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function deliverDue(): void {
    if (closed) return;
    const free = AT_ONCE - inFlight.size;
    if (free > 0) {
      const due = repository.due(new Date(), AT_ONCE).filter((entry) => !inFlight.has(entry.seq));
      for (const entry of due.slice(0, free)) launch(entry);
    }
    schedule();
  }

  function launch(entry: OutboxEntry): void {
    const delivery = deliver(entry).finally(() => {
      inFlight.delete(entry.seq);
      soon(deliverDue);
    });
    inFlight.set(entry.seq, delivery);
  }

  async function deliver(entry: OutboxEntry): Promise<void> {
    const outcome = await send(entry, dispatcher);
    const pause = PAUSES_MS[entry.attempts];
    if (outcome === 'failed' && pause !== undefined) {
      repository.postpone(entry.seq, new Date(Date.now() + pause));
      return;
    }
    if (outcome !== 'taken')
      log.warn({ outcome, attempts: entry.attempts + 1 }, 'notification given up');
    repository.remove(entry.seq);
  }

  function schedule(): void {
    clearTimeout(timer);
    if (closed || inFlight.size >= AT_ONCE) return;
    const next = repository.nextDue();
    if (!next) return;
    // A delivery in flight is due too and wakes this loop at its end; without a minimum wait the
    // loop would be busy.
    const wait = Math.max(next.getTime() - Date.now(), inFlight.size > 0 ? 50 : 0);
    timer = setTimeout(deliverDue, Math.min(wait, 60_000));
    timer.unref();
  }

  return {
    add({ url, token, contentType, body, correlator = null, afterMs = 0 }) {
      repository.add({
        url,
        token,
        contentType,
        body: JSON.stringify(body),
        correlator,
        dueAt: new Date(Date.now() + afterMs),
      });
      soon(deliverDue);
    },
    start: deliverDue,
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all(inFlight.values());
    },
  };
}

/** `gone`: the address answers 410 and wants no further notifications. */
async function send(
  entry: OutboxEntry,
  dispatcher: Dispatcher,
): Promise<'taken' | 'gone' | 'failed'> {
  try {
    const reply = await request(entry.url, {
      method: 'POST',
      dispatcher,
      headers: {
        'content-type': entry.contentType,
        authorization: `Bearer ${entry.token}`,
        ...(entry.correlator !== null && { 'x-correlator': entry.correlator }),
      },
      body: entry.body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await reply.body.dump();
    if (reply.statusCode === 410) return 'gone';
    return reply.statusCode >= 200 && reply.statusCode < 300 ? 'taken' : 'failed';
  } catch {
    // A failed connection is a failed delivery; it is retried and counted.
    return 'failed';
  }
}
