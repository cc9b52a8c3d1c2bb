import { messageReference } from '@bonisa/carriers/carrier-reference';
import type { MessageOutcome as CarrierAnswer } from '@bonisa/carriers/messages.port';
import type { RoutedMessages } from '@bonisa/carriers/routed-calls';
import { isAnswer, noticeTime, staleAt } from '@bonisa/domain/notices/notice-time';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import { leaseEnd } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { NumberRepository } from '@bonisa/people/numbers/number.repository';
import type {
  Message,
  MessageOutcome,
  MessageRepository,
  MessageTemplate,
} from './message.repository.ts';

/** How many messages are claimed and recorded together, and how many calls run at once. */
const BATCH = 500;
const LANES = 16;
/**
 * No further message of a batch is begun after this real time: other jobs wait, and the batch must
 * end before its lease.
 */
const LONGEST_BATCH_MS = 20_000;
/**
 * A message that may have been sent and has no answer is sent again with the same reference: soon,
 * then rarely, for about four days.
 */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const MAX_ATTEMPTS = 100;
/**
 * After this many calls in a row without an answer the cause is the carrier and not the message.
 */
const LOST_TO_PAUSE = LANES;
/**
 * How long the carrier then gets no messages, doubled each time; it may ask for longer, up to a
 * limit.
 */
const LONGEST_REST_MS = 5 * 60_000;

export interface MessageDependencies {
  readonly repository: MessageRepository;
  readonly numbers: Pick<NumberRepository, 'blockedAmong'>;
  readonly carrier: RoutedMessages;
  readonly carrierIds: readonly string[];
  /** The id of the carrier that serves a number now. */
  readonly carrierOf: (msisdn: Msisdn) => Promise<string>;
  readonly clock: Clock;
  /** Replaces the number of a message that is delivered after its owner's data was removed. */
  readonly pseudonymOf: (msisdn: string) => string;
  readonly onMessage?: (template: MessageTemplate, outcome: string) => void;
}

/**
 * Sends the messages of the outbox. The message's id is our reference, so a message that is sent
 * again after a lost answer is not delivered twice. Drops stale messages and messages to blocked
 * numbers. A message that is late for today waits for the morning; while the carrier accepts
 * nothing, all of its messages wait.
 */
export function createMessageSource({
  repository,
  numbers,
  carrier,
  carrierIds,
  carrierOf,
  clock,
  pseudonymOf,
  onMessage,
}: MessageDependencies): ScheduledJob {
  const rests = new Map(carrierIds.map((carrierId) => [carrierId, createRest(clock)]));
  const restOf = (carrierId: string) => {
    const rest = rests.get(carrierId);
    if (!rest) throw new Error(`the carrier ${carrierId} is not configured any more`);
    return rest;
  };
  /** Until when no carrier accepts a message. */
  const allRestUntil = (): Date =>
    [...rests.values()]
      .map((rest) => rest.until())
      .reduce((first, until) => (until < first ? until : first));

  const run = async (): Promise<number> => {
    const now = clock.now();
    if (allRestUntil() > now) return 0;
    const due = await repository.claim(now, leaseEnd(now), BATCH);
    const blocked = await numbers.blockedAmong(
      due.filter((message) => !isAnswer(message.template)).map(({ msisdn }) => msisdn),
    );
    const withheld = due.flatMap((message) => notNow(message, now, blocked));
    const held = new Set(withheld.map(({ id }) => id));
    const sending = due.filter(({ id }) => !held.has(id));
    const { answers, failure } = await sendInLanes(sending);
    const outcomes = [
      ...withheld,
      ...sending.flatMap((message) =>
        outcomeOf(message, answers.get(message.id) ?? NOT_SENT, clock.now()),
      ),
    ];
    await write(due, outcomes);
    if (failure) throw failure.error;
    return due.length;
  };

  /**
   * Sends messages in parallel lanes until all are sent, the carrier accepts nothing or the time is
   * over.
   */
  const sendInLanes = async (messages: readonly Message[]) => {
    const answers = new Map<string, Sent>();
    const begun = performance.now();
    let next = 0;
    let failure: { readonly error: unknown } | undefined;
    const mayContinue = (): boolean =>
      !failure && allRestUntil() <= clock.now() && performance.now() - begun < LONGEST_BATCH_MS;
    const lane = async (): Promise<void> => {
      while (mayContinue()) {
        const message = messages[next++];
        if (!message) return;
        const msisdn = message.msisdn as Msisdn;
        const carrierId = await carrierOf(msisdn);
        const rest = restOf(carrierId);
        if (rest.until() > clock.now()) {
          // Carriers of other numbers still accept theirs.
          answers.set(message.id, { carrierId, restsUntil: rest.until() });
          continue;
        }
        const answer = await carrier.sendMessage({
          carrierId,
          msisdn,
          text: message.text,
          reference: messageReference(message),
        });
        onMessage?.(message.template, answer.outcome);
        answers.set(message.id, { carrierId, answer });
        rest.learn(answer);
      }
    };
    const guarded = (): Promise<void> =>
      lane().catch((error: unknown) => {
        failure ??= { error };
      });
    await Promise.all(Array.from({ length: Math.min(LANES, messages.length) }, guarded));
    return { answers, failure };
  };

  const write = async (
    due: readonly Message[],
    outcomes: readonly MessageOutcome[],
  ): Promise<void> => {
    const over = new Set(outcomes.filter(({ state }) => state !== 'queued').map(({ id }) => id));
    const gone = due
      .filter(({ id, forget }) => forget && over.has(id))
      .map(({ id, msisdn }) => ({ id, msisdn: pseudonymOf(msisdn) }));
    await repository.recordDelivery(outcomes, gone);
  };

  const notNow = (message: Message, now: Date, blocked: ReadonlySet<string>): MessageOutcome[] => {
    const { id, template, attempts, msisdn } = message;
    const stale = staleAt(template, message.createdAt);
    const wanted = isAnswer(template) || !blocked.has(msisdn);
    const isStale = stale !== null && stale <= now;
    if (!wanted || isStale) {
      onMessage?.(template, wanted ? 'too_late' : 'blocked');
      return [{ id, state: 'failed', attempts }];
    }
    const allowed = noticeTime(template, now, msisdn);
    return allowed > now ? [{ id, state: 'queued', attempts, dueAt: allowed }] : [];
  };

  return {
    name: 'messages',
    topic: 'messages',
    nextDue: async () => {
      const due = await repository.nextDue();
      return due && allRestUntil() > due ? allRestUntil() : due;
    },
    run,
  };
}

