import type { Carrier } from '@bonisa/carriers/carrier.port';
import {
  DEFAULT_RETRY_SCHEDULE,
  type RetrySchedule,
} from '@bonisa/domain/subscription/retry-schedule';
import { migrate, type OpenDatabase } from '@bonisa/kit/database/database';
import { createCarrierNotices } from './carrier-notices.ts';
import { createCodeGuesser } from './code-guesser.ts';
import { createCrashPlan, NO_CRASHES, type Tally } from './crash-injector.ts';
import type { Sabotage } from './crashing-database.ts';
import { createDriver } from './driver.ts';
import { createEventQueue } from './event-queue.ts';
import { createHandsets, DAY_MS, HOUR_MS, MINUTE_MS } from './handsets.ts';
import { createInspectionRepository } from './inspection.repository.ts';
import { createInspection, type Violation } from './inspection.ts';
import { createPeople, numberOf, REST_DAYS } from './people.ts';
import { createPopulation } from './person.ts';
import type { BrokenParts } from './product.ts';
import { createRandomSource, type Random } from './random.ts';
import { type RunningProduct, startRunningProduct } from './running-product.ts';
import { createSeededCarrier, type SeededCarrier } from './seeded-carrier.ts';
import { createSeededIds } from './seeded-ids.ts';
import type { SimulationOptions } from './simulation.options.ts';
import { type Summary, summarise } from './summary.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export interface SimulationParts {
  readonly options: SimulationOptions;
  /** An empty database, which the run fills; its owner closes it. */
  readonly open: OpenDatabase;
  readonly retrySchedule?: RetrySchedule;
  /** Parts of the product that are broken on purpose. */
  readonly broken?: BrokenParts;
  readonly sabotage?: Sabotage;
  readonly carrier?: (made: SeededCarrier) => Carrier;
  /** Steps that are so many times as long: where only what a day comes to matters. */
  readonly stride?: number;
  /**
   * Whether it lives on after these violations, to see what else breaks; by default it ends with
   * the first.
   */
  readonly goesOn?: (violations: readonly Violation[]) => boolean;
  /** Told after each day. */
  readonly onDay?: (day: number, words: string) => void;
}

export interface SimulationResult {
  readonly summary: Summary;
  readonly violations: readonly Violation[];
}

/** Midnight in South Africa, on a Sunday; the month's end and a payday come soon. */
const START = new Date('2026-10-17T22:00:00.000Z');
/**
 * A run ends with so many days without faults: whatever was left open must close itself. At least a
 * third of a short run.
 */
const DAYS_WITHOUT_FAULTS = 5;

/**
 * Whoever had a number before the run had it so long ago: it has rested, and is somebody else's
 * when the run begins.
 */
const BEFORE_DAYS = REST_DAYS + 4;

/**
 * With more people than this what happens to each of them happens less often, so that a run ends.
 */
const PLENTY = 2500;
/**
 * With more than this something happens all the time, and steps of half an hour meet as much as
 * shorter ones do among few.
 */
const MANY = 1000;
/**
 * STOP at the very moment at which the carrier is asked: so often in a run of thousands, and
 * oftener among few, so that each run has met it.
 */
const AT_WORST = { least: 0.003, most: 0.04, among: 2 };

/**
 * Runs the product through virtual days and inspects it after each of them; ends at the first day
 * that shows a violation.
 */
export async function simulate(parts: SimulationParts): Promise<SimulationResult> {
  const clock = createVirtualClock(startOf(parts.options));
  return await live(parts, clock);
}

/** Before the first day where numbers had owners before. */
function startOf({ faults }: SimulationOptions): Date {
  return faults.has('recycle') ? new Date(START.getTime() - BEFORE_DAYS * DAY_MS) : START;
}

