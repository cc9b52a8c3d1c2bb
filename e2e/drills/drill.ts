// A drill: a fault under load, the time until all is well, who was called, what the log says, and
// the books afterwards.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { type Alerts, startAlerts } from './alerts.ts';
import { compareBooks } from './books.ts';
import type { Fleet } from './fleet.ts';
import { endFreeDays } from './free-days.ts';
import { type Load, startLoad } from './load.ts';
import { followLogs, type Logs } from './logs.ts';

/** All is well when nobody has seen an error for so long, and somebody has signed up. */
const CALM_MS = 3000;
const WELL_WITHIN_MS = 150_000;
const FIRES_WITHIN_MS = 90_000;
/** The longest window of a rule that a drill waits for is an hour, which is two minutes here. */
const QUIET_WITHIN_MS = 180_000;
/** How often a message may come, from all processes together. */
const MOST_LINES = 60;

/** A call that is refused with 503. Pages are served, and nothing is cut or answered with 500. */
export const REFUSED = /^POST \w+ 503$/;

/** What must hold of a fault. What is left out is not asserted. */
export interface Expected {
  /** How many errors clients may see at most. */
  readonly errors?: number;
  /** What each of these errors must be; {@link REFUSED} where the product must answer at once. */
  readonly kinds?: RegExp;
  /** So many seconds after the beginning of the fault clients see the last of them at most. */
  readonly lastWithin?: number;
  /** The same after its end, for a fault that lasts until something else has happened. */
  readonly lastAfterEnd?: number;
  /**
   * The alert of deploy/alerts.yaml that calls somebody, by durations that are shortened to those
   * of a drill; 'none': nobody is called, by the durations of the file.
   */
  readonly alert?: string;
  /** The program is of before there was an active database lease, so it holds none. */
  readonly hasNoLease?: boolean;
  /** The line of a log that says what is wrong: at least once, at most twice a process. */
  readonly line?: RegExp;
}

/** What a fault may wait for. */
export interface Watched {
  /** Waits until an alert fires; throws after 90 seconds. */
  untilFired(alert: string): Promise<void>;
  readonly load: Load;
  readonly logs: Logs;
}

/** Causes a fault. */
export type Drill = (
  name: string,
  fault: (watched: Watched) => Promise<void>,
  expected?: Expected,
) => Promise<void>;

/** Makes the drills of a service. Each has people of its own, and so many busy callers besides. */
export function createDrills(fleetOf: () => Fleet, { people = 3, busy = 0 } = {}): Drill {
  let drills = 0;
  let alerts: Promise<Alerts> | undefined;
  const start = async (fleet: Fleet): Promise<Alerts> => {
    const started = await startAlerts(fleet.members.map(({ ops }) => ops));
    fleet.onClose(started.stop);
    return started;
  };
  return async (name, fault, expected = {}) => {
    const fleet = fleetOf();
    alerts ??= start(fleet);
    drills++;
    const firstNumber = 27_820_000_000 + drills * 10_000;
    const load = startLoad(fleet, { people, busy, firstNumber });
    try {
      await wellAfter(load, performance.now());
      await drill({ fleet, load, name, alerts: await alerts }, fault, expected);
    } finally {
      await load.stop();
    }
  };
}

/** Waits until all is well; returns the milliseconds from `since` to the last error. */
async function wellAfter(load: Load, since: number): Promise<number> {
  const lastError = (): number => load.errors.at(-1)?.at ?? since;
  for (const end = performance.now() + WELL_WITHIN_MS; performance.now() < end; await wait(100)) {
    const { signUps } = load.counts;
    const calm = performance.now() - Math.max(since, lastError());
    if (calm < CALM_MS) continue;
    // Calm is not enough: somebody signs up now.
    const until = performance.now() + 10_000;
    while (performance.now() < until && load.counts.signUps === signUps) await wait(50);
    if (load.counts.signUps > signUps) return Math.max(0, lastError() - since);
  }
  throw new Error(`not well: ${JSON.stringify(load.errors.slice(-5))}`);
}

interface Drilled {
  readonly fleet: Fleet;
  readonly load: Load;
  readonly name: string;
  readonly alerts: Alerts;
}

