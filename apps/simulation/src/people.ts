import { type Msisdn, parseMsisdn } from '@bonisa/domain/msisdn';
import { findPackage, PACKAGES, type Package } from '@bonisa/domain/package-catalogue';
import { dayOf, dayOfMonth, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { createCodeReusers, isCodeReused } from './code-reusers.ts';
import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import type { Fault } from './faults.ts';
import { createGraceAbusers, isGraceAbuser } from './grace-abusers.ts';
import { DAY_MS, type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import {
  type Agreement,
  createPerson,
  endAgreements,
  type Means,
  type Person,
  type Population,
  type Press,
} from './person.ts';
import type { RandomSource } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface PeopleParts {
  readonly randomOf: RandomSource;
  readonly faults: ReadonlySet<Fault>;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly population: Population;
  readonly driver: Driver;
  readonly done: Tally;
  readonly faultsAreOff: () => boolean;
  /** How much of what happens often happens: with very many people a share of it is plenty. */
  readonly share: number;
  /** How often somebody says STOP at the very moment at which the carrier is asked (0 to 1). */
  readonly atWorst: number;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  /** The reference of what was last taken from this number, for an agent who gives it back. */
  readonly lastPaid: (msisdn: Msisdn) => Promise<{ reference: string; left: number } | undefined>;
  /** Somebody watches: are they served as they should be? */
  readonly onVisit: (person: Person, entitled: boolean) => Promise<void>;
}

export type People = ReturnType<typeof createPeople>;

const MEANS: Readonly<Record<Means, number>> = {
  steady: 0.35,
  scraping: 0.35,
  payday: 0.2,
  broke: 0.1,
};
/** What a person who wants to subscribe does not take for an answer. */
const AGAIN: readonly string[] = [
  'later',
  'interrupted',
  'otp_expired',
  'otp_unavailable',
  'otp_attempts_used_up',
  'carrier_unavailable',
  'not_taken',
];
/** For how long a network lets a number rest before somebody else gets it. */
export const REST_DAYS = 90;
/** One in so many numbers had an owner before the run. */
const SECOND_HAND = 20;

/**
 * What people do, drawn for each of them: they subscribe, run out of airtime and recharge, change
 * their minds, stop, come back, complain, and move on.
 */
export function createPeople(parts: PeopleParts) {
  const {
    randomOf,
    faults,
    clock,
    handsets,
    population,
    driver,
    done,
    faultsAreOff,
    share,
    atWorst,
    schedule,
    lastPaid,
    onVisit,
  } = parts;
  let messages = 0;
  let topUps = 0;

  const randomFor = (person: Person, what: string, turn: number) =>
    randomOf(what, person.index, person.owner, turn);
  const owns = (person: Person): boolean => person.ownsUntil === null;

  // --- subscribing

  const agree = (person: Person, one: Package): Agreement => {
    const agreement = { from: clock.at(), packageId: one.id, price: one.price, until: null };
    person.agreements.push(agreement);
    person.nudges.push(clock.at());
    return agreement;
  };

  const press = (person: Person): void => {
    const turn = ++person.presses;
    const random = randomFor(person, 'press', turn);
    const [daily, weekly, monthly] = PACKAGES as readonly [Package, Package, Package];
    const chosen = random.pick([daily, daily, daily, weekly, monthly]);
    const asked: Press = {
      transactionId: `run ${person.index} ${person.owner} ${turn}`,
      msisdn: person.msisdn,
      packageId: chosen.id,
    };
    const agreement = agree(person, chosen);
    person.subscribed = true;
    person.pressed = asked;
    schedule(clock.at(), 'a press', () => sendPress(person, asked, agreement, 1));
  };

  /**
   * The same press again after a crash or a lost answer; the same run again where nobody could say
   * yet what came of it.
   */
  const sendPress = async (
    person: Person,
    asked: Press,
    agreement: Agreement,
    tries: number,
  ): Promise<void> => {
    const again = (minutes: number): void =>
      schedule(clock.at() + Math.round(minutes * MINUTE_MS), 'a press again', () =>
        sendPress(person, asked, agreement, tries + 1),
      );
    // Whoever presses agrees, whatever they had said before.
    agreement.until = null;
    const answer = await driver.accept(asked);
    count(done, `press: ${answer.ok ? answer.outcome : answer.outcome}`);
    if (answer.ok) {
      // Whoever has a subscription is only let in: another package was not agreed to by that.
      if (answer.outcome === 'signed_in' && tries === 1) agreement.until = agreement.from;
      return;
    }
    if (answer.outcome === 'payment_pending')
      return tries < 4 ? again(randomFor(person, 'pending', tries).between(1, 30)) : undefined;
    if (tries < 5 && AGAIN.includes(answer.outcome)) {
      // A code that is of no use any more is asked for anew.
      if (answer.outcome !== 'interrupted') delete asked.otp;
      return again(randomFor(person, 'again', tries).between(2, 60));
    }
    agreement.until ??= clock.at();
    person.subscribed = false;
  };

  /**
   * The same press once more, by somebody who agrees to it as before; no answer of it is waited
   * for.
   */
  const pressAgain = async (person: Person, asked: Press): Promise<void> => {
    const one = findPackage(asked.packageId);
    if (!one) return;
    const agreement = agree(person, one);
    person.subscribed = true;
    await sendPress(person, asked, agreement, 5);
  };

  // --- stopping

  const say = async (person: Person, text: string): Promise<boolean> =>
    await driver.message(`message ${++messages}`, person.msisdn, text, clock.now());

  /** A message is brought until it is taken; only then it counts as said. */
  const saysStop = async (person: Person, all: boolean): Promise<void> => {
    count(done, all ? 'STOP ALL' : 'STOP');
    const id = `message ${++messages}`;
    const bring = async (): Promise<void> => {
      if (!(await driver.message(id, person.msisdn, all ? 'STOP ALL' : 'Stop', clock.now())))
        return schedule(clock.at() + MINUTE_MS, 'a message', bring);
      stopped(person, all);
    };
    await bring();
  };

  const stopped = (person: Person, all: boolean): void => {
    endAgreements(person, clock.at());
    person.stops.push({ at: clock.at(), all });
    if (all) person.blocked = true;
  };

  const cancels = async (person: Person): Promise<void> => {
    count(done, 'cancel');
    await driver.cancel(person.msisdn);
    stopped(person, false);
  };

  const changes = async (person: Person, turn: number): Promise<void> => {
    const one = randomFor(person, 'package', turn).pick(PACKAGES);
    count(done, 'change of package');
    const agreement = agree(person, one);
    if (!(await driver.changePackage(person.msisdn, one.id))) agreement.until = agreement.from;
  };

  const complains = async (person: Person, turn: number): Promise<void> => {
    const paid = await lastPaid(person.msisdn);
    if (!paid || paid.left < 2) return;
    count(done, 'refund by an agent');
    const random = randomFor(person, 'refund', turn);
    await driver.refund(
      paid.reference,
      random.chance(0.5) ? undefined : random.whole(1, paid.left - 1),
    );
  };

  const forgets = async (person: Person): Promise<void> => {
    count(done, 'has everything removed');
    if (!(await driver.forget(person.msisdn))) return;
    person.forgottenAt.push(clock.at());
    stopped(person, false);
  };

  const locks = async (
    person: Person,
    random: { between(from: number, to: number): number },
  ): Promise<void> => {
    count(done, 'content block');
    handsets.lock(person.msisdn, true);
    schedule(
      clock.at() + Math.round(random.between(1, 10) * DAY_MS),
      'a content block ends',
      async () => handsets.lock(person.msisdn, false),
    );
  };

  // --- from day to day

  const act = async (person: Person, turn: number): Promise<void> => {
    const random = randomFor(person, 'impulse', turn);
    const may = (fault: Fault, weight: number): number =>
      faults.has(fault) && !faultsAreOff() ? weight : 0;
    const entitled = await driver.entitled(person.msisdn);
    await onVisit(person, entitled);
    if (!person.subscribed || !entitled)
      return random.chance(may('leave', person.blocked ? 0.3 : 0.4)) ? press(person) : undefined;
    const wants = random.weighted({
      stop: may('stop', 0.05),
      'stop all': may('stop', 0.02),
      cancel: may('leave', 0.05),
      change: may('change', 0.1),
      complain: may('agent', 0.06),
      lock: may('block', 0.02),
      forget: may('forget', 0.01),
      help: 0.02,
    });
    if (wants === 'stop' || wants === 'stop all') await saysStop(person, wants === 'stop all');
    else if (wants === 'cancel') await cancels(person);
    else if (wants === 'change') await changes(person, turn);
    else if (wants === 'complain') await complains(person, turn);
    else if (wants === 'lock') await locks(person, random);
    else if (wants === 'forget') await forgets(person);
    else if (wants === 'help') await say(person, 'help');
  };

  const live = (person: Person): void => {
    const turn = ++person.impulses;
    const random = randomFor(person, 'life', turn);
    schedule(clock.at() + Math.round(random.between(0.3, 11) * DAY_MS), 'an impulse', async () => {
      if (!owns(person)) return;
      live(person);
      schedule(clock.at(), 'somebody acts', () => act(person, turn));
    });
  };

  // --- airtime

  const recharge = (person: Person, turn: number): void => {
    if (!faults.has('airtime')) return;
    const random = randomFor(person, 'airtime', turn);
    schedule(nextRecharge(person.means, clock.at(), random), 'a recharge', async () => {
      if (!owns(person)) return;
      recharge(person, turn + 1);
      const amount = AMOUNTS[person.means](random);
      handsets.load(person.msisdn, clock.at(), amount);
      if (!random.chance(0.65 * share)) return;
      const tell = toldAs(person, amount);
      tell(random.between(0, 60_000));
      if (faults.has('notices') && random.chance(0.05)) tell(random.between(0, 10 * MINUTE_MS));
    });
  };

  /**
   * The carrier tells of a top-up so many milliseconds from now; twice is the same top-up told
   * twice.
   */
  const toldAs = (person: Person, amount: number): ((inMs: number) => void) => {
    const id = `top-up ${++topUps}`;
    const tell = (inMs: number): void =>
      schedule(clock.at() + Math.round(inMs), 'a top-up is told', async () => {
        // Whatever is tried because of it is not more than the retry schedule allows.
        person.nudges.push(clock.at());
        if (!(await driver.topUp(id, person.msisdn, amount, clock.now()))) tell(5 * MINUTE_MS);
      });
    return tell;
  };

  const graceAbusers = createGraceAbusers({
    randomOf,
    clock,
    handsets,
    driver,
    done,
    schedule,
    onVisit,
    actions: {
      press,
      cancels,
      saysStop,
      changes,
      complains,
      forgets,
      tellTopUp: (person, amount) => toldAs(person, amount)(1000),
    },
  });

  const codeReusers = createCodeReusers({
    randomOf,
    clock,
    driver,
    done,
    schedule,
    saysStop,
    cancels,
    pressAgain,
  });

  // --- coming and going

  const arrive = (index: number, owner: number, joinsAt: number): Person => {
    const random = randomOf('person', index, owner);
    const games = owner === 0 && faults.has('gaming') && isGraceAbuser(index);
    const means = faults.has('airtime') ? (random.weighted(MEANS) ?? 'broke') : 'steady';
    const person = createPerson({
      index,
      msisdn: numberOf(index),
      owner,
      means,
      ownsFrom: clock.at(),
    });
    population.add(person);
    if (games) handsets.add(person.msisdn, clock.at(), { airtime: 0, useADay: 0 });
    if (games) graceAbusers.begin(person, joinsAt);
    if (games) return person;
    if (owner === 0)
      handsets.add(person.msisdn, clock.at(), {
        airtime: faults.has('airtime') ? random.whole(500, 8000) : 10_000_000,
        useADay: USE[means],
      });
    schedule(joinsAt, 'somebody subscribes', async () => {
      live(person);
      press(person);
      if (faults.has('stretch') && isCodeReused(index)) codeReusers.begin(person);
    });
    recharge(person, 1);
    if (faults.has('recycle') && random.chance(0.08))
      schedule(
        joinsAt + Math.round(random.between(1, 30) * DAY_MS),
        'a SIM is put away',
        async () => putAway(person),
      );
    return person;
  };

  /** The number rests for three months, then somebody else has it. */
  const putAway = async (person: Person): Promise<void> => {
    person.ownsUntil = clock.at();
    handsets.drain(person.msisdn, clock.at());
    const random = randomFor(person, 'successor', 1);
    schedule(
      clock.at() + Math.round(random.between(REST_DAYS, REST_DAYS + 10) * DAY_MS),
      'a number is recycled',
      async () => changeHands(person, clock.at() + Math.round(random.between(1, 72) * HOUR_MS)),
    );
  };

  const changeHands = (person: Person, joinsAt: number): void => {
    count(done, 'number recycled');
    handsets.recycle(person.msisdn, clock.at(), 5000);
    endAgreements(person, clock.at());
    arrive(person.index, person.owner + 1, joinsAt);
  };

  /**
   * Months before the run: an owner who used the free day, stopped, and put the SIM away. Answers
   * how the number changes hands.
   */
  const precede = (index: number): ((joinsAt: number) => void) => {
    const person = createPerson({
      index,
      msisdn: numberOf(index),
      owner: 0,
      means: 'broke',
      ownsFrom: clock.at(),
    });
    const random = randomFor(person, 'before', 1);
    population.add(person);
    handsets.add(person.msisdn, clock.at(), { airtime: 100, useADay: 0 });
    schedule(clock.at(), 'somebody subscribes', async () => press(person));
    schedule(clock.at() + Math.round(random.between(4, 20) * HOUR_MS), 'somebody stops', () =>
      saysStop(person, random.chance(0.2)),
    );
    schedule(clock.at() + DAY_MS, 'a SIM is put away', async () => {
      person.ownsUntil = clock.at();
    });
    return (joinsAt) => changeHands(person, joinsAt);
  };

  return {
    /**
     * Everybody whose number is their own from the first day on, and whoever had one of the numbers
     * before; they subscribe when it is said.
     */
    begin: (
      subscribers: number,
      joinsAt: (index: number) => number,
    ): { readonly comeIntoNumbers: () => void } => {
      const numbers = Array.from({ length: subscribers }, (_, index) => index + 1);
      const isSecondHand = (index: number): boolean =>
        faults.has('recycle') && index % SECOND_HAND === 1;
      const successors = numbers
        .filter(isSecondHand)
        .map((index) => ({ index, follow: precede(index) }));
      return {
        comeIntoNumbers: () => {
          for (const { index, follow } of successors) follow(joinsAt(index));
          for (const index of numbers) if (!isSecondHand(index)) arrive(index, 0, joinsAt(index));
        },
      };
    },
    /**
     * While the carrier is asked for the money of this number: now and then its owner says STOP at
     * this very moment.
     */
    whileAsked: async (msisdn: Msisdn, moment: 'before' | 'after'): Promise<void> => {
      const person = population.ownerAt(msisdn, clock.at());
      if (!person || !faults.has('stop') || faultsAreOff()) return;
      const random = randomFor(person, `asked ${moment}`, ++person.impulses);
      if (random.chance(atWorst)) await saysStop(person, random.chance(0.15));
    },
  };
}

/** What they use for other things, in cents a day. */
const USE: Readonly<Record<Means, number>> = { steady: 100, scraping: 450, payday: 350, broke: 80 };

const AMOUNTS: Readonly<
  Record<Means, (random: { whole(from: number, to: number): number }) => number>
> = {
  steady: () => 15_000,
  scraping: (random) => random.whole(3, 30) * 100,
  payday: (random) => random.whole(6, 20) * 1000,
  broke: (random) => random.whole(2, 8) * 100,
};

function nextRecharge(
  means: Means,
  now: number,
  random: { between(from: number, to: number): number },
): number {
  switch (means) {
    case 'steady':
      return Math.round(now + random.between(12, 25) * DAY_MS);
    case 'scraping':
      return Math.round(now + random.between(0.7, 6) * DAY_MS);
    case 'broke':
      return Math.round(now + random.between(6, 18) * DAY_MS);
    case 'payday':
      return Math.round(payday(now) + random.between(6, 20) * HOUR_MS);
  }
}

/** The beginning of the next 25th or last day of a month, at least a day ahead. */
function payday(now: number): number {
  for (let day = daysAfter(dayOf(new Date(now)), 1); ; day = daysAfter(day, 1)) {
    const at = instantOf(day);
    if (dayOfMonth(at) === 25 || dayOfMonth(instantOf(daysAfter(day, 1))) === 1)
      return at.getTime();
  }
}

/** The number of the how-manieth handset. */
export function numberOf(index: number): Msisdn {
  const msisdn = parseMsisdn(`2783${String(1_000_000 + index)}`);
  if (!msisdn) throw new RangeError('more numbers than there are');
  return msisdn;
}
