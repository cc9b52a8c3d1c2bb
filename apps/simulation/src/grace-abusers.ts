import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import { DAY_MS, type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Person } from './person.ts';
import type { Random, RandomSource } from './random.ts';
import type { SubscriberActions } from './subscriber-actions.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The actions of a grace abuser; the person remembers each of them. */
export interface PersonActions
  extends Pick<
    SubscriberActions,
    'cancel' | 'changePackage' | 'pressAccept' | 'requestRefund' | 'requestRemoval' | 'sendStop'
  > {
  reportTopUp(person: Person, amount: number): void;
}

export interface GraceAbuserParts {
  readonly randomOf: RandomSource;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly driver: Pick<Driver, 'entitled'>;
  readonly done: Tally;
  readonly actions: PersonActions;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  readonly onVisit: (person: Person, entitled: boolean) => Promise<void>;
}

/**
 * One number in so many belongs to a gamer, but no more than so many of a run: they look every
 * hour.
 */
const ONE_IN = 9;
const MOST = 12;

/** Whether the owner of this handset games grace. */
export function isGraceAbuser(index: number): boolean {
  return index % ONE_IN === 4 && index < ONE_IN * MOST;
}

/** Enough for any package. */
const AIRTIME = 3000;

/**
 * People who want to watch without paying: they look every hour, empty their airtime as soon as
 * something is served, and when nothing is any more they recharge, stop and come back, change the
 * package or have everything removed. Now and then they pay in time, which is how grace is had
 * again.
 */
export function createGraceAbusers({
  randomOf,
  clock,
  handsets,
  driver,
  done,
  actions,
  schedule,
  onVisit,
}: GraceAbuserParts) {
  const randomFor = (person: Person, what: string, turn: number): Random =>
    randomOf(what, person.index, person.owner, turn);

  const recharge = (person: Person): void => {
    handsets.drain(person.msisdn, clock.at());
    handsets.load(person.msisdn, clock.at(), AIRTIME);
  };

  /**
   * While something is served: the next payment is to fail, unless this is one of the days on which
   * it is paid in time.
   */
  const whileServed = async (person: Person, turn: number): Promise<void> => {
    const day = Math.floor(clock.at() / DAY_MS);
    if (randomFor(person, 'keeps airtime', day).chance(0.35)) recharge(person);
    else handsets.drain(person.msisdn, clock.at());
    const wants = randomFor(person, 'while served', turn).weighted({
      back: 0.012,
      change: 0.01,
      complain: 0.004,
    });
    if (wants === 'back') await comeBack(person, turn);
    else if (wants === 'change') await actions.changePackage(person, turn);
    else if (wants === 'complain') await actions.requestRefund(person, turn);
  };

  const whileUnserved = async (person: Person, turn: number): Promise<void> => {
    const wants = randomFor(person, 'while unserved', turn).weighted({
      recharge: 0.3,
      back: 0.12,
      change: 0.08,
      forget: 0.03,
    });
    if (wants === undefined) return;
    count(done, `games grace: ${wants}`);
    if (!person.subscribed || wants === 'back') return await comeBack(person, turn);
    if (wants === 'forget') return await actions.requestRemoval(person);
    recharge(person);
    if (wants === 'change') return await actions.changePackage(person, turn);
    actions.reportTopUp(person, AIRTIME);
  };

  /** Out by one way or another, and in again at once. */
  const comeBack = async (person: Person, turn: number): Promise<void> => {
    recharge(person);
    if (person.subscribed)
      await (randomFor(person, 'way out', turn).chance(0.5)
        ? actions.cancel(person)
        : actions.sendStop(person, false));
    else actions.pressAccept(person);
  };

  const look = (person: Person): void => {
    const turn = ++person.impulses;
    schedule(
      clock.at() + Math.round(randomFor(person, 'looks', turn).between(40, 70) * MINUTE_MS),
      'a gamer looks',
      async () => {
        if (person.ownsUntil !== null) return;
        look(person);
        schedule(clock.at(), 'a gamer acts', () => play(person, turn));
      },
    );
  };

  const play = async (person: Person, turn: number): Promise<void> => {
    const entitled = await driver.entitled(person.msisdn);
    await onVisit(person, entitled);
    if (entitled && !person.subscribed)
      return randomFor(person, 'returns', turn).chance(0.2)
        ? await comeBack(person, turn)
        : undefined;
    await (entitled ? whileServed(person, turn) : whileUnserved(person, turn));
  };

  return {
    /** Subscribes then, and games from then on. */
    begin: (person: Person, joinsAt: number): void => {
      recharge(person);
      schedule(joinsAt, 'somebody subscribes', async () => {
        look(person);
        actions.pressAccept(person);
      });
      schedule(joinsAt + HOUR_MS, 'a gamer empties the airtime', async () =>
        handsets.drain(person.msisdn, clock.at()),
      );
    },
  };
}