/** The result of a message: answered, not sent because its carrier accepts none, or not begun. */
interface Sent {
  readonly carrierId?: string;
  readonly answer?: CarrierAnswer;
  readonly restsUntil?: Date;
}

const NOT_SENT: Sent = {};

/**
 * The effect of an answer on a message. Without an answer nothing was sent, and the message stays
 * due.
 */
function outcomeOf(
  message: Message,
  { carrierId, answer, restsUntil }: Sent,
  now: Date,
): MessageOutcome[] {
  const { id, template, msisdn } = message;
  if (restsUntil) return [{ id, state: 'queued', attempts: message.attempts, dueAt: restsUntil }];
  const attempts = message.attempts + 1;
  switch (answer?.outcome) {
    case 'accepted':
      return [
        {
          id,
          state: 'sent',
          attempts,
          sentAt: now,
          carrierId: carrierId ?? null,
          carrierMessageId: answer.messageId,
        },
      ];
    case 'refused':
      return [{ id, state: 'failed', attempts }];
    case 'unknown': {
      if (attempts >= MAX_ATTEMPTS) return [{ id, state: 'failed', attempts }];
      const pause = Math.min(FIRST_PAUSE_MS * 3 ** message.attempts, LONGEST_PAUSE_MS);
      return [
        {
          id,
          state: 'queued',
          attempts,
          dueAt: noticeTime(template, new Date(now.getTime() + pause), msisdn),
        },
      ];
    }
    default:
      return message.dueAt
        ? [{ id, state: 'queued', attempts: message.attempts, dueAt: message.dueAt }]
        : [];
  }
}

/**
 * Until when the carrier gets no messages: it accepts none (too many, no connection), or answers
 * none. Each process learns this separately.
 */
function createRest(clock: Clock) {
  let until = new Date(0);
  let rests = 0;
  let lost = 0;

  const begin = (atLeastMs: number): void => {
    const now = clock.now().getTime();
    // Calls that were under way at the same time give the same result again.
    if (until.getTime() > now) return;
    const usual = Math.min(FIRST_PAUSE_MS * 2 ** rests, LONGEST_REST_MS);
    rests++;
    lost = 0;
    until = new Date(now + Math.max(usual, Math.min(atLeastMs, LONGEST_PAUSE_MS)));
  };

  return {
    until: () => until,
    learn: (answer: CarrierAnswer): void => {
      if (answer.outcome === 'unavailable') begin((answer.retryAfterSeconds ?? 0) * 1000);
      else if (answer.outcome === 'unknown') {
        if (++lost >= LOST_TO_PAUSE) begin(0);
      } else {
        lost = 0;
        rests = 0;
      }
    },
  };
}
