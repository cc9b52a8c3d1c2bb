// Whatever publishers, encoders, the file store and the database do, in any order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  BEGINNING,
  hasEnded,
  type PictureEffect,
  type PictureEvent,
  step,
} from './live-picture.machine.ts';

const bytes = Buffer.alloc(0);
const shape = { width: 320, height: 240, frameRate: { num: 25, den: 1 } };
const made = [144, 240];

/** An event, one of the effects that it had, or that a part was closed or could not be. */
type Entry = PictureEvent | PictureEffect | { readonly is: 'closed'; readonly part: number };
/** What waits to be written: a segment, or what is repeated while the database is away. */
type Write = PictureEvent | { readonly lasts: Entry | undefined } | { readonly segmentOf: number };

/** A driver with its feed, encoder, timer and queue of writes, as far as the machine sees them. */
function createWorld() {
  const history: Entry[] = [];
  const started: number[] = [];
  const lost = new Set<number>();
  /** Parts whose encoders end, killed or not. */
  const ending = new Set<number>();
  const writes: Write[] = [];
  let state = BEGINNING;
  let now = 0;
  /** Undefined: the feed waits for a keyframe. */
  let seconds: number | undefined;
  let pause: number | undefined;

  function send(event: PictureEvent): void {
    const next = step(state, event, now);
    state = next.state;
    history.push(event, ...next.effects);
    for (const effect of next.effects) {
      if (effect.is === 'restart_feed') seconds = undefined;
      if (effect.is === 'start') started.push(effect.part);
      if (effect.is === 'pause') pause = effect.pause;
      if (effect.is === 'refuse') writes.push({ lasts: undefined });
      if (effect.is === 'end' || (effect.is === 'close' && effect.isLost)) ending.add(effect.part);
      if (effect.is !== 'close') continue;
      if (effect.isLost) lost.add(effect.part);
      writes.push({ lasts: { is: 'closed', part: effect.part } });
    }
  }

  function write(isTransient: boolean | undefined): void {
    const failed = { is: 'failed', error: 'away', part: undefined } as const;
    const fails = isTransient !== undefined && { ...failed, isTransient };
    const [first] = writes;
    if (!first) return;
    const isRepeated = 'lasts' in first && isTransient;
    if (!isRepeated) writes.shift();
    if ('is' in first) send(first);
    else if ('segmentOf' in first) {
      const part = first.segmentOf;
      if (!lost.has(part)) send(fails ? { ...fails, part } : { is: 'stored' });
    } else {
      if (first.lasts && !isRepeated) history.push(first.lasts);
      if (fails) send(fails);
    }
  }

  const deeds = {
    begin() {
      if (seconds !== undefined) return;
      seconds = 0;
      send({ is: 'begin', shape, bytes });
    },
    more(ms: number) {
      if (seconds === undefined) return;
      seconds += ms / 200;
      send({ is: 'more', bytes, seconds });
    },
    restart: () => seconds !== undefined && send({ is: 'restart' }),
    refused: () => send({ is: 'refused', why: 'too_large' }),
    leave() {
      seconds = undefined;
      send({ is: 'left' });
    },
    finish() {
      if (state.isOver) return;
      seconds = undefined;
      send({ is: 'finished' });
    },
    store: () => started[0] !== undefined && writes.push({ segmentOf: started[0] }),
    write: () => write(undefined),
    break_off: () => write(true),
    break: () => write(false),
    end_encoder() {
      const part = started.shift();
      if (part !== undefined) send({ is: 'encoder_ended', part });
    },
    find_none_free() {
      if (started[0] === undefined || lost.has(started[0])) return;
      send({ is: 'no_encoder_free' });
      deeds.end_encoder();
    },
    find_no_schedule(ms: number) {
      if (started[0] === undefined) return;
      send({ is: 'failed', error: 'away', isTransient: ms > 200, part: started[0] });
      deeds.end_encoder();
    },
    watch(ms: number) {
      if (state.at === 'sending')
        send({ is: 'watched', made, isOnAir: ms > 200, isLate: ms > 1900 });
    },
    fall_behind: () => started[0] && send({ is: 'fell_behind', part: started[0], made }),
    wait() {
      if (pause !== undefined) writes.push({ is: 'pause_ended', pause });
      pause = undefined;
    },
  };

  return {
    history,
    state: () => state,
    act(deed: keyof typeof deeds, ms: number): void {
      now += ms;
      deeds[deed](ms);
    },
    /** The live ingest session is over, and the encoders that were told to end do so. */
    end(): void {
      deeds.finish();
      while (ending.has(started[0] ?? 0)) deeds.end_encoder();
    },
  };
}

