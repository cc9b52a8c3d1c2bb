import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startFleet } from '../e2e/drills/fleet.ts';
import { cpuNow, type Group, groupsOf, lagOf, memoryOf } from './fleet.groups.ts';
import type { FleetReport } from './fleet.load.process.ts';
import { startLoadOn } from './fleet.load.ts';
import { FLEET_ENV, MEDIA } from './fleet.setting.ts';
import { loadNow } from './machine.ts';
import { median, percentile, slopeOf } from './statistics.ts';

export interface SoakPlan {
  readonly seconds: number;
  readonly viewers: number;
  /** A second. */
  readonly signUps: number;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Memory of a group, without the first minutes, in which caches fill and code is compiled. */
export interface MemoryReport {
  readonly name: string;
  readonly isOurs: boolean;
  /** MB: the medians of the first and of the last part of the time after the warm-up. */
  readonly first: number;
  readonly last: number;
  readonly max: number;
  /** (last - first) / first. */
  readonly growth: number;
  /** MB an hour, by least squares. */
  readonly slope: number;
  /** Milliseconds: the median and the maximum of the lag's 99th percentiles; none off Node. */
  readonly lag: { readonly median: number; readonly max: number } | undefined;
  /** Processors used, 1 is a whole one. */
  readonly processors: number;
}

export interface TableGrowth {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface SoakReport {
  readonly load: FleetReport;
  readonly memory: readonly MemoryReport[];
  readonly tables: readonly TableGrowth[];
  readonly walBytes: number;
  /** The machine's load average in each minute. */
  readonly machineLoad: readonly number[];
}

const SAMPLE_MS = 15_000;
const WARM_UP_SHARE = 1 / 6;
const MOST_WARM_UP_SECONDS = 600;

interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  readonly memory: number;
  readonly lag: number | undefined;
}

/** Runs a service of two page processes and one of jobs under a constant load. */
export async function soak({ seconds, viewers, signUps, onProgress, signal }: SoakPlan) {
  const fleet = await startFleet(['pages', 'pages', 'jobs'], FLEET_ENV, MEDIA);
  const load = startLoadOn(fleet, signal);
  const pool = new pg.Pool({ connectionString: fleet.database, max: 1 });
  try {
    await load.run({ do: 'sign in', count: viewers });
    onProgress(`${viewers} viewers are signed in`);
    const groups = groupsOf(fleet, load.pid);
    const before = { tables: await tablesOf(pool), wal: await walOf(pool), cpu: cpuNow(groups) };
    const watched = watch(groups, onProgress);
    const report = await load
      .run({ do: 'soak', seconds, signUpsPerSecond: signUps })
      .finally(watched.end);
    const { samples, machineLoad } = await watched.samples;
    const cpu = cpuNow(groups);
    const warmUp = Math.min(MOST_WARM_UP_SECONDS, seconds * WARM_UP_SHARE);
    const memory = groups.map((group) => ({
      ...memoryReport(group, samples.get(group.name) ?? [], { warmUp, seconds }),
      processors:
        ((cpu.get(group.name) ?? 0) - (before.cpu.get(group.name) ?? 0)) / 1000 / report.seconds,
    }));
    const wal = await walOf(pool);
    const found: SoakReport = {
      ...{ load: report, memory, machineLoad },
      tables: growthOf(before.tables, await tablesOf(pool)),
      walBytes: wal - before.wal,
    };
    return found;
  } finally {
    await load.stop();
    await pool.end();
    await fleet.close();
  }
}

/** Samples every group until it is stopped. */
function watch(groups: readonly Group[], onProgress: SoakPlan['onProgress']) {
  const samples = new Map(groups.map(({ name }): [string, Sample[]] => [name, []]));
  const machineLoad: number[] = [];
  const began = performance.now();
  const life = new AbortController();
  const sample = async (): Promise<void> => {
    const at = (performance.now() - began) / 1000;
    for (const group of groups)
      samples.get(group.name)?.push({ at, memory: memoryOf(group), lag: await lagOf(group) });
  };
  const work = async () => {
    for (let count = 1; !life.signal.aborted; count++) {
      await sample();
      if (count % 4 === 0) {
        machineLoad.push(loadNow());
        onProgress(progressOf(groups, samples));
      }
      await wait(began + count * SAMPLE_MS - performance.now(), undefined, life).catch(
        () => undefined,
      );
    }
    return { samples, machineLoad };
  };
  const found = work();
  // A process that does not answer fails the measurement when its load has ended.
  found.catch(() => undefined);
  return { end: () => life.abort(), samples: found };
}

function progressOf(
  groups: readonly Group[],
  samples: ReadonlyMap<string, readonly Sample[]>,
): string {
  const parts = groups.map(({ name }) => {
    const last = samples.get(name)?.at(-1);
    const lag = last?.lag === undefined ? '' : ` (lag ${Math.round(last.lag)} ms)`;
    return `${name} ${Math.round(last?.memory ?? 0)} MB${lag}`;
  });
  const minutes = (samples.values().next().value?.at(-1)?.at ?? 0) / 60;
  return `${minutes.toFixed(0)} min, load ${loadNow()}: ${parts.join(', ')}`;
}

function memoryReport(
  { name, isOurs }: Group,
  samples: readonly Sample[],
  { warmUp, seconds }: { readonly warmUp: number; readonly seconds: number },
): Omit<MemoryReport, 'processors'> {
  const counted = samples.filter(({ at }) => at >= warmUp);
  if (counted.length === 0) throw new Error('too short for a figure of memory');
  const part = warmUp;
  const memoryOfPart = (from: number, to: number): number => {
    const found = counted.filter(({ at }) => at >= from && at <= to);
    return median((found.length > 0 ? found : counted).map(({ memory }) => memory));
  };
  const first = memoryOfPart(warmUp, warmUp + part);
  const last = memoryOfPart(seconds - part, Number.POSITIVE_INFINITY);
  const lags = counted.flatMap(({ lag }) => lag ?? []);
  return {
    ...{ name, isOurs, first, last },
    max: Math.max(...counted.map(({ memory }) => memory)),
    growth: (last - first) / first,
    slope: slopeOf(counted.map(({ at, memory }) => [at / 3600, memory])),
    lag: lags.length > 0 ? { median: median(lags), max: percentile(lags, 1) } : undefined,
  };
}

type Tables = ReadonlyMap<string, { readonly rows: number; readonly bytes: number }>;

async function tablesOf(pool: pg.Pool): Promise<Tables> {
  // PostgreSQL counts rows within a second of a commit, and more exactly than `reltuples`.
  const { rows } = await pool.query<{ name: string; rows: string; bytes: string }>(
    `select relname as name, n_tup_ins - n_tup_del as rows, pg_total_relation_size(relid) as bytes
     from pg_stat_user_tables`,
  );
  return new Map(
    rows.map(({ name, ...one }) => [name, { rows: Number(one.rows), bytes: Number(one.bytes) }]),
  );
}

function growthOf(before: Tables, after: Tables): TableGrowth[] {
  return [...after]
    .map(([name, { rows, bytes }]) => ({
      name,
      rows: rows - (before.get(name)?.rows ?? 0),
      bytes: bytes - (before.get(name)?.bytes ?? 0),
    }))
    .filter(({ bytes, rows }) => bytes > 0 || rows > 0)
    .sort((a, b) => b.bytes - a.bytes);
}

/** Bytes of the write-ahead log so far. */
export async function walOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  return Number(rows[0]?.bytes);
}
