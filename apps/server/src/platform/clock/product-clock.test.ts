// Clocks: the product's time is the database's, whatever this machine's clock does.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createElapsed } from './elapsed.ts';
import { createProductClock, isProductClock, type ProductClock } from './product-clock.ts';

const START = Date.UTC(2026, 10, 24, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What is true in the world, and how far each clock is wrong. */
const world = { passed: 0, machine: 0, database: 0, asleep: 0 };
let lines: string[] = [];
let asked = 0;
const told = (level: string) => (about: { seconds: number }, words: string) =>
  void lines.push(`${level} ${about.seconds} ${words.split(/[:,]/, 1)[0]}`);
const logger = { warn: told('warn'), error: told('error'), info: told('info') } as never;

function clockOf({ carriers = ['c'], embedded = false } = {}) {
  const clock = createProductClock({
    logger,
    carriers,
    elapsed: createElapsed({ monotonic: () => world.passed - world.asleep, awake: undefined }),
    machine: () => START + world.passed + world.machine,
  });
  clock.onDoubt(() => asked++);
  const reading = () => ({
    database: START + world.passed + (embedded ? world.machine : world.database),
    machine: embedded ? undefined : START + world.passed + world.machine,
    elapsed: clock.elapsed.now(),
    uncertainMs: 0,
  });
  clock.begin(reading());
  return {
    clock,
    reading,
    /** Lets time pass, with a comparison each second. */
    pass: (ms: number): void => {
      for (let left = ms; left > 0; left -= 1000) {
        world.passed += Math.min(left, 1000);
        clock.compare(reading());
      }
    },
    carrierSays: (offset = 0, id = 'c'): void =>
      clock.carrierSays(id, START + world.passed + offset, clock.elapsed.now()),
    /** Answers without a `Date`. */
    carrierAnswers: (id = 'c'): void => clock.carrierSays(id, undefined, clock.elapsed.now()),
  };
}

/** How far the product's time is ahead of the true one, in milliseconds. */
const ahead = (clock: ProductClock): number => clock.now().getTime() - START - world.passed;

beforeEach(() => {
  Object.assign(world, { passed: 0, machine: 0, database: 0, asleep: 0 });
  lines = [];
  asked = 0;
});

describe('the clock of the product', () => {
  it('shows no jump of the machine beside a server', () => {
    const { clock, pass } = clockOf();
    for (const jump of [HOUR, 48 * HOUR, -HOUR]) {
      world.machine = jump;
      expect(ahead(clock)).toBe(0);
      pass(10_000);
      expect([ahead(clock), clock.state(), clock.offset()]).toEqual([0, 'agreed', 0]);
    }
    expect(lines).toEqual([]);
  });

  it('follows a server that is off by less than a minute, by 1 % and never back', () => {
    const { clock, pass } = clockOf();
    world.database = 50_000;
    pass(100_000);
    expect(ahead(clock)).toBeGreaterThan(900);
    expect(ahead(clock)).toBeLessThanOrEqual(1001);
    pass(5000 * 1000);
    expect(ahead(clock)).toBe(50_000);
    world.database = 0;
    const before = clock.now();
    pass(1000);
    expect(clock.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(989);
    expect(lines).toEqual([]);
  });

  it('corrects no more than was measured while the server is away', () => {
    const { clock, pass } = clockOf();
    world.database = 2000;
    pass(1000);
    world.passed += 10 * HOUR;
    expect(ahead(clock)).toBe(2000);
  });

  it('goes on by what has elapsed when the server was set, with one line each', () => {
    const { clock, pass } = clockOf();
    for (const jump of [48 * HOUR, -HOUR]) {
      world.database = jump;
      pass(30 * MINUTE);
      expect([ahead(clock), clock.state(), clock.offset()]).toEqual([0, 'disputed', jump / 1000]);
      world.database = 0;
      pass(1000);
      expect([ahead(clock), clock.state()]).toEqual([0, 'agreed']);
    }
    expect(lines).toEqual([
      "error 172800 the database's clock was set",
      'info 0 the clocks agree again',
      "error -3600 the database's clock was set",
      'info 0 the clocks agree again',
    ]);
    expect(asked).toBe((2 * 30 * 60) / 5);
  });

  it('is unsure when server and machine were set alike, until a carrier confirms one', () => {
    const { clock, pass, carrierSays } = clockOf();
    // An answer from before says nothing about now.
    carrierSays();
    pass(MINUTE);
    Object.assign(world, { database: HOUR, machine: HOUR });
    pass(1000);
    expect([clock.state(), asked]).toEqual(['unsure', 1]);
    carrierSays();
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['disputed', 0]);
    Object.assign(world, { database: 0, machine: 0 });
    pass(1000);
    expect(clock.state()).toBe('agreed');
  });

  it('steps to the time of the server when a carrier confirms it, after a pause of the machine', () => {
    const { clock, pass, carrierSays } = clockOf();
    world.passed += HOUR;
    world.asleep += HOUR;
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['unsure', -HOUR]);
    carrierSays();
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['agreed', 0]);
    expect(lines.slice(1)).toEqual([
      'warn 3600 the time of the product was set to that of the database',
      'info 0 the clocks agree again',
    ]);
  });

  it.each([true, false])('serves on when a carrier contradicts it (embedded: %s)', (embedded) => {
    const { clock, pass, carrierSays } = clockOf({ embedded });
    const now = () => [clock.state(), clock.holdsCarrier('c'), clock.holdsByTime()];
    // Nothing is charged or deleted before a carrier was heard.
    expect(now()).toEqual(['agreed', true, true]);
    carrierSays(-90_000);
    pass(3000);
    expect(now()).toEqual(['agreed', true, true]);
    expect(clock.carriers()).toEqual([{ id: 'c', isHeld: true, differs: true }]);
    carrierSays(-1000);
    pass(3000);
    expect(now()).toEqual(['agreed', false, false]);
    expect(lines).toEqual([
      "error undefined no carrier's clock agrees with ours",
      "info undefined a carrier's clock confirms ours again",
    ]);
    expect([ahead(clock), asked]).toEqual([0, 0]);
  });

  it('follows a wrong clock of a start until it is set, and then the carrier confirms it', () => {
    world.machine = 48 * HOUR;
    const { clock, pass, carrierSays } = clockOf({ embedded: true });
    carrierSays();
    pass(1000);
    expect([clock.state(), ahead(clock), clock.holdsByTime()]).toEqual(['agreed', 48 * HOUR, true]);
    world.machine = 0;
    pass(1000);
    expect([clock.state(), asked]).toEqual(['unsure', 1]);
    carrierSays();
    pass(1000);
    expect([clock.state(), ahead(clock), clock.holdsByTime()]).toEqual(['agreed', 0, false]);
  });

  it('asks carriers about the machine of an embedded database', () => {
    const { clock, pass, carrierSays } = clockOf({ embedded: true });
    carrierSays();
    pass(1000);
    world.machine = 48 * HOUR;
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['unsure', 0]);
    carrierSays();
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['disputed', 0]);
  });

  it('holds by one wrong carrier only what is charged there', () => {
    const { clock, pass, carrierSays } = clockOf({ carriers: ['c', 'd'] });
    carrierSays(-HOUR);
    carrierSays(0, 'd');
    pass(1000);
    expect([clock.holdsCarrier('c'), clock.holdsCarrier('d')]).toEqual([true, false]);
    expect([clock.holdsByTime(), lines]).toEqual([false, []]);
  });

  it('is outvoted by two carriers that agree with each other', () => {
    const { clock, pass, carrierSays } = clockOf({ carriers: ['c', 'd', 'e'] });
    carrierSays(HOUR);
    carrierSays(0, 'e');
    pass(1000);
    expect(clock.holdsByTime()).toBe(false);
    carrierSays(HOUR - 5000, 'd');
    pass(1000);
    expect([clock.state(), clock.holdsByTime(), clock.holdsCarrier('e')]).toEqual([
      'agreed',
      true,
      false,
    ]);
    expect(lines).toEqual([
      'error undefined carriers agree with each other that our clock is wrong',
    ]);
    carrierSays(3 * HOUR, 'd');
    expect(clock.holdsByTime()).toBe(false);
  });

  it.each([true, false])(
    'ends its doubt though no carrier says the time (embedded: %s)',
    (embedded) => {
      const { clock, pass, carrierAnswers } = clockOf({ embedded });
      carrierAnswers();
      expect([clock.holdsCarrier('c'), clock.holdsByTime()]).toEqual([false, false]);
      world.passed += HOUR;
      world.asleep += HOUR;
      pass(2000);
      expect([clock.state(), ahead(clock)]).toEqual(['agreed', 0]);
    },
  );

  it('ends its doubt though no carrier answers, and then charges nothing there', () => {
    const { clock, pass, carrierSays } = clockOf();
    carrierSays();
    world.passed += HOUR;
    world.asleep += HOUR;
    pass(59_000);
    expect(clock.state()).toBe('unsure');
    pass(3000);
    expect([clock.state(), ahead(clock)]).toEqual(['agreed', 0]);
    expect([clock.holdsCarrier('c'), clock.holdsByTime()]).toEqual([true, true]);
    carrierSays();
    expect([clock.holdsCarrier('c'), clock.holdsByTime()]).toEqual([false, false]);
  });

  it('learns from a carrier whose clock is wrong by less than the jump', () => {
    const { clock, pass, carrierSays } = clockOf({ embedded: true });
    for (const jump of [48 * HOUR, 0]) {
      world.machine = jump;
      pass(1000);
      carrierSays(-90_000);
      pass(1000);
      expect([clock.state(), ahead(clock)]).toEqual([jump === 0 ? 'agreed' : 'disputed', 0]);
    }
    world.passed += HOUR;
    world.asleep += HOUR;
    pass(1000);
    carrierSays(-90_000);
    pass(1000);
    expect([clock.state(), ahead(clock), clock.holdsCarrier('c')]).toEqual(['agreed', 0, true]);
  });

  it('follows the machine where all carriers are simulated', () => {
    const { clock, pass } = clockOf({ embedded: true, carriers: [] });
    world.machine = 48 * HOUR;
    pass(1000);
    expect([clock.state(), ahead(clock)]).toEqual(['agreed', 48 * HOUR]);
  });

  it('holds charges at a carrier until its clock was read, and while it differs', () => {
    const { clock, pass, carrierSays } = clockOf();
    expect(clock.holdsCarrier('c')).toBe(true);
    expect(clock.holdsCarrier('ignored')).toBe(false);
    for (const [offset, held] of [
      [-61_000, true],
      [59_000, false],
      [HOUR, true],
    ] as const) {
      carrierSays(offset);
      pass(1000);
      expect(clock.holdsCarrier('c')).toBe(held);
    }
    expect(clock.state()).toBe('agreed');
  });

  it('is told from the clock of a test', () => {
    expect(isProductClock(clockOf().clock)).toBe(true);
    expect(isProductClock({ now: () => new Date() })).toBe(false);
  });
});

