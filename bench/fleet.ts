import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { measureRatios, type Ratio } from './fleet.ratios.ts';
import { type SoakReport, soak } from './fleet.soak.ts';
import { conclude, type Figure } from './goals.ts';
import { loadNow, machine } from './machine.ts';
import { readOptions, refuseArguments, wholeOption } from './program.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const { values: options, say } = readOptions({
  name: 'fleet',
  about: `Measures a service of several processes on PostgreSQL behind nginx: the rates of 1, 2 and 4
processes, and the processor time of each part; with --soak viewers and sign-ups at a constant rate,
and memory, lag, times and growth. Needs PostgreSQL and nginx (Debian: postgresql, nginx-light).`,
  options: {
    soak: { type: 'string' },
    viewers: { type: 'string', default: '1000' },
    signups: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
  },
  meanings: {
    '--seconds N': 'of each run (5)',
    '--runs N': 'of each number of processes, in turns (3)',
    '--soak 60m': 'for how long (s, m or h)',
    '--viewers N': 'who watch all the time (1000)',
    '--signups N': 'a second (50)',
  },
});

/** Memory after the warm-up may differ by this share; sign-ups may fall behind by this one. */
const MOST_GROWTH = 0.05;
const LEAST_RATE = 0.98;
const SECONDS_OF: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/**
 * Issue 'Honest speed', section 2: what one process answers a second, and what it spends on it: a
 * machine of two cores has its database and the generator on them too.
 */
const ANSWERS_OF_ONE: Partial<Record<Ratio['work'], number>> = {
  play: 1000,
  heartbeat: 5000,
  viewer: 2000,
};
const MS_OF_ONE: Partial<Record<Ratio['work'], number>> = { play: 1, heartbeat: 0.2, viewer: 0.5 };

await main();

/** The processes of a fleet serve the pages that are built, and build none. */
function buildPages(): void {
  const program = join(import.meta.dirname, '../scripts/build.mjs');
  // The standard output is for figures.
  execFileSync(process.execPath, [program], { stdio: ['ignore', 2, 2] });
}

async function main(): Promise<void> {
  buildPages();
  const onProgress = (line: string): void => console.error(line);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new Error('stopped')));
  const common = { onProgress, signal: stop.signal };
  let measured: object;
  let figures: Figure[];
  if (options.soak === undefined) {
    const plan = {
      seconds: wholeOption('seconds', options.seconds),
      runs: wholeOption('runs', options.runs),
    };
    const ratios = await measureRatios({ ...plan, ...common });
    say(ratioTable(ratios));
    measured = { ratios };
    figures = ratios.flatMap(figuresOfRatio);
  } else {
    const plan = {
      seconds: secondsOf(options.soak),
      viewers: wholeOption('viewers', options.viewers, 0),
      signUps: wholeOption('signups', options.signups, 0),
    };
    const report = await soak({ ...plan, ...common });
    say(soakTables(report));
    measured = { plan, ...report };
    figures = figuresOfSoak(report, plan.signUps);
  }
  say(JSON.stringify({ ...machine(), load: loadNow() }));
  conclude(options, figures, measured);
}

function secondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS_OF[unit] ?? Number.NaN);
  if (!(seconds > 0)) refuseArguments('--soak: a time such as 90s, 60m or 1h');
  return seconds;
}

function ratioTable(ratios: readonly Ratio[]): string {
  const one = new Map(
    ratios.flatMap(({ work, processes, perSecond }) =>
      processes === 1 ? [[work, perSecond] as const] : [],
    ),
  );
  const parts = ['pages', 'jobs', 'database', 'nginx', 'carrier', 'generator'];
  return table(
    [
      ...['what', 'processes', 'per second', 'runs', 'ratio', 'p50 / p99 ms'],
      ...parts.map((part) => `${part} ms`),
      ...['WAL bytes', 'processors', 'load'],
    ],
    ratios.map(({ work, processes, perSecond, runs, cpu, ...ratio }) => [
      work,
      String(processes),
      shown(perSecond),
      `${shown(Math.min(...runs))} to ${shown(Math.max(...runs))}`,
      shown(perSecond / (one.get(work) ?? perSecond)),
      `${shown(ratio.p50)} / ${shown(ratio.p99)}`,
      ...parts.map((part) => shown(cpu[part] ?? 0)),
      ...[ratio.wal, ratio.processors, ratio.load].map(shown),
    ]),
  );
}

