import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { dayOf, dayOfMonth, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import type { Driver } from './driver.ts';
import type { Fault } from './faults.ts';
import { DAY_MS, type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Means, Person } from './person.ts';
import type { Random } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface AirtimeParts {
  readonly randomFor: (person: Person, what: string, turn: number) => Random;
  readonly faults: ReadonlySet<Fault>;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly driver: Pick<Driver, 'topUp'>;
  /** The share (0 to 1) of frequent events that a run keeps. */
  readonly share: number;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
}

/** How often each kind of means occurs, adding up to 1. */
const MEANS: Readonly<Record<Means, number>> = {
  steady: 0.35,
  scraping: 0.35,
  payday: 0.2,
  broke: 0.1,
};

/** What people spend on other things, in cents a day. */
const OTHER_USE: Readonly<Record<Means, number>> = {
  steady: 100,
  scraping: 450,
  payday: 350,
  broke: 80,
};

/** The cents of one top-up. */
const TOP_UPS: Readonly<Record<Means, (random: Pick<Random, 'whole'>) => number>> = {
  steady: () => 15_000,
  scraping: (random) => random.whole(3, 30) * 100,
  payday: (random) => random.whole(6, 20) * 1000,
  broke: (random) => random.whole(2, 8) * 100,
};

/** Airtime that never runs out, for a run without the fault `airtime`, in cents. */
const PLENTY_OF_AIRTIME = 10_000_000;
/** The share of top-ups that the carrier reports to the product. */
const REPORTED = 0.65;

/** How airtime comes to the handsets of people. Without the fault `airtime` nobody runs out. */
export function createAirtime(parts: AirtimeParts) {
  const { randomFor, faults, clock, handsets, driver, share, schedule } = parts;
  let topUps = 0;

  /**
   * Returns a function that has the carrier report one top-up to the product after so many
   * milliseconds. Each further call reports the same top-up again.
   */
  const reportTopUp = (person: Person, amount: number): ((inMs: number) => void) => {
    const id = `top-up ${++topUps}`;
    const report = (inMs: number): void =>
      schedule(clock.at() + Math.round(inMs), 'a top-up is told', async () => {
        // A try because of a top-up comes on top of those of the retry schedule.
        person.nudges.push(clock.at());
        if (!(await driver.topUp(id, person.msisdn, amount, clock.now()))) report(5 * MINUTE_MS);
      });
    return report;
  };

  const scheduleTopUps = (person: Person, turn: number): void => {
    if (!faults.has('airtime')) return;
    const random = randomFor(person, 'airtime', turn);
    schedule(nextTopUp(person.means, clock.at(), random), 'a recharge', async () => {
      if (person.ownsUntil !== null) return;
      scheduleTopUps(person, turn + 1);
      const amount = TOP_UPS[person.means](random);
      handsets.load(person.msisdn, clock.at(), amount);
      if (!random.chance(REPORTED * share)) return;
      const report = reportTopUp(person, amount);
      report(random.between(0, 60_000));
      if (faults.has('notices') && random.chance(0.05)) report(random.between(0, 10 * MINUTE_MS));
    });
  };

  return {
    meansOf: (random: Random): Means =>
      faults.has('airtime') ? (random.weighted(MEANS) ?? 'broke') : 'steady',

    /** The handset of the first owner of a number. */
    addHandset: (msisdn: Msisdn, means: Means, random: Random): void =>
      handsets.add(msisdn, clock.at(), {
        airtime: faults.has('airtime') ? random.whole(500, 8000) : PLENTY_OF_AIRTIME,
        useADay: OTHER_USE[means],
      }),

    /** Schedules all top-ups of a person, for as long as they own the number. */
    begin: (person: Person): void => scheduleTopUps(person, 1),

    reportTopUp,
  };
}

function nextTopUp(means: Means, now: number, random: Pick<Random, 'between'>): number {
  switch (means) {
    case 'steady':
      return Math.round(now + random.between(12, 25) * DAY_MS);
    case 'scraping':
      return Math.round(now + random.between(0.7, 6) * DAY_MS);
    case 'broke':
      return Math.round(now + random.between(6, 18) * DAY_MS);
    case 'payday':
      return Math.round(nextPayday(now) + random.between(6, 20) * HOUR_MS);
  }
}

/** The beginning of the next 25th or last day of a month, at least a day ahead. */
function nextPayday(now: number): number {
  for (let day = daysAfter(dayOf(new Date(now)), 1); ; day = daysAfter(day, 1)) {
    const at = instantOf(day);
    if (dayOfMonth(at) === 25 || dayOfMonth(instantOf(daysAfter(day, 1))) === 1)
      return at.getTime();
  }
}
