// The load generator of the bench of a fleet, in a process of its own: signed-in viewers, either as
// fast as they are answered, or at the intervals of real ones with sign-ups beside them.
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { createViewer, type Kind, type Viewer } from './fleet.viewer.ts';
import { createSignUp } from './sign-up.flow.ts';

export type Work = Kind | 'sign-up' | 'mix';

export type FleetOrder =
  /** Signs up this many viewers, who stay signed in. */
  | { readonly do: 'sign in'; readonly count: number }
  /** So many requests at the same time, one after the other. */
  | {
      readonly do: 'closed';
      readonly siteUrl: string;
      readonly work: Work;
      readonly atOnce: number;
      readonly seconds: number;
    }
  /** All viewers watch, and so many people a second sign up. */
  | { readonly do: 'soak'; readonly seconds: number; readonly signUpsPerSecond: number };

export interface FleetTarget {
  readonly siteUrl: string;
  readonly carrierUrl: string;
  readonly segments: number;
  readonly firstNumber: number;
}

export interface KindReport {
  readonly answers: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface FleetReport {
  readonly seconds: number;
  readonly kinds: Readonly<Record<string, KindReport>>;
  readonly errors: Readonly<Record<string, number>>;
  /** Sign-ups that were not begun because too many were under way. */
  readonly leftOut: number;
  /** The generator's own 99th percentile of lag: part of every time that it measured. */
  readonly lag: number;
}

/** What a viewer of the mix does, as often as in an hour of the soak. */
const MIX: readonly [Kind, number][] = [
  ['segment', 40],
  ['heartbeat', 3],
  ['resume', 3],
  ['page', 3],
  ['viewer', 2],
  ['play', 1],
  ['playlist', 1],
];
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const CONNECTIONS = 256;
const MOST_SIGN_UPS = 200;
const SEGMENT_MS = 2000;
const HEARTBEAT_MS = 30_000;
const PROGRESS_MS = 60_000;
/** Viewers begin within this time, so that they do not all ask at the same moment. */
const BEGIN_MS = 60_000;

let target: FleetTarget;
let nextNumber = 0;
const sessions: ReadonlyMap<string, string>[] = [];
let counts = createCounts();

process.on('message', (order: FleetOrder | (FleetTarget & { readonly do: 'target' })) => {
  if (order.do === 'target') {
    target = order;
    nextNumber = order.firstNumber;
    return;
  }
  run(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) =>
      process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
  );
});

function createCounts() {
  const times = new Map<string, RecordableHistogram>();
  const errors = new Map<string, number>();
  return {
    leftOut: 0,
    answered: (kind: string, ms: number): void => {
      const found = times.get(kind) ?? createHistogram();
      times.set(kind, found);
      found.record(Math.max(1, Math.round(ms * 1000)));
    },
    failed: (error: unknown): void => {
      // Errors that differ in an id alone are one kind.
      const text = (error instanceof Error ? error.message : String(error)).replace(UUID, '...');
      errors.set(text, (errors.get(text) ?? 0) + 1);
    },
    /** How far it is, for a person who waits. */
    line(): string {
      const answers = [...times.values()].reduce((sum, one) => sum + one.count, 0);
      const failures = [...errors.values()].reduce((sum, count) => sum + count, 0);
      const signUps = times.get('sign-up')?.count ?? 0;
      return `${answers} answers, ${signUps} sign-ups, ${this.leftOut} left out, ${failures} errors: ${[...errors.keys()].slice(0, 3).join('; ')}`;
    },
    report(seconds: number): Omit<FleetReport, 'lag'> {
      const kinds = [...times].map(([kind, one]): [string, KindReport] => [
        kind,
        {
          answers: one.count,
          p50: one.percentile(50) / 1000,
          p99: one.percentile(99) / 1000,
          max: one.max / 1000,
        },
      ]);
      const most = [...errors].sort(([, a], [, b]) => b - a).slice(0, 50);
      return {
        seconds,
        kinds: Object.fromEntries(kinds),
        errors: Object.fromEntries(most),
        leftOut: this.leftOut,
      };
    },
  };
}

async function run(order: FleetOrder): Promise<FleetReport> {
  counts = createCounts();
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const began = performance.now();
  if (order.do === 'sign in') await signIn(order.count);
  else if (order.do === 'closed') await closed(order);
  else await soak(order);
  lag.disable();
  const report = counts.report((performance.now() - began) / 1000);
  return { ...report, lag: lag.percentile(99) / 1e6 };
}

