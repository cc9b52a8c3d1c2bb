// A running demo is backed up, restored into an empty folder, and moved to a PostgreSQL server,
// with every row.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createBrowser,
  DRIZZLE_IMPORTS,
  demo,
  freePorts,
  freshFolder,
  openForSale,
  type Ports,
  type Process,
  startProcess,
  waitUntilReady,
} from './process.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SERVER = process.env.TEST_DATABASE_URL;
const MSISDN = '27821234567';
const COMMANDS = join(import.meta.dirname, '../../apps/server/src/backup');
const { folder, remove } = freshFolder();
const home = join(folder, 'home');
const file = join(folder, 'backup.tar');
let ports: Ports;
let running: Process;

/**
 * Runs a command as npm does; returns its output, prefixed with 'failed: ' for a non-zero exit
 * code.
 */
function run(
  command: string,
  argument: string | readonly string[],
  variables: Record<string, string>,
): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', DRIZZLE_IMPORTS, join(COMMANDS, `${command}.process.ts`), ...[argument].flat()],
      { env: { PATH, NODE_COMPILE_CACHE, ENV_FILE: 'none', ...variables } },
      (error, out, err) =>
        resolve(
          `${error ? 'failed: ' : ''}${out}${err.replace(/^.*ExperimentalWarning.*\n.*\n/gm, '')}`.trim(),
        ),
    );
  });
}

async function stop(one: Process): Promise<void> {
  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
}

const historyAt = async ({ ops }: Ports) =>
  (await createBrowser(`http://127.0.0.1:${ops}`).call('GET', `/ops/subscriptions/${MSISDN}`)).body;

beforeAll(async () => {
  ports = await freePorts();
  copyTemplateTo(home);
  const variables = demo(ports, home, { TEST_CLOCK: '1', LIMITS: 'off' });
  running = startProcess(variables);
  await waitUntilReady(running, ports);
  await openForSale(ports, variables);
  const [site, sim] = [
    createBrowser(`http://127.0.0.1:${ports.site}`),
    createBrowser(`http://127.0.0.1:${ports.carrier}`),
  ];
  await site.call('POST', '/api/auth/status_check', {
    transaction_id: 'b1',
    msisdn: MSISDN,
    service_key: 'demo-daily',
  });
  const { body: messages } = await sim.call('GET', `/sim/handsets/${MSISDN}/messages`);
  const otp = /\b\d{4}\b/.exec((messages as { text: string }[])[0]?.text ?? '')?.[0];
  const press = {
    transaction_id: 'b1',
    msisdn: MSISDN,
    service_key: 'demo-daily',
    otp,
    to_cancel: 'no',
  };
  expect((await site.subscribe(press)).body.status).toBe('success');
  await site.call('POST', '/test/clock', { advance_seconds: 2 * 86_400 });
  expect((await historyAt(ports)).charges.length).toBeGreaterThan(0);
});
afterAll(async () => {
  running.child.kill('SIGKILL');
  await running.ended;
  remove();
});

