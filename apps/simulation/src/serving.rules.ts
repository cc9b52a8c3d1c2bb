import { messageReference } from '@bonisa/carriers/carrier-reference';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { monthOf } from '@bonisa/domain/south-african-time';
import { DEFAULT_RETRY_SCHEDULE } from '@bonisa/domain/subscription/retry-schedule';
import { isLive, type SubscriptionStatus } from '@bonisa/domain/subscription/subscription';
import { DAY_MS, HOUR_MS } from './handsets.ts';
import type { ChargeLine } from './inspection.repository.ts';
import type { Person } from './person.ts';
import type { Life } from './read-model.ts';
import { type Finding, isServed, ofSubscriptions, type Rule, type Scene, shown } from './rules.ts';

const GRACE_MS = DEFAULT_RETRY_SCHEDULE.graceDays * DAY_MS;
const LONGEST_DOWN_MS = 9 * HOUR_MS;
/** Time enough for a message that a carrier did not take for some hours. */
const TOLD_BY_MS = 26 * HOUR_MS;
/** A step of a run: what is due within it is told at its end. */
const ENDED_AT_ONCE_MS = HOUR_MS;
const REMINDED_BY_MS = 30 * DAY_MS;

function bought({ charges }: Life): ChargeLine[] {
  return [...charges.values()].filter(
    ({ state, isOverpayment }) => (state === 'succeeded' || state === 'refunded') && !isOverpayment,
  );
}

export const paidIsServed: Rule = (scene) => [
  ...ofSubscriptions(scene, (life) => paidAndNotServed(scene, life)),
  ...ofSubscriptions(scene, paidForTooLittle),
];

function paidAndNotServed(scene: Scene, life: Life): Finding[] {
  const { id, msisdn, startedAt } = life.subscription;
  const owner = scene.population.ownerAt(msisdn, startedAt);
  if (!owner || gaveUp(owner, startedAt) || isServed(scene, life)) return [];
  const free = life.consents.some(({ trial }) => trial) && scene.at < startedAt + DAY_MS;
  const until = boughtUntil(life);
  const paid = [...life.charges.values()].find((charge) => {
    const takenAt = scene.taken.get(charge.reference)?.takenAt ?? null;
    return (
      takenAt !== null &&
      takenAt <= scene.at &&
      scene.at < (until.get(charge.period) ?? takenAt) &&
      !isExcused(scene, charge, takenAt)
    );
  });
  if (!free && !paid) return [];
  const words = paid
    ? `not served at ${shown(scene.at)}; R${paid.amount / 100} was taken at ${shown(scene.taken.get(paid.reference)?.takenAt ?? 0)}`
    : 'not served on the free day';
  return [{ invariant: 'paid_is_served', subscriptionId: id, words }];
}

/**
 * What was paid for ends with a block that its owner asked for, and where they had everything
 * removed.
 */
function gaveUp({ stops, forgottenAt, ownsUntil }: Person, startedAt: number): boolean {
  return (
    stops.some(({ at, all }) => all && at > startedAt) ||
    forgottenAt.some((at) => at > startedAt) ||
    (ownsUntil ?? startedAt) > startedAt
  );
}

/** Not known to be taken yet (others look after that), or given back. */
function isExcused({ readModel, at }: Scene, charge: ChargeLine, takenAt: number): boolean {
  if (charge.state === 'intended' || charge.state === 'unknown') return true;
  if (charge.state === 'denied')
    return at - takenAt < 2 * DAY_MS || readModel.isNamed({ reference: charge.reference });
  return (
    charge.isOverpayment || readModel.refundsOf(charge.id).some(({ state }) => state !== 'denied')
  );
}

/** What this much buys. */
function daysFor(price: number): number {
  return (PACKAGES.find((one) => one.price === price)?.days ?? 0) * DAY_MS;
}

/**
 * Until when the payment of each period serves, as the product wrote it down; `paidForTooLittle`
 * sees to it that it is long enough.
 */
function boughtUntil({ events }: Life): Map<number, number> {
  const bought = new Map<number, number>();
  for (const { data } of [...events.values()].sort((one, other) => one.place - other.place)) {
    const { period, until, unusedMs } = data as {
      period?: number;
      until?: string;
      unusedMs?: number;
    };
    if (period !== undefined && until) bought.set(period, Date.parse(until));
    // What was paid before was given back: what follows it comes sooner.
    if (unusedMs) for (const [which, end] of bought) bought.set(which, end - unusedMs);
  }
  return bought;
}

/**
 * Each payment adds all of its days to the time that was paid before, where that has gone on
 * without a gap or in grace; else to the moment at which it was known. (A process that is down for
 * hours around the end of grace is not held to the minute.)
 */
