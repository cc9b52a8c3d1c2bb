// Interfaces 'Start and stop': whatever a process holds when it is killed, another one takes over
// within a minute, once. One that stands still and goes on does nothing again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idOf, tusAt } from '@bonisa/media/uploads/uploads.test-kit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { writeSampleFilm } from '../product/sample-film.test-kit.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Gate, startGate } from './gate.ts';
import { type Person, subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

const MOST_SECONDS = 60;

let gate: Gate;
let fleet: Fleet;
let db: pg.Pool;
let people = 27_830_000_000;
beforeAll(async () => {
  gate = await startGate();
  fleet = await startFleet(['pages', 'api', 'jobs', 'jobs'], { CARRIER_URL: gate.url });
  gate.leadTo(fleet.carrier.url);
  db = new pg.Pool({ connectionString: fleet.server });
});
afterAll(async () => {
  await db?.end();
  for (const { process } of fleet?.members ?? []) process.child.kill('SIGCONT');
  await fleet?.close();
  await gate?.close();
});

const holder = (): Member => fleet.of('jobs')[0] as Member;
const taker = (): Member => fleet.of('jobs')[1] as Member;
const opsOf = ({ ops }: Member) => createBrowser(`http://127.0.0.1:${ops}`);
const newPerson = (): Promise<Person> => subscribePerson(fleet, String(people++));

const until = untilWithin(240_000);

/**
 * Has the first process hold something, while the second one stands still; kills the first and
 * returns the seconds until the second has done the work.
 */
async function takenOver(
  what: string,
  { hold, done, let: free = () => undefined }: Work,
): Promise<number> {
  taker().process.child.kill('SIGSTOP');
  try {
    await hold();
    holder().process.child.kill('SIGKILL');
    await holder().process.ended;
    await free();
  } finally {
    taker().process.child.kill('SIGCONT');
  }
  const seconds = (await until(what, done)) / 1000;
  process.stdout.write(`${what}: taken over and done after ${seconds.toFixed(1)} s\n`);
  await holder().again();
  return seconds;
}

interface Work {
  /** Begins the work and resolves when the first process holds it. */
  readonly hold: () => Promise<unknown>;
  readonly done: () => Promise<boolean>;
  /** Ends what held the first process, after its death. */
  readonly let?: () => unknown;
}

const rowsOf = async (query: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await db.query(query, values)).rows;
const SUBSCRIPTION = `select s.id from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = $1`;

const endFreeDay = ({ msisdn }: Person) =>
  rowsOf(
    `update subscriptions set paid_until = now(), due_at = now() where id in (${SUBSCRIPTION})`,
    [msisdn],
  );
const chargesOf = ({ msisdn }: Person) =>
  rowsOf(
    `select state, reason, reference from charges where subscription_id in (${SUBSCRIPTION})`,
    [msisdn],
  );
const takenFrom = async ({ msisdn }: Person): Promise<number> => {
  const { body } = await createBrowser(fleet.carrier.url).call(
    'GET',
    `/sim/charges?msisdn=${msisdn}`,
  );
  return (body as { status: string }[]).filter(({ status }) => status === 'succeeded').length;
};
const balanced = async () => (await opsOf(taker()).call('GET', '/ops/ledger')).body.balanced;

it('a renewal that the carrier has taken and not answered yet', async () => {
  const person = await newPerson();
  const held = gate.hold('POST', /carrier-billing\/[^/]+\/payments$/, 'after');
  const seconds = await takenOver('renewal', {
    hold: async () => {
      await endFreeDay(person);
      await held.arrived;
    },
    let: held.release,
    done: async () => (await chargesOf(person)).some(({ state }) => state === 'succeeded'),
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect([await takenFrom(person), (await chargesOf(person)).length]).toEqual([1, 1]);
  expect(await balanced()).toBe(true);
});

it('a refund that the carrier has made and not answered yet', async () => {
  const person = await newPerson();
  await endFreeDay(person);
  await until('paid', async () =>
    (await chargesOf(person)).some((one) => one.state === 'succeeded'),
  );
  const [{ reference } = {}] = await chargesOf(person);
  const held = gate.hold('POST', /\/refunds$/, 'after');
  const seconds = await takenOver('refund', {
    hold: async () => {
      const body = { reference, reason: 'a drill' };
      void opsOf(holder())
        .call('POST', '/ops/refunds', body)
        .catch(() => undefined);
      await held.arrived;
    },
    let: held.release,
    done: async () => (await chargesOf(person))[0]?.state === 'refunded',
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  const refunds = gate.passed.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/refunds'),
  );
  expect(refunds).toHaveLength(1);
  expect(await balanced()).toBe(true);
});

it('a message that was sent and not answered yet', async () => {
  const person = await newPerson();
  const handset = createBrowser(fleet.carrier.url);
  const messages = async (): Promise<number> =>
    (await handset.call('GET', `/sim/handsets/${person.msisdn}/messages`)).body.length;
  const waiting = () =>
    rowsOf(
      "select id from messages where msisdn = $1 and due_at is not null and due_at < now() + interval '1 hour'",
      [person.msisdn],
    );
  await until('welcomed', async () => (await waiting()).length === 0);
  const before = await messages();
  const held = gate.hold('POST', /\/messages$/, 'after');
  const seconds = await takenOver('message', {
    hold: async () => {
      await person.unsubscribe();
      await held.arrived;
    },
    let: held.release,
    done: async () => (await waiting()).length === 0,
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect(await messages()).toBe(before + 1);
});

it('a job that repeats, in the middle of a statement', async () => {
  const name = 'count the plays of titles';
  const lock = await db.connect();
  const seconds = await takenOver('repeated job', {
    hold: async () => {
      await lock.query('begin; lock table playback_log in access exclusive mode');
      await rowsOf('update scheduled_jobs set next_run_at = now() where name = $1', [name]);
      await until('held', async () => {
        const rows = await rowsOf("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
        const [{ held } = {}] = await rowsOf(
          'select next_run_at > now() as held from scheduled_jobs where name = $1',
          [name],
        );
        return rows.length > 0 && held === true;
      });
    },
    let: async () => {
      await lock.query('rollback');
      lock.release();
    },
    done: async () => {
      const rows = await rowsOf(
        "select 1 from scheduled_jobs where name = $1 and next_run_at > now() + interval '5 hours'",
        [name],
      );
      return rows.length === 1;
    },
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
});

it("a comparison with the carrier's list", async () => {
  const date = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10);
  const compare = (member: Member) => opsOf(member).call('POST', '/ops/reconciliation', { date });
  const held = gate.hold('GET', /carrier-billing\/[^/]+\/payments\?/, 'before');
  const seconds = await takenOver('comparison', {
    hold: async () => {
      void compare(holder()).catch(() => undefined);
      await held.arrived;
    },
    let: held.release,
    done: async () => (await compare(taker())).status === 200,
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect(await rowsOf('select 1 from reconciliation_entries')).toEqual([]);
});

it('the packaging of a film', async () => {
  const file = join(fleet.files, '..', 'film.mp4');
  await writeSampleFilm(file, { seed: 7, seconds: 12 });
  const bytes = readFileSync(file);
  const tus = tusAt(holder().ops);
  let job = '';
  const jobOf = async () => {
    const [row] = await rowsOf(
      'select state, attempts, progress from media_ingest_jobs where id = $1',
      [job],
    );
    return row ?? {};
  };
  const seconds = await takenOver('ingest', {
    hold: async () => {
      const id = idOf(await tus.create(bytes.length));
      job = (await tus.send(id, 0, bytes)).headers.get('upload-job') ?? '';
      await until('packaging', async () => Number((await jobOf()).progress) > 0);
    },
    done: async () => (await jobOf()).attempts === 2,
  });
  expect(seconds).toBeLessThan(MOST_SECONDS);
  await until('packaged', async () => (await jobOf()).state === 'done');
  expect((await jobOf()).attempts).toBe(2);
});

it('a press of Accept whose process stands still does not charge afterwards', async () => {
  const person = await newPerson();
  await person.unsubscribe();
  const api = fleet.of('api')[0] as Member;
  const lock = await db.connect();
  const payments = () =>
    gate.passed.filter(({ method, path }) => method === 'POST' && path.endsWith('/payments'))
      .length;
  const before = payments();
  // The process has written the intent, and waits for the pace.
  await lock.query('begin; lock table carrier_pace in access exclusive mode');
  const again = subscribePerson(fleet, person.msisdn, 'again').catch(() => undefined);
  await until('intended', async () =>
    (await chargesOf(person)).some(({ state }) => state === 'intended'),
  );
  const stood = performance.now();
  api.process.child.kill('SIGSTOP');
  await lock.query('rollback');
  lock.release();
  await until('found not taken', async () => {
    // After a minute the carrier's list is believed; the next look may be minutes away.
    await rowsOf(
      "update charges set lookup_at = now() where state = 'intended' and lookup_at > now() and created_at < now() - interval '61 seconds'",
    );
    return (await chargesOf(person)).some(({ reason }) => reason === 'not_taken');
  });
  await wait(Math.max(0, 90_000 - (performance.now() - stood)));
  api.process.child.kill('SIGCONT');
  await again;
  expect(await takenFrom(person)).toBe(0);
  expect(payments()).toBe(before);
  expect(await balanced()).toBe(true);
});
