import type { Logger } from 'pino';
import type { Clock, MovableClock } from './clock.ts';

/** Something that comes due by a time which stands in our own tables. */
export interface DueSource {
  readonly name: string;
  /** When the next of it is due; `null` where nothing waits. */
  nextDue(): Promise<Date | null>;
  /** Does all that is due by now and answers how much that was. Safe to run in several processes at once. */
  run(): Promise<number>;
}

export interface Timetable {
  start(): void;
  /** Ends after what runs has finished. */
  stop(): Promise<void>;
  /** Something new may be due: look at once rather than at the next tick. */
  wake(): void;
  /** Runs until nothing is due at the clock's present time. */
  settle(): Promise<void>;
  /** Moves the clock, stopping at each due time on the way, in order, and doing there what is due. */
  advance(clock: MovableClock, target: Date, onMove: (instant: Date) => Promise<void>): Promise<void>;
}

const TICK_MS = 1000;
/** So many batches of one source before the next has its turn. */
const ROUNDS_A_TICK = 50;
/** A source that always finds more due would keep the clock from moving on; after this many rounds it is an error. */
const MAX_ROUNDS = 10_000;

/** Runs the sources when they are due: a look every second, and at once after {@link Timetable.wake}. */
export function createTimetable({ clock, sources, logger }: { clock: Clock; sources: readonly DueSource[]; logger: Logger }): Timetable {
  let timer: NodeJS.Timeout | undefined;
  let chain: Promise<unknown> = Promise.resolve();
  let queued = false;
  let stopped = false;

  /** One thing at a time in this process: a tick never runs into a move of the clock. */
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const result = chain.then(work);
    chain = result.catch(() => undefined);
    return result;
  };

  /** Runs what is due, in the sources' order. Which are is asked first: that is one cheap look each, where a run that finds nothing is a transaction. */
  const runDue = async (): Promise<number> => {
    const dues = await Promise.all(sources.map((source) => source.nextDue()));
    let handled = 0;
    for (const [index, source] of sources.entries()) {
      const due = dues[index];
      if (due && due <= clock.now()) handled += await source.run();
    }
    return handled;
  };

  const settleNow = async (): Promise<void> => {
    for (let round = 0; (await runDue()) > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error('the timetable does not come to rest');
    }
  };

  const tick = (): void => {
    if (queued || stopped) return;
    queued = true;
    void serially(async () => {
      queued = false;
      // Beside one another: a slow message centre must not keep the renewals waiting.
      await Promise.all(
        sources.map((source) =>
          drain(source).catch((error: unknown) => logger.error({ err: error, source: source.name }, 'what was due could not be done')),
        ),
      );
    });
  };

  /** Sources work in batches: what has piled up is not left to one batch a second. */
  const drain = async (source: DueSource): Promise<void> => {
    for (let round = 0; round < ROUNDS_A_TICK && !stopped && (await isDue(source)); round++) if ((await source.run()) === 0) return;
  };

  /** One cheap look before the transaction that claims: most ticks find nothing. */
  const isDue = async (source: DueSource): Promise<boolean> => {
    const due = await source.nextDue();
    return due !== null && due <= clock.now();
  };

  const earliest = async (): Promise<Date | null> => {
    const dues = await Promise.all(sources.map((source) => source.nextDue()));
    return dues.reduce((first, due) => (due && (!first || due < first) ? due : first), null);
  };

  return {
    start: () => {
      timer = setInterval(tick, TICK_MS);
      tick();
    },
    stop: async () => {
      // Requests that are still in flight may wake it: what they leave is done after the next start.
      stopped = true;
      clearInterval(timer);
      await chain;
    },
    // A process that only answers calls leaves what is due to those whose role it is.
    wake: () => {
      if (timer) tick();
    },
    settle: () => serially(settleNow),
    advance: (movable, target, onMove) =>
      serially(async () => {
        const moveTo = async (instant: Date): Promise<void> => {
          movable.moveTo(instant);
          await onMove(movable.now());
        };
        await settleNow();
        for (let due = await earliest(); due && due <= target; due = await earliest()) {
          if (due > clock.now()) await moveTo(due);
          await settleNow();
        }
        if (target > clock.now()) await moveTo(target);
        await settleNow();
      }),
  };
}
