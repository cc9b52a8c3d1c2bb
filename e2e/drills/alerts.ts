// Prometheus beside a fleet: the rules of deploy/alerts.yaml on the metrics of every process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../../scripts/free-ports.ts';
import { requirePrometheus } from '../../scripts/promtool.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
/** `short`: a second of a drill stands for half a minute. `true`: durations as in the file. */
type Durations = 'short' | 'true';

/**
 * Every duration of a rule (`for`, windows, offsets) is divided by this. Thresholds stay as they
 * are, and so does the rate of scrapes below.
 */
const DIVISORS: Readonly<Record<Durations, number>> = { short: 30, true: 1 };
const ALL = Object.keys(DIVISORS) as Durations[];
/** `/metrics` of a process without its database may take 1.5 seconds. */
const SCRAPE_SECONDS = 2;
/** A rate needs two values of its window, also where a scrape was late. */
const LEAST_WINDOW_SECONDS = 5 * SCRAPE_SECONDS;
const START_MS = 30_000;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

export interface Alerts {
  /** The names of alerts that fire now. */
  firing(by: Durations): Promise<readonly string[]>;
  /** The names of alerts that have fired since `performance.now()` was `since`. */
  firedSince(since: number, by: Durations): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** A file of rules whose durations are those of a drill; each alert says so in a label. */
function withDurations(text: string, by: Durations): string {
  const divisor = DIVISORS[by];
  const scaled = (count: string, unit: string, least = 0): string =>
    `${Math.ceil(Math.max(least, (Number(count) * (SECONDS[unit] ?? Number.NaN)) / divisor))}s`;
  const { groups } = parse(text) as {
    groups: { name: string; rules: { expr: string; for?: string; labels?: object }[] }[];
  };
  for (const group of groups) {
    group.name = `${group.name}-${by}`;
    for (const rule of group.rules) {
      rule.labels = { ...rule.labels, durations: by };
      const shorter = (pattern: RegExp, to: (duration: string) => string): string =>
        rule.expr.replaceAll(pattern, (_, count, unit) =>
          to(scaled(count, unit, LEAST_WINDOW_SECONDS)),
        );
      rule.expr = shorter(/\[(\d+)([smhdw])\]/g, (duration) => `[${duration}]`);
      rule.expr = shorter(/offset (\d+)([smhdw])/g, (duration) => `offset ${duration}`);
      const [, count, unit] = /^(\d+)([smhdw])$/.exec(rule.for ?? '') ?? [];
      if (rule.for && !(count && unit)) throw new Error(`not read: for: ${rule.for}`);
      if (count && unit) rule.for = scaled(count, unit);
    }
  }
  return stringify({ groups });
}

/** Starts Prometheus before the operators' ports of the processes; throws where it is missing. */
export async function startAlerts(ports: readonly number[]): Promise<Alerts> {
  requirePrometheus('prometheus');
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-drill-prometheus-'));
  const url = `127.0.0.1:${await freePort()}`;
  await writeConfig(folder, ports);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${url}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const alertsOf = async (expression: string): Promise<string[]> => {
    const query = encodeURIComponent(`count by (alertname) (${expression})`);
    const answer = await fetch(`http://${url}/api/v1/query?query=${query}`);
    if (!answer.ok) throw new Error(`Prometheus: ${await answer.text()}`);
    const { data } = (await answer.json()) as Vector;
    return data.result.map(({ metric }) => metric.alertname ?? '').sort();
  };
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await isReady(url, child, ports.length))) {
    await stop();
    throw new Error(`Prometheus did not start: ${output.slice(-2000)}`);
  }
  const firing = (by: Durations) => `ALERTS{alertstate="firing",durations="${by}"}`;
  return {
    firing: (by) => alertsOf(firing(by)),
    firedSince: (since, by) => {
      const seconds = Math.max(1, Math.ceil((performance.now() - since) / 1000));
      return alertsOf(`last_over_time(${firing(by)}[${seconds}s])`);
    },
    stop,
  };
}

/** `deploy/prometheus.yaml` scrapes by names of a network; here by ports of this machine. */
async function writeConfig(folder: string, ports: readonly number[]): Promise<void> {
  const rules = await readFile(join(DEPLOY, 'alerts.yaml'), 'utf8');
  const names = ALL.map((by) => [`${by}.yaml`, by] as const);
  for (const [name, by] of names) await writeFile(join(folder, name), withDurations(rules, by));
  const deployed = parse(await readFile(join(DEPLOY, 'prometheus.yaml'), 'utf8'));
  const { scrape_configs } = deployed as { scrape_configs: { job_name: string }[] };
  const every = `${SCRAPE_SECONDS}s`;
  await writeFile(
    join(folder, 'prometheus.yaml'),
    stringify({
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: '1s' },
      rule_files: names.map(([name]) => name),
      scrape_configs: scrape_configs.map(({ job_name }) => ({
        job_name,
        static_configs: [
          { targets: job_name === 'bonisa' ? ports.map((port) => `127.0.0.1:${port}`) : [] },
        ],
      })),
    }),
  );
}

interface Vector {
  readonly data: { readonly result: readonly { readonly metric: { alertname?: string } }[] };
}

/**
 * Whether Prometheus has asked so many targets for their metrics. Some alerts fire before that,
 * and what happens before it does not count.
 */
async function isReady(url: string, child: ChildProcess, targets: number): Promise<boolean> {
  for (const end = performance.now() + START_MS; performance.now() < end; await wait(50)) {
    if (child.exitCode !== null) return false;
    const answer = await fetch(`http://${url}/api/v1/query?query=up`).catch(() => undefined);
    if (!answer?.ok) continue;
    const { data } = (await answer.json()) as Vector;
    if (data.result.length === targets) return true;
  }
  return false;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  await end;
}
