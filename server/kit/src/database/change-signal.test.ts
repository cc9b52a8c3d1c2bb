// Interfaces 'Content': a change is visible everywhere within a second, by a notice of PostgreSQL
// or, where notices do not arrive, by looking.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type ChangeSignalOptions, followChanges } from './change-signal.ts';
import { createTestDatabase } from './database.test-kit.ts';
import type { OpenDatabase } from './database.ts';

const SERVER = process.env.TEST_DATABASE_URL;
const waitFor = (holds: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(holds()).toBe(true), { timeout: 60_000, interval: 5 });

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => open.close());

/** A process that listens at `url`, and what it has done. */
function following(url: string | undefined, more: Partial<ChangeSignalOptions> = {}) {
  const seen = { looks: [] as number[], states: [] as boolean[], log: [] as string[] };
  const note = (line: unknown): void => void seen.log.push(String(line));
  const signal = followChanges({
    url,
    send: async (statement) => await open.pool?.query(statement),
    look: async () => void seen.looks.push(performance.now()),
    away: () => false,
    onState: (arrives) => void seen.states.push(arrives),
    logger: {
      warn: note,
      info: note,
      error: (_: unknown, line?: string) => note(line),
      debug: note,
    },
    ...more,
  });
  return { ...seen, stop: signal.stop };
}

/** The mean of the pauses between looks, in milliseconds. */
const pauseOf = (looks: readonly number[]): number =>
  ((looks.at(-1) ?? 0) - (looks[0] ?? 0)) / (looks.length - 1);

it('looks each 0.8 s at the embedded database', async () => {
  const one = following(undefined);
  await waitFor(() => one.looks.length >= 3);
  await one.stop();
  expect(pauseOf(one.looks)).toBeGreaterThan(700);
  expect(one.log).toEqual([]);
});

it('goes on after a look that failed, with a line in the log', async () => {
  let looks = 0;
  const one = following(undefined, {
    look: async () => {
      looks++;
      throw new Error('no answer');
    },
  });
  await waitFor(() => looks >= 2);
  await one.stop();
  expect(new Set(one.log)).toEqual(
    new Set(['the versions of catalogue and prices could not be read']),
  );
});

it.skipIf(!SERVER)('looks at once when another process has changed the catalogue', async () => {
  // Without its timers it looks only when it is told.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heard = Promise.withResolvers<boolean>();
  let looked = Promise.withResolvers<void>();
  const one = following(String(open.pool?.options.connectionString), {
    onState: heard.resolve,
    look: async () => looked.resolve(),
  });
  expect(await heard.promise).toBe(true);
  for (let version = 1; version <= 5; version++) {
    looked = Promise.withResolvers();
    await open.db.execute(
      sql`insert into catalogue_version (id, version, moved_at) values (1, ${version}, ${new Date().toISOString()}) on conflict (id) do update set version = excluded.version`,
    );
    await looked.promise;
  }
  await one.stop();
});

it.skipIf(!SERVER)('listens again after its connection was closed', async () => {
  const url = String(open.pool?.options.connectionString);
  const one = following(url);
  await waitFor(() => one.states.at(-1) === true);
  await open.pool?.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bonisa changes' and datname = current_database()",
  );
  await waitFor(() => one.states.join() === 'true,false,true');
  await one.stop();
});

it.skipIf(!SERVER)('looks more often where notices do not arrive, and says so once', async () => {
  // Notices belong to one database: those of ours never arrive at a connection to another one.
  const url = new URL(String(SERVER));
  url.pathname = '/postgres';
  const one = following(url.href);
  await waitFor(() => one.log.length > 0);
  // The pauses that it asks for: how long they last is up to a busy machine.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const looked = one.looks.length;
  await waitFor(() => one.looks.length >= looked + 2);
  await one.stop();
  const pauses = timers.mock.calls.map(([, pause]) => pause);
  timers.mockRestore();
  expect(one.states).toEqual([]);
  expect(one.log).toHaveLength(1);
  expect(one.log[0]).toContain('DATABASE_URL: notices of changes do not arrive');
  expect(pauses).toContain(400);
  expect(pauses).not.toContain(800);
});
