// Interfaces 'Start and stop': jobs processes in any number. Each job runs once at its time, each
// subscription is charged once, and the carrier's pace is that of all processes together.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Gate, startGate } from './gate.ts';
import { subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

const PER_SECOND = 10;
const PEOPLE = 40;
/** How far the times of arrival may lie beside those of sending, on a busy machine. */
const JITTER_MS = 150;
/** Notes each lease of a job: its due time has passed, and moves on by the length of a lease. */
const NOTE_CLAIMS = `
  create table drill_claims (name text);
  create function drill_claim() returns trigger language plpgsql as $$ begin
    if old.next_run_at <= clock_timestamp()
      and new.next_run_at between clock_timestamp() + interval '30 seconds'
        and clock_timestamp() + interval '46 seconds'
    then insert into drill_claims values (new.name); end if;
    return new;
  end $$;
  create trigger drill_claim after update on scheduled_jobs
    for each row execute function drill_claim()`;

let gate: Gate;
let fleet: Fleet;
let db: pg.Pool;
beforeAll(async () => {
  gate = await startGate();
  fleet = await startFleet(['pages', 'api', 'jobs', 'jobs', 'jobs', 'jobs', 'jobs', 'jobs'], {
    CARRIER_URL: gate.url,
    CARRIER_CALLS_PER_SECOND: String(PER_SECOND),
  });
  gate.leadTo(fleet.carrier.url);
  db = new pg.Pool({ connectionString: fleet.server });
  await db.query(NOTE_CLAIMS);
  for (let first = 0; first < PEOPLE; first += 8)
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        subscribePerson(fleet, String(27_850_000_000 + first + index)),
      ),
    );
});
afterAll(async () => {
  await db?.end();
  await fleet?.close();
  await gate?.close();
});

const until = untilWithin(120_000);

const numberOf = async (query: string): Promise<number> =>
  Number((await db.query(query)).rows[0].n);
const taken = () => numberOf("select count(*) as n from charges where state = 'succeeded'");

/** How many charges a process has had answered. */
async function chargedBy({ ops }: Member): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();
  return [...text.matchAll(/^bonisa_charges_total\{[^}]*"succeeded"[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

async function leave(processes: number): Promise<Member[]> {
  const jobs = [...fleet.of('jobs')];
  for (const { process } of jobs.slice(processes)) {
    process.child.kill('SIGTERM');
    await process.ended;
  }
  return jobs.slice(0, processes);
}

it.each([6, 3, 1])(
  '%d processes run each job once, and charge each subscription once',
  async (n) => {
    const running = await leave(n);
    await db.query('delete from drill_claims');
    await db.query('update scheduled_jobs set next_run_at = clock_timestamp()');
    const begun = performance.now();
    await until(
      'all jobs have run',
      async () =>
        (await numberOf('select count(*) as n from scheduled_jobs where next_run_at <= now()')) ===
        0,
    );
    // A second process would have looked for due work meanwhile, several times.
    await wait(5000);
    const { rows } = await db.query<{ name: string; n: string }>(
      'select name, count(*) as n from drill_claims group by name order by name',
    );
    expect(rows.length).toBeGreaterThanOrEqual(6);
    // Some jobs are due again each 15 seconds.
    const most = 1 + Math.floor((performance.now() - begun) / 15_000);
    expect(rows.filter((row) => Number(row.n) < 1 || Number(row.n) > most)).toEqual([]);

    const [before, sent] = [await taken(), gate.passed.length];
    const were = await Promise.all(running.map(chargedBy));
    await db.query(
      "update subscriptions set paid_until = now(), due_at = now() where status in ('trial', 'active')",
    );
    await until('all are charged', async () => (await taken()) >= before + PEOPLE);
    const payments = gate.passed
      .slice(sent)
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/payments'))
      .map(({ at }) => at);
    expect([await taken(), payments.length]).toEqual([before + PEOPLE, PEOPLE]);
    for (const [index, at] of payments.slice(PER_SECOND).entries())
      expect(at - (payments[index] ?? 0)).toBeGreaterThan(1000 - JITTER_MS);
    const shares = (await Promise.all(running.map(chargedBy))).map(
      (now, i) => now - (were[i] ?? 0),
    );
    const seconds = ((payments.at(-1) ?? 0) - (payments[0] ?? 0)) / 1000;
    process.stdout.write(
      `${n} processes: ${PEOPLE} charges in ${seconds.toFixed(1)} s at ${PER_SECOND} a second, by process ${shares.join(', ')}\n`,
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(PEOPLE);
    if (n > 1) expect(shares.filter((share) => share > 0).length).toBeGreaterThan(1);
  },
);
