import { canBecome } from '@bonisa/domain/money/charge';
import { DAY_MS, durationDays } from '@bonisa/domain/packages/package-catalogue';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { BoughtTime } from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Database } from '@bonisa/kit/database/database';
import type { Notices } from '../../messaging/notices.ts';
import { lockLaterSubscriptions } from '../../subscription/carried-time.repository.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../../subscription/subscription.repository.ts';
import { latestServed } from '../../subscription/subscription.service.ts';
import { toState } from '../../subscription/subscription.state.ts';
import type { Charge, ChargeRepository } from '../charges/charge.repository.ts';
import { resolveException } from '../reconciliation/exception.repository.ts';
import type { Refund, RefundRepository } from './refund.repository.ts';

export interface ChargeRefundedDependencies {
  readonly refunds: RefundRepository;
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
}

/** A refund of a charge that has just succeeded, with its locked charge, in one transaction. */
interface ChargeContext {
  readonly tx: Database;
  readonly refund: Refund;
  readonly charge: Charge;
  readonly now: Date;
}

/** What a successful refund changes about its charge and subscription, and whom it tells. */
export function createChargeRefunded({
  refunds,
  charges,
  subscriptions,
  notices,
  retrySchedule,
}: ChargeRefundedDependencies) {
  /** The whole charge is refunded, so exceptions about its denied refunds are resolved. */
  const closeCharge = async ({ tx, charge, now }: ChargeContext): Promise<void> => {
    if (!canBecome(charge.state, 'refunded'))
      throw new Error(`a ${charge.state} charge cannot become refunded`);
    await refunds.within(tx).writeCharge({ ...charge, state: 'refunded' });
    const denied = (await refunds.within(tx).of([charge.id])).filter(
      ({ state }) => state === 'denied',
    );
    for (const { id } of denied) await resolveException(tx, 'refund_denied', id, now);
  };

  /**
   * The subscription's event. A refund of an overpayment takes no time away, so it never counts as
   * the whole of what paid the period.
   */
  const record = async (
    { tx, refund, charge, now }: ChargeContext,
    isAll: boolean,
  ): Promise<{ row: SubscriptionRow; ended: boolean }> => {
    const row = await subscriptions.within(tx).lockById(charge.subscriptionId);
    if (!row) throw new Error('a charge without its subscription');
    const paidLatest = (await charges.within(tx).latestPaid(row.id)) === charge.id;
    const decision = decide(
      toState(row),
      {
        type: 'record_refund',
        period: charge.period,
        amount: refund.amount,
        whole: isAll && !charge.isOverpayment,
        ...(paidLatest ? { paidLatest } : { bought: await boughtBy(tx, charge) }),
      },
      now,
      retrySchedule,
    );
    if (!decision.ok)
      throw new Error(`the subscription refused the refund of its charge: ${decision.refusal}`);
    const after = await subscriptions.within(tx).append(row, decision.events);
    for (const event of decision.events) {
      if (event.type === 'refunded' && event.unusedMs !== undefined)
        await withdrawCarried(tx, row, event.unusedMs, now);
    }
    return { row, ended: row.status !== 'cancelled' && after.status === 'cancelled' };
  };

  /** The time that a charge paid for; `undefined` if it paid for none. */
  const boughtBy = async (tx: Database, charge: Charge): Promise<BoughtTime | undefined> => {
    const { subscriptionId, period, packageId } = charge;
    const until = await subscriptions.within(tx).boughtUntil(subscriptionId, period);
    if (until === undefined) return undefined;
    return { from: new Date(until.getTime() - durationDays(packageId) * DAY_MS), until };
  };

  /** A later subscription of the number that took this time over loses it too. */
  const withdrawCarried = async (
    tx: Database,
    row: SubscriptionRow,
    unusedMs: number,
    now: Date,
  ): Promise<void> => {
    for (const later of await lockLaterSubscriptions(tx, row, now)) {
      const decision = decide(
        toState(later),
        { type: 'withdraw_carried', unusedMs },
        now,
        retrySchedule,
      );
      if (!decision.ok)
        throw new Error(`a subscription refused to lose what it took over: ${decision.refusal}`);
      await subscriptions.within(tx).append(later, decision.events);
    }
  };

  const tell = async (
    { tx, refund, now }: ChargeContext,
    { row, ended }: { row: SubscriptionRow; ended: boolean },
  ): Promise<void> => {
    if (ended) await notices.dropScheduled(tx, [row.id]);
    const msisdn = (await subscriptions.within(tx).numbers.numbersOf([row.subscriberId])).get(
      row.subscriberId,
    );
    // A removed subscriber has no number and gets no notice.
    if (!msisdn) return;
    const about = { msisdn, subscriptionId: row.id, at: now };
    const servedUntil = latestServed(
      await subscriptions.within(tx).recent(row.subscriberId, now),
      now,
    );
    const served = servedUntil ? { servedUntil } : {};
    await notices.enqueue(tx, [
      {
        ...about,
        notice: { kind: 'refund', amount: refund.amount },
        onceKey: `refund ${refund.reference}`,
      },
      ...(ended
        ? [
            {
              ...about,
              notice: { kind: 'goodbye', ...served } as const,
              onceKey: `goodbye ${row.id}`,
            },
          ]
        : []),
    ]);
  };

  return async (context: ChargeContext): Promise<void> => {
    const { tx, charge } = context;
    const isAll = (await refunds.within(tx).givenBack(charge.id)).amount === charge.amount;
    if (isAll) await closeCharge(context);
    await tell(context, await record(context, isAll));
  };
}
