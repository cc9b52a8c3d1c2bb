/**
 * What the clocks of the carriers say about the product's time (decisions 209 and 214). A carrier's
 * `Date` is a word, not a proof: a gateway before it may write a wrong one. So it never keeps
 * anybody from watching; it makes wait what cannot be undone.
 */
import type { ComparedCarrier } from './clock-agreement.ts';
import { AGREE_MS } from './clock-votes.ts';

/**
 * `confirmed`: a carrier's clock agrees, or none says the time. `unread`: none does so far,
 * and not every carrier has answered. `contradicted`: each clock differs. `outvoted`: two or more
 * carriers agree with each other and not with us, and no more of them agree with us.
 */
export type Confirmation = 'confirmed' | 'unread' | 'contradicted' | 'outvoted';

/**
 * @param differences milliseconds by which each carrier that says the time is ahead of us.
 * @param isAwaiting whether a carrier has not answered yet.
 */
export function confirmationOf(differences: readonly number[], isAwaiting: boolean): Confirmation {
  const against = differences.filter((one) => !areNear(one, 0));
  const confirming = differences.length - against.length;
  const together = Math.max(
    0,
    ...against.map((one) => against.filter((other) => areNear(one, other)).length),
  );
  if (together > 1 && together >= confirming) return 'outvoted';
  if (confirming > 0) return 'confirmed';
  if (isAwaiting) return 'unread';
  return against.length > 0 ? 'contradicted' : 'confirmed';
}

/** A time that a carrier said, and the moment of its answer. */
interface SaidTime {
  readonly time: number;
  readonly elapsed: number;
}

/** Moments are of {@link Elapsed}, times are milliseconds since 1970. */
export interface CarrierTimes {
  /** A carrier has answered; `time` is `undefined` where the answer does not say it. */
  says(carrierId: string, time: number | undefined, elapsed: number): void;
  /** Resolves once the carrier has answered. */
  read(carrierId: string): Promise<void>;
  /** The carriers' times as of `moment`, of answers from `since` on. */
  saidSince(since: number, moment: number): number[];
  /** Whether a carrier that says the time has not answered since then. */
  isAwaiting(since: number): boolean;
  /** What the carriers say of the time `now`, which is the product's at `moment`. */
  compare(now: number, moment: number): readonly ComparedCarrier[];
  confirmation(now: number, moment: number): Confirmation;
}

/** @param ids the carriers whose clocks are compared. */
export function createCarrierTimes(ids: readonly string[]): CarrierTimes {
  const said = new Map<string, SaidTime>();
  /** Those whose last answer did not say the time. */
  const silent = new Set<string>();
  const firstAnswers = new Map(ids.map((id) => [id, Promise.withResolvers<void>()]));

  const at = ({ time, elapsed }: SaidTime, moment: number): number => time + moment - elapsed;
  const isUnread = (id: string): boolean => !said.has(id) && !silent.has(id);
  const times = (): SaidTime[] => ids.flatMap((id) => said.get(id) ?? []);

  return {
    says: (id, time, elapsed) => {
      const first = firstAnswers.get(id);
      if (!first) return;
      if (time === undefined) silent.add(id);
      else {
        silent.delete(id);
        said.set(id, { time, elapsed });
      }
      first.resolve();
    },
    read: async (id) => await firstAnswers.get(id)?.promise,
    saidSince: (since, moment) =>
      times().flatMap((one) => (one.elapsed >= since ? [at(one, moment)] : [])),
    isAwaiting: (since) =>
      ids.some((id) => !silent.has(id) && (said.get(id)?.elapsed ?? since - 1) < since),
    compare: (now, moment) =>
      ids.map((id) => {
        const one = said.get(id);
        const differs = one !== undefined && !areNear(at(one, moment), now);
        return { id, differs, isHeld: differs || isUnread(id) };
      }),
    confirmation: (now, moment) =>
      confirmationOf(
        times().map((one) => at(one, moment) - now),
        ids.some(isUnread),
      ),
  };
}

function areNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= AGREE_MS;
}