/** Causes a fault under load, waits until all is well, and compares the books. */
async function drill(
  { fleet, load, name, alerts }: Drilled,
  fault: (watched: Watched) => Promise<void>,
  expected: Expected,
): Promise<void> {
  const { alert, hasNoLease, line } = expected;
  const freeDays = endFreeDays(fleet.database);
  const logs = followLogs(fleet);
  const [began, before] = [performance.now(), load.errors.length];
  let [ended, lasted] = [began, 0];
  try {
    await fault({ untilFired: (other) => untilFired(alerts, other, began), load, logs });
    ended = performance.now();
    lasted = await wellAfter(load, began);
    await load.stop();
    await freeDays.chargeAll(load);
  } finally {
    await freeDays.stop();
  }
  const seen = load.errors.slice(before);
  const { taken, booked, differences } = await compareBooks(fleet, load);
  const { pages, plays, calls, signUps } = load.counts;
  process.stdout.write(
    `${name}: ${seen.length} errors of ${pages + plays + calls} answers (${kindsOf(seen)}), last after ${Math.round(lasted / 100) / 10} s; ${signUps} sign-ups, ${taken} taken, ${booked} booked, ${differences.length} differences\n`,
  );
  expect(differences).toEqual([]);
  expect(taken).toBeGreaterThan(0);
  expectErrors({ seen, lasted, afterEnd: began + lasted - ended }, expected, linesAbout(logs));
  await expectCalls(alerts, alert, began);
  if (!hasNoLease) await expectLeaseHeld(fleet);
  expectLines(logs, line, fleet.members.length);
  expect(fleet.members.map(({ process: { child } }) => child.exitCode)).toEqual(
    fleet.members.map(() => null),
  );
}

interface Clients {
  readonly seen: Load['errors'];
  /** Milliseconds from the beginning and from the end of the fault to the last error. */
  readonly lasted: number;
  readonly afterEnd: number;
}

/** Judges what clients saw; `said` is what the processes said of it. */
function expectErrors({ seen, lasted, afterEnd }: Clients, expected: Expected, said: string): void {
  const { errors = Number.POSITIVE_INFINITY, kinds = /^/, lastWithin, lastAfterEnd } = expected;
  expect(seen.length, said).toBeLessThanOrEqual(errors);
  expect(
    seen.filter(({ what }) => !kinds.test(what)),
    said,
  ).toEqual([]);
  if (lastWithin !== undefined) expect(lasted / 1000).toBeLessThan(lastWithin);
  if (lastAfterEnd !== undefined) expect(afterEnd / 1000).toBeLessThan(lastAfterEnd);
}

/** What the processes said, first that which nobody expects: refused calls have a line each. */
function linesAbout(logs: ReturnType<typeof followLogs>): string {
  const said = logs.matching(/"level":"(?:warn|error|fatal)"/);
  const isUnexpected = (line: string): boolean => /"internal"|"status":500|"fatal"/.test(line);
  return [...said.filter(isUnexpected), ...said.slice(0, 8)].slice(0, 20).join('\n');
}

function kindsOf(seen: Load['errors']): string {
  const kinds = new Map<string, number>();
  for (const { what } of seen) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  return [...kinds].map(([what, count]) => `${what} x${count}`).join(', ');
}

/** Judges who was called, and waits until the call has ended. */
async function expectCalls(
  alerts: Alerts,
  alert: string | undefined,
  began: number,
): Promise<void> {
  const fired = await alerts.firedSince(began, 'short');
  const truly = await alerts.firedSince(began, 'true');
  process.stdout.write(
    `  alerts: ${fired.join(', ') || 'none'}; by true durations: ${truly.join(', ') || 'none'}\n`,
  );
  if (alert === undefined) return;
  if (alert === 'none') {
    expect(truly).toEqual([]);
    return;
  }
  expect(fired).toContain(alert);
  const end = performance.now() + QUIET_WITHIN_MS;
  while ((await alerts.firing('short')).includes(alert)) {
    if (performance.now() > end) throw new Error(`${alert} still fires`);
    await wait(250);
  }
}

/**
 * As in production the database that charges holds the active database lease: also after every
 * fault.
 */
async function expectLeaseHeld(fleet: Fleet): Promise<void> {
  const hold = `http://127.0.0.1:${fleet.of('jobs')[0]?.ops}/ops/hold`;
  await vi.waitFor(
    async () =>
      expect(await (await fetch(hold)).json()).toMatchObject({
        held: false,
        fence: { state: 'held' },
      }),
    { timeout: 60_000, interval: 250 },
  );
}

/** Judges what the log says: the line of the fault, and nothing again and again. */
function expectLines(logs: Logs, line: RegExp | undefined, members: number): void {
  const loud = logs.loud();
  process.stdout.write(
    `  log: ${loud.map(([message, count]) => `${JSON.stringify(message)} x${count}`).join(', ') || 'no warning'}\n`,
  );
  if (line === undefined) return;
  const found = logs.matching(line);
  expect(found.length, `lines with ${line}`).toBeGreaterThan(0);
  expect(found.length, `lines with ${line}`).toBeLessThanOrEqual(2 * members);
  expect(loud.filter(([, count]) => count > MOST_LINES)).toEqual([]);
}

async function untilFired(alerts: Alerts, alert: string, since: number): Promise<void> {
  const end = performance.now() + FIRES_WITHIN_MS;
  while (!(await alerts.firedSince(since, 'short')).includes(alert)) {
    if (performance.now() > end)
      throw new Error(
        `${alert} does not fire; these do: ${(await alerts.firing('short')).join(', ')}`,
      );
    await wait(250);
  }
}
