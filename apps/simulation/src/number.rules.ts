import { type NumberTime, numberTimeAt, type OwnersLives, ownersLives } from './number-time.ts';
import type { Person } from './person.ts';
import { type Finding, isServed, type Rule, type Scene, shown } from './rules.ts';

/** Somebody looked whether they can watch. */
export interface Visit {
  readonly person: Person;
  readonly at: number;
  readonly entitled: boolean;
}

/** For each owner of a number, over all of their subscriptions. */
export const numberTime: Rule = (scene) =>
  ownersLives(scene).flatMap((number) => ofNumber(scene, number));

function ofNumber(scene: Scene, number: OwnersLives): Finding[] {
  const { at, retrySchedule } = scene;
  const time = numberTimeAt(number, at, retrySchedule);
  const found = time.problems.map(
    ({ invariant, life, words }): Finding => ({
      invariant,
      words,
      subscriptionId: life.subscription.id,
    }),
  );
  const served = number.lives.find((life) => isServed(scene, life));
  if (served && !mayBeServed(time, at)) found.push(unpaid(served.subscription.id, at, time));
  return [...found, ...standsOtherwise(scene, number, time)];
}

/**
 * What the product has as paid is what the payments come to: nothing is lost between two
 * subscriptions, nothing is given away.
 */
function standsOtherwise(
  { at }: Scene,
  { owner, lives }: OwnersLives,
  { paidUntil, freeUntil }: NumberTime,
): Finding[] {
  const newest = lives.at(-1);
  if (!newest || newest.subscription.status === 'blocked') return [];
  const present = lives.filter(
    ({ subscription }) => !owner.forgottenAt.some((when) => when >= subscription.startedAt),
  );
  if (present.length === 0 || owner.stops.some(({ all }) => all)) return [];
  const stands = Math.max(0, ...present.map(({ subscription }) => subscription.paidUntil ?? 0));
  if (stands <= at && paidUntil <= at) return [];
  if (stands === Math.max(paidUntil, freeUntil)) return [];
  const words = `it stands as paid until ${shown(stands)}, and the payments come to ${shown(paidUntil)}`;
  return [{ invariant: 'paid_days', subscriptionId: newest.subscription.id, words }];
}

function mayBeServed(
  { paidUntil, freeUntil, graceUntil, unansweredUntil }: NumberTime,
  at: number,
): boolean {
  return at < Math.max(paidUntil, freeUntil, graceUntil, unansweredUntil);
}

function unpaid(subscriptionId: string, at: number, time: NumberTime): Finding {
  const words = `served at ${shown(at)}: paid until ${shown(time.paidUntil)}, grace until ${shown(time.graceUntil)}`;
  return { invariant: 'unpaid_unserved', subscriptionId, words };
}

/**
 * Whoever was let in between two inspections had paid, had the free day or grace, or the carrier
 * had not answered.
 */
export function servedOnVisits(scene: Scene, visits: readonly Visit[]): Finding[] {
  const numbers = new Map(ownersLives(scene).map((number) => [number.owner, number]));
  return visits.flatMap(({ person, at, entitled }): Finding[] => {
    const number = numbers.get(person);
    if (!entitled || !number) return [];
    // What happened in the same millisecond may have happened before the visit or after it.
    const times = [
      numberTimeAt(number, at, scene.retrySchedule),
      numberTimeAt(number, at - 1, scene.retrySchedule),
    ];
    const [time] = times;
    if (!time || times.some((one) => mayBeServed(one, at))) return [];
    return [unpaid(number.lives.at(-1)?.subscription.id ?? '', at, time)];
  });
}