function paidForTooLittle({ subscription, events }: Life): Finding[] {
  const findings: Finding[] = [];
  let paidUntil = 0;
  for (const event of [...events.values()].sort((one, other) => one.place - other.place)) {
    const { until, amount, whole } = event.data as {
      until?: string;
      amount?: number;
      whole?: boolean;
    };
    if (event.type === 'refunded' && whole) paidUntil = Math.min(paidUntil, event.at);
    if (!until || event.type === 'grace_granted') continue;
    const bought = event.type === 'trial_started' ? 0 : daysFor(amount ?? 0);
    const from = event.at > paidUntil + GRACE_MS + LONGEST_DOWN_MS ? event.at : paidUntil;
    if (Date.parse(until) < from + bought || Date.parse(until) <= event.at) {
      const words = `paid until ${shown(Date.parse(until))} after a payment at ${shown(event.at)}, though it was paid until ${shown(paidUntil)} before`;
      findings.push({ invariant: 'paid_is_served', subscriptionId: subscription.id, words });
    }
    paidUntil = Date.parse(until);
  }
  return findings;
}

export const told: Rule = (scene) =>
  ofSubscriptions(scene, (life) => {
    const { id, msisdn, startedAt, status, cancelledAt } = life.subscription;
    const owner = scene.population.ownerAt(msisdn, startedAt);
    if (!owner || gaveUp(owner, startedAt)) return [];
    const reached = (template: string): number[] =>
      [...life.messages.values()].flatMap((message) =>
        message.template === template ? (scene.told.get(messageReference(message))?.at ?? []) : [],
      );
    const begun = life.consents.some(({ trial }) => trial)
      ? startedAt
      : Math.min(...bought(life).map(({ decidedAt }) => decidedAt ?? Number.POSITIVE_INFINITY));
    // Whoever ends it at once is told of the end instead of the beginning.
    const endedAtOnce = cancelledAt !== null && cancelledAt - begun < ENDED_AT_ONCE_MS;
    const missing = (words: string): Finding => ({
      invariant: 'notices_sent',
      subscriptionId: id,
      words,
    });
    const reminded = reached('reminder');
    const isRunning = isLive(status as SubscriptionStatus);
    return [
      ...(scene.at - begun > TOLD_BY_MS && !endedAtOnce && reached('welcome').length === 0
        ? [missing(`began at ${shown(begun)} and was not welcomed`)]
        : []),
      ...(isRunning &&
      scene.at - startedAt > REMINDED_BY_MS &&
      !reminded.some((at) => at <= startedAt + REMINDED_BY_MS)
        ? [missing(`runs since ${shown(startedAt)} and was not reminded within 30 days`)]
        : []),
      ...(isRunning && !wasRemindedLastMonth(scene, startedAt, reminded)
        ? [
            missing(
              `runs since ${shown(startedAt)} and was not reminded in the month that has ended`,
            ),
          ]
        : []),
    ];
  });

/** Of the calendar month that has ended, where it ran through all of it. */
function wasRemindedLastMonth(
  { at }: Scene,
  startedAt: number,
  reminded: readonly number[],
): boolean {
  const last = monthOf(new Date(Date.parse(`${monthOf(new Date(at))}-01T00:00:00Z`) - DAY_MS));
  return (
    monthOf(new Date(startedAt)) >= last ||
    reminded.some((told) => monthOf(new Date(told)) === last)
  );
}

export const freeDayOnce: Rule = (scene) => {
  const free = [...scene.readModel.lives.values()].filter(({ consents }) =>
    consents.some(({ trial }) => trial),
  );
  const byOwner = Map.groupBy(free, ({ subscription }) => {
    const owner = scene.population.ownerAt(subscription.msisdn, subscription.startedAt);
    return `${subscription.msisdn} ${owner?.owner ?? 0}`;
  });
  const twice = [...byOwner.values()].flatMap((lives): Finding[] =>
    lives.length <= 1
      ? []
      : [
          {
            invariant: 'free_day_once',
            subscriptionId: lives[1]?.subscription.id ?? '',
            words: `${lives.length} free days for one owner`,
          },
        ],
  );
  return [...twice, ...withoutFreeDay(scene)];
};

/** Whoever comes into a number that somebody had before: the day that was used up is not theirs. */
function withoutFreeDay({ readModel, population }: Scene): Finding[] {
  const lives = [...readModel.lives.values()].flatMap((life) => {
    const owner = population.ownerAt(life.subscription.msisdn, life.subscription.startedAt);
    return owner && owner.owner > 0 ? [{ life, owner }] : [];
  });
  return [...Map.groupBy(lives, ({ owner }) => owner).values()].flatMap((all): Finding[] => {
    const { subscription, consents } = all
      .map(({ life }) => life)
      .sort((one, other) => one.subscription.startedAt - other.subscription.startedAt)[0] as Life;
    return consents.some(({ trial }) => trial)
      ? []
      : [
          {
            invariant: 'free_day_once',
            subscriptionId: subscription.id,
            words: 'no free day, which an owner before had used',
          },
        ];
  });
}
