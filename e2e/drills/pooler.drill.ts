// Interfaces 'Operations': the whole service behind PgBouncer in transaction mode.

import { openPostgres } from '@bonisa/kit/database/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConfig } from '../../apps/server/src/setup/check-config.ts';
import { createDrills, REFUSED } from './drill.ts';
import { type Fleet, startFleet } from './fleet.ts';

/** Fewer than the processes would hold without it (six times 10 to 15). */
const POOL_SIZE = 10;

let fleet: Fleet;
beforeAll(async () => {
  const roles = ['pages', 'api', 'jobs', 'pages', 'api', 'jobs'] as const;
  fleet = await startFleet(roles, { DRAIN_SECONDS: '3' }, undefined, { pooler: POOL_SIZE });
});
afterAll(async () => {
  await fleet?.close();
});
const drill = createDrills(() => fleet);

it('sets the limits of each transaction, and leaves nothing behind on a connection', async () => {
  const open = await openPostgres(fleet.database, { pooled: true, connections: 5 });
  const limits = { statement: '15s', lock: '10s', jit: 'off' };
  const ask = `select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('jit') as jit`;
  try {
    const asked = await Promise.all(
      Array.from({ length: 40 }, () =>
        open.db.transaction(
          async (tx) => (await tx.execute(ask)) as unknown as { rows: unknown[] },
        ),
      ),
    );
    expect(asked.flatMap(({ rows }) => rows)).toEqual(Array(40).fill(limits));
    expect((await open.pool?.query(ask))?.rows).toEqual([{ statement: '0', lock: '0', jit: 'on' }]);
    // No statement is prepared on a connection that others use next.
    for (let round = 0; round < 20; round++)
      await open.pool?.query({ name: 'one', text: 'select $1::int', values: [round] });
    expect((await open.pool?.query('select name from pg_prepared_statements'))?.rows).toEqual([]);
  } finally {
    await open.close();
  }
});

it('signs people up, plays and renews under load without an error, and hears of changes', async () => {
  await drill('behind PgBouncer', async () => undefined, { errors: 0, alert: 'none' });
  for (const { ops } of fleet.members)
    expect(await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text()).toMatch(
      /^bonisa_change_notices 1$/m,
    );
});

it('goes on after PgBouncer was restarted', () =>
  drill(
    'PgBouncer restarted',
    async () => {
      await fleet.pooler?.stop();
      await fleet.pooler?.start();
    },
    {
      kinds: REFUSED,
      lastWithin: 15,
      alert: 'none',
      line: /connections to the database were lost|the database is away/,
    },
  ));

it('is known to check-config, which says what to set', async () => {
  const errors = async (more: Record<string, string>) => {
    const { rows } = await checkConfig({ DATABASE_URL: fleet.database, ...more });
    return rows.filter(({ check, result }) => check === 'database' && result === 'error');
  };
  expect(await errors({})).toMatchObject([
    { name: 'DATABASE_URL', says: expect.stringContaining('DATABASE_POOLER=transaction') },
  ]);
  const server = { DATABASE_DIRECT_URL: fleet.server };
  expect(await errors({ DATABASE_POOLER: 'transaction', ...server })).toEqual([]);
});
