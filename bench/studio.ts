import { migrate, openPostgres as openDatabase } from '@bonisa/kit/database/database';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { demoStaffIn, signInToStudio } from '../e2e/harness/studio.ts';
import { conclude, type Figure } from './goals.ts';
import { loadNow, machine } from './machine.ts';
import { openPostgres, SERVER_MEANING } from './postgres.ts';
import { startProduct, waitUntilIdle } from './product.process.ts';
import { readOptions } from './program.ts';
import { median, shown } from './statistics.ts';
import { fillStudio } from './studio.fill.ts';
import { type Call, watchCalls } from './studio.meter.ts';
import { stepsOf, takeStep } from './studio.walk.ts';
import { table } from './table.ts';

/** A screen of the studio may take so long until it is read, in milliseconds. */
const MOST_MS = 300;
/** Of every run, so that a filled database can be measured again. */
const SECRET_KEY = 'a key of the bench, which guards nothing at all';

const { values: options, say } = readOptions({
  name: 'studio',
  about: `Measures every screen of the studio, and what is done there, in Chromium. Wanted: medians of at
most ${MOST_MS} ms.`,
  options: {
    'database-url': { type: 'string' },
    filled: { type: 'string' },
    titles: { type: 'string', default: '100000' },
    subscribers: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
  meanings: {
    '--database-url URL': SERVER_MEANING,
    '--filled URL': 'a database that this program has filled already',
    '--titles N': 'how many titles there are (100000)',
    '--subscribers N': 'subscribers, each with a subscription and a charge (100000)',
    '--runs N': 'how often each step is taken (5)',
    '--only PATTERN': 'only steps whose name matches',
  },
});

interface StepTimes {
  readonly name: string;
  readonly median: number;
  readonly worst: number;
  /** On a busy machine the truest. */
  readonly best: number;
  /** The median with the pictures in sight. */
  readonly pictured: number;
  /** The call that took longest, and its shortest time. */
  readonly slowest: (Call & { readonly best: number }) | undefined;
  readonly refused: readonly Call[];
}

async function main(): Promise<void> {
  const plan = {
    titles: Number(options.titles),
    subscribers: Number(options.subscribers),
    now: new Date(),
  };
  const steps = await withFilled(options, plan, (url) =>
    measure(url, { runs: Number(options.runs), only: options.only }),
  );
  const about = { machine: machine(), load: loadNow(), ...plan };
  const { cores, processor, node } = about.machine;
  say(
    `${cores} cores (${processor}), Node ${node}; load ${about.load}; times in milliseconds of ${options.runs} runs`,
  );
  say(
    table(
      ['screen or step', 'median', 'worst', 'best', 'pictures', 'slowest call', 'ms', 'best'],
      steps.map(({ name, slowest, ...ms }) => [
        name,
        shown(ms.median),
        ...[ms.worst, ms.best, ms.pictured].map(shown),
        slowest?.name.slice(0, 60) ?? '-',
        slowest ? shown(slowest.ms) : '-',
        slowest ? shown(slowest.best) : '-',
      ]),
    ),
  );
  conclude(
    options,
    steps.flatMap(({ name, median, refused }): Figure[] => [
      { name, value: median, unit: 'ms', goal: { atMost: MOST_MS } },
      ...refused.map((call) => ({
        name: `${name}: ${call.name} answered ${call.status}`,
        value: 1,
        unit: 'calls',
        goal: { atMost: 0 },
      })),
    ]),
    { ...about, steps },
  );
}

/** Does the work on a filled database: the one that is given, or one of this run. */
async function withFilled<Result>(
  { filled, 'database-url': given }: { filled?: string; 'database-url'?: string },
  plan: Parameters<typeof fillStudio>[1],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (filled) return await work(filled);
  const server = await openPostgres(given);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  try {
    const url = await server.createDatabase('studio');
    const open = await openDatabase(url, { connections: 2 });
    try {
      await migrate(open);
      await fillStudio(open, plan);
    } finally {
      await open.close();
    }
    return await work(url);
  } finally {
    await server.stop();
  }
}

async function measure(
  databaseUrl: string,
  { runs, only }: { runs: number; only: string },
): Promise<StepTimes[]> {
  const product = await startProduct({
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY,
      DEMO_CATALOGUE: 'off',
      LIMITS: 'off',
      FRAUD_MODE: 'observe',
    },
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await watchCalls(page);
    // After its start the product prepares pages, which takes the database's time.
    await waitUntilIdle(product.pid);
    const staff = demoStaffIn(product.output());
    await signInToStudio(page, product.studioUrl, { ...staff, role: 'administrator' });
    const steps: StepTimes[] = [];
    for (const step of (await stepsOf(page)).filter(({ name }) => new RegExp(only).test(name))) {
      // The first one loads the step's scripts, and has the database plan its statements.
      await takeStep(page, product.studioUrl, step);
      const readings = [];
      for (let run = 0; run < runs; run++)
        readings.push(await takeStep(page, product.studioUrl, step));
      const read = readings.map((one) => one.read);
      const calls = readings.flatMap((one) => one.calls);
      console.error(`${step.name}: ${shown(median(read))} ms`);
      steps.push({
        name: step.name,
        median: median(read),
        worst: Math.max(...read),
        best: Math.min(...read),
        pictured: median(readings.map((one) => one.pictured)),
        slowest: slowestOf(calls),
        refused: calls.filter(({ status }) => status >= 400).slice(0, 1),
      });
    }
    return steps;
  } finally {
    await browser.close();
    await product.stop();
  }
}

function slowestOf(calls: readonly Call[]): StepTimes['slowest'] {
  const [slowest] = calls.toSorted((one, other) => other.ms - one.ms);
  if (!slowest) return undefined;
  const same = calls.filter(({ name }) => name === slowest.name);
  return { ...slowest, best: Math.min(...same.map(({ ms }) => ms)) };
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
