import { DAY_MS } from '@bonisa/domain/packages/package-catalogue';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { MessageRepository } from '../messaging/message.repository.ts';
import type { NoticeDraft, Notices } from '../messaging/notices.ts';
import type { SoldPackages } from '../packages/sold-packages.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { ScheduledJob } from '../platform/jobs/scheduler.ts';
import type { createHoldersRepository, Holder } from './holders.repository.ts';
import type { DueOffer, PriceOfferRepository } from './price-offer.repository.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import { toState } from './subscription.state.ts';

/** Subscriptions in one transaction. */
const BATCH = 1000;
/**
 * Between two batches: a million messages take about eight hours, so that those of sign-ups and
 * renewals do not wait behind them.
 */
const PAUSE_MS = 30_000;
/**
 * Another process may know a price for a second after its withdrawal: whatever was accepted then is
 * taken back too.
 */
const AFTER_WITHDRAWAL_MS = 60_000;

export interface PriceOfferDependencies {
  readonly offers: PriceOfferRepository;
  readonly holders: ReturnType<typeof createHoldersRepository>;
  readonly subscriptions: SubscriptionRepository;
  readonly notices: Pick<Notices, 'enqueue'>;
  readonly outbox: MessageRepository;
  readonly sold: Pick<SoldPackages, 'atPrice' | 'isSoldAt'>;
  readonly clock: Clock;
}

/** The row after a batch. */
type Reached = Parameters<PriceOfferRepository['write']>[1];

/**
 * Tells each holder of an earlier price once of a new one that may be accepted (WASPA 15: no price
 * is raised without consent). It begins thirty days ahead. The messages and the place reached are
 * written together, so that a crash neither omits nor repeats one; the key of price and
 * subscription guarantees it too. Messages wait for the day. Whoever subscribes at the earlier
 * price meanwhile is told within a day, and once the price begins all are looked at again.
 */
export function createPriceOffers({
  offers,
  holders,
  subscriptions,
  notices,
  outbox,
  sold,
  clock,
}: PriceOfferDependencies): ScheduledJob {
  /** Tells the next holders, and says what comes after them. */
  const tell = async (tx: Database, offer: DueOffer, now: Date): Promise<Reached> => {
    const begins = offer.pass === 'ahead' && offer.validFrom <= now;
    const pass = begins ? 'begun' : offer.pass;
    const after = begins ? null : offer.toldUntil;
    const found = await holders.within(tx).atOtherPrices(offer, after, BATCH);
    const price = { id: offer.packageId, price: offer.amount };
    const sells = ({ carrierId }: Holder): boolean =>
      sold.isSoldAt(carrierId, price, offer.validFrom > now ? offer.validFrom : now);
    const drafts = found.filter(sells).map((one) => offerTo(one, offer, sold.atPrice, now));
    const known = await outbox.within(tx).keysAmong(drafts.map(({ onceKey }) => onceKey));
    const fresh = drafts.filter(({ onceKey }) => !known.has(onceKey));
    await notices.enqueue(tx, fresh);
    const reached = {
      pass,
      toldUntil: found.at(-1)?.id ?? after,
      told: offer.told + fresh.length,
    };
    const isLast = found.length < BATCH;
    if (isLast && pass === 'begun') return { ...reached, nextAt: null, doneAt: now };
    const next = new Date(now.getTime() + (isLast ? DAY_MS : PAUSE_MS));
    const nextAt = pass === 'ahead' && next > offer.validFrom ? offer.validFrom : next;
    return { ...reached, nextAt };
  };

  /** Gives up what was accepted of a withdrawn price: nobody pays more than new subscribers do. */
  const takeBack = async (
    tx: Database,
    offer: DueOffer,
    withdrawnAt: Date,
    now: Date,
  ): Promise<Reached> => {
    const ids = await holders.within(tx).waitingFor(offer, BATCH);
    const within = subscriptions.within(tx);
    const rows = await within.lockAll(ids);
    const changes = rows.flatMap((row) => {
      const { packageId, price, nextPrice, nextFrom } = row;
      // It may have been charged, ended or taken back since it was read.
      const isWaiting =
        nextPrice === offer.amount && nextFrom?.getTime() === offer.validFrom.getTime();
      if (!isWaiting) return [];
      const decision = decide(toState(row), { type: 'change_package', packageId, price }, now);
      return decision.ok ? [{ row, events: decision.events }] : [];
    });
    await within.appendAll(changes);
    const numbers = await within.numbersOfSubscriptions(changes.map(({ row }) => row.id));
    await notices.enqueue(
      tx,
      changes.flatMap(({ row: { id, packageId, price } }): NoticeDraft[] => {
        const msisdn = numbers.get(id);
        const notice = {
          kind: 'package_changed',
          package: sold.atPrice(packageId, price),
          from: offer.validFrom,
        } as const;
        const onceKey = `price_withdrawn ${offer.versionId} ${id}`;
        return msisdn ? [{ msisdn, subscriptionId: id, notice, at: now, onceKey }] : [];
      }),
    );
    await outbox.within(tx).dropByKey(offerKey(offer.versionId, ''));
    const pass = 'withdrawn' as const;
    const later = new Date(now.getTime() + AFTER_WITHDRAWAL_MS);
    if (ids.length === BATCH && changes.length > 0) return { pass, nextAt: now };
    // A charge in flight is answered first.
    const isOver =
      ids.length === changes.length && now.getTime() - withdrawnAt.getTime() >= AFTER_WITHDRAWAL_MS;
    return isOver ? { pass, nextAt: null, doneAt: now } : { pass, nextAt: later };
  };

  return {
    name: 'price-offers',
    nextDue: () => offers.nextDue(),
    run: () =>
      offers.db.transaction(async (tx) => {
        const now = clock.now();
        const within = offers.within(tx);
        await within.begin(now);
        const offer = await within.claim(now);
        if (!offer) return 0;
        const reached = offer.withdrawnAt
          ? await takeBack(tx, offer, offer.withdrawnAt, now)
          : await tell(tx, offer, now);
        await within.write(offer.versionId, reached);
        return 1;
      }),
  };
}

function offerTo(
  { id, msisdn, price }: Holder,
  { versionId, packageId, amount, validFrom }: DueOffer,
  packageAt: SoldPackages['atPrice'],
  now: Date,
): NoticeDraft & { readonly onceKey: string } {
  const notice = {
    kind: 'price_offered',
    package: packageAt(packageId, amount),
    held: price,
    from: validFrom,
  } as const;
  return { msisdn, subscriptionId: id, notice, at: now, onceKey: offerKey(versionId, id) };
}

function offerKey(versionId: string, subscriptionId: string): string {
  return `price_offered ${versionId} ${subscriptionId}`;
}
