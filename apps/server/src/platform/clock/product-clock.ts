/**
 * The time of the product in one process: the database's time, carried on by the monotonic clock
 * between two comparisons. Setting the machine's clock therefore changes nothing, and all processes
 * of a database have the same time. A database whose own clock was set is noticed (decision 209).
 */
import type { Logger } from 'pino';
import { type Confirmation, createCarrierTimes } from './carrier-times.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ClockAgreement, ClockState } from './clock-agreement.ts';
import { judgeClocks, type Verdict } from './clock-votes.ts';
import { createElapsed, type Elapsed } from './elapsed.ts';
import { oneAfterTheCall } from './one-after-the-call.ts';

/** The clocks of the database and of this machine at one moment, in milliseconds since 1970. */
export interface ClockComparison {
  readonly database: number;
  /** `undefined`: the database is embedded, so its clock is the machine's. */
  readonly machine: number | undefined;
  /** The moment, by {@link ProductClock.elapsed}. */
  readonly elapsed: number;
  /** The database's time may be wrong by so much, because the answer took time. */
  readonly uncertainMs: number;
}

export interface ProductClock extends Clock, ClockAgreement {
  readonly elapsed: Elapsed;
  /** Takes the database's time as it is: at the start, where the caller has compared it. */
  begin(comparison: ClockComparison): void;
  /** Follows the database's time where it is credible; called each second. */
  compare(comparison: ClockComparison): void;
  /** Compares by `ask` when somebody needs to be sure; undefined: nobody else has the time. */
  confirmBy(ask: (() => Promise<ClockComparison>) | undefined): void;
  /** A carrier has answered at `elapsed`: its time, or `undefined` where it does not say it. */
  carrierSays(carrierId: string, time: number | undefined, elapsed: number): void;
  /** Calls `ask` when a carrier's time is needed now; at most each five seconds. */
  onDoubt(ask: () => void): void;
}

export interface ProductClockOptions {
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>;
  /**
   * The carriers whose clocks are compared: not those that are simulated, nor those that an
   * operator has excepted. Charges at each of them wait until its clock was read.
   */
  readonly carriers: readonly string[];
  readonly elapsed?: Elapsed;
  /** The machine's clock, for the time before the first comparison. */
  readonly machine?: () => number;
}

/** A correction of this part of the time that passes: 60 seconds take 100 minutes. */
const SLEW = 0.01;
const ASK_EVERY_MS = 5000;
/** So long calls are refused for carriers that do not answer; then the machine's clock decides. */
const UNHEARD_MS = 60_000;

/** The time at a moment, and what is still to be added to it, gently. */
interface Anchor {
  readonly time: number;
  readonly elapsed: number;
  readonly correction: number;
}

