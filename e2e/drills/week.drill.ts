// Interfaces 'Operations': the alerts that compare with a week ago. A carrier that takes as on any
// day of a week denies everybody for lack of airtime, and is well again.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { again, kill, type Stage, startStage } from './causes.ts';
import { startFleet } from './fleet.ts';
import { subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

const ALERTS = ['BonisaAirtimeDenials', 'BonisaChargesHalved'] as const;
/** Everybody with airtime pays in each round; the others are denied, as some are on any day. */
const WITH_AIRTIME = 20;
const WITHOUT = 3;
const ROUND_MS = 1500;
/** By the 'shortest' durations of alerts.ts; and a window before it. */
const WEEK_MS = 168_000;
const WINDOW_MS = 15_000;
const until = untilWithin(60_000);

let stage: Stage;
let end = async (): Promise<void> => undefined;
beforeAll(async () => {
  ({ stage, end } = await startStage(await startFleet(['pages', 'jobs'])));
});
afterAll(() => end());

/** Airtime as the carrier's balances say. */
async function airtimeOf(numbers: readonly string[], airtime: string): Promise<void> {
  for (const number of numbers) {
    const { status, body } = await stage.sim.call('PUT', `/sim/handsets/${number}`, { airtime });
    expect(status, JSON.stringify(body)).toBe(200);
  }
}

async function subscribed(count: number, first: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, place) => String(first + place));
  for (const number of numbers) await subscribePerson(stage.fleet, number);
  return numbers;
}

/**
 * Another renewal of everybody is due, or another try where the last one was denied. Each is of
 * another month, as a consent covers only so much in one.
 */
const due = () =>
  stage.db.query(
    `update subscriptions
      set due_at = now(), taken_cents = 0,
        paid_until = case when status in ('trial', 'active') then now() else paid_until end,
        next_try_at = case when status in ('grace', 'parked') then now() end
      where charging_package_id is null and status in ('trial', 'active', 'grace', 'parked')`,
  );

const isOurs = (name: string): boolean => ALERTS.some((alert) => alert === name);
const firing = async (): Promise<string[]> =>
  (await stage.alerts.firing('shortest')).filter(isOurs);

it('call somebody when the carrier denies most, and are over when it is well', async () => {
  const paying = await subscribed(WITH_AIRTIME, 27_820_000_000);
  await airtimeOf(paying, '100000.00');
  await airtimeOf(await subscribed(WITHOUT, 27_830_000_000), '0.00');
  const began = performance.now();
  const rounds = again(due, ROUND_MS);
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  try {
    await wait(WEEK_MS + WINDOW_MS);
    const fired = await stage.alerts.firedSince(began, 'shortest');
    expect(fired.filter(isOurs)).toEqual([]);

    await airtimeOf(paying, '0.00');
    const broken = seconds();
    for (const alert of ALERTS) {
      await until(`${alert} fires`, async () => (await firing()).includes(alert));
      process.stdout.write(`${alert}: fires after ${seconds() - broken} s\n`);
    }
    // Its counters begin again, and none of a success is left.
    const [jobs] = stage.fleet.of('jobs');
    if (!jobs) throw new Error('no process with jobs');
    await kill(jobs);
    await jobs.again();
    const started = seconds();
    await wait(WINDOW_MS);
    await until('both fire after a restart', async () => (await firing()).length === ALERTS.length);
    process.stdout.write(`both fire ${seconds() - started} s after a restart\n`);

    await airtimeOf(paying, '100000.00');
    const well = seconds();
    await until('both are over', async () => (await firing()).length === 0);
    process.stdout.write(`over after ${seconds() - well} s; all ${seconds()} s\n`);
  } finally {
    await rounds();
  }
});
