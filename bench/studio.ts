import { parseArgs } from 'node:util';
import { type Day, dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import {
  type Database,
  migrate,
  type OpenDatabase,
  openPostgres as openDatabase,
  openPglite,
} from '../apps/server/src/platform/database/database.ts';
import { createAudienceReportRepository } from '../apps/server/src/reports/audience-report.repository.ts';
import { createAudienceReports } from '../apps/server/src/reports/audience-report.service.ts';
import { createMoneyReportRepository } from '../apps/server/src/reports/money-report.repository.ts';
import { createMoneyReports } from '../apps/server/src/reports/money-report.service.ts';
import { createReportRun } from '../apps/server/src/reports/report-run.repository.ts';
import { createSubscriberReportRepository } from '../apps/server/src/reports/subscriber-report.repository.ts';
import { createSubscriberReports } from '../apps/server/src/reports/subscriber-report.service.ts';
import { loadNow, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { median, percentile, shown } from './statistics.ts';
import { fillRollUps } from './studio.fill.ts';
import { fillPlayRollUps } from './studio.fill-plays.ts';
import { fillRecords } from './studio.fill-records.ts';
import { type Screen, screensOf } from './studio.screens.ts';
import { table } from './table.ts';

/** A screen of the studio may take so long to answer. */
const MOST_MS = 300;

/** The embedded database is not for more people than this. */
const MOST_ON_PGLITE = 100_000;

const USAGE = `usage: npm run bench:studio -- [options]

Measures the studio's reports and lists.
  --database-url URL    a PostgreSQL server to measure on besides PGlite (a database is made and dropped)
  --postgres            starts a PostgreSQL server for this run
  --subscriptions N     of the service whose roll-ups are filled in (10000000)
  --days N              of its history (365)
  --records N           people whose records are filled in, for the lists (as many as subscriptions; on
                        PGlite at most ${MOST_ON_PGLITE.toLocaleString('en-GB')})
  --rounds N            how often each report and list is read (15)
  --json                figures as JSON on the standard output
  --check               fails where the median of a report or list is above ${MOST_MS} ms`;

interface Plan {
  readonly subscriptions: number;
  readonly records: number;
  readonly days: number;
}

interface Figures {
  readonly database: string;
  readonly name: string;
  readonly median: number;
  readonly p95: number;
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      postgres: { type: 'boolean', default: false },
      subscriptions: { type: 'string', default: '10000000' },
      days: { type: 'string', default: '365' },
      records: { type: 'string' },
      rounds: { type: 'string', default: '15' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (options.help) return console.log(USAGE);
  const subscriptions = Number(options.subscriptions);
  const records = options.records === undefined ? subscriptions : Number(options.records);
  const plan: Plan = { subscriptions, records, days: Number(options.days) };
  const rounds = Number(options.rounds);
  const say = options.json ? console.error : console.log;
  const figures = await onPglite((open) =>
    measure('PGlite', open, { ...plan, records: Math.min(records, MOST_ON_PGLITE) }, rounds),
  );
  if (options.postgres || options['database-url'])
    figures.push(...(await onServer(options['database-url'], plan, rounds)));
  const about = { machine: machine(), load: loadNow(), ...plan };
  say(
    `${about.machine.cores} cores (${about.machine.processor}), Node ${about.machine.node}; load ${about.load}; ${plan.subscriptions.toLocaleString('en-GB')} subscriptions, records of ${plan.records.toLocaleString('en-GB')} (PGlite: at most ${MOST_ON_PGLITE.toLocaleString('en-GB')}), ${plan.days} days; times in milliseconds`,
  );
  const rows = figures.map((one) => [one.database, one.name, shown(one.median), shown(one.p95)]);
  say(table(['database', 'report or list', 'median', 'p95'], rows));
  if (options.json) console.log(JSON.stringify({ ...about, figures }, null, 2));
  const slow = figures.filter((one) => one.median > MOST_MS);
  for (const { database, name } of slow)
    console.error(`missed: ${name} on ${database} takes more than ${MOST_MS} ms`);
  if (options.check && slow.length > 0) process.exitCode = 1;
}

async function onPglite<Result>(work: (open: OpenDatabase) => Promise<Result>): Promise<Result> {
  const open = await openPglite(undefined);
  try {
    await migrate(open);
    return await work(open);
  } finally {
    await open.close();
  }
}

async function onServer(url: string | undefined, plan: Plan, rounds: number): Promise<Figures[]> {
  const server = await openPostgres(url);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  try {
    const open = await openDatabase(await server.createDatabase('studio'), { connections: 4 });
    try {
      await migrate(open);
      return await measure(`PostgreSQL ${server.version}`, open, plan, rounds);
    } finally {
      await open.close();
    }
  } finally {
    await server.stop();
  }
}

async function measure(
  database: string,
  open: OpenDatabase,
  plan: Plan,
  rounds: number,
): Promise<Figures[]> {
  const until = dayOf(systemClock.now());
  // Millions of rows in one statement take longer than a statement of a call may.
  await open.long.transaction(async (tx) => {
    await fillRecords(tx, { ...plan, until });
    // Facts mark the days that they change, to be counted: here the roll-ups are filled by hand.
    await tx.execute('truncate report_changes');
    await fillRollUps(tx, { ...plan, until });
    await fillPlayRollUps(tx, { ...plan, until });
  });
  const { screens, close } = await screensOf(open, until);
  const figures: Figures[] = [];
  for (const [name, read] of [...reportsOf(open.db, until, plan.days), ...screens])
    figures.push({ database, name, ...(await timesOf(read, rounds)) });
  await close();
  return figures;
}

/** The first read is not counted: it plans the statement. */
async function timesOf(
  read: () => Promise<unknown>,
  rounds: number,
): Promise<Pick<Figures, 'median' | 'p95'>> {
  await read();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return { median: median(times), p95: percentile(times, 0.95) };
}

/** The reports of a year, as their services answer them. */
function reportsOf(db: Database, until: Day, days: number): readonly Screen[] {
  const parts = { reportRun: createReportRun(db, 'facts'), clock: systemClock };
  const named = { ...parts, nameOf: () => null };
  const money = createMoneyReports({ ...named, repository: createMoneyReportRepository(db) });
  const subscribers = createSubscriberReports({
    ...named,
    repository: createSubscriberReportRepository(db),
  });
  const audience = createAudienceReports({
    repository: createAudienceReportRepository(db),
    reportRun: createReportRun(db, 'plays'),
    clock: systemClock,
  });
  const year = { from: daysAfter(until, 1 - days), to: until };
  return [
    ['money by day', () => money.money({ ...year, by: 'day' })],
    ['money by carrier', () => money.money({ ...year, by: 'carrier' })],
    [
      'money by package, one carrier',
      () => money.money({ ...year, by: 'package', carrier: 'second' }),
    ],
    ['denials', () => money.denials(year)],
    ['unknown', () => money.unknown({})],
    ['ledger', () => money.ledger(year)],
    ['VAT', () => money.vat(year)],
    ['subscribers by day', () => subscribers.subscribers({ ...year, by: 'day' })],
    ['subscribers by package', () => subscribers.subscribers({ ...year, by: 'package' })],
    ['cohorts by week', () => subscribers.cohorts({ ...year, grain: 'week' })],
    ['cohorts by month', () => subscribers.cohorts({ ...year, grain: 'month' })],
    ['quality by day', () => audience.quality({ ...year, by: 'day' })],
    [
      'quality by day, one network',
      () => audience.quality({ ...year, by: 'day', network: 'mobile' }),
    ],
    ['quality by network', () => audience.quality({ ...year, by: 'network' })],
    ['renditions', () => audience.renditions(year)],
    ...(['plays', 'finished', 'bytes', 'stalls', 'slow'] as const).map(
      (order) =>
        [`titles by ${order}`, () => audience.titles({ ...year, order, limit: 20 })] as const,
    ),
    ['searches', () => audience.searches({ ...year, nothing: false, limit: 20 })],
    ['searches not found', () => audience.searches({ ...year, nothing: true, limit: 20 })],
  ];
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