/** Makes the clock; it shows the machine's time until {@link ProductClock.begin}. */
export function createProductClock({
  logger,
  carriers: carrierIds,
  elapsed = createElapsed(),
  machine = Date.now,
}: ProductClockOptions): ProductClock {
  let anchor: Anchor | undefined;
  let offsetMs = 0;
  let state: ClockState = 'agreed';
  let doubtedSince = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let confirmation: Confirmation = 'unread';
  const carriers = createCarrierTimes(carrierIds);
  const asks: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  let asksDatabase: (() => Promise<ClockComparison>) | undefined;

  const timeAt = (moment: number): number => (anchor ? timeOf(anchor, moment) : machine());

  const enter = (next: ClockState): void => {
    if (next === state) return;
    const seconds = Math.round(offsetMs / 1000);
    if (next === 'agreed') logger.info({ seconds }, AGREED);
    else logger.error({ seconds }, next === 'disputed' ? DISPUTED : UNSURE);
    state = next;
    for (const listener of listeners) listener();
  };

  const step = ({ database, elapsed: moment }: ClockComparison): void => {
    logger.warn({ seconds: Math.round(offsetMs / 1000) }, STEPPED);
    anchor = { time: database, elapsed: moment, correction: 0 };
    offsetMs = 0;
    if (state === 'agreed') for (const listener of listeners) listener();
    enter('agreed');
  };

  const doubt = (verdict: 'disputed' | 'unsure', moment: number): void => {
    enter(verdict);
    if (moment - askedAt < ASK_EVERY_MS) return;
    askedAt = moment;
    for (const ask of asks) ask();
  };

  const compared = () => {
    const moment = elapsed.now();
    return carriers.compare(timeAt(moment), moment);
  };

  const judge = (comparison: ClockComparison, product: number): Verdict => {
    const { machine, elapsed: moment } = comparison;
    const since = state === 'agreed' ? moment : doubtedSince;
    return judgeClocks({
      product,
      database: product + offsetMs,
      machine,
      carriers: state === 'agreed' ? [] : carriers.saidSince(since, moment),
      isAwaiting: moment - since < UNHEARD_MS && carriers.isAwaiting(since),
    });
  };

  const isContradicted = (): boolean =>
    confirmation === 'contradicted' || confirmation === 'outvoted';

  /** Logs when the carriers' clocks begin or end to contradict the product's time. */
  const lookAtCarriers = (): void => {
    if (state !== 'agreed') return;
    const moment = elapsed.now();
    const [before, wasContradicted] = [confirmation, isContradicted()];
    confirmation = carriers.confirmation(timeAt(moment), moment);
    if (confirmation === before) return;
    if (isContradicted()) logger.error({}, CONTRADICTED[confirmation as 'outvoted']);
    else if (wasContradicted) logger.info({}, CONFIRMED);
  };

  const compare = (comparison: ClockComparison): void => {
    const { database, elapsed: moment, uncertainMs } = comparison;
    const product = timeAt(moment);
    const difference = database - product;
    offsetMs = Math.sign(difference) * Math.max(0, Math.abs(difference) - uncertainMs);
    const verdict = judge(comparison, product);
    if (verdict !== 'agreed' && state === 'agreed') doubtedSince = moment;
    if (verdict === 'stepped') step(comparison);
    else if (verdict !== 'agreed') doubt(verdict, moment);
    else {
      anchor = { time: product, elapsed: moment, correction: offsetMs };
      enter('agreed');
    }
    lookAtCarriers();
  };

  return {
    elapsed,
    now: () => new Date(Math.floor(timeAt(elapsed.now()))),
    state: () => state,
    offset: () => Math.round(offsetMs / 100) / 10,
    carriers: compared,
    holdsCarrier: (carrierId) => compared().some(({ id, isHeld }) => id === carrierId && isHeld),
    carrierRead: carriers.read,
    holdsByTime: () => {
      const moment = elapsed.now();
      return carriers.confirmation(timeAt(moment), moment) !== 'confirmed';
    },
    begin: ({ database, elapsed: moment }) => {
      anchor = { time: database, elapsed: moment, correction: 0 };
    },
    compare,
    confirmBy: (ask) => {
      asksDatabase = ask && oneAfterTheCall(ask);
    },
    confirm: async () => {
      if (!asksDatabase) return 0;
      const comparison = await asksDatabase().catch(() => undefined);
      if (!comparison) return undefined;
      compare(comparison);
      return state === 'agreed' ? offsetMs : undefined;
    },
    carrierSays: (carrierId, time, moment) => {
      carriers.says(carrierId, time, moment);
      lookAtCarriers();
    },
    onDoubt: (ask) => void asks.push(ask),
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Whether a clock follows a database, and no test moves it. */
export function isProductClock(clock: Clock): clock is ProductClock {
  return 'carrierSays' in clock;
}

/**
 * The product's time, but never that of a test: for limits by address and backups, which a test
 * does not move.
 */
export function realTimeOf(clock: Clock): () => Date {
  return isProductClock(clock) ? clock.now : systemClock.now;
}

function timeOf({ time, elapsed, correction }: Anchor, moment: number): number {
  const passed = Math.max(0, moment - elapsed);
  return time + passed + Math.sign(correction) * Math.min(Math.abs(correction), passed * SLEW);
}

const DISPUTED =
  "the database's clock was set: jobs are held, and calls go on by the time that has elapsed, until it is right again (see 'Clocks' in docs/operations.md)";
const UNSURE =
  "this process does not know the time: jobs are held and calls are refused until the clocks agree again or a carrier confirms one (see 'Clocks' in docs/operations.md)";
const CONTRADICTED = {
  contradicted:
    "no carrier's clock agrees with ours: charges, refunds and what the time alone ends or deletes wait, all else goes on; set our clock, or except the carrier's (CARRIER_CLOCK; see 'Clocks' in docs/operations.md)",
  outvoted:
    "carriers agree with each other that our clock is wrong, and they are most likely right: charges and refunds there, and what the time alone ends or deletes, wait, all else goes on; set our clock (see 'Clocks' in docs/operations.md)",
} as const;
const CONFIRMED = "a carrier's clock confirms ours again";
const AGREED = 'the clocks agree again: jobs run';
const STEPPED =
  'the time of the product was set to that of the database: a carrier confirms it, or none says the time';
