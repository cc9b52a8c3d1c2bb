// Interfaces 'Operations': alerts that compare charges with the week before, by their real cause.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { again, type Cause, drillCause, type End, type Stage, startStage } from './causes.ts';
import { startFleet } from './fleet.ts';
import { subscribePerson } from './person.ts';

/** A week of these rules is 168 s (`shortest`), and their windows are ten. */
const WEEK_MS = 190_000;
const TURN_MS = 800;
const DUE_AT_A_TIME = 2;
/** Everybody is charged every ten seconds: in these minutes less than a month's limit. */
const PEOPLE = 24;
const AIRTIME = '1000.00';

let stage: Stage;
let end = async (): Promise<void> => undefined;
let stopCharges: End | undefined;
const people: string[] = [];
beforeAll(async () => {
  ({ stage, end } = await startStage(await startFleet(['pages', 'jobs'])));
  for (let one = 0; one < PEOPLE; one++) {
    const { msisdn } = await subscribePerson(stage.fleet, stage.number());
    await setAirtime(msisdn, hasAirtime(one) ? AIRTIME : '0.00');
    people.push(msisdn);
  }
  stopCharges = chargeByTurns();
  await wait(WEEK_MS);
}, 600_000);
afterAll(async () => {
  await stopCharges?.();
  await end();
});

/** On any day one of six has no airtime, and two of them get none while the carrier is broken. */
const hasAirtime = (place: number): boolean => place % 6 !== 0;
const isSpared = (place: number): boolean => place % 12 === 1;

async function setAirtime(msisdn: string, airtime: string): Promise<void> {
  const { status, body } = await stage.sim.call('PUT', `/sim/handsets/${msisdn}`, { airtime });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

/** Charges fall due as on any day, by turns; of one that was denied the first try after it. */
function chargeByTurns(): End {
  let turn = 0;
  return again(async () => {
    const due = people.slice(turn, turn + DUE_AT_A_TIME);
    turn = (turn + DUE_AT_A_TIME) % PEOPLE;
    await stage.db.query(
      `update subscriptions set paid_until = now(), due_at = now(), tries = least(tries, 1),
          next_try_at = case when status in ('grace', 'parked') then now() end
        from subscribers n where n.id = subscriber_id and n.msisdn = any($1)
          and charging_package_id is null and status <> 'ended'`,
      [due],
    );
  }, TURN_MS);
}

/** The carrier's prepaid platform says of nearly everybody that there is no airtime. */
async function withoutAirtime(): Promise<End> {
  const lost = people.filter((_, place) => hasAirtime(place) && !isSpared(place));
  for (const msisdn of lost) await setAirtime(msisdn, '0.00');
  return async () => {
    for (const msisdn of lost) await setAirtime(msisdn, AIRTIME);
  };
}

const CAUSES: readonly Cause[] = ['BonisaAirtimeDenials', 'BonisaChargesHalved'].map((alert) => ({
  alert,
  by: 'shortest',
  begin: withoutAirtime,
}));

it.each(CAUSES)('$alert fires', (cause) => drillCause(stage, cause));
