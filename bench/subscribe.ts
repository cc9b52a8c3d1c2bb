import { type Comparison, compareBareFastify, comparePgbench } from './comparison.ts';
import { conclude, type Figure } from './goals.ts';
import type { LoadOrder, LoadReport } from './load.process.ts';
import { startLoadGenerator } from './load.ts';
import { machine } from './machine.ts';
import { openPostgres, type PostgresServer, SERVER_MEANING } from './postgres.ts';
import { startProduct, waitUntilIdle } from './product.process.ts';
import { readOptions, refuseArguments, wholeOption } from './program.ts';
import { STEPS } from './sign-up.flow.ts';
import { shown } from './statistics.ts';
import { type Measured, measureSignUps } from './subscribe.measure.ts';
import { table } from './table.ts';

/**
 * Target of complete sign-ups a second on PostgreSQL with two cores, generator and simulator
 * included.
 */
const TARGET_FLOWS_ON_POSTGRES = 100;
/** Issue 'Honest speed', section 2: the server's processor time for a sign-up, in milliseconds. */
const MOST_SERVER_MS = 6;

const { values, say } = readOptions({
  name: 'subscribe',
  about: 'Measures complete sign-ups.',
  options: {
    'database-url': { type: 'string' },
    only: { type: 'string' },
    concurrency: { type: 'string', default: '16,32' },
    seconds: { type: 'string', default: '8' },
    runs: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '4' },
  },
  meanings: {
    '--database-url URL': SERVER_MEANING,
    '--only NAME': 'pglite or postgres',
    '--concurrency LIST': 'flows side by side (16,32)',
    '--seconds N': 'length of a run (8)',
    '--runs N': 'runs of which the median counts (3)',
    '--warm-up N': 'seconds before the first run (4)',
  },
});

await main();

async function main(): Promise<void> {
  const options = planned();
  const comparisons: Comparison[] = [];
  const measured: Measured[] = [];
  const server = options.only === 'pglite' ? undefined : await openPostgres(options.databaseUrl);
  try {
    if (!server && options.only !== 'pglite')
      say('No PostgreSQL server here (--database-url): only PGlite is measured.');
    comparisons.push(await compareBareFastify(options.plan.seconds));
    if (server) comparisons.push(...(await comparePgbench(server, options.plan.seconds)));
    if (options.only !== 'postgres')
      measured.push(...(await measureOn('PGlite', undefined, options)));
    if (server) measured.push(...(await measureOn('PostgreSQL', server, options)));
  } finally {
    await server?.stop();
  }
  say(`\n${report(measured, comparisons, server)}`);
  for (const error of measured.flatMap(({ errors }) => errors))
    console.error(`failed: ${error.step}: ${error.message} (${error.count} times)`);
  const details = { postgres: server?.version, measured, comparisons };
  conclude(values, measured.flatMap(figuresOf(comparisons.at(-1))), details);
}

/** What is asked of sign-ups, beside the database's own benchmark. */
function figuresOf(beside: Comparison | undefined): (measured: Measured) => Figure[] {
  return ({ database, concurrency, perSecond, cpu, errors }) => {
    const name = `${database}, ${concurrency} side by side`;
    const failed = errors.reduce((sum, { count }) => sum + count, 0);
    const figures: Figure[] = [
      { name: `failed, ${name}`, value: failed, unit: 'calls', goal: { atMost: 0 } },
    ];
    // PGlite is for the demo, where nobody counts on a rate.
    if (database === 'PGlite') return figures;
    return [
      ...figures,
      {
        name: `sign-ups, ${name}`,
        value: perSecond,
        unit: 'a second',
        goal: { atLeast: TARGET_FLOWS_ON_POSTGRES },
        ...(beside ? { beside: { name: beside.name, value: beside.perSecond } } : {}),
      },
      {
        name: `processor time of the server, ${name}`,
        value: cpu.server ?? Number.NaN,
        unit: 'ms',
        goal: { atMost: MOST_SERVER_MS },
      },
    ];
  };
}

type Options = ReturnType<typeof planned>;

function planned() {
  if (values.only !== undefined && values.only !== 'pglite' && values.only !== 'postgres')
    refuseArguments('--only: pglite or postgres');
  return {
    databaseUrl: values['database-url'],
    only: values.only,
    concurrencies: values.concurrency.split(',').map((one) => wholeOption('concurrency', one)),
    plan: {
      seconds: wholeOption('seconds', values.seconds),
      runs: wholeOption('runs', values.runs),
      warmUpSeconds: wholeOption('warm-up', values['warm-up']),
    },
  };
}

/**
 * Starts the product with this database, measures it and ends it. Without pages; a service without
 * anything to watch sells nothing.
 */
async function measureOn(
  database: Measured['database'],
  server: PostgresServer | undefined,
  options: Options,
): Promise<Measured[]> {
  const databaseUrl = await server?.createDatabase('product');
  const product = await startProduct({
    env: {
      ROLE: 'all',
      FRAUD_MODE: 'observe',
      LIMITS: 'off',
      DEMO_CLIPS: '1',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const generator = startLoadGenerator<LoadOrder, LoadReport>('load.process.ts');
  try {
    // The films of the demo would count as the server's time.
    await waitUntilIdle(product.pid);
    return await measureSignUps({
      database,
      product,
      databasePid: server?.pid,
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
    ['processor time of a flow, ms', 'server', 'simulator', 'generator', 'database', 'all'],
    measured.map(({ database, concurrency, cpu: used }) => [
      `${database}, ${concurrency} side by side`,
      ...(['server', 'simulator', 'generator', 'database'] as const).map((part) =>
        used[part] === undefined ? '-' : shown(used[part]),
      ),
      shown(Object.values(used).reduce((sum, one) => sum + one, 0)),
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
