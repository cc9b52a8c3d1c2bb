import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { inWords } from '@bonisa/kit/http/limits';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import { uuidOf } from '@bonisa/kit/secrets/keyed-hash';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { MessageRepository } from '@bonisa/money/messaging/message.repository';
import type { Notices } from '@bonisa/money/messaging/notices';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import type { SubscriptionService } from '@bonisa/money/subscription/subscription.service';
import type { UnblockingService } from '@bonisa/money/subscription/unblocking.service';
import type { ActOnce } from './act-once.ts';
import type { CareRepository } from './care.repository.ts';
import type { OpenNumber } from './care-look.service.ts';

/** Messages cost money and annoy: so many of one number are sent again within a day. */
const AGAIN_A_DAY = 3;
const DAY_MS = 24 * 60 * 60_000;

/** Who acts on which number, why, and under which key. */
export interface CareAct {
  readonly number: OpenNumber;
  readonly actor: Pick<StudioActor, 'id' | 'kind' | 'name'>;
  readonly audit: RequestAudit;
  readonly key: string;
  readonly reason: string;
}

export interface CareActsDependencies {
  readonly care: CareRepository;
  readonly once: ActOnce['once'];
  readonly subscriptions: SubscriptionRepository;
  readonly service: Pick<SubscriptionService, 'cancelWithin' | 'blockNumberWithin'>;
  readonly unblocking: Pick<UnblockingService, 'unblockWithin'>;
  readonly messages: MessageRepository;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly secret: Buffer;
  readonly terminationJournal: Pick<TerminationJournal, 'flush'>;
  readonly wake: Wake;
}

export type CareActs = ReturnType<typeof createCareActs>;

/** What care does for a caller, besides refunds. Each act is audited in its own transaction. */
export function createCareActs(dependencies: CareActsDependencies) {
  const { care, once, subscriptions, service, unblocking, messages } = dependencies;
  const { notices, clock, newId, secret, terminationJournal, wake } = dependencies;
  const { db, numbers } = subscriptions;

  /** @param more what else is asked, and the reason of the audit where it is another one. */
  const doOnce = (
    name: string,
    act: CareAct,
    work: () => Promise<void>,
    more: { readonly asked?: string; readonly auditReason?: string } = {},
  ): Promise<{ done: true }> => {
    const requestParts = [
      name,
      act.number.subject,
      act.reason,
      ...(more.asked ? [more.asked] : []),
    ];
    return once(
      { ...act, reason: more.auditReason ?? act.reason, asked: requestParts },
      async () => {
        await work();
        return { done: true };
      },
    );
  };

  const knownSubscriber = async ({ msisdn }: OpenNumber) => {
    const subscriber = await numbers.subscriberOf(msisdn);
    if (!subscriber) throw new AppError('not_found', 'Nothing is kept of this number.');
    return subscriber;
  };

  return {
    /** Ends renewals; the paid time is still served. */
    cancel: (act: CareAct) =>
      doOnce('cancel', act, async () => {
        const { number, audit, reason } = act;
        const none = new AppError('not_subscribed', 'Nothing runs that could be stopped.');
        const subscriber = await numbers.subscriberOf(number.msisdn);
        if (!subscriber) throw none;
        await db.transaction(async (tx) => {
          await numbers.within(tx).lockKnown(subscriber.id);
          const running = await subscriptions.within(tx).running(subscriber.id);
          if (!running) throw none;
          await service.cancelWithin(tx, subscriber.id, 'operator');
          const details = { subscription: running.id };
          await audit.record({ subject: number.subject, reason, details }, tx);
        });
        await terminationJournal.flush();
        wake();
      }),

    /** Blocks the number as STOP ALL does, and tells it. */
    block: (act: CareAct) =>
      doOnce('block', act, async () => {
        const { number, audit, reason } = act;
        await db.transaction(async (tx) => {
          if (!(await service.blockNumberWithin(tx, number.msisdn, 'operator')))
            throw new AppError('already_blocked', 'This number is blocked already.');
          const at = clock.now();
          await notices.enqueue(tx, [{ msisdn: number.msisdn, notice: { kind: 'blocked' }, at }]);
          await audit.record({ subject: number.subject, reason }, tx);
        });
        await terminationJournal.flush();
        wake();
      }),

    /** The number may opt in again. */
    unblock: (act: CareAct) =>
      doOnce('unblock', act, async () => {
        const { number, audit, reason } = act;
        await db.transaction(async (tx) => {
          if (!(await unblocking.unblockWithin(tx, number.msisdn, reason)))
            throw new AppError('not_blocked', 'This number is not blocked.');
          await audit.record({ subject: number.subject, reason }, tx);
        });
        await terminationJournal.flush();
      }),

    /** Sends the last receipt or confirmation again, in the same words. */
    sendAgain: (act: CareAct, template: 'receipt' | 'welcome') =>
      doOnce(
        'send again',
        act,
        async () => {
          const { number, actor, audit, reason, key } = act;
          const { id, blockedAt } = await knownSubscriber(number);
          const last = (await messages.of(number.msisdn)).findLast(
            (message) => message.template === template,
          );
          if (blockedAt || !last)
            throw new AppError(
              'nothing_to_send',
              blockedAt
                ? 'This number is blocked: it gets no messages.'
                : 'No such message was ever sent to this number.',
            );
          await limit(id);
          const now = clock.now();
          await db.transaction(async (tx) => {
            await messages.within(tx).insertAll([
              {
                id: newId(),
                msisdn: number.msisdn,
                subscriptionId: last.subscriptionId,
                onceKey: `care again ${actor.id} ${key}`,
                template,
                text: last.text,
                state: 'queued',
                attempts: 0,
                createdAt: now,
                dueAt: now,
              },
            ]);
            const details = { message: last.id, kind: template };
            await audit.record({ subject: number.subject, reason, details }, tx);
          });
          wake('messages');
        },
        { asked: template },
      ),

    /**
     * Writes a note of a call. Its words stay in the note: the audit says only that there is one.
     */
    note: (act: CareAct) =>
      doOnce(
        'note',
        act,
        async () => {
          const { number, actor, audit, reason: text, key } = act;
          const { id: subscriberId } = await knownSubscriber(number);
          const id = uuidOf(secret, 'care note', actor.id, key);
          const note = { id, subscriberId, at: clock.now(), byName: actor.name, text };
          await db.transaction(async (tx) => {
            await care.within(tx).insertNote(note);
            const details = { note: id };
            await audit.record({ subject: number.subject, reason: number.reason, details }, tx);
          });
        },
        { auditReason: act.number.reason },
      ),
  };

  async function limit(subscriberId: number): Promise<void> {
    const now = clock.now();
    const { count, windowStart } = await care.count(`again ${subscriberId}`, now, DAY_MS);
    if (count <= AGAIN_A_DAY) return;
    const seconds = Math.ceil((windowStart.getTime() + DAY_MS - now.getTime()) / 1000);
    throw new AppError(
      'too_many_requests',
      `${AGAIN_A_DAY} messages were sent again to this number today. The next one is possible in ${inWords(seconds)}.`,
      { retryAfter: seconds },
    );
  }
}
