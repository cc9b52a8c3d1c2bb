import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { createAirtime } from './airtime.ts';
import { createCodeReusers, isCodeReused } from './code-reusers.ts';
import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import type { Fault } from './faults.ts';
import { createGraceAbusers, isGraceAbuser } from './grace-abusers.ts';
import { DAY_MS, type Handsets, HOUR_MS } from './handsets.ts';
import { createPerson, endAgreements, type Person, type Population } from './person.ts';
import type { Random, RandomSource } from './random.ts';
import { createSubscriberActions } from './subscriber-actions.ts';
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
  /** The share (0 to 1) of frequent events that a run with very many people keeps. */
  readonly share: number;
  /** How probable a STOP is at the very moment at which the carrier is asked (0 to 1). */
  readonly atWorst: number;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  /** The last charge of a number that was not refunded in full, which an agent can refund. */
  readonly lastPaid: (msisdn: Msisdn) => Promise<{ reference: string; left: number } | undefined>;
  /** A person watches: the inspection compares the answer with the product's records. */
  readonly onVisit: (person: Person, entitled: boolean) => Promise<void>;
}

/** A carrier lets a number rest so long before somebody else gets it. */
export const REST_DAYS = 90;
/** One number in so many had an owner before the run. */
const SECOND_HAND = 20;

/**
 * What people do, chosen at random for each of them: they subscribe, run out of airtime and top up,
 * change the package, stop, return, ask for refunds, and give up their numbers.
 */
