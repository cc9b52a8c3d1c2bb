// Clocks that jump under load: of single processes, of all, and of the database's server. Nobody is
// charged early or twice, and nobody's access is lost or prolonged.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { createDrills, type Watched } from './drill.ts';
import { createFakeClocks, type FakeClocks } from './fake-clocks.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Person, subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

/** Access may be longer by what two clocks may differ (docs/operations.md, 'Clocks'). */
const PROLONGED_MS = 60_000;
const WELL_WITHIN_MS = 60_000;
const ENDS_IN_MS = 15_000;
const PAID_FOR_MS = 30 * 60_000;

let clocks: FakeClocks;
let fleet: Fleet;
let pool: pg.Pool;
let persons = 0;
beforeAll(async () => {
  clocks = createFakeClocks();
  const roles = ['pages', 'api', 'jobs', 'api', 'jobs'] as const;
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, { clocks });
  pool = new pg.Pool({ connectionString: fleet.database, max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await fleet?.close();
  clocks?.remove();
});
const drill = createDrills(() => fleet);

const until = untilWithin(WELL_WITHIN_MS);

const takenFrom = async ({ msisdn }: Person): Promise<number> => {
  const { body } = await createBrowser(fleet.carrier.url).call(
    'GET',
    `/sim/charges?msisdn=${msisdn}`,
  );
  return (body as { status: string }[]).filter(({ status }) => status === 'succeeded').length;
};

/** Lets somebody's time end so much from now, by the true time. */
const endsIn = ({ msisdn }: Person, ms: number) =>
  pool.query(
    `update subscriptions set paid_until = $1, due_at = $1 from subscribers
      where subscribers.id = subscriber_id and msisdn = $2`,
    [new Date(Date.now() + ms), msisdn],
  );

/** Somebody who has paid once, and has paid for half an hour from now. */
async function somebodyPaid(): Promise<Person> {
  const person = await subscribePerson(fleet, String(27_830_000_000 + persons++));
  await until('the free day is charged', async () => (await takenFrom(person)) === 1);
  await until('the charge is written', async () => {
    const { rows } = await pool.query(
      `select 1 from subscriptions s join subscribers n on n.id = s.subscriber_id
        where msisdn = $1 and s.status = 'active' and s.charging_package_id is null`,
      [person.msisdn],
    );
    return rows.length > 0;
  });
  await endsIn(person, PAID_FOR_MS);
  return person;
}

/** The parts that a process names, those that keep visitors away first. */
async function named({ ops }: Member): Promise<readonly string[]> {
  const { body } = await createBrowser(`http://127.0.0.1:${ops}`).call('GET', '/healthz/ready');
  return [...body.not_ready.map((part: string) => `not ready: ${part}`), ...body.degraded];
}

const offsetOf = async ({ ops }: Member, against: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
  const line = new RegExp(`^bonisa_clock_offset_seconds\\{against="${against}"\\} (\\S+)$`, 'm');
  return Number(line.exec(text)?.[1]);
};

interface Jump {
  /** The clocks that are set: places of processes, or `database`. */
  readonly at: readonly string[];
  readonly seconds: number;
}

/** Sets clocks, watches two people meanwhile, and sets the clocks right again. */
async function jump({ untilFired }: Watched, { at, seconds }: Jump): Promise<void> {
  const [paid, ending] = [await somebodyPaid(), await somebodyPaid()];
  await ending.unsubscribe();
  await endsIn(ending, ENDS_IN_MS);
  const endsAt = performance.now() + ENDS_IN_MS;
  for (const name of at) clocks.set(name, seconds);

  const isDatabase = at.includes('database');
  const affected = fleet.members.filter((_, place) => isDatabase || at.includes(String(place)));
  for (const member of affected) {
    await until(`${member.role} names its clock`, async () =>
      (await named(member)).includes('clock'),
    );
    const against = isDatabase ? 'elapsed_time' : 'database';
    const by = isDatabase ? -seconds : seconds;
    expect(Math.abs((await offsetOf(member, against)) - by)).toBeLessThan(5);
  }

  let lastWatched = Number.NEGATIVE_INFINITY;
  const watching = async (): Promise<boolean> => {
    expect(await paid.isEntitled()).toBe(true);
    const isWatching = await ending.isEntitled();
    if (isWatching) lastWatched = performance.now();
    return !isWatching && performance.now() > endsAt;
  };
  await until('access ends', watching, ENDS_IN_MS + PROLONGED_MS);
  expect(lastWatched).toBeGreaterThan(endsAt - PROLONGED_MS);
  await untilFired(isDatabase ? 'BonisaJobsHeld' : 'BonisaClock');
  // Both processes of each role have answered several times.
  for (let one = 0; one < 10; one++) expect(await watching()).toBe(true);
  expect([await takenFrom(paid), await takenFrom(ending)]).toEqual([1, 1]);

  for (const name of at) clocks.set(name, 0);
  const right = await until('no process names its clock', async () =>
    (await Promise.all(fleet.members.map(named))).every((parts) => parts.length === 0),
  );
  await endsIn(paid, 0);
  const charged = await until('somebody is charged', async () => (await takenFrom(paid)) === 2);
  const prolonged = Math.max(0, lastWatched - endsAt);
  process.stdout.write(
    `  access ended ${Math.round(prolonged)} ms late; right after ${Math.round(right)} ms, charged after ${Math.round(right + charged)} ms\n`,
  );
}

const HOUR = 3600;
const JUMPS = [
  ['+1h', HOUR],
  ['+2d', 48 * HOUR],
  ['-1h', -HOUR],
] as const;
const MACHINE = /this machine's clock is \d+ seconds (?:ahead of|behind) the database's/;
const DATABASE = /the database's clock was set/;

it.each(JUMPS)('the clocks of a process of each role jump by %s', (offset, seconds) =>
  drill(
    `clocks of a process of each role ${offset}`,
    (watched) => jump(watched, { at: ['0', '1', '2'], seconds }),
    { errors: 0, alert: 'BonisaClock', line: MACHINE },
  ),
);

it.each(JUMPS)('the clocks of all processes jump by %s', (offset, seconds) =>
  drill(
    `clocks of all processes ${offset}`,
    (watched) => jump(watched, { at: ['0', '1', '2', '3', '4'], seconds }),
    { errors: 0, alert: 'BonisaClock', line: MACHINE },
  ),
);

it.each(JUMPS)("the clock of the database's server jumps by %s", (offset, seconds) =>
  drill(
    `clock of the database ${offset}`,
    (watched) => jump(watched, { at: ['database'], seconds }),
    { errors: 0, alert: 'BonisaJobsHeld', line: DATABASE },
  ),
);
