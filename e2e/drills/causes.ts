// What makes an alert fire: its real cause, the time until somebody is called, and the end of both.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { type Alerts, type Durations, startAlerts } from './alerts.ts';
import type { Fleet, Member } from './fleet.ts';
import type { Gate } from './gate.ts';
import { untilWithin } from './until.ts';

export const until = untilWithin(90_000);

type Browser = ReturnType<typeof createBrowser>;

/** The service before which things go wrong. */
export interface Stage {
  readonly fleet: Fleet;
  readonly alerts: Alerts;
  readonly db: pg.Pool;
  /** The way to the register of ported numbers, where there are two carriers. */
  readonly register?: Gate;
  /** The operators' port of the process with jobs, and the desk of the simulated carrier. */
  readonly ops: Browser;
  readonly sim: Browser;
  /** A number that nobody has used. */
  number(): string;
}

/** Starts Prometheus before a service, after what must be so before; `end` stops both. */
export async function startStage(
  fleet: Fleet,
  prepare?: (stage: Omit<Stage, 'alerts'>) => Promise<void>,
): Promise<{ readonly stage: Stage; readonly end: () => Promise<void> }> {
  const db = new pg.Pool({ connectionString: fleet.server });
  db.on('error', () => undefined);
  const end = async (): Promise<void> => {
    await db.end();
    await fleet.close();
  };
  try {
    let numbers = 27_820_000_000;
    const before = {
      ...{ fleet, db },
      ops: createBrowser(`http://127.0.0.1:${fleet.of('jobs')[0]?.ops}`),
      sim: createBrowser(fleet.carrier.url),
      number: () => String(++numbers),
    };
    await prepare?.(before);
    const alerts = await startAlerts(fleet.members.map(({ ops }) => ops));
    fleet.onClose(alerts.stop);
    return { stage: { ...before, alerts }, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Ends a cause. */
export type End = () => Promise<unknown>;

/** A cause of an alert before a `Stage`, or before another service. */
export interface Cause<S = Stage> {
  readonly alert: string;
  /** `short` where nothing is said. */
  readonly by?: Durations;
  /** Begins the cause; what it returns ends it, also where the alert did not fire. */
  readonly begin: (stage: S) => Promise<End | undefined>;
  /** Another alert that would name a wrong cause: it must not fire. */
  readonly not?: string;
  /** The alert is not over with its cause: its window, or what it tells of, takes too long. */
  readonly lasts?: boolean;
}

/** Begins a cause, waits until its alert fires, ends it, and waits until nobody is called. */
export async function drillCause<S extends Pick<Stage, 'alerts'>>(
  stage: S,
  { alert, by = 'short', begin, not, lasts }: Cause<S>,
): Promise<void> {
  const began = performance.now();
  const fires = async (): Promise<boolean> => (await stage.alerts.firing(by)).includes(alert);
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  expect(await fires(), `${alert} fires before its cause`).toBe(false);
  const end = await begin(stage);
  let fired: number;
  try {
    await until(`${alert} fires`, fires);
    fired = seconds();
  } finally {
    await end?.();
  }
  if (!lasts) await until(`${alert} has ended`, async () => !(await fires()));
  if (not) expect(await stage.alerts.firedSince(began, by)).not.toContain(not);
  const over = lasts ? '' : `, over after ${seconds()} s`;
  process.stdout.write(`${alert}: fired after ${fired} s${over}\n`);
}

/** Repeats some work until it is ended: what an alert tells of goes on for a while. */
export function again(work: () => Promise<unknown>, everyMs: number): End {
  let going = true;
  const run = async (): Promise<void> => {
    for (; going; await wait(everyMs)) await work();
  };
  const running = run();
  // Awaited at the end, which may be later than a failure.
  running.catch(() => undefined);
  return async () => {
    going = false;
    await running;
  };
}

/** The simulated carrier fails so; returns what ends it. */
export async function carrierFails(
  { sim }: Pick<Stage, 'sim'>,
  operation: string,
  kind: string,
  more: { readonly times?: number; readonly code?: string; readonly carrier?: string } = {},
): Promise<End> {
  const fault = { operation, kind, times: 1_000_000, ...more };
  const answer = await sim.call('POST', '/sim/faults', fault);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return () => sim.call('DELETE', `/sim/faults?operation=${operation}`);
}

/** The free day of somebody ends, so that a charge is due now. */
export async function endFreeDayOf({ db }: Pick<Stage, 'db'>, msisdn: string): Promise<void> {
  const { rowCount } = await db.query(
    `update subscriptions set paid_until = now(), due_at = now() from subscribers n
      where n.id = subscriber_id and n.msisdn = $1 and status = 'trial'`,
    [msisdn],
  );
  expect(rowCount).toBe(1);
}

/** Kills a process as its machine's end does. */
export async function kill({ process }: Member): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}
