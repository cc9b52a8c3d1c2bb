import { startNginx, type TestNginx } from '@bonisa/media/delivery/nginx.test-kit';
import pg from 'pg';
import { type Fleet, startFleet } from '../e2e/drills/fleet.ts';
import { freePort } from '../scripts/free-ports.ts';
import { cpuNow, type Group, groupsOf } from './fleet.groups.ts';
import type { Work } from './fleet.load.process.ts';
import { type FleetLoad, startLoadOn } from './fleet.load.ts';
import { FLEET_ENV, MEDIA } from './fleet.setting.ts';
import { walOf } from './fleet.soak.ts';
import { loadNow } from './machine.ts';
import { median } from './statistics.ts';

const WORK: readonly Work[] = [
  'page',
  'segment',
  'playlist',
  'play',
  'heartbeat',
  'viewer',
  'sign-up',
  'mix',
];
const SIZES = [1, 2, 4] as const;
const AT_ONCE = 32;

/** One work on one number of processes: the medians of the runs. */
export interface Ratio {
  readonly work: Work;
  readonly processes: number;
  readonly perSecond: number;
  readonly runs: readonly number[];
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time for an answer, by the part of the service. */
  readonly cpu: Readonly<Record<string, number>>;
  /** Bytes of the database's log for an answer, those of jobs included. */
  readonly wal: number;
  /** How many processors all parts used, of the machine's. */
  readonly processors: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly load: number;
}

interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: Readonly<Record<string, number>>;
  readonly wal: number;
  readonly processors: number;
  readonly errors: Readonly<Record<string, number>>;
}

/**
 * The rates of 1, 2 and 4 processes of the same service, each behind an nginx of its own, in turns,
 * so that other work on the machine slows them alike.
 */
export async function measureRatios(plan: {
  readonly seconds: number;
  readonly runs: number;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
}): Promise<Ratio[]> {
  const fleet = await startFleet(['pages', 'pages', 'pages', 'pages', 'jobs'], FLEET_ENV, MEDIA);
  const fronts: TestNginx[] = [];
  const load = startLoadOn(fleet, plan.signal);
  const pool = new pg.Pool({ connectionString: fleet.database, max: 1 });
  try {
    const sites = [];
    for (const size of SIZES) sites.push(await startFront(fleet, size, fronts));
    await load.run({ do: 'sign in', count: AT_ONCE });
    const ratios: Ratio[] = [];
    for (const work of WORK) {
      const found = await measureWork({ fleet, load, pool, sites, work, ...plan });
      ratios.push(...found);
      plan.onProgress(
        `${work}: ${found.map(({ processes, perSecond }) => `${processes}: ${Math.round(perSecond)}/s`).join(', ')}`,
      );
    }
    return ratios;
  } finally {
    await load.stop();
    await pool.end();
    for (const front of fronts) await front.stop();
    await fleet.close();
  }
}

interface Front {
  readonly url: string;
  readonly size: number;
  readonly nginx: TestNginx;
}

/** An nginx in front of the first processes of the service. */
async function startFront(fleet: Fleet, size: number, fronts: TestNginx[]): Promise<Front> {
  const port = await freePort();
  const sites = fleet.of('pages').slice(0, size);
  const nginx = await startNginx({
    port,
    sites: sites.map(({ site }) => site),
    folder: fleet.files,
  });
  fronts.push(nginx);
  return { url: `http://127.0.0.1:${port}`, size, nginx };
}

async function measureWork({
  fleet,
  load,
  pool,
  sites,
  work,
  seconds,
  runs,
}: {
  readonly fleet: Fleet;
  readonly load: FleetLoad;
  readonly pool: pg.Pool;
  readonly sites: readonly Front[];
  readonly work: Work;
  readonly seconds: number;
  readonly runs: number;
}): Promise<Ratio[]> {
  const measured = sites.map((): Run[] => []);
  const order = { do: 'closed', work, atOnce: AT_ONCE } as const;
  for (const { url } of sites) await load.run({ ...order, siteUrl: url, seconds: 1 });
  for (let round = 0; round < runs; round++)
    for (const [place, front] of sites.entries()) {
      const groups = groupsOf(fleet, load.pid).map((group) =>
        group.name === 'nginx' ? { ...group, pid: front.nginx.pid } : group,
      );
      measured[place]?.push(
        await measureRun(groups, pool, () => load.run({ ...order, siteUrl: front.url, seconds })),
      );
    }
  return sites.map(({ size }, place) => ({
    work,
    processes: size,
    load: loadNow(),
    ...mediansOf(measured[place] ?? []),
  }));
}

async function measureRun(
  groups: readonly Group[],
  pool: pg.Pool,
  run: () => ReturnType<FleetLoad['run']>,
): Promise<Run> {
  const [before, logBefore] = [cpuNow(groups), await walOf(pool)];
  const { seconds, kinds, errors } = await run();
  const [after, logAfter] = [cpuNow(groups), await walOf(pool)];
  const all = Object.values(kinds);
  const answers = all.reduce((sum, one) => sum + one.answers, 0);
  const cpu: Record<string, number> = {};
  let spent = 0;
  for (const [name, ms] of after) {
    const part = name.split(' ', 1)[0] ?? name;
    const used = ms - (before.get(name) ?? 0);
    cpu[part] = (cpu[part] ?? 0) + used / Math.max(1, answers);
    spent += used;
  }
  return {
    perSecond: answers / seconds,
    p50: Math.max(...all.map((one) => one.p50)),
    p99: Math.max(...all.map((one) => one.p99)),
    cpu,
    wal: (logAfter - logBefore) / Math.max(1, answers),
    processors: spent / 1000 / seconds,
    errors,
  };
}

function mediansOf(runs: readonly Run[]): Omit<Ratio, 'work' | 'processes' | 'load'> {
  const of = (read: (run: Run) => number): number => median(runs.map(read));
  const parts = Object.keys(runs[0]?.cpu ?? {});
  const errors: Record<string, number> = {};
  for (const run of runs)
    for (const [what, count] of Object.entries(run.errors))
      errors[what] = (errors[what] ?? 0) + count;
  return {
    perSecond: of((run) => run.perSecond),
    runs: runs.map((run) => run.perSecond),
    p50: of((run) => run.p50),
    p99: of((run) => run.p99),
    cpu: Object.fromEntries(parts.map((part) => [part, of((run) => run.cpu[part] ?? 0)])),
    wal: of((run) => run.wal),
    processors: of((run) => run.processors),
    errors,
  };
}
