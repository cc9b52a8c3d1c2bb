import { isTechnical } from '@bonisa/domain/money/charge';
import { findPackage } from '@bonisa/domain/packages/package-catalogue';
import { dayOf, monthOf } from '@bonisa/domain/south-african-time';
import { DEFAULT_RETRY_SCHEDULE } from '@bonisa/domain/subscription/retry-schedule';
import { MONTHLY_LIMIT } from '@bonisa/domain/subscription/subscription';
import type { Payment } from './carrier-records.ts';
import { DAY_MS } from './handsets.ts';
import type { ChargeLine } from './inspection.repository.ts';
import { hasAgreed, type Person } from './person.ts';
import type { Life } from './read-model.ts';
import { type Finding, ofSubscriptions, type Rule, type Scene, shown } from './rules.ts';

/**
 * Money that is not known here yet comes to light by the comparison with the carrier's list on the
 * next day.
 */
export const RECONCILED_AFTER_MS = 2.5 * DAY_MS;

/** A charge of money that was taken, with the carrier's payment. */
type Paid = { readonly charge: ChargeLine; readonly payment: Payment };

function paidOf({ taken, from }: Scene, { charges }: Life): Paid[] {
  const paid: Paid[] = [];
  for (const charge of charges.values()) {
    const payment = charge.createdAt < from ? undefined : taken.get(charge.reference);
    if (payment) paid.push({ charge, payment });
  }
  return paid;
}

/**
 * Whether more than one payment for a period is in order: it is known to be an overpayment and
 * given back, or it is not known yet.
 */
function isOnItsWay({ readModel, at }: Scene, { charge, payment }: Paid): boolean {
  if (charge.state === 'intended' || charge.state === 'unknown') return true;
  const names = { reference: charge.reference, carrierPaymentId: payment.id };
  // A request that was lost and is done later, when it counts as never done: nothing else may count
  // so.
  if (charge.state === 'denied') {
    return (
      charge.reason === 'not_taken' &&
      (at - (payment.takenAt ?? 0) < RECONCILED_AFTER_MS || readModel.isNamed(names))
    );
  }
  const given = readModel.refundsOf(charge.id);
  return (
    charge.isOverpayment &&
    given.some(
      (refund) => refund.state !== 'denied' || readModel.hasException('refund_denied', refund.id),
    )
  );
}

export const paidOnce: Rule = (scene) =>
  ofSubscriptions(scene, (life) => {
    const byPeriod = Map.groupBy(paidOf(scene, life), ({ charge }) => charge.period);
    const twice = [...byPeriod].flatMap(([period, paid]): Finding[] => {
      const standing = paid.filter((one) => !isOnItsWay(scene, one) && !isGivenBack(scene, one));
      if (standing.length <= 1) return [];
      const words = `period ${period} was paid ${standing.length} times (${standing.map(({ payment }) => shown(payment.takenAt ?? 0)).join(', ')})`;
      return [{ invariant: 'paid_once', subscriptionId: life.subscription.id, words }];
    });
    return [...twice, ...askedWhilePaid(life)];
  });

function isGivenBack({ readModel }: Scene, { charge }: Paid): boolean {
  return readModel.refundsOf(charge.id).some((refund) => refund.state !== 'denied');
}

function askedWhilePaid({ subscription, events }: Life): Finding[] {
  const findings: Finding[] = [];
  let paidUntil = 0;
  for (const event of [...events.values()].sort((one, other) => one.place - other.place)) {
    const { until, whole, atOnce } = event.data as {
      until?: string;
      whole?: boolean;
      atOnce?: boolean;
    };
    if (event.type === 'grace_granted') continue;
    if (until) paidUntil = Date.parse(until);
    else if (event.type === 'refunded' && whole) paidUntil = Math.min(paidUntil, event.at);
    else if (event.type === 'charge_requested' && !atOnce && event.at < paidUntil) {
      const words = `asked for at ${shown(event.at)} although it was paid until ${shown(paidUntil)}`;
      findings.push({ invariant: 'paid_once', subscriptionId: subscription.id, words });
    }
  }
  return findings;
}

export const liveConsent: Rule = (scene) =>
  ofSubscriptions(scene, (life) =>
    paidOf(scene, life).flatMap(({ charge, payment }): Finding[] => {
      const { id, msisdn } = life.subscription;
      const about = `R${payment.input.amountCents / 100} asked for at ${shown(charge.createdAt)}`;
      const recorded = life.consents.some(
        (consent) =>
          consent.packageId === charge.packageId &&
          consent.at <= charge.createdAt &&
          consent.msisdn === payment.input.msisdn,
      );
      if (!recorded)
        return [
          {
            invariant: 'live_consent',
            subscriptionId: id,
            words: `${about}: there is no consent record of that package from before`,
          },
        ];
      const owner = scene.population.ownerAt(msisdn, charge.createdAt);
      if (owner && hasAgreed(owner, charge.packageId, charge.amount, charge.createdAt)) return [];
      return [
        {
          invariant: 'live_consent',
          subscriptionId: id,
          words: `${about}: its owner had not agreed to that`,
        },
      ];
    }),
  );