async function live(parts: SimulationParts, clock: VirtualClock): Promise<SimulationResult> {
  const { options, open, onDay, goesOn = ({ length }) => length === 0 } = parts;
  // One connection: statements come in one order, and the same seed gives the same run.
  if (open.pool) {
    open.pool.options.max = 1;
    // It is processes that die here, never the server: nobody waits for a disk.
    await open.pool.query('set synchronous_commit = off');
  }
  const repository = createInspectionRepository(open.db);
  if (await hasContent(open))
    throw new Error('the database is not empty: a simulation needs one of its own');
  await migrate(open);
  // PGlite has no autovacuum.
  if (open.pool) await repository.cleanByHand();
  const begun = performance.now();
  const world = await createWorld(parts, clock);
  await world.liveBefore();
  const violations: Violation[] = [];
  for (let day = 1; day <= options.untilDay && goesOn(violations); day++) {
    const lives = performance.now();
    await world.liveDay(day);
    const inspects = performance.now();
    violations.push(...(await world.inspect(day)));
    await repository.clean();
    const spent = `lived in ${Math.round(inspects - lives)} ms, inspected in ${Math.round(performance.now() - inspects)} ms`;
    onDay?.(day, options.verbose ? `${world.told(day)}; ${spent}` : world.told(day));
  }
  return {
    violations,
    summary: summarise({
      options,
      world: await world.figures(),
      wallMs: performance.now() - begun,
    }),
  };
}

async function hasContent(open: OpenDatabase): Promise<boolean> {
  const repository = createInspectionRepository(open.db);
  return (await repository.hasTables()) && !(await repository.isEmpty().catch(() => false));
}

