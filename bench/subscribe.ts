import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Comparison, compareBareFastify, comparePgbench } from './comparison.ts';
import { conclude, type Figure } from './goals.ts';
import type { LoadOrder, LoadReport } from './load.process.ts';
import { startLoadGenerator } from './load.ts';
import { machine } from './machine.ts';
import { openPostgres, type PostgresServer } from './postgres.ts';
import { startProduct } from './product.process.ts';
import { STEPS } from './sign-up.flow.ts';
import { shown } from './statistics.ts';
import { type Measured, measureSignUps } from './subscribe.measure.ts';
import { table } from './table.ts';

/**
 * Goals of a complete sign-up on PostgreSQL: sign-ups a second on two cores, generator and
 * simulator included; statements, those of jobs meanwhile included; processor time of the server.
 */
const LEAST_FLOWS_A_SECOND = 100;
const MOST_STATEMENTS = 40;
const MOST_SERVER_MS = 6;
/** A server that is started for the run counts statements. */
const COUNTING = ['shared_preload_libraries=pg_stat_statements'];

const USAGE = `usage: npm run bench:subscribe -- [options]

Measures complete sign-ups.
  --database-url URL   a PostgreSQL server to measure on (own databases are made and dropped); without it one is made for this run
  --only NAME          pglite or postgres
  --concurrency LIST   flows side by side (16,32)
  --seconds N          length of a run (8)
  --runs N             runs of which the median counts (3)
  --warm-up N          seconds before the first run (4)
  --json               figures as JSON on the standard output, the table on the error output
  --check              fail where a goal is missed on PostgreSQL: ${LEAST_FLOWS_A_SECOND} sign-ups a second, ${MOST_STATEMENTS} statements and ${MOST_SERVER_MS} ms of the server each`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const say = options.json ? console.error : console.log;
  const comparisons: Comparison[] = [];
  const measured: Measured[] = [];
  const server =
    options.only === 'pglite' ? undefined : await openPostgres(options.databaseUrl, COUNTING);
  try {
    if (!server && options.only !== 'pglite')
      say('No PostgreSQL server here (--database-url): only PGlite is measured.');
    comparisons.push(await compareBareFastify(options.plan.seconds));
    if (server) comparisons.push(...(await comparePgbench(server, options.plan.seconds)));
    if (options.only !== 'postgres')
      measured.push(...(await measureOn('PGlite', undefined, options, say)));
    if (server) measured.push(...(await measureOn('PostgreSQL', server, options, say)));
  } finally {
    await server?.stop();
  }
  say(`\n${report(measured, comparisons, server)}`);
  const errors = measured.flatMap((one) => one.errors);
  for (const error of errors)
    console.error(`failed: ${error.step}: ${error.message} (${error.count} times)`);
  conclude(options, goalsOf(measured, comparisons), {
    postgres: server?.version,
    measured,
    comparisons,
  });
  if (errors.length > 0) process.exitCode = 1;
}

/** The figures on PostgreSQL with what is asked of them; none where only PGlite was measured. */
function goalsOf(measured: readonly Measured[], comparisons: readonly Comparison[]): Figure[] {
  const on = measured.filter(({ database }) => database === 'PostgreSQL');
  const [first] = on;
  if (!first) return [];
  const pgbench = comparisons.find(({ name }) => name.endsWith('16 clients'));
  return [
    {
      name: 'sign-ups',
      value: Math.max(...on.map(({ perSecond }) => perSecond)),
      unit: 'a second',
      goal: { atLeast: LEAST_FLOWS_A_SECOND },
      ...(pgbench && { beside: { name: pgbench.name, value: pgbench.perSecond } }),
    },
    {
      name: 'statements of a sign-up',
      value: first.statements ?? Number.NaN,
      unit: 'statements',
      goal: { atMost: MOST_STATEMENTS },
    },
    {
      name: 'processor time of the server for a sign-up',
      value: Math.min(...on.map(({ cpu }) => cpu.server ?? Number.NaN)),
      unit: 'ms',
      goal: { atMost: MOST_SERVER_MS },
    },
  ];
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

function readOptions() {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      only: { type: 'string' },
      concurrency: { type: 'string', default: '16,32' },
      seconds: { type: 'string', default: '8' },
      runs: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.only !== undefined && values.only !== 'pglite' && values.only !== 'postgres')
    throw new Error('--only: pglite or postgres');
  return {
    databaseUrl: values['database-url'],
    only: values.only,
    concurrencies: values.concurrency.split(',').map((one) => whole('--concurrency', one)),
    plan: {
      seconds: whole('--seconds', values.seconds),
      runs: whole('--runs', values.runs),
      warmUpSeconds: whole('--warm-up', values['warm-up']),
    },
    json: values.json,
    check: values.check,
  };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 10_000)
    throw new Error(`${name}: whole numbers from 1 on`);
  return value;
}