export const priceAgreed: Rule = (scene) =>
  ofSubscriptions(scene, (life) =>
    paidOf(scene, life).flatMap(({ charge, payment }): Finding[] => {
      const agreed = Math.max(
        0,
        ...life.consents
          .filter(({ packageId }) => packageId === charge.packageId)
          .map(({ price }) => price),
      );
      const most = Math.min(agreed, findPackage(charge.packageId)?.price ?? 0);
      if (agreed === 0 || payment.input.amountCents <= most) return [];
      const words = `R${payment.input.amountCents / 100} was taken where R${most / 100} was agreed to`;
      return [{ invariant: 'price_agreed', subscriptionId: life.subscription.id, words }];
    }),
  );

export const nothingAfterStop: Rule = (scene) =>
  ofSubscriptions(scene, (life) => {
    const { id, msisdn, startedAt } = life.subscription;
    const owner = scene.population.ownerAt(msisdn, startedAt);
    const forGood = owner?.stops.find(({ at, all }) => all && at < startedAt);
    if (forGood)
      return [
        {
          invariant: 'nothing_after_stop',
          subscriptionId: id,
          words: `subscribed after STOP ALL at ${shown(forGood.at)}`,
        },
      ];
    const stop = owner?.stops.find(({ at }) => at > startedAt);
    if (!stop) return [];
    return [...life.charges.values()].flatMap((charge): Finding[] => {
      if (charge.createdAt > stop.at) {
        return [
          {
            invariant: 'nothing_after_stop',
            subscriptionId: id,
            words: `asked for at ${shown(charge.createdAt)}, ended at ${shown(stop.at)}`,
          },
        ];
      }
      const isTaken = charge.state === 'succeeded' || charge.state === 'refunded';
      if (!isTaken || (charge.decidedAt ?? 0) <= stop.at || isInOrder(scene, charge)) return [];
      return [
        {
          invariant: 'nothing_after_stop',
          subscriptionId: id,
          words: `taken after the end at ${shown(stop.at)}, and not given back`,
        },
      ];
    });
  });

/** Taken for nothing, and given back or on the way back. */
function isInOrder({ readModel, isLast }: Scene, charge: ChargeLine): boolean {
  const refunds = readModel.refundsOf(charge.id);
  if (
    refunds.some(
      (refund) => refund.state === 'denied' && readModel.hasException('refund_denied', refund.id),
    )
  )
    return true;
  return refunds.some(({ state }) => state === 'succeeded' || (!isLast && state !== 'denied'));
}

export const monthlyLimit: Rule = (scene) =>
  [...scene.takenFrom].flatMap(([msisdn, payments]): Finding[] => {
    const sums = new Map<string, number>();
    return payments.flatMap((payment): Finding[] => {
      const at = payment.takenAt ?? 0;
      const charge = scene.readModel.chargeOf(payment.input.reference);
      const owner = scene.population.ownerAt(msisdn, at);
      if (!charge || !owner || isGivenBack(scene, { charge, payment })) return [];
      if (at < scene.from - MONTH_MS) return [];
      const key = `${monthOf(new Date(at))} ${latestAgreement(owner, charge.createdAt)}`;
      const before = sums.get(key) ?? 0;
      sums.set(key, before + payment.input.amountCents);
      if (before > MONTHLY_LIMIT || before + payment.input.amountCents <= MONTHLY_LIMIT) return [];
      const words = `more than R${MONTHLY_LIMIT / 100} in a month without a further consent, by ${shown(at)}`;
      return [{ invariant: 'monthly_limit', subscriptionId: charge.subscriptionId, words }];
    });
  });

const MONTH_MS = 31 * DAY_MS;

function latestAgreement({ agreements }: Person, at: number): number {
  return Math.max(0, ...agreements.filter(({ from }) => from <= at).map(({ from }) => from));
}

/**
 * The first, those of the first day, and those of a day of grace, which may fall on one calendar
 * day.
 */
const TRIES_A_DAY =
  1 + DEFAULT_RETRY_SCHEDULE.firstDayHours.length + DEFAULT_RETRY_SCHEDULE.graceHours.length;
/**
 * Failures that say nothing of the subscriber are tried again in 5, 10, 20, ... minutes, then every
 * two hours.
 */
const FAILURES_A_DAY = 20;

export const triesADay: Rule = (scene) =>
  ofSubscriptions(scene, (life) => {
    const { id, msisdn, startedAt } = life.subscription;
    const owner = scene.population.ownerAt(msisdn, startedAt);
    const young = [...life.charges.values()].filter(({ createdAt }) => createdAt >= scene.from);
    // The day on which one begins to look is not whole.
    const byDay = Map.groupBy(young, ({ createdAt }) => dayOf(new Date(createdAt)));
    return [...byDay].flatMap(([day, charges]): Finding[] => {
      const technical = charges.filter(
        ({ reason, state }) => state === 'denied' && isTechnical(reason),
      ).length;
      if (charges.length <= TRIES_A_DAY) return [];
      const nudges = owner?.nudges.filter((at) => dayOf(new Date(at)) === day).length ?? 0;
      if (
        charges.length - technical <= TRIES_A_DAY + nudges &&
        technical <= FAILURES_A_DAY * (1 + nudges)
      )
        return [];
      const words = `${charges.length} tries on ${day}, ${technical} of them without an answer; ${nudges} times airtime or a wish brought one forward`;
      return [{ invariant: 'tries_a_day', subscriptionId: id, words }];
    });
  });
