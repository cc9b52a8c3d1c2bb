import { setTimeout as wait } from 'node:timers/promises';
import type { LoadOrder, LoadReport } from './load.process.ts';
import type { LoadGenerator } from './load.ts';
import { cpuOfTree, loadNow } from './machine.ts';
import type { RunningProduct } from './product.process.ts';
import { STEPS, type Step } from './sign-up.flow.ts';
import { median, type Spread } from './statistics.ts';

/**
 * Processor time of one flow in milliseconds, by process; a process that the system does not report
 * is missing.
 */
export type CpuPerFlow = Partial<Record<'server' | 'simulator' | 'generator' | 'database', number>>;

export interface Measured {
  readonly database: 'PGlite' | 'PostgreSQL';
  readonly concurrency: number;
  /** Flows a second of each run, in order. */
  readonly runs: readonly number[];
  /** The median of the runs, and the medians of the runs' percentiles. */
  readonly perSecond: number;
  readonly times: Record<Step | 'flow', Spread>;
  readonly cpu: CpuPerFlow;
  /** The machine's load average of the last minute after the last run. */
  readonly load: number;
  readonly errors: LoadReport['errors'];
}

export interface Plan {
  readonly seconds: number;
  readonly runs: number;
  readonly warmUpSeconds: number;
}

/** Numbers start here; each flow takes the next. */
const FIRST_NUMBER = 600_000_000;
/** A run's pending messages belong to its flows: the next run begins when they are sent. */
const MESSAGES_SENT_WITHIN_MS = 60_000;

/**
 * Measures sign-ups on a running product: one warm-up, then several runs for each number of
 * concurrent flows.
 */
export async function measureSignUps(options: {
  database: Measured['database'];
  product: RunningProduct;
  databasePid: number | undefined;
  generator: LoadGenerator<LoadOrder, LoadReport>;
  concurrencies: readonly number[];
  plan: Plan;
  onRun: (line: string) => void;
}): Promise<Measured[]> {
  const { product, generator, plan } = options;
  let firstNumber = FIRST_NUMBER;
  let signedUp = 0;
  const run = async (concurrency: number, seconds: number): Promise<LoadReport> => {
    const report = await generator.run({
      siteUrl: product.siteUrl,
      carrierUrl: product.carrierUrl,
      concurrency,
      seconds,
      firstNumber,
    });
    firstNumber += report.numbersUsed;
    signedUp += report.flows;
    await waitForWelcomeMessages(product, signedUp);
    return report;
  };

  const warmUp = await run(options.concurrencies[0] ?? 16, plan.warmUpSeconds);
  if (warmUp.errors.length > 0)
    return [failed(options.database, options.concurrencies[0] ?? 16, warmUp)];
  const all: Measured[] = [];
  for (const concurrency of options.concurrencies) {
    const reports: LoadReport[] = [];
    const before = cpuNow(options);
    for (let index = 0; index < plan.runs; index++) {
      const report = await run(concurrency, plan.seconds);
      reports.push(report);
      options.onRun(
        `${options.database}, ${concurrency} side by side, run ${index + 1}: ${report.perSecond.toFixed(1)} flows/s, load ${loadNow()}`,
      );
      if (report.errors.length > 0) return [...all, failed(options.database, concurrency, report)];
    }
    all.push({
      database: options.database,
      concurrency,
      runs: reports.map((one) => one.perSecond),
      perSecond: median(reports.map((one) => one.perSecond)),
      times: mediansOf(reports),
      cpu: perFlow(
        before,
        cpuNow(options),
        reports.reduce((sum, one) => sum + one.flows, 0),
      ),
      load: loadNow(),
      errors: [],
    });
  }
  return all;
}

function failed(
  database: Measured['database'],
  concurrency: number,
  { perSecond, errors }: LoadReport,
): Measured {
  return {
    database,
    concurrency,
    runs: [perSecond],
    perSecond,
    times: emptyTimes(),
    cpu: {},
    load: loadNow(),
    errors,
  };
}

function emptyTimes(): Measured['times'] {
  return Object.fromEntries(
    ['flow', ...STEPS].map((name) => [name, { p50: 0, p99: 0 }]),
  ) as Measured['times'];
}

function mediansOf(reports: readonly LoadReport[]): Measured['times'] {
  const of = (name: Step | 'flow', share: keyof Spread): number =>
    median(reports.map((one) => one.times[name]?.[share] ?? 0));
  const names: (Step | 'flow')[] = ['flow', ...STEPS];
  return Object.fromEntries(
    names.map((name) => [name, { p50: of(name, 'p50'), p99: of(name, 'p99') }]),
  ) as Measured['times'];
}

function cpuNow(options: {
  product: RunningProduct;
  databasePid: number | undefined;
  generator: LoadGenerator<LoadOrder, LoadReport>;
}) {
  const { product, databasePid, generator } = options;
  const simulator = product.carrierPid === undefined ? undefined : cpuOfTree(product.carrierPid);
  const all = cpuOfTree(product.pid);
  return {
    server: all === undefined || simulator === undefined ? undefined : all - simulator,
    simulator,
    generator: cpuOfTree(generator.pid),
    database: databasePid === undefined ? undefined : cpuOfTree(databasePid),
  };
}

function perFlow(
  before: ReturnType<typeof cpuNow>,
  after: ReturnType<typeof cpuNow>,
  flows: number,
): CpuPerFlow {
  const parts = Object.entries(after).map(([part, value]) => {
    const start = before[part as keyof typeof before];
    return [
      part,
      value === undefined || start === undefined ? undefined : (value - start) / flows,
    ] as const;
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/**
 * Waits until every flow's welcome message is sent, and compares the product's count of sign-ups
 * with the generator's, which detects flows that only appeared to succeed.
 */
async function waitForWelcomeMessages(product: RunningProduct, signedUp: number): Promise<void> {
  const until = performance.now() + MESSAGES_SENT_WITHIN_MS;
  for (;;) {
    const metrics = await (await fetch(`${product.operationsUrl}/metrics`)).text();
    const counted = sumOf(
      metrics,
      /^bonisa_subscribe_total\{outcome="subscribed".*\} ([0-9.e+]+)$/gm,
    );
    if (counted !== signedUp)
      throw new Error(`the generator counts ${signedUp} sign-ups, the product ${counted}`);
    if (
      sumOf(
        metrics,
        /^bonisa_message_total\{template="welcome",outcome="accepted"\} ([0-9.e+]+)$/gm,
      ) === signedUp
    )
      return;
    if (performance.now() > until) throw new Error('the welcome messages did not go out in time');
    await wait(250);
  }
}

function sumOf(metrics: string, line: RegExp): number {
  return [...metrics.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0);
}