function soakTables({ load, memory, tables, walBytes, machineLoad }: SoakReport): string {
  const signUps = load.kinds['sign-up']?.answers ?? 0;
  const kinds = table(
    ['request', 'answers', 'per second', 'p50 ms', 'p99 ms', 'max ms'],
    Object.entries(load.kinds).map(([kind, { answers, p50, p99, max }]) => [
      ...[kind, String(answers), shown(answers / load.seconds)],
      ...[shown(p50), shown(p99), shown(max)],
    ]),
  );
  const processes = table(
    [
      ...['process', 'MB first', 'MB last', 'MB max', 'growth', 'MB/h', 'lag p99 ms', 'max'],
      'processors',
    ],
    memory.map(({ name, first, last, max, growth, slope, lag, processors }) => [
      ...[name, shown(first), shown(last), shown(max), `${(growth * 100).toFixed(1)} %`],
      ...[slope.toFixed(1), lag ? shown(lag.median) : '', lag ? shown(lag.max) : ''],
      shown(processors),
    ]),
  );
  const grown = table(
    ['table', 'rows', 'MB', 'bytes a row'],
    tables
      .slice(0, 20)
      .map(({ name, rows, bytes }) => [
        ...[name, String(rows), shown(bytes / 1e6)],
        rows > 0 ? shown(bytes / rows) : '',
      ]),
  );
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...[kinds, '', processes, '', grown, ''],
    `tables ${shown(all / 1e6)} MB, WAL ${shown(walBytes / 1e6)} MB; a sign-up: ${shown(all / Math.max(1, signUps))} bytes and ${shown(walBytes / Math.max(1, signUps))} of WAL, viewers included`,
    `${Object.values(load.errors).reduce((sum, count) => sum + count, 0)} errors, ${load.leftOut} sign-ups left out; lag of the generator p99 ${shown(load.lag)} ms; load of the machine ${machineLoad.join(', ')}`,
    ...Object.entries(load.errors).map(([what, count]) => `${count} x ${what}`),
  ].join('\n');
}

function figuresOfRatio({ work, processes, perSecond, cpu, errors }: Ratio): Figure[] {
  const [atLeast, atMost] = [ANSWERS_OF_ONE[work], MS_OF_ONE[work]];
  const isOne = processes === 1;
  const ms = cpu.pages ?? Number.NaN;
  return [
    errorsOf(`${work}, ${processes} processes`, errors),
    ...(isOne && atLeast !== undefined
      ? [{ name: work, value: perSecond, unit: 'a second', goal: { atLeast } }]
      : []),
    ...(isOne && atMost !== undefined
      ? [{ name: `processor time, ${work}`, value: ms, unit: 'ms', goal: { atMost } }]
      : []),
  ];
}

function figuresOfSoak({ load, memory }: SoakReport, signUps: number): Figure[] {
  return [
    errorsOf('all', load.errors),
    {
      name: 'sign-ups',
      value: (load.kinds['sign-up']?.answers ?? 0) / load.seconds,
      unit: 'a second',
      goal: { atLeast: signUps * LEAST_RATE },
    },
    ...memory
      .filter(({ isOurs }) => isOurs)
      .map(({ name, growth }) => ({
        name: `memory grown, ${name}`,
        value: growth * 100,
        unit: '%',
        goal: { atMost: MOST_GROWTH * 100 },
      })),
  ];
}

/** Shows each kind of error on the error output. */
function errorsOf(name: string, errors: Readonly<Record<string, number>>): Figure {
  for (const [what, count] of Object.entries(errors)) console.error(`${name}: ${count} x ${what}`);
  const value = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return { name: `errors, ${name}`, value, unit: '', goal: { atMost: 0 } };
}