async function createWorld(
  {
    options,
    open,
    retrySchedule = DEFAULT_RETRY_SCHEDULE,
    broken = {},
    sabotage,
    carrier: changed,
    stride = 1,
  }: SimulationParts,
  clock: VirtualClock,
) {
  const { seed, subscribers, days, faults, crashes, exact } = options;
  const randomOf = createRandomSource(seed);
  // One generator for all lives of the product: the same seed makes the same ids.
  const newId = createSeededIds(randomOf('ids'), clock);
  const isSecondHand = faults.has('recycle');
  const calmFrom =
    START.getTime() + (days - Math.min(DAYS_WITHOUT_FAULTS, Math.ceil(days / 3))) * DAY_MS;
  const faultsAreOff = (): boolean => clock.at() >= calmFrom || clock.at() < START.getTime();
  const share = Math.max(0.25, Math.min(1, PLENTY / subscribers));
  const queue = createEventQueue();
  const injected: Tally = new Map();
  const done: Tally = new Map();
  const deaths: Tally = new Map();
  const failures: unknown[] = [];
  const handsets = createHandsets();
  const population = createPopulation();
  const repository = createInspectionRepository(open.db);
  const schedule = (at: number, name: string, run: () => Promise<void>): void =>
    queue.put({ at, name, run });

  let product: RunningProduct;
  const seeded = createSeededCarrier({
    randomOf,
    faults,
    clock,
    handsets,
    injected,
    faultsAreOff,
    schedule,
    whileAsked: (msisdn, moment) => people.whileAsked(msisdn, moment),
    notices: createCarrierNotices({
      faults,
      clock,
      injected,
      faultsAreOff,
      share,
      schedule,
      deliver: (notification) => deliver(() => driver.notify(notification), 3),
    }),
  });
  const driver = createDriver({ current: () => product, carrier: seeded, population });

  /** A carrier brings its news again where nobody takes it, and gives up in the end. */
  const deliver = async (bring: () => Promise<boolean>, tries: number): Promise<void> => {
    if ((await bring()) || tries === 1) return;
    schedule(clock.at() + 4 * MINUTE_MS, 'a notification again', () => deliver(bring, tries - 1));
  };

  const plan = crashes ? createCrashPlan(randomOf('deaths'), deaths, faultsAreOff) : NO_CRASHES;
  const start = (): Promise<RunningProduct> =>
    startRunningProduct({
      open,
      carrier: (changed ? changed(seeded) : seeded) as SeededCarrier,
      clock,
      plan,
      random: randomOf('product', clock.at()),
      newId,
      retrySchedule,
      broken,
      sabotage,
      onError: (error) => void failures.push(error),
    });
  product = await start();

  const inspection = createInspection({
    repository,
    carrier: seeded,
    population,
    clock,
    failures,
    retrySchedule,
  });
  const people = createPeople({
    randomOf,
    faults,
    clock,
    handsets,
    population,
    driver,
    done,
    faultsAreOff,
    share,
    atWorst: Math.max(AT_WORST.least, Math.min(AT_WORST.most, AT_WORST.among / subscribers)),
    schedule,
    lastPaid: repository.lastPaid,
    onVisit: inspection.onVisit,
  });
  const numbers = Array.from({ length: subscribers }, (_, index) => numberOf(index + 1));
  const guesser = createCodeGuesser({
    randomOf,
    clock,
    driver,
    done,
    schedule,
    numbers,
    onGuessed: inspection.onGuessed,
  });
  const { comeIntoNumbers } = people.begin(subscribers, (index) =>
    joinsAt(randomOf('joins', index), days),
  );

  let lives = 1;
  /**
   * Does something with the product; where it dies of it a new process begins on the same database,
   * a while later. Answers whether it lived.
   */
  const perform = async (work: () => Promise<unknown>): Promise<boolean> => {
    let whole = true;
    try {
      await work();
    } catch (error) {
      whole = false;
      // Whatever fails in a dying process fails because of that.
      if (!product.life.dead) failures.push(error);
    }
    if (!product.life.dead) return true;
    const random = randomOf('restart', lives++);
    clock.moveTo(
      new Date(
        clock.at() +
          Math.round(
            random.chance(0.01)
              ? random.between(1, 6) * HOUR_MS
              : random.between(70_000, 5 * MINUTE_MS),
          ),
      ),
    );
    product = await start();
    return whole;
  };

  const runDue = async (): Promise<void> => {
    for (let alive = false; !alive && failures.length === 0; )
      alive = await perform(() => product.app.scheduler.runDue());
  };

  const doNext = async (by: number): Promise<boolean> => {
    const next = queue.take(by);
    if (!next) return false;
    if (next.at > clock.at()) clock.moveTo(new Date(next.at));
    const whole = await perform(next.run);
    // Whoever was in the middle of something tries again when the product is back.
    if (!whole) schedule(clock.at() + 2 * MINUTE_MS, next.name, next.run);
    return true;
  };

  const pass = async (target: number): Promise<void> => {
    if (!exact) return clock.moveTo(new Date(Math.max(target, clock.at())));
    await perform(() =>
      product.app.scheduler.advance(
        clock,
        new Date(Math.max(target, clock.at())),
        async () => undefined,
      ),
    );
  };

  let steps = 0;
  /**
   * Until an instant: what happens outside in its order, and every few minutes what is due inside.
   */
  const liveUntil = async (end: number, longer = stride): Promise<void> => {
    while (clock.at() < end && failures.length === 0) {
      const random = randomOf('step', ++steps);
      const step = Math.min(clock.at() + stepOf(random, subscribers) * longer, end);
      while ((queue.first() ?? end) <= step) {
        const at = queue.first() ?? end;
        if (exact) await pass(at);
        if (!(await doNext(step))) break;
        if (exact || random.chance(Math.min(0.2, 60 / subscribers))) await runDue();
      }
      await pass(step);
      await runDue();
    }
  };

  /**
   * What came months before: whoever had a number then subscribes and stops; it rests, and on the
   * first day it is somebody else's.
   */
  const liveBefore = async (): Promise<void> => {
    if (isSecondHand) {
      await liveUntil(clock.at() + 2 * DAY_MS, 10);
      await pass(START.getTime());
      await runDue();
    }
    comeIntoNumbers();
    if (faults.has('guess')) guesser.begin();
  };

  return {
    liveBefore,
    liveDay: (day: number): Promise<void> =>
      liveUntil(
        START.getTime() +
          day * DAY_MS +
          Math.round(randomOf('inspection', day).between(0, 50) * MINUTE_MS),
      ),
    inspect: (day: number): Promise<readonly Violation[]> =>
      inspection.inspect({ day, isLast: day === days, all: day % 10 === 0 }),
    told: (day: number): string => {
      const died = [...deaths.values()].reduce((sum, one) => sum + one, 0);
      return `day ${day}: ${seeded.records.payments.length} payments, ${died} crashes, ${queue.size} events to come`;
    },
    figures: async () => ({
      inspection,
      population,
      carrier: seeded,
      injected,
      done,
      deaths,
      steps,
      repository,
    }),
  };
}

/** Half of them in the first two days, the others over the first two thirds of the run. */
function joinsAt(random: Random, days: number): number {
  const span = random.chance(0.5) ? 2 * DAY_MS : (days * DAY_MS * 2) / 3;
  return START.getTime() + Math.round(random.between(0, Math.min(span, days * DAY_MS * 0.6)));
}

/**
 * Mostly a part of an hour; often enough seconds, so that look-ups and retries are met while they
 * are young.
 */
function stepOf(random: Random, subscribers: number): number {
  const kind = random.next();
  if (kind < 0.6)
    return Math.round(random.between(12, 28) * (subscribers > MANY ? 2 : 1) * MINUTE_MS);
  if (kind < 0.78) return Math.round(random.between(1, 4) * MINUTE_MS);
  return Math.round(random.between(1_000, 40_000));
}
