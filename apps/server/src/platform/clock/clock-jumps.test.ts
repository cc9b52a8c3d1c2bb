// Clocks: sequences of jumps of one of three machines and of the database's. Money
// is never early, and access never longer, than the clocks may differ.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AGREE_MS } from './clock-votes.ts';
import { createElapsed } from './elapsed.ts';
import { createProductClock, type ProductClock } from './product-clock.ts';

const START = Date.UTC(2026, 10, 24, 8);
const HOUR = 3_600_000;
const STEP_MS = 20_000;
const CARRIER_EVERY_MS = 300_000;
/** A carrier's clock is read each five minutes, in which a correction of 1 % adds three seconds. */
const BOUND_MS = AGREE_MS + 5000;

const OFFSETS = [0, 0, 3000, 45_000, -45_000, HOUR, -HOUR, 48 * HOUR] as const;
const offset = fc.constantFrom(...OFFSETS);
const happening = fc.oneof(
  fc.record({ kind: fc.constant('machine' as const), at: fc.nat({ max: 2 }), offset }),
  fc.record({ kind: fc.constant('machines' as const), offset }),
  fc.record({ kind: fc.constant('database' as const), offset }),
  fc.record({ kind: fc.constant('asleep' as const), at: fc.nat({ max: 2 }), offset }),
  fc.record({ kind: fc.constant('restart' as const), at: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('carrier' as const), isAway: fc.boolean() }),
);
const story = fc.array(
  fc.record({ what: happening, waits: fc.constantFrom(1000, 20_000, 400_000, 8_000_000) }),
  { maxLength: 8 },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

const logger = { warn: () => undefined, error: () => undefined, info: () => undefined } as never;

interface Running {
  readonly clock: ProductClock;
  readonly askedAt: { last: number };
}

/**
 * Three processes, their machines, the database and a carrier whose clock is right. `isEmbedded`:
 * three products of one process each, whose databases have the machines' clocks.
 */
function createWorld({ isEmbedded = false } = {}) {
  const clocks = { passed: 0, database: 0, isAway: false };
  const machines = [0, 1, 2].map(() => ({ offset: 0, asleep: 0 }));
  const processes: Running[] = [];
  const truth = (): number => START + clocks.passed;

  const reading = (place: number, { clock }: Running) => {
    const machine = truth() + (machines[place]?.offset ?? 0);
    return {
      database: isEmbedded ? machine : truth() + clocks.database,
      machine: isEmbedded ? undefined : machine,
      elapsed: clock.elapsed.now(),
      uncertainMs: 0,
    };
  };
  const ask = ({ clock, askedAt }: Running): void => {
    askedAt.last = clocks.passed;
    // The header has whole seconds.
    const time = Math.floor(truth() / 1000) * 1000 + 500;
    if (!clocks.isAway) clock.carrierSays('c', time, clock.elapsed.now());
  };
  /** As a start does: it refuses where machine and database differ. */
  const start = (place: number): void => {
    const machine = machines[place] ?? { offset: 0, asleep: 0 };
    if (!isEmbedded && Math.abs(machine.offset - clocks.database) > AGREE_MS) return;
    const clock = createProductClock({
      logger,
      carriers: ['c'],
      elapsed: createElapsed({
        monotonic: () => clocks.passed - machine.asleep,
        awake: undefined,
      }),
    });
    const running = { clock, askedAt: { last: 0 } };
    clock.begin(reading(place, running));
    clock.onDoubt(() => ask(running));
    ask(running);
    processes[place] = running;
  };
  for (const place of [0, 1, 2]) start(place);

  const happen = (what: Happening): void => {
    if (what.kind === 'machine') Object.assign(machines[what.at] ?? {}, { offset: what.offset });
    else if (what.kind === 'machines') for (const machine of machines) machine.offset = what.offset;
    else if (what.kind === 'database') clocks.database = what.offset;
    else if (what.kind === 'carrier') clocks.isAway = what.isAway;
    else if (what.kind === 'restart') start(what.at);
    else {
      clocks.passed += Math.abs(what.offset);
      const machine = machines[what.at];
      if (machine) machine.asleep += Math.abs(what.offset);
    }
  };
  const pass = (ms: number, check: (running: Running) => void): void => {
    for (let left = ms; left > 0; left -= STEP_MS) {
      clocks.passed += Math.min(left, STEP_MS);
      for (const [place, running] of processes.entries()) {
        running.clock.compare(reading(place, running));
        // What was asked for in doubt has been answered.
        if (running.clock.state() !== 'agreed') running.clock.compare(reading(place, running));
        if (clocks.passed - running.askedAt.last > CARRIER_EVERY_MS) ask(running);
        check(running);
      }
    }
  };
  const heal = (): void => {
    Object.assign(clocks, { database: 0, isAway: false });
    for (const machine of machines) machine.offset = 0;
  };
  return { clocks, processes, truth, happen, pass, heal };
}

it('never charges or deletes early by more than the clocks may differ, and is well when they are', () => {
  let agreed = 0;
  let doubted = 0;
  fc.assert(
    fc.property(story, fc.boolean(), (steps, isEmbedded) => {
      const { processes, truth, happen, pass, heal } = createWorld({ isEmbedded });
      let earliest = 0;
      for (const { what, waits } of steps) {
        happen(what);
        pass(waits, ({ clock }) => {
          const ahead = clock.now().getTime() - truth();
          if (clock.state() === 'agreed') agreed++;
          else doubted++;
          if (clock.state() !== 'agreed') return;
          // Nobody is charged, and nothing ended or deleted, by a time that is ahead.
          if (!clock.holdsCarrier('c') || !clock.holdsByTime())
            earliest = Math.max(earliest, ahead);
        });
      }
      expect(earliest).toBeLessThanOrEqual(BOUND_MS);
      heal();
      pass(CARRIER_EVERY_MS + 60_000, () => undefined);
      for (const { clock } of processes) {
        expect([clock.state(), clock.holdsCarrier('c')]).toEqual(['agreed', false]);
        expect(clock.holdsByTime()).toBe(false);
        expect(Math.abs(clock.now().getTime() - truth())).toBeLessThanOrEqual(BOUND_MS);
      }
    }),
  );
  // The stories reach both.
  expect(Math.min(agreed, doubted)).toBeGreaterThan(100);
});

it('lets nobody watch for longer, whichever single clock was set', () => {
  const single = fc.oneof(
    fc.record({ kind: fc.constant('machine' as const), at: fc.constant(0), offset }),
    fc.record({ kind: fc.constant('database' as const), offset }),
  );
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.record({ what: single, waits: fc.constantFrom(1000, 400_000, 8_000_000) }), {
        maxLength: 6,
      }),
      (isAway, steps) => {
        const { truth, happen, pass } = createWorld();
        happen({ kind: 'carrier', isAway });
        const states = new Set<string>();
        let furthest = 0;
        const faulty = steps.find(({ what }) => what.offset !== 0)?.what.kind;
        for (const { what, waits } of steps) {
          if (what.kind !== faulty) continue;
          happen(what);
          pass(waits, ({ clock }) => {
            states.add(clock.state());
            furthest = Math.max(furthest, Math.abs(clock.now().getTime() - truth()));
          });
        }
        expect(furthest).toBeLessThanOrEqual(BOUND_MS);
        expect(states).not.toContain('unsure');
      },
    ),
  );
});
