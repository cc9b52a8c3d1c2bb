import { isTechnical } from '@bonisa/domain/money/charge';
import { warnedEnd } from '@bonisa/domain/notices/notice-time';
import { findPackage } from '@bonisa/domain/packages/package-catalogue';
import { graceMs, unansweredMs } from '@bonisa/domain/subscription/retry-schedule';
import { DAY_MS } from './handsets.ts';
import type { ChargeLine, EventLine } from './inspection.repository.ts';
import type { Person } from './person.ts';
import type { Life } from './read-model.ts';
import { type Scene, shown } from './rules.ts';

/** One owner of a number with all subscriptions that they ever had, the oldest first. */
export interface OwnersLives {
  readonly owner: Person;
  readonly lives: readonly Life[];
}

/** What one payment bought. */
interface Span {
  readonly life: Life;
  readonly period: number;
  from: number;
  until: number;
}

/**
 * What a number may be served by at an instant, reckoned from payments and from the rule of grace
 * alone.
 */
export interface NumberTime {
  /** The end of all that was paid. */
  readonly paidUntil: number;
  readonly freeUntil: number;
  readonly graceUntil: number;
  /** Served until then because the carrier has not answered yet. */
  readonly unansweredUntil: number;
  readonly problems: readonly {
    readonly invariant: 'paid_days' | 'grace_once';
    readonly life: Life;
    readonly words: string;
  }[];
}

/** Everybody who has or had a subscription, with all of theirs. */
export function ownersLives({
  readModel,
  population,
}: Pick<Scene, 'readModel' | 'population'>): OwnersLives[] {
  const byOwner = new Map<Person, Life[]>();
  for (const life of readModel.lives.values()) {
    const owner = population.ownerAt(life.subscription.msisdn, life.subscription.startedAt);
    if (owner) byOwner.set(owner, [...(byOwner.get(owner) ?? []), life]);
  }
  return [...byOwner].map(([owner, lives]) => ({
    owner,
    lives: lives.sort((one, other) => one.subscription.startedAt - other.subscription.startedAt),
  }));
}

/**
 * Lives through the events of a number up to an instant, that included, and keeps its time by the
 * rules.
 */
export function numberTimeAt(
  { owner, lives }: OwnersLives,
  at: number,
  retrySchedule: Scene['retrySchedule'],
): NumberTime {
  const problems: { invariant: 'paid_days' | 'grace_once'; life: Life; words: string }[] = [];
  const spans: Span[] = [];
  /** The paid or free time of each subscription, as it was written last. */
  const ends = new Map<Life, number>();
  const ended = new Set<Life>();
  let paidUntil = 0;
  let freeUntil = 0;
  let graceUntil = 0;
  // A number has grace at first, then when a period is over that was paid in time.
  let hasGrace = true;
  let earned: Span | undefined;

  const succeeded = (life: Life, event: EventLine): void => {
    const { period = 0, until: text = '' } = event.data as { period?: number; until?: string };
    const charge = [...life.charges.values()].find((one) => one.period === period && isBought(one));
    const one = findPackage(charge?.packageId ?? '');
    if (!charge || !one) return;
    const [until, lasts] = [Date.parse(text), one.days * DAY_MS];
    const most = Math.max(paidUntil, event.at) + lasts;
    const least = paidUntil > event.at ? most : most - unansweredMs(one, retrySchedule);
    const about = `paid until ${shown(until)} by R${charge.amount / 100} at ${shown(event.at)}`;
    if (until > most)
      problems.push({
        invariant: 'paid_days',
        life,
        words: `${about}: at most until ${shown(most)} is paid for`,
      });
    if (until < least)
      problems.push({
        invariant: 'paid_days',
        life,
        words: `${about}: it was paid until ${shown(paidUntil)} before`,
      });
    const span = { life, period, from: until - lasts, until };
    spans.push(span);
    if (!hasGrace && !earned && isInTime(life, ends.get(life), charge)) earned = span;
    paidUntil = until;
    ends.set(life, until);
  };

  const refunded = (life: Life, { at: when, data }: EventLine): void => {
    const { whole, period } = data as { whole?: boolean; period?: number };
    const index = spans.findIndex((one) => one.life === life && one.period === period);
    const span = spans[index];
    if (!whole || !span) return;
    const unused = Math.max(0, span.until - Math.max(when, span.from));
    span.until -= unused;
    for (const schedule of spans.slice(index + 1)) {
      schedule.from -= unused;
      schedule.until -= unused;
    }
    paidUntil = Math.max(0, paidUntil - unused);
    if (earned === span && unused > 0) earned = undefined;
  };

  const granted = (life: Life, event: EventLine): void => {
    const end = ends.get(life) ?? 0;
    const until = Date.parse(String(event.data.until));
    const held = findPackage(heldBefore(life, event));
    const nominal = new Date(end + (held ? graceMs(held, retrySchedule) : 0));
    // Grace that ended at night lasts until its notice was sent.
    const latest = warnedEnd(nominal, new Date(event.at)).getTime();
    if (earned && earned.until <= end) hasGrace = true;
    const about = `grace until ${shown(until)}, the paid time having ended at ${shown(end)}`;
    if (!hasGrace)
      problems.push({
        invariant: 'grace_once',
        life,
        words: `${about}: no whole period was paid in time since the last one`,
      });
    if (until > latest)
      problems.push({
        invariant: 'grace_once',
        life,
        words: `${about}: it lasts until ${shown(latest)} at most`,
      });
    graceUntil = hasGrace ? Math.min(until, latest) : 0;
    hasGrace = false;
    earned = undefined;
  };

  const forgottenAt = [...owner.forgottenAt];
  for (const { life, event } of inOrder(lives)) {
    if (event.at > at) break;
    while ((forgottenAt[0] ?? event.at) < event.at) {
      forgottenAt.shift();
      // What was paid is given up with the data.
      spans.length = 0;
      paidUntil = 0;
    }
    if (event.type === 'trial_started') {
      freeUntil = Date.parse(String(event.data.until));
      paidUntil = Math.max(paidUntil, freeUntil);
      ends.set(life, freeUntil);
    } else if (event.type === 'charge_succeeded') succeeded(life, event);
    else if (event.type === 'refunded') refunded(life, event);
    else if (event.type === 'grace_granted') granted(life, event);
    else if (ENDS.includes(event.type)) {
      graceUntil = Math.min(graceUntil, event.at);
      if (event.type !== 'parked') ended.add(life);
    }
  }
  const newest = lives.findLast(({ subscription }) => subscription.startedAt <= at);
  const unansweredUntil =
    newest && !ended.has(newest) ? unansweredEnd(newest, ends.get(newest), at, retrySchedule) : 0;
  return { paidUntil, freeUntil, graceUntil, unansweredUntil, problems };
}