describe('a backup of the embedded database', () => {
  it('is made while the product runs, and starts in an empty folder with all data', async () => {
    const before = await historyAt(ports);
    const where = { DATA_DIR: home, OPS_PORT: String(ports.ops) };
    expect(await run('backup', file, where)).toMatch(
      /: 1 subscribers, [1-9][0-9]* charges, with the generated secrets/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('backup', file, where)).toMatch(/^failed: backup: .* is there already/);
    expect((await fetch(`http://127.0.0.1:${ports.site}/healthz/ready`)).status).toBe(200);

    expect(await run('restore', file, { DATA_DIR: home })).toMatch(
      /^failed: restore: DATA_DIR: .* is in use by another process/,
    );
    const away = join(folder, 'away');
    expect(await run('restore', file, { DATA_DIR: away })).toMatch(/: 1 subscribers, /);
    expect(await run('restore', file, { DATA_DIR: away })).toMatch(
      /^failed: restore: DATA_DIR: there is a database in/,
    );
    cpSync(join(home, 'test-clock.json'), join(away, 'test-clock.json'));
    const other = await freePorts();
    const restored = startProcess(demo(other, away, { TEST_CLOCK: '1', LIMITS: 'off' }));
    await waitUntilReady(restored, other);
    expect((await historyAt(other)).charges).toEqual(before.charges);
    expect((await historyAt(other)).consents).toEqual(before.consents);
    await stop(restored);
    // A lost folder is refused at the start, and a backup can be restored into it.
    rmSync(join(away, 'database'), { recursive: true });
    const lost = startProcess(demo(await freePorts(), away));
    expect(await lost.ended).not.toBe(0);
    expect(lost.output()).toMatch(
      /^Cannot start: DATA_DIR: a database was made in .* and it is gone; restore the newest backup/m,
    );
    expect(await run('restore', file, { DATA_DIR: away })).toMatch(/: 1 subscribers, /);
  });

  it('is made of what a killed product left', async () => {
    const killed = join(folder, 'killed');
    copyTemplateTo(killed);
    const own = await freePorts();
    const product = startProcess(demo(own, killed));
    await waitUntilReady(product, own);
    product.child.kill('SIGKILL');
    await product.ended;
    const where = { DATA_DIR: killed, OPS_PORT: String(own.ops) };
    expect(await run('backup', join(folder, 'killed.tar'), where)).toMatch(/: 0 subscribers, /);
  });

  it('names the reason when there is none', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await run('backup', join(folder, 'n.tar'), { DATA_DIR: nowhere })).toMatch(
      /^failed: backup: DATA_DIR: there is no database in /,
    );
    expect(existsSync(nowhere)).toBe(false);
    const other = await freePorts();
    const answer = await run('backup', join(folder, 'n.tar'), {
      DATA_DIR: home,
      OPS_PORT: String(other.ops),
    });
    expect(answer).toMatch(
      /^failed: backup: DATA_DIR: .* is in use by another process .*OPS_PORT [0-9]+: nobody answers there/,
    );
    expect(
      await run('backup', join(folder, 'n.tar'), {
        DATA_DIR: home,
        DATABASE_URL: 'postgres://db/x',
      }),
    ).toMatch(/pg_dump/);
    expect(await run('restore', join(folder, 'none.tar'), { DATA_DIR: nowhere })).toMatch(
      /^failed: restore: .*none.tar cannot be read: there is no such file/,
    );
    expect(existsSync(join(folder, 'n.tar'))).toBe(false);
  });
});

describe.skipIf(!SERVER)('the embedded database', () => {
  it('moves to a PostgreSQL server, with each table compared, and the product continues there', async () => {
    const server = String(SERVER);
    const name = await createOnServer(server);
    const url = namedOn(server, name);
    const before = await historyAt(ports);
    const where = { DATA_DIR: home, OPS_PORT: String(ports.ops) };
    expect(await run('export-to-postgres', url, where)).toMatch(
      /^[1-9][0-9]+ tables and [1-9][0-9]* rows are there, each compared/,
    );
    expect(await run('export-to-postgres', url, where)).toMatch(
      /^failed: export-to-postgres: the database is not empty/,
    );
    await stop(running);
    const moved = startProcess(
      demo(ports, home, { DATABASE_URL: url, TEST_CLOCK: '1', LIMITS: 'off' }),
    );
    await waitUntilReady(moved, ports);
    expect((await historyAt(ports)).charges).toEqual(before.charges);
    // Sequences continue, and so do charges.
    const site = createBrowser(`http://127.0.0.1:${ports.site}`);
    expect((await site.call('POST', '/test/clock', { advance_seconds: 86_400 })).status).toBe(200);
    expect((await historyAt(ports)).charges.length).toBe(before.charges.length + 1);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query('delete from ledger_lines')).rejects.toThrow('append only');
    await client.end();
    await stop(moved);
    await dropOnServer(server, name);
  });
});