/**
 * Starts the product with this database, measures it and ends it. Without pages; a service without
 * anything to watch sells nothing.
 */
async function measureOn(
  database: Measured['database'],
  server: PostgresServer | undefined,
  options: Options,
  say: (line: string) => void,
): Promise<Measured[]> {
  const databaseUrl = await server?.createDatabase('product');
  const product = await startProduct({
    env: {
      ROLE: 'all',
      FRAUD_MODE: 'observe',
      LIMITS: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const generator = startLoadGenerator<LoadOrder, LoadReport>('load.process.ts');
  try {
    return await measureSignUps({
      database,
      product,
      databasePid: server?.pid,
      statements: databaseUrl && server?.pid ? () => statementsOf(databaseUrl) : undefined,
      generator,
      concurrencies: options.concurrencies,
      plan: options.plan,
      onRun: say,
    });
  } finally {
    await generator.stop();
    await product.stop();
  }
}

/** How many statements a database has run so far, without begins and ends of transactions. */
async function statementsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    const { rows } = await client.query<{ calls: string }>(
      `select sum(calls) as calls from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
          and query !~* '^(begin|commit|rollback)'`,
    );
    return Number(rows[0]?.calls);
  } finally {
    await client.end();
  }
}

function report(
  measured: readonly Measured[],
  comparisons: readonly Comparison[],
  server: PostgresServer | undefined,
): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const about = `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}${server ? `, PostgreSQL ${server.version}` : ''}`;
  const spread = (one: Measured, name: keyof Measured['times']): string =>
    `${shown(one.times[name].p50)}/${shown(one.times[name].p99)}`;
  const flows = table(
    ['sign-ups', 'flows/s', 'flow p50/p99', ...STEPS, 'load'],
    measured.map((one) => [
      `${one.database}, ${one.concurrency} side by side`,
      shown(one.perSecond),
      spread(one, 'flow'),
      ...STEPS.map((step) => spread(one, step)),
      String(one.load),
    ]),
  );
  const cpu = table(
    [
      'processor time of a flow, ms',
      'server',
      'simulator',
      'generator',
      'database',
      'all',
      'statements',
    ],
    measured.map(({ database, concurrency, cpu: used, statements }) => [
      `${database}, ${concurrency} side by side`,
      ...(['server', 'simulator', 'generator', 'database'] as const).map((part) =>
        used[part] === undefined ? '-' : shown(used[part]),
      ),
      shown(Object.values(used).reduce((sum, one) => sum + one, 0)),
      statements === undefined ? '-' : shown(statements),
    ]),
  );
  const beside = table(
    ['beside it', 'a second', 'p50/p99', 'load'],
    comparisons.map((one) => [
      one.name,
      shown(one.perSecond),
      one.p50 === undefined ? '-' : `${shown(one.p50)}/${shown(one.p99 ?? 0)}`,
      String(one.load),
    ]),
  );
  return [about, 'times in milliseconds, p50/p99', '', flows, '', cpu, '', beside].join('\n');
}