const OFTEN = ['begin', 'begin', 'more', 'more', 'store', 'write', 'write', 'write'] as const;
const AT_TIMES = [
  'leave',
  'leave',
  'end_encoder',
  'break_off',
  'break_off',
  'wait',
  'wait',
] as const;
const SELDOM = [
  ...(['restart', 'refused', 'finish', 'break', 'break', 'fall_behind', 'watch'] as const),
  ...(['find_none_free', 'find_no_schedule'] as const),
];
const deed = fc.constantFrom(...OFTEN, ...OFTEN, ...AT_TIMES, ...AT_TIMES, ...SELDOM);

/** Holds after anything that may happen. */
function always(property: (world: ReturnType<typeof createWorld>) => void): void {
  const all = fc.array(fc.tuple(deed, fc.nat(2000)), { minLength: 5, maxLength: 100 });
  fc.assert(
    fc.property(all, (deeds) => {
      const world = createWorld();
      for (const [one, ms] of deeds) world.act(one, ms);
      property(world);
    }),
    { numRuns: 3000 },
  );
}

it('at most one encoder runs at once', () => {
  always(({ history }) => {
    const running = new Set<number>();
    for (const entry of history) {
      if (entry.is === 'encoder_ended') running.delete(entry.part);
      if (entry.is !== 'start') continue;
      running.add(entry.part);
      expect(running.size).toBe(1);
    }
  });
});

it('nothing begins after the end, and all that had begun ends and is closed', () => {
  always((world) => {
    const { history } = world;
    world.end();
    expect(hasEnded(world.state())).toBe(true);
    const begun = history.flatMap((entry) => (entry.is === 'open' ? [entry.part] : []));
    const closed = history.flatMap((entry) => (entry.is === 'close' ? [entry.part] : []));
    expect([...new Set(closed)].sort()).toEqual(begun.sort());
    const after = history.slice(history.findIndex(({ is }) => is === 'finished'));
    expect(after.filter(({ is }) => is === 'open' || is === 'send')).toEqual([]);
  });
});

it('a refusal is final for its publisher, and written once', () => {
  always(({ history }) => {
    let isRefused = false;
    let isOver = false;
    for (const [at, { is }] of history.entries()) {
      // What comes then does not gather in the feed.
      if (is === 'refused') expect(history[at + 1]?.is).toBe('restart_feed');
      if (is === 'finished') isOver = true;
      if (is === 'finished' || (is === 'left' && !isOver)) isRefused = false;
      if (isRefused) expect(['refuse', 'open', 'send']).not.toContain(is);
      if (is === 'refuse') isRefused = true;
    }
  });
});

it('an interruption loses what is sent; another part begins when the one before is closed', () => {
  always(({ history }) => {
    const closing = new Set<number>();
    let before = new Set<number>();
    let isInterrupted = false;
    for (const entry of history) {
      if (entry.is === 'close') closing.add(entry.part);
      if (entry.is === 'closed') {
        closing.delete(entry.part);
        before.delete(entry.part);
      }
      if (entry.is === 'send') expect(isInterrupted).toBe(false);
      if (entry.is === 'open') expect([...before]).toEqual([]);
      if (entry.is === 'open') isInterrupted = false;
      if (entry.is !== 'pause') continue;
      before = new Set(closing);
      isInterrupted = true;
    }
  });
});

it('pauses do not stack: the newest alone ends an interruption, which is logged once', () => {
  always(({ history, state }) => {
    let newest: number | undefined;
    let isLogged = false;
    for (const entry of history) {
      if (entry.is === 'pause') newest = entry.pause;
      if (entry.is === 'pause_ended' && entry.pause === newest) newest = undefined;
      if (entry.is === 'open') expect(newest).toBeUndefined();
      if (entry.is !== 'log' || !/ is interrupted| goes on/.test(entry.what)) continue;
      expect(entry.level).toBe(isLogged ? 'info' : 'error');
      isLogged = !isLogged;
    }
    expect(state().interruption === 'paused').toBe(newest !== undefined);
  });
});
