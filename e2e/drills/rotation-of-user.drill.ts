// Interfaces 'Operations': the user of the database is changed under load, by the words of
// `rotate-key DATABASE_URL`: both logins are valid until every process has the new one.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRIZZLE_IMPORTS } from '../product/process.test-kit.ts';
import { createDrills } from './drill.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';

const ROTATE_KEY = join(import.meta.dirname, '../../apps/server/src/setup/rotate-key.process.ts');
const program = promisify(execFile);

let fleet: Fleet;
let admin: pg.Client;
beforeAll(async () => {
  fleet = await startFleet(['pages', 'pages', 'api', 'jobs'], { DRAIN_SECONDS: '3' });
  admin = new pg.Client({ connectionString: fleet.server });
  await admin.connect();
}, 600_000);
afterAll(async () => {
  await admin?.end();
  await fleet?.close();
});
const drill = createDrills(() => fleet);

async function restarted(member: Member | undefined, DATABASE_URL: string): Promise<void> {
  member?.process.child.kill('SIGTERM');
  expect(await member?.process.ended).toBe(0);
  await member?.again({ DATABASE_URL });
}

it('costs no client an error, and the old login is of no use afterwards', async () => {
  const env = { PATH: process.env.PATH, ENV_FILE: 'none', DATABASE_URL: fleet.database };
  const words = ['--import', DRIZZLE_IMPORTS, ROTATE_KEY, 'DATABASE_URL'];
  const lines = (await program(process.execPath, words, { env })).stdout.split('\n');
  const [create, become, end] = lines.filter((line) => /^(?:create|alter|drop) role/.test(line));
  const address = lines.find((line) => line.startsWith('DATABASE_URL='))?.slice(13) ?? '';
  const { username } = new URL(address);
  await drill(
    "the database's user changed",
    async () => {
      for (const statement of [create, become]) await admin.query(statement ?? '');
      for (const member of fleet.members) await restarted(member, address);
      const { rows } = await admin.query(
        "select distinct usename from pg_stat_activity where application_name = 'bonisa watch'",
      );
      expect(rows).toEqual([{ usename: username }]);
    },
    { errors: 0, alert: 'none' },
  );
  await admin.query(end ?? '');
  await expect(new pg.Client({ connectionString: fleet.database }).connect()).rejects.toThrow(
    /not permitted to log in/,
  );
  await restarted(fleet.members[0], address);
});