describe('elapsed time', () => {
  it('counts sleep by the uptime, once it has looked', () => {
    const times = { monotonic: 500, awake: 90_000 };
    const elapsed = createElapsed({
      monotonic: () => times.monotonic,
      awake: () => times.awake,
    });
    Object.assign(times, { monotonic: 1500, awake: 91_300 });
    elapsed.lookForSleep();
    expect(elapsed.now()).toBe(1000);
    Object.assign(times, { monotonic: 2500, awake: 92_000 + HOUR });
    elapsed.lookForSleep();
    elapsed.lookForSleep();
    expect(elapsed.now()).toBe(2000 + HOUR);
  });
});

describe('the time that is confirmed before something leaves', () => {
  /** A machine that stands still, and whose own clock is not set yet when it goes on. */
  const pause = (ms: number): void => {
    world.passed += ms;
    world.asleep += ms;
    world.machine -= ms;
  };

  it('includes a pause that no clock of the machine shows', async () => {
    const { clock, reading } = clockOf();
    clock.confirmBy(async () => reading());
    expect(await clock.confirm()).toBe(0);
    pause(40_000);
    expect(await clock.confirm()).toBe(40_000);
    pause(40_000);
    expect(await clock.confirm()).toBeUndefined();
  });

  it('is unknown while the database does not answer, and known without another database', async () => {
    const { clock } = clockOf();
    clock.confirmBy(() => Promise.reject(new Error('away')));
    expect(await clock.confirm()).toBeUndefined();
    clock.confirmBy(undefined);
    expect(await clock.confirm()).toBe(0);
  });

  it('is asked for after each call, once for all that wait', async () => {
    const { clock, reading } = clockOf();
    const free: (() => void)[] = [];
    clock.confirmBy(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      free.push(resolve);
      await promise;
      return reading();
    });
    const first = clock.confirm();
    await vi.waitFor(() => expect(free).toHaveLength(1));
    const others = [clock.confirm(), clock.confirm()];
    free[0]?.();
    await first;
    await vi.waitFor(() => expect(free).toHaveLength(2));
    pause(30_000);
    free[1]?.();
    expect(await Promise.all(others)).toEqual([30_000, 30_000]);
  });
});