async function signIn(count: number): Promise<void> {
  const { signUp, close } = createSignUp({ ...target, connections: 8 });
  const worker = async (): Promise<void> => {
    while (sessions.length < count) {
      const { cookies } = await signUp(String(nextNumber++));
      sessions.push(cookies);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await close();
}

/** Does a work, and counts its answers, or its error. */
async function tried(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    counts.failed(error);
    return false;
  }
}

const viewersOf = (site: Pool, count: number): Viewer[] =>
  sessions.slice(0, count).map((cookies) =>
    createViewer(site, cookies, {
      segments: target.segments,
      onAnswer: (kind, ms) => counts.answered(kind, ms),
    }),
  );

async function closed({
  siteUrl,
  work,
  atOnce,
  seconds,
}: FleetOrder & { do: 'closed' }): Promise<void> {
  const site = new Pool(siteUrl, { connections: atOnce });
  const signUps = createSignUp({ ...target, siteUrl, connections: atOnce });
  const viewers = viewersOf(site, atOnce);
  await Promise.all(viewers.map((one) => one.start().then(one.play)));
  counts = createCounts();
  const until = performance.now() + seconds * 1000;
  const row = MIX.flatMap(([kind, times]) => Array.from({ length: times }, () => kind));
  await Promise.all(
    viewers.map(async (viewer, place) => {
      for (let turn = place * 7; performance.now() < until; turn++) {
        const kind = work === 'mix' ? (row[turn % row.length] ?? 'segment') : work;
        await tried(() =>
          kind === 'sign-up' ? timedSignUp(signUps.signUp) : doOnce(viewer, kind),
        );
      }
    }),
  );
  await Promise.all([site.close(), signUps.close()]);
}

async function timedSignUp(signUp: ReturnType<typeof createSignUp>['signUp']): Promise<void> {
  const { times } = await signUp(String(nextNumber++));
  counts.answered('sign-up', times.flow);
}

function doOnce(viewer: Viewer, kind: Kind): Promise<void> {
  if (kind === 'playlist') return viewer.playlists();
  if (kind === 'log') return viewer.log('started');
  return viewer[kind]();
}

async function soak({ seconds, signUpsPerSecond }: FleetOrder & { do: 'soak' }): Promise<void> {
  const site = new Pool(target.siteUrl, { connections: CONNECTIONS });
  const until = performance.now() + seconds * 1000;
  const viewers = viewersOf(site, sessions.length);
  const progress = setInterval(() => console.error(`  ${counts.line()}`), PROGRESS_MS);
  await Promise.all([
    ...viewers.map((viewer) => watchUntil(viewer, until)),
    keepSigningUp(signUpsPerSecond, until),
  ]);
  clearInterval(progress);
  await site.close();
}

/** Waits for so long, or until the end. */
const pause = (ms: number, until: number): Promise<void> =>
  wait(Math.max(0, Math.min(ms, until - performance.now())));

/** A person who looks at pages and watches for one to five minutes, again and again. */
async function watchUntil(viewer: Viewer, until: number): Promise<void> {
  await pause(Math.random() * BEGIN_MS, until);
  if (!(await tried(viewer.start))) return;
  while (performance.now() < until) {
    await tried(viewer.page);
    await tried(viewer.viewer);
    await pause(5000 + Math.random() * 10_000, until);
    await tried(viewer.watchPage);
    await tried(viewer.viewer);
    if (!(await tried(viewer.play))) continue;
    await tried(viewer.playlists);
    await tried(() => viewer.log('started'));
    const seconds = 60 + Math.random() * 240;
    await watch(viewer, Math.min(until, performance.now() + seconds * 1000));
    await tried(() => viewer.heartbeat(true));
    await tried(() => viewer.log('finished', Math.round(seconds)));
  }
}

/** A segment every two seconds; a heartbeat and the position every thirty (SERVER_EVERY_MS). */
async function watch(viewer: Viewer, end: number): Promise<void> {
  let due = performance.now();
  for (let heartbeat = due + HEARTBEAT_MS; performance.now() < end; ) {
    await tried(viewer.segment);
    if (performance.now() >= heartbeat) {
      heartbeat += HEARTBEAT_MS;
      await tried(viewer.heartbeat);
      await tried(viewer.resume);
    }
    due = Math.max(due + SEGMENT_MS, performance.now());
    await pause(due - performance.now(), end);
  }
}

/** Begins sign-ups evenly spread, whether or not earlier ones are answered. */
async function keepSigningUp(perSecond: number, until: number): Promise<void> {
  if (perSecond === 0) return;
  const { signUp, close } = createSignUp({ ...target, connections: MOST_SIGN_UPS });
  const underWay = new Set<Promise<unknown>>();
  const began = performance.now();
  for (let count = 0; performance.now() < until; count++) {
    await pause(began + (count * 1000) / perSecond - performance.now(), until);
    if (underWay.size >= MOST_SIGN_UPS) {
      counts.leftOut++;
      continue;
    }
    const one = tried(() => timedSignUp(signUp));
    underWay.add(one);
    void one.then(() => underWay.delete(one));
  }
  await Promise.all(underWay);
  await close();
}
