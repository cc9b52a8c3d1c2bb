import { changeWords, consentWords, priceChangeWords } from '@bonisa/domain/consent/consent';
import type { Language } from '@bonisa/domain/languages';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import { follows } from '@bonisa/domain/subscription/agreed-price';
import { isWithheld } from '@bonisa/domain/subscription/monthly-limit';
import { waitsForAirtime } from '@bonisa/domain/subscription/subscription';
import {
  canChangePackage,
  canUpgradeTo,
  decide,
} from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import type { WithSubscriberLock } from '@bonisa/people/numbers/subscriber-lock';
import type { ChargeService } from '../billing/charges/charge.service.ts';
import type { Notices } from '../messaging/notices.ts';
import type { SoldPackage } from '../packages/sold-packages.ts';
import type { Offers } from '../subscription/offers.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import { toState } from '../subscription/subscription.state.ts';
import { NOT_ON_OFFER } from './accept.refusals.ts';
import { type ConsentBrand, consentOf } from './change-consent.ts';
import { byShownName, changeTarget, shownTarget } from './change-target.ts';
import { noSubscriptionToChange, refusalOf } from './package-change.refusals.ts';
import type {
  AcceptInput,
  AcceptPriceInput,
  ChangeOffer,
  Effect,
  PackageChangeInput,
  PriceOffer,
  Target,
} from './package-change.types.ts';
import { type PackageChanged, plannedWords, resultWords } from './package-change.words.ts';
import { priceOfferOf, sellsPriceOffer } from './price-offer.ts';

export interface PackageChangeDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly charges: Pick<ChargeService, 'intend' | 'take'>;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly offers: Offers;
  readonly brand: ConsentBrand;
  readonly notices: Notices;
  readonly wake: () => void;
}

export type PackageChange = ReturnType<typeof createPackageChange>;

const PRICE_CHANGED =
  'The price has changed. Nothing was taken; please look at the packages again.';
const NAME_CHANGED =
  'The name of the package has changed. Nothing was taken; please look at the packages again.';
const EFFECT_CHANGED =
  'The time of the payment has changed. Nothing was taken; please look at the packages again.';
const NOT_SOLD_HERE = 'This price is not sold on your network. Nothing was taken.';

/** A locked subscription of the person who asks. */
interface Held {
  readonly tx: Database;
  readonly row: SubscriptionRow;
  readonly msisdn: Msisdn;
}

/**
 * The change of package of a running subscription (row S7). It is an opt-in with its own consent.
 * It takes effect when the paid time ends, and nothing is charged before. If the paid time has
 * ended unpaid, the charge is made at once. A dearer package can begin at once during paid time.
 */
