// Interfaces 'Operations': a fault of any part under load. Each prints what clients saw and how
// long it took until all was well; at the end the books and the carrier's list are compared.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareBooks } from './books.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';

/** All is well when nobody has seen an error for so long, and somebody has signed up. */
const CALM_MS = 3000;
const WELL_WITHIN_MS = 150_000;

let fleet: Fleet;
let load: Load;
let drills = 0;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'api', 'jobs', 'pages', 'api', 'jobs'], {
    DRAIN_SECONDS: '3',
  });
});
afterAll(async () => {
  await fleet?.close();
});
/** Each drill has people of its own. */
beforeEach(async () => {
  drills++;
  load = startLoad(fleet, { people: 3, firstNumber: 27_820_000_000 + drills * 10_000 });
  await wellAfter(performance.now());
});
afterEach(async () => {
  await load?.stop();
});

/** Waits until all is well; returns the milliseconds from `since` to the last error. */
async function wellAfter(since: number): Promise<number> {
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

/**
 * Ends the free days of people who have signed up, again and again, so that jobs charge them while
 * parts fail. Returns a function that ends it.
 */
function endFreeDays(): () => Promise<void> {
  const pool = new pg.Pool({ connectionString: fleet.database, max: 1 });
  pool.on('error', () => undefined);
  const end = async (): Promise<void> => {
    const now = new Date();
    await pool.query(
      "update subscriptions set paid_until = $1, due_at = $1 where status = 'trial' and due_at > $1",
      [now],
    );
  };
  // The database may be away: the next turn ends what this one could not.
  const timer = setInterval(() => void end().catch(() => undefined), 500);
  return async () => {
    clearInterval(timer);
    await end();
    await pool.end();
  };
}

/** Causes a fault under load, waits until all is well, and compares the books. */
async function drill(name: string, fault: () => Promise<void>, { errors = Infinity } = {}) {
  const stopEnding = endFreeDays();
  const [began, before] = [performance.now(), load.errors.length];
  await fault();
  const lasted = await wellAfter(began);
  await load.stop();
  await stopEnding();
  const seen = load.errors.slice(before);
  const kinds = new Map<string, number>();
  for (const { what } of seen) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  const { taken, booked, differences } = await compareBooks(fleet, load);
  const { pages, plays, calls, signUps } = load.counts;
  process.stdout.write(
    `${name}: ${seen.length} errors of ${pages + plays + calls} answers (${[...kinds].map(([what, count]) => `${what} x${count}`).join(', ')}), last after ${Math.round(lasted / 100) / 10} s; ${signUps} sign-ups, ${taken} taken, ${booked} booked, ${differences.length} differences\n`,
  );
  expect(differences).toEqual([]);
  expect(taken).toBeGreaterThan(0);
  expect(seen.length).toBeLessThanOrEqual(errors);
  expect(fleet.members.map(({ process: { child } }) => child.exitCode)).toEqual(
    fleet.members.map(() => null),
  );
}

const killed = async (member: Member | undefined): Promise<void> => {
  member?.process.child.kill('SIGKILL');
  await member?.process.ended;
  await member?.again();
};

it.each(['pages', 'api', 'jobs'] as const)('a process of the role %s is killed', (role) =>
  drill(`SIGKILL of ${role}`, () => killed(fleet.of(role)[0]), { errors: 20 }),
);

it('PostgreSQL is restarted', () =>
  drill('PostgreSQL restarted', async () => {
    await fleet.cluster.stop('fast');
    await fleet.cluster.start();
  }));

it('PostgreSQL crashes and is away for 20 seconds', () =>
  drill('PostgreSQL away for 20 s', async () => {
    await fleet.cluster.stop('immediate');
    await wait(20_000);
    await fleet.cluster.start();
  }));

it('others use up all connections of PostgreSQL for 10 seconds', () =>
  drill('connections used up', async () => {
    const held: pg.Client[] = [];
    try {
      for (;;) {
        const client = new pg.Client({ connectionString: fleet.database });
        client.on('error', () => undefined);
        await client.connect();
        held.push(client);
      }
    } catch (error) {
      // 'sorry, too many clients already', or only those for superusers are left
      expect(['53300', 'ECONNRESET']).toContain((error as { code?: string }).code);
    }
    const metrics = await Promise.all(
      fleet.members.map(({ ops }) => fetch(`http://127.0.0.1:${ops}/metrics`)),
    );
    expect(metrics.map(({ status }) => status)).toEqual(fleet.members.map(() => 200));
    await wait(10_000);
    await Promise.all(held.map((client) => client.end()));
  }));

it('the carrier is away for a minute', () =>
  drill('carrier away for 60 s', async () => {
    await fleet.carrier.stop();
    await wait(60_000);
    await fleet.carrier.again();
  }));
