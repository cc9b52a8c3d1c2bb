import type { Carrier } from '@bonisa/carriers/carrier.port';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { createPace } from '@bonisa/carriers/pace';
import type { Timers } from '@bonisa/carriers/permit';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { createLogger } from '@bonisa/kit/logger';
import { createBase } from '@bonisa/server/base';
import type { Tally } from './crash-injector.ts';
import { composeSimulation } from './product.ts';
import { createRandomSource } from './random.ts';
import {
  type CarrierAccount,
  createHoursCarrier,
  type HoursCarrier,
} from './renewal-hours.carrier.ts';
import {
  type BooksAfter,
  createRenewalHoursRepository,
  type DueBefore,
} from './renewal-hours.repository.ts';
import { SECRETS, simulatedConfig } from './running-product.ts';
import { createSteppingTime } from './stepping-time.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export interface RenewalHoursOptions {
  readonly hours: number;
  /** Calls a second that the carrier takes. */
  readonly pace: number;
  /** The share of calls that something happens to. */
  readonly faults: number;
  /** Loops that renew, as so many job processes have them. */
  readonly loops: number;
  readonly seed: string;
  readonly onProgress: (words: string) => void;
}

export interface RenewalHours {
  readonly before: DueBefore;
  readonly carrier: CarrierAccount;
  readonly after: BooksAfter;
  readonly injected: Tally;
  /** Simulated seconds until the last due number was first charged; `null`: some were not. */
  readonly askedInSeconds: number | null;
  /** How long the run took. */
  readonly realSeconds: number;
}

/** As many calls at once as the pace needs with answers of a tenth of a second, and room. */
const IN_FLIGHT_OF_PACE = 0.4;
const LOOK_MS = 1000;
/** As the product has it. */
const PATIENCE_MS = 250;
const PROGRESS_MS = 10 * 60_000;
/** People's messages and the comparison of a day are no part of these hours. */
const LEFT_OUT = /^(messages|reminders|reconciliation)/;

/**
 * Renews everything that is due in a filled database, at a simulated carrier's pace and with its
 * faults, while the clock moves only when all statements have been answered. The jobs, the pace and
 * all SQL are the product's own.
 */
export async function renewForHours(
  open: OpenDatabase,
  options: RenewalHoursOptions,
): Promise<RenewalHours> {
  if (!open.pool) throw new Error('the renewals of hours need a PostgreSQL server');
  const repository = createRenewalHoursRepository(open.long);
  const before = await repository.before(new Date());
  if (before.due === 0) throw new Error('nothing is due: fill the database first');
  const clock = createVirtualClock(new Date(before.lastDueAt));
  const time = createSteppingTime(clock, open.pool);
  const injected: Tally = new Map();
  const carrier = createHoursCarrier({
    time,
    random: createRandomSource(options.seed)('carrier'),
    faults: options.faults,
    numbers: { first: before.firstNumber, count: before.numbers, due: before.due },
    injected,
  });
  const running = { clock, time, carrier, options };
  const jobs = jobsOf(open, before.carrierId, running);
  const begun = performance.now();
  await runLoops(jobs, before.due, running);
  const realSeconds = (performance.now() - begun) / 1000;
  const account = carrier.account();
  const { allAskedAt } = account;
  return {
    before,
    carrier: account,
    after: await repository.after(clock.now()),
    injected,
    askedInSeconds: allAskedAt === null ? null : (allAskedAt - before.lastDueAt) / 1000,
    realSeconds,
  };
}

interface Running {
  readonly clock: VirtualClock;
  readonly time: Timers;
  readonly carrier: HoursCarrier;
  readonly options: RenewalHoursOptions;
}

function jobsOf(
  open: OpenDatabase,
  carrierId: string,
  { clock, time, carrier, options }: Running,
): readonly ScheduledJob[] {
  const config = simulatedConfig();
  const base = createBase({
    config,
    secrets: SECRETS,
    open,
    clock,
    logger: createLogger('silent'),
  });
  const { jobs } = composeSimulation({
    base,
    carrierTerms: [{ ...configuredCarriers(config, SECRETS)[0], id: carrierId }],
    // Nothing else of a carrier is asked for in these hours.
    connect: () => carrier as HoursCarrier & Carrier,
    paceOf: ({ id }) =>
      createPace({
        db: base.db,
        carrier: id,
        limits: {
          perSecond: options.pace,
          inFlight: Math.ceil(options.pace * IN_FLIGHT_OF_PACE),
        },
        now: clock.now,
        timers: time,
      }),
    patience: () => time.sleep(PATIENCE_MS),
    broken: {},
  });
  return jobs.filter(({ name }) => !LEFT_OUT.test(name));
}

/** Gives each job a loop of its own, as the scheduler does, until the hours are over. */
async function runLoops(
  jobs: readonly ScheduledJob[],
  due: number,
  { clock, time, carrier, options }: Running,
): Promise<void> {
  const [from, begun] = [clock.at(), performance.now()];
  const until = from + options.hours * 3_600_000;
  const loop = async ({ nextDue, run }: ScheduledJob): Promise<void> => {
    while (clock.at() < until) {
      const at = await nextDue();
      const isDue = at !== null && at <= clock.now();
      if (!isDue || (await run()) === 0) await time.sleep(LOOK_MS);
    }
  };
  const tell = async (): Promise<void> => {
    for (; clock.at() < until; await time.sleep(PROGRESS_MS)) {
      const { calls, payments, lookups } = carrier.account();
      const [minutes, seconds] = [(clock.at() - from) / 60_000, (performance.now() - begun) / 1000];
      options.onProgress(
        `minute ${minutes.toFixed(0)}: ${calls} calls, ${payments} of ${due} taken, ${lookups} lookups; ${seconds.toFixed(0)} s`,
      );
    }
  };
  const loops = jobs.flatMap((job) =>
    Array.from({ length: job.name.startsWith('renewals') ? options.loops : 1 }, () => loop(job)),
  );
  await Promise.all([...loops, tell()]);
}