export function createPackageChange(dependencies: PackageChangeDependencies) {
  const { subscriptions, charges, withSubscriberLock, clock, newId, offers, brand, notices, wake } =
    dependencies;
  const terms = (packageTerms: Package, language: Language) => ({
    service: brand.name,
    package: packageTerms,
    language,
    supportNumber: brand.supportNumber,
  });

  /** When a target is charged by now: a subscription that waits for airtime is charged now. */
  const effectOf = (row: SubscriptionRow, { from }: Target): Effect =>
    from ? 'later' : waitsForAirtime(toState(row)) ? 'now' : 'renewal';

  /** The terms of an opt-in without `at_once`. `isNow`: the price is charged at Accept. */
  const wordsOf = (
    row: SubscriptionRow,
    { soldPackage, from }: Target,
    { language, isNow }: { language: Language; isNow: boolean },
  ): string[] => {
    if (from)
      return [...priceChangeWords({ ...terms(soldPackage, language), held: row.price, from })];
    return isNow
      ? [...consentWords({ ...terms(soldPackage, language), trial: false })]
      : [...changeWords(terms(soldPackage, language))];
  };

  /** Whether the held package can be accepted again, because its monthly limit is reached. */
  const isStoppedByLimit = (row: SubscriptionRow): boolean =>
    isWithheld(toState(row), clock.now(), offers.sold.monthlyLimit(row.packageId, row.price));

  /**
   * What is on sale, and the held package where another follows, which naming it takes back, or
   * where it can be accepted again.
   */
  const choicesOf = (row: SubscriptionRow): SoldPackage[] => {
    const offered = offers.sold.offered(row.carrierId);
    const isThere = offered.some(({ id }) => id === row.packageId);
    const held = offers.sold.version(row.packageId, row.price);
    const isWanted = row.nextPackageId !== null || isStoppedByLimit(row);
    return isThere || !held || !isWanted ? offered : [held, ...offered];
  };

  const offerOf = (
    row: SubscriptionRow,
    offered: SoldPackage,
    language: Language,
  ): ChangeOffer[] => {
    const state = toState(row);
    const now = clock.now();
    const isStopped = isStoppedByLimit(row);
    const soldPackage = changeTarget(row, offered, { now, isStopped }, offers.sold);
    const isAgain =
      soldPackage.id === row.packageId && soldPackage.price === row.price && isStopped;
    const isNext = follows(state, agreedTo(soldPackage), now) && !isAgain;
    const atOnce = canUpgradeTo(state, agreedTo(soldPackage));
    if (isNext && !atOnce) return [];
    const isNow = effectOf(row, { soldPackage }) === 'now';
    return [
      {
        service_key: offers.serviceKey(soldPackage.id, soldPackage.price),
        package_id: soldPackage.id,
        name: soldPackage.name,
        price: formatRand(soldPackage.price),
        service_period: soldPackage.period,
        effect: isNext ? null : isNow ? 'now' : 'renewal',
        words: isNext ? [] : wordsOf(row, { soldPackage }, { language, isNow }),
        at_once_words: atOnce
          ? [...consentWords({ ...terms(soldPackage, language), trial: false })]
          : [],
        words_language: language,
      },
    ];
  };

  /** Runs `act` on the running subscription of a subscriber, under the lock on both. */
  const withHeld = <Result>(
    subscriberId: number,
    work: (held: Held) => Promise<Result>,
  ): Promise<Result> =>
    withSubscriberLock(subscriberId, async (tx, { id, msisdn }) => {
      const within = subscriptions.within(tx);
      const running = await within.running(id);
      const row = running && (await within.lockById(running.id));
      if (!row) throw noSubscriptionToChange();
      return await work({ tx, row, msisdn: msisdn as Msisdn });
    });

  /**
   * The package at the price and by the name that were shown; throws if they have changed. One that
   * is no longer offered can be named by who holds it or has agreed to it.
   */
  const shownOf = (
    row: SubscriptionRow,
    { price, name }: PackageChangeInput,
    { id: packageId }: SoldPackage,
    now: Date,
  ): SoldPackage => {
    const isAgreed = packageId === row.packageId || packageId === row.nextPackageId;
    if (!isAgreed && !offers.sold.isOffered(packageId))
      throw new AppError('unknown_service_key', NOT_ON_OFFER);
    const terms = { now, isStopped: isStoppedByLimit(row) };
    const soldPackage = shownTarget(row, { packageId, price }, terms, offers.sold);
    if (!soldPackage) throw new AppError('conflict', PRICE_CHANGED);
    if (soldPackage.id !== row.packageId && !offers.sold.isSoldAt(row.carrierId, soldPackage))
      throw new AppError('unknown_service_key', NOT_ON_OFFER);
    const shown = byShownName(soldPackage, name, now, offers.sold);
    if (!shown) throw new AppError('conflict', NAME_CHANGED);
    return shown;
  };

  /**
   * The new price of the held package; throws if price or name is not the one that was shown, or it
   * is not sold at the number's carrier.
   */
  const askedFor = (row: SubscriptionRow, input: AcceptPriceInput, now: Date): Target => {
    const priceOffer = offers.sold.priceOnOffer(row.packageId);
    const isShown =
      priceOffer?.soldPackage.id === input.packageId &&
      priceOffer.soldPackage.price === input.price &&
      priceOffer.from.getTime() === input.from.getTime();
    if (!priceOffer || !isShown) throw new AppError('conflict', PRICE_CHANGED);
    if (input.name !== undefined && input.name !== priceOffer.soldPackage.name)
      throw new AppError('conflict', NAME_CHANGED);
    if (!sellsPriceOffer(row.carrierId, priceOffer, now, offers.sold))
      throw new AppError('conflict', NOT_SOLD_HERE);
    const { soldPackage, from } = priceOffer;
    return from > now ? { soldPackage, from } : { soldPackage };
  };

  /**
   * Begins at the end of the paid time, or now if that has ended, or when the price begins. It is
   * charged now only where the accepted words say so: those are recorded, and a page that showed
   * others is refused. A caller that names no effect has agreed to no charge at Accept.
   */
  const plan = async (
    input: AcceptInput,
    targetOf: (row: SubscriptionRow, now: Date) => Target,
  ): Promise<PackageChanged> => {
    const changed = await withHeld(input.subscriberId, async ({ tx, row, msisdn }) => {
      const now = clock.now();
      const within = subscriptions.within(tx);
      const target = targetOf(row, now);
      const { soldPackage, from } = target;
      const effect = effectOf(row, target);
      const chargedNow = effect === 'now' && input.effect === 'now';
      const monthlyLimit = offers.sold.monthlyLimit(soldPackage.id, soldPackage.price);
      const how = { chargedNow, monthlyLimit, ...(from ? { from } : {}) };
      const command = { type: 'change_package', ...agreedTo(soldPackage), ...how } as const;
      const decision = decide(toState(row), command, now);
      if (!decision.ok) throw refusalOf(decision.refusal, row, soldPackage);
      if (decision.events.length === 0) return { row, soldPackage, triedNow: false };
      if (input.effect !== undefined && input.effect !== effect)
        throw new AppError('conflict', EFFECT_CHANGED);
      const after = await within.append(row, decision.events);
      // Taking a change back needs no consent, because the earlier one is still valid; a price that
      // is charged now does.
      if (chargedNow || after.nextPackageId !== null) {
        await within.numbers.setLanguage(input.subscriberId, input.language);
        await within.consents.insert(
          consentOf({
            newId,
            input,
            soldPackage,
            row,
            words: wordsOf(row, target, { language: input.language, isNow: chargedNow }),
            msisdn,
            at: now,
            legal: brand.legal,
          }),
        );
      }
      await notices.dropOutdated(tx, [row.id], ['price_offered']);
      await tell({ tx, row: after, msisdn }, soldPackage, now);
      return { row: after, soldPackage, triedNow: chargedNow };
    });
    wake();
    return {
      row: changed.row,
      ...plannedWords(changed.row, changed.soldPackage, changed.triedNow),
    };
  };

  /**
   * When each price is charged. The notice about the end of a free day named the earlier package.
   */
  const tell = async (
    { tx, row, msisdn }: Held,
    packageTerms: Package,
    at: Date,
  ): Promise<void> => {
    const { id: subscriptionId, paidUntil, nextTryAt, nextFrom, version } = row;
    const next = paidUntil && paidUntil > at ? paidUntil : nextTryAt;
    const ends = next && next > at ? next : at;
    const from = nextFrom && nextFrom > ends ? nextFrom : ends;
    await notices.enqueue(tx, [
      {
        msisdn,
        subscriptionId,
        notice: { kind: 'package_changed', package: packageTerms, from },
        at,
      },
    ]);
    if (row.status === 'trial')
      await notices.scheduleTrialEnd(tx, {
        msisdn,
        subscriptionId,
        version,
        package: offers.chargedNext(row, at),
        until: ends,
        at,
      });
  };

  /** Writes consent, intent and subscription in one transaction, then asks the carrier once. */
  const upgrade = async (
    input: PackageChangeInput,
    wanted: SoldPackage,
  ): Promise<PackageChanged> => {
    const { row, msisdn, charge } = await withHeld(input.subscriberId, async (held) => {
      const now = clock.now();
      const soldPackage = shownOf(held.row, input, wanted, now);
      const within = subscriptions.within(held.tx);
      const decision = decide(
        toState(held.row),
        { type: 'upgrade', ...agreedTo(soldPackage) },
        now,
      );
      if (!decision.ok) throw refusalOf(decision.refusal, held.row, soldPackage);
      const after = await within.append(held.row, decision.events);
      const words = [...consentWords({ ...terms(soldPackage, input.language), trial: false })];
      await within.numbers.setLanguage(input.subscriberId, input.language);
      await within.consents.insert(
        consentOf({
          newId,
          input,
          soldPackage,
          row: after,
          words,
          msisdn: held.msisdn,
          at: now,
          legal: brand.legal,
        }),
      );
      const [intent] = await charges.intend(held.tx, [
        {
          subscriptionId: after.id,
          carrierId: after.carrierId,
          period: after.period,
          packageId: soldPackage.id,
          amount: soldPackage.price,
        },
      ]);
      if (!intent) throw new Error('a charge that was intended is not there');
      return { row: after, msisdn: held.msisdn, charge: intent };
    });
    const result = await charges.take(charge, msisdn);
    // Who has the dearer package is not asked about a price of the earlier one.
    if (result.state !== 'denied')
      await notices.dropOutdated(subscriptions.db, [row.id], ['price_offered']);
    const after = (await subscriptions.byId(row.id)) ?? row;
    return { row: after, ...resultWords({ result, charge, before: row, after }, offers.sold) };
  };

  return {
    /**
     * The packages that a subscription can change to; none if it is not renewed, or while a charge
     * is open.
     */
    offersFor: (row: SubscriptionRow | undefined, language: Language): ChangeOffer[] =>
      row && canChangePackage(row.status) && row.chargingPackageId === null
        ? choicesOf(row).flatMap((soldPackage) => offerOf(row, soldPackage, language))
        : [],

    /** The new price of the held package that its owner may accept, if there is one. */
    priceOffer: (row: SubscriptionRow | undefined, language: Language): PriceOffer | null => {
      const now = clock.now();
      const priceOffer = row && priceOfferOf(row, now, offers.sold);
      if (!row || !priceOffer) return null;
      const { soldPackage, from } = priceOffer;
      const target = from > now ? { soldPackage, from } : { soldPackage };
      const effect = effectOf(row, target);
      return {
        package_id: soldPackage.id,
        name: soldPackage.name,
        price: formatRand(soldPackage.price),
        held_price: formatRand(row.price),
        service_period: soldPackage.period,
        from: from.toISOString(),
        effect,
        words: wordsOf(row, target, { language, isNow: effect === 'now' }),
        words_language: language,
      };
    },

    /**
     * Accepts a new price of the held package, charged from the first payment after it begins on. A
     * repetition changes nothing. Throws `conflict` or `charge_in_flight`.
     */
    acceptPrice: (input: AcceptPriceInput): Promise<PackageChanged> =>
      plan(input, (row, now) => askedFor(row, input, now)),

    /**
     * Changes the package; naming the present package takes the change back. A repetition changes
     * and charges nothing. Throws `unknown_service_key`, `conflict` or `charge_in_flight`.
     */
    request: async (input: PackageChangeInput): Promise<PackageChanged> => {
      const soldPackage = offers.byServiceKey(input.serviceKey);
      if (!soldPackage) throw new AppError('unknown_service_key', NOT_ON_OFFER);
      if (!input.atOnce)
        return await plan(input, (row, now) => ({
          soldPackage: shownOf(row, input, soldPackage, now),
        }));
      if (input.effect !== undefined && input.effect !== 'now')
        throw new AppError('conflict', EFFECT_CHANGED);
      return await upgrade(input, soldPackage);
    },
  };
}

function agreedTo({ id, price }: Package): { packageId: string; price: number } {
  return { packageId: id, price };
}
