import { afterFailure, isToBeDisabled } from '@bonisa/domain/staff/webhooks';
import type { Clock } from '@bonisa/kit/clock/clock';
import { leaseEnd } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { RecordedEvents } from '@bonisa/money/subscription/recorded-event.repository';
import { webhookBodyOf } from './webhook-body.ts';
import type { Delivery, WebhookDeliveryRepository } from './webhook-delivery.repository.ts';
import type { Endpoint, WebhookEndpointRepository } from './webhook-endpoint.repository.ts';
import type { Attempt, WebhookPost } from './webhook-post.ts';
import { messageIdOf, signedHeaders, signingSecrets } from './webhook-signature.ts';

const BATCH = 20;
/** No delivery of a turn is begun after this real time: the lease outlasts the last one. */
const LONGEST_TURN_MS = 30_000;
/** The scheduler waits no longer for an endpoint's turn, which goes on by itself. */
const PATIENCE_MS = 1000;
const GONE = 410;

export type DeliveryResult = 'delivered' | 'failed' | 'given_up' | 'dropped';

export interface WebhookSenderDependencies {
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly events: RecordedEvents;
  readonly post: WebhookPost;
  readonly clock: Clock;
  readonly onResult: (result: DeliveryResult) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends what waits in the outbox, at least once: the outcome is written after the answer. Each
 * endpoint has a turn of its own, in which it gets its events one after the other, so a slow one
 * holds nobody up.
 */
export function createWebhookSender(parts: WebhookSenderDependencies): ScheduledJob & {
  /** Resolves when no turn is under way. */
  rest(): Promise<void>;
  /** Ends the turns: an attempt without an answer yet is as if it had not begun. */
  stop(): Promise<void>;
} {
  const { endpoints, clock, onError } = parts;
  const turns = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const take = (id: string): void => {
    if (turns.has(id) || stopping.signal.aborted) return;
    const turn = takeTurn({ ...parts, stopped: stopping.signal }, id)
      .catch(onError)
      .finally(() => turns.delete(id));
    turns.set(id, turn);
  };

  const rest = async (): Promise<void> => void (await Promise.all(turns.values()));
  return {
    name: 'webhooks',
    nextDue: () => endpoints.nextDue(),
    run: async () => {
      const due = await endpoints.due(clock.now());
      for (const { id } of due) take(id);
      await waitFor([...turns.values()], PATIENCE_MS);
      return due.length;
    },
    rest,
    stop: async () => {
      stopping.abort();
      await rest();
    },
  };
}

interface Turn extends WebhookSenderDependencies {
  readonly stopped: AbortSignal;
}

/** Sends an endpoint what is due until nothing is, one fails in order, or the time is over. */
async function takeTurn(parts: Turn, id: string): Promise<void> {
  const { endpoints, deliveries, events, clock, stopped } = parts;
  const begun = performance.now();
  const leaseUntil = leaseEnd(clock.now());
  if (!(await endpoints.claim(id, clock.now(), leaseUntil))) return;
  const isLong = (): boolean => performance.now() - begun > LONGEST_TURN_MS;
  try {
    for (;;) {
      const due = await deliveries.due(id, clock.now(), BATCH);
      if (due.length === 0 || isLong()) return;
      const recorded = new Map(
        (await events.at(due)).map((event) => [messageIdOf(event), webhookBodyOf(event)]),
      );
      for (const delivery of due) {
        // Read for each: it may have been paused, moved or given another secret meanwhile, and
        // since when it fails changes with each answer.
        const endpoint = await endpoints.byId(id);
        if (endpoint?.state !== 'active') return;
        const goesOn = await deliver(parts, endpoint, delivery, recorded);
        if (!goesOn || stopped.aborted || isLong()) return;
      }
    }
  } finally {
    await endpoints.release(id, leaseUntil);
  }
}

/** Makes one attempt and writes its outcome; answers whether the next event may follow. */
async function deliver(
  parts: Turn,
  endpoint: Endpoint,
  delivery: Delivery,
  bodies: ReadonlyMap<string, string | undefined>,
): Promise<boolean> {
  const { deliveries, post, clock, onResult, stopped } = parts;
  const id = messageIdOf(delivery);
  const body = bodies.get(id);
  const attempts = delivery.attempts + 1;
  if (body === undefined) {
    // The subscriber's data was removed meanwhile: there is nothing left to tell.
    const nothing = { lastAt: clock.now(), lastStatus: null, lastAnswer: 'the event is gone' };
    await deliveries.record(delivery, {
      ...nothing,
      state: 'failed',
      attempts,
      dueAt: null,
    });
    onResult('dropped');
    return true;
  }
  const secrets = signingSecrets(endpoint.secrets, clock.now());
  const headers = signedHeaders({ id, body, now: clock.now() }, secrets);
  const attempt = await post.post(endpoint.url, headers, body, stopped);
  if (stopped.aborted && attempt.status === null) return false;
  return isSuccess(attempt)
    ? await recordSuccess(parts, delivery, attempt)
    : await recordFailure(parts, { endpoint, delivery, attempt });
}

function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function triedNow(delivery: Delivery, { status, answer }: Attempt, now: Date) {
  return {
    attempts: delivery.attempts + 1,
    lastAt: now,
    lastStatus: status,
    lastAnswer: answer,
  };
}

async function recordSuccess(
  { endpoints, deliveries, clock, onResult }: WebhookSenderDependencies,
  delivery: Delivery,
  attempt: Attempt,
): Promise<boolean> {
  const tried = triedNow(delivery, attempt, clock.now());
  const delivered = { ...tried, state: 'delivered', dueAt: null } as const;
  if (!(await deliveries.record(delivery, delivered))) return false;
  await endpoints.accepts(delivery.endpointId);
  onResult('delivered');
  return true;
}

async function recordFailure(
  { endpoints, deliveries, clock, onResult }: WebhookSenderDependencies,
  { endpoint, delivery, attempt }: { endpoint: Endpoint; delivery: Delivery; attempt: Attempt },
): Promise<boolean> {
  const now = clock.now();
  const tried = triedNow(delivery, attempt, now);
  const after = afterFailure(tried.attempts);
  const isOver = after.next === 'given_up';
  const inOrder = after.next === 'in_order';
  const later = isOver ? null : new Date(now.getTime() + after.pauseMs);
  const isOurs = await deliveries.record(delivery, {
    ...tried,
    state: isOver ? 'failed' : 'waiting',
    // In order: the endpoint rests, and the event stays the first of those that are due.
    dueAt: inOrder ? delivery.dueAt : later,
  });
  if (!isOurs) return false;
  const note = disabledNote(endpoint, attempt, now);
  await endpoints.fails(endpoint, {
    now,
    restUntil: inOrder ? later : null,
    ...(note === undefined ? {} : { disabled: note }),
  });
  onResult(isOver ? 'given_up' : 'failed');
  return !inOrder && note === undefined;
}

/** Why an endpoint is disabled after a failure; `undefined` while it is not. */
function disabledNote(
  { failingSince }: Endpoint,
  { status }: Attempt,
  now: Date,
): string | undefined {
  if (status === GONE) return 'It answered 410: it wants no more webhooks.';
  if (failingSince && isToBeDisabled(failingSince, now))
    return `Every delivery has failed since ${failingSince.toISOString()}.`;
  return undefined;
}

/** Waits for the work, and at most so long. */
async function waitFor(work: readonly Promise<void>[], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(work), patience]);
  clearTimeout(timer);
}