export function createPeople(parts: PeopleParts) {
  const { randomOf, faults, clock, handsets, population, driver } = parts;
  const { done, faultsAreOff, atWorst, schedule, onVisit } = parts;
  const randomFor = (person: Person, what: string, turn: number): Random =>
    randomOf(what, person.index, person.owner, turn);
  const actions = createSubscriberActions({ ...parts, randomFor });
  const airtime = createAirtime({ ...parts, randomFor });
  const graceAbusers = createGraceAbusers({
    ...parts,
    actions: {
      ...actions,
      reportTopUp: (person, amount) => airtime.reportTopUp(person, amount)(1000),
    },
  });
  const codeReusers = createCodeReusers({ ...parts, ...actions });

  /** One visit to the site, after which the person may do something. */
  const visit = async (person: Person, turn: number): Promise<void> => {
    const random = randomFor(person, 'impulse', turn);
    const may = (fault: Fault, weight: number): number =>
      faults.has(fault) && !faultsAreOff() ? weight : 0;
    const entitled = await driver.entitled(person.msisdn);
    await onVisit(person, entitled);
    if (!person.subscribed || !entitled) {
      const returns = random.chance(may('leave', person.blocked ? 0.3 : 0.4));
      return returns ? actions.pressAccept(person) : undefined;
    }
    const wants = random.weighted({
      stop: may('stop', 0.05),
      'stop all': may('stop', 0.02),
      cancel: may('leave', 0.05),
      change: may('change', 0.1),
      refund: may('agent', 0.06),
      block: may('block', 0.02),
      removal: may('forget', 0.01),
      help: 0.02,
    });
    if (wants === 'stop' || wants === 'stop all')
      await actions.sendStop(person, wants === 'stop all');
    else if (wants === 'cancel') await actions.cancel(person);
    else if (wants === 'change') await actions.changePackage(person, turn);
    else if (wants === 'refund') await actions.requestRefund(person, turn);
    else if (wants === 'block') await actions.blockContent(person, random);
    else if (wants === 'removal') await actions.requestRemoval(person);
    else if (wants === 'help') await actions.askForHelp(person);
  };

  /** Schedules visits for as long as the person owns the number. */
  const scheduleVisits = (person: Person): void => {
    const turn = ++person.impulses;
    const random = randomFor(person, 'life', turn);
    const at = clock.at() + Math.round(random.between(0.3, 11) * DAY_MS);
    schedule(at, 'the next visit', async () => {
      if (person.ownsUntil !== null) return;
      scheduleVisits(person);
      schedule(clock.at(), 'a visit', () => visit(person, turn));
    });
  };

  /** A new owner of a number, who subscribes at `joinsAt`. */
  const arrive = (index: number, owner: number, joinsAt: number): void => {
    const random = randomOf('person', index, owner);
    const abusesGrace = owner === 0 && faults.has('gaming') && isGraceAbuser(index);
    const means = airtime.meansOf(random);
    const msisdn = numberOf(index);
    const person = createPerson({ index, msisdn, owner, means, ownsFrom: clock.at() });
    population.add(person);
    if (abusesGrace) {
      handsets.add(msisdn, clock.at(), { airtime: 0, useADay: 0 });
      graceAbusers.begin(person, joinsAt);
      return;
    }
    if (owner === 0) airtime.addHandset(msisdn, means, random);
    schedule(joinsAt, 'a person subscribes', async () => {
      scheduleVisits(person);
      actions.pressAccept(person);
      if (faults.has('stretch') && isCodeReused(index)) codeReusers.begin(person);
    });
    airtime.begin(person);
    if (faults.has('recycle') && random.chance(0.08)) {
      const at = joinsAt + Math.round(random.between(1, 30) * DAY_MS);
      schedule(at, 'a person gives up a number', async () => giveUpNumber(person));
    }
  };

  /** The number rests for three months; then it has another owner. */
  const giveUpNumber = (person: Person): void => {
    person.ownsUntil = clock.at();
    handsets.drain(person.msisdn, clock.at());
    const random = randomFor(person, 'successor', 1);
    const at = clock.at() + Math.round(random.between(REST_DAYS, REST_DAYS + 10) * DAY_MS);
    schedule(at, 'a number is recycled', async () =>
      recycle(person, clock.at() + Math.round(random.between(1, 72) * HOUR_MS)),
    );
  };

  const recycle = (person: Person, joinsAt: number): void => {
    count(done, 'number recycled');
    handsets.recycle(person.msisdn, clock.at(), 5000);
    endAgreements(person, clock.at());
    arrive(person.index, person.owner + 1, joinsAt);
  };

  /**
   * An owner months before the run, who used the free day, stopped, and gave up the number. Returns
   * a function that gives the number to the next owner.
   */
  const precede = (index: number): ((joinsAt: number) => void) => {
    const msisdn = numberOf(index);
    const person = createPerson({ index, msisdn, owner: 0, means: 'broke', ownsFrom: clock.at() });
    const random = randomFor(person, 'before', 1);
    population.add(person);
    handsets.add(msisdn, clock.at(), { airtime: 100, useADay: 0 });
    schedule(clock.at(), 'a person subscribes', async () => actions.pressAccept(person));
    const stopsAt = clock.at() + Math.round(random.between(4, 20) * HOUR_MS);
    schedule(stopsAt, 'a person stops', () => actions.sendStop(person, random.chance(0.2)));
    schedule(clock.at() + DAY_MS, 'a person gives up a number', async () => {
      person.ownsUntil = clock.at();
    });
    return (joinsAt) => recycle(person, joinsAt);
  };

  return {
    /**
     * Begins with the former owners of numbers that had one. `comeIntoNumbers` then adds all owners
     * of the first day; each subscribes at the instant that `joinsAt` returns for its number.
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
     * The carrier is being asked to charge this number: now and then its owner sends STOP at this
     * very moment.
     */
    whileAsked: async (msisdn: Msisdn, moment: 'before' | 'after'): Promise<void> => {
      const person = population.ownerAt(msisdn, clock.at());
      if (!person || !faults.has('stop') || faultsAreOff()) return;
      const random = randomFor(person, `asked ${moment}`, ++person.impulses);
      if (random.chance(atWorst)) await actions.sendStop(person, random.chance(0.15));
    },
  };
}

/** The number of a handset, which counts from 1. Throws a RangeError where numbers run out. */
export function numberOf(index: number): Msisdn {
  const msisdn = parseMsisdn(`2783${String(1_000_000 + index)}`);
  if (!msisdn) throw new RangeError('more numbers than there are');
  return msisdn;
}