const ENDS = ['parked', 'cancelled', 'blocked', 'expired'];

function inOrder(lives: readonly Life[]): { life: Life; event: EventLine }[] {
  const all = lives.flatMap((life) => [...life.events.values()].map((event) => ({ life, event })));
  return all.sort(
    (one, other) =>
      one.event.at - other.event.at ||
      one.life.subscription.startedAt - other.life.subscription.startedAt ||
      one.event.place - other.event.place,
  );
}

function isBought({ state, isOverpayment }: ChargeLine): boolean {
  return (state === 'succeeded' || state === 'refunded') && !isOverpayment;
}

function isRefusal({ state, reason }: ChargeLine): boolean {
  return state === 'denied' && !isTechnical(reason);
}

/**
 * A renewal that was never refused. The payment at Accept is none, nor is a dearer package that was
 * begun before the paid time's end.
 */
function isInTime(life: Life, end: number | undefined, charge: ChargeLine): boolean {
  if (end === undefined || (charge.decidedAt ?? 0) < end) return false;
  const sinceEnd = [...life.charges.values()].filter(
    ({ createdAt, decidedAt }) => Math.max(createdAt, decidedAt ?? 0) >= end,
  );
  return !sinceEnd.some((one) => isRefusal(one) && (one.decidedAt ?? 0) <= (charge.decidedAt ?? 0));
}

/** Which package was held when this happened: the one that was paid last, else the first one. */
function heldBefore(life: Life, event: EventLine): string {
  const before = [...life.events.values()]
    .filter(({ place }) => place < event.place)
    .sort((one, other) => other.place - one.place);
  const paid = before.find(({ type }) => type === 'charge_succeeded');
  const charge = [...life.charges.values()].find(
    (one) => one.period === paid?.data.period && isBought(one),
  );
  return charge?.packageId ?? String(life.events.get(0)?.data.packageId ?? '');
}

/** Until when it is served because the carrier has not refused its renewal. */
function unansweredEnd(
  life: Life,
  end: number | undefined,
  at: number,
  retrySchedule: Scene['retrySchedule'],
): number {
  if (end === undefined) return 0;
  const refused = [...life.charges.values()].some(
    (one) => isRefusal(one) && (one.decidedAt ?? 0) >= end && (one.decidedAt ?? 0) <= at,
  );
  const last = [...life.events.values()]
    .filter((event) => event.at <= at)
    .reduce((most, { place }) => Math.max(most, place), -1);
  const held = findPackage(
    heldBefore(life, { ...(life.events.get(0) as EventLine), place: last + 1 }),
  );
  return refused || !held ? 0 : end + unansweredMs(held, retrySchedule);
}
