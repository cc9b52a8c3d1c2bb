import { dayTime } from '@bonisa/domain/notices/notice-time';
import { DAY_MS } from '@bonisa/domain/packages/package-catalogue';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { MessageRepository } from '../messaging/message.repository.ts';
import type { NoticeDraft, Notices } from '../messaging/notices.ts';
import type { SoldPackages } from '../packages/sold-packages.ts';
import type { createHoldersRepository, Holder } from './holders.repository.ts';
import type { DueOffer, PriceOfferRepository } from './price-offer.repository.ts';
import type { SubscriptionRepository, SubscriptionRow } from './subscription.repository.ts';
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
  readonly notices: Pick<Notices, 'enqueue' | 'scheduleTrialEnd'>;
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
    const drafts = found.filter(sells).map((holder) => offerTo(holder, offer, sold.atPrice, now));
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

  /** Tells each by day which price stays; the end of a free day is announced with that price. */
  const tellWithdrawn = async (
    tx: Database,
    offer: DueOffer,
    rows: readonly SubscriptionRow[],
    at: Date,
  ): Promise<void> => {
    const numbers = await subscriptions.within(tx).numbersOfSubscriptions(rows.map(({ id }) => id));
    const notified = rows.flatMap((row) => {
      const msisdn = numbers.get(row.id);
      const kept = sold.atPrice(row.packageId, row.price);
      return msisdn ? [{ row, kept, about: { msisdn, subscriptionId: row.id, at } }] : [];
    });
    await notices.enqueue(
      tx,
      notified.map(({ kept, about }) => ({
        ...about,
        notice: { kind: 'package_changed', package: kept, from: offer.validFrom },
        // It answers nobody, so it waits for the day.
        notBefore: dayTime(at, about.msisdn),
        onceKey: `price_withdrawn ${offer.versionId} ${about.subscriptionId}`,
      })),
    );
    for (const { row, kept, about } of notified)
      if (row.status === 'trial' && row.paidUntil)
        await notices.scheduleTrialEnd(tx, {
          ...about,
          version: row.version,
          package: kept,
          until: row.paidUntil,
        });
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
      const held = { type: 'change_package', packageId, price, withdrawn: true } as const;
      const decision = decide(toState(row), held, now);
      return decision.ok ? [{ row, events: decision.events }] : [];
    });
    await tellWithdrawn(tx, offer, await within.appendAll(changes), now);
    await outbox.within(tx).dropByKey(offerKey(offer.versionId, ''));
    const pass = 'withdrawn' as const;
    const later = new Date(now.getTime() + AFTER_WITHDRAWAL_MS);
    if (ids.length === BATCH && changes.length > 0) return { pass, nextAt: nextPage(offer, now) };
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

/**
 * When the next page is taken back: with a pause for the messages, but at once where the price
 * would begin soon, because it must not be charged before it is taken back.
 */
function nextPage({ validFrom }: DueOffer, now: Date): Date {
  const isSoon = validFrom.getTime() - now.getTime() < DAY_MS;
  return isSoon ? now : new Date(now.getTime() + PAUSE_MS);
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
