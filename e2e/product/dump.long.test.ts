// Interfaces 'Operations': deploy/backup-postgres writes a dump that restores, and Prometheus
// learns of it; with DATABASE_URL as systemd's unit has it, and with libpq's variables and without
// Node, as compose.yaml's service has them.
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, openPostgres } from '@bonisa/kit/database/database';
import { namedOn } from '@bonisa/kit/database/database-server.test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, startCluster } from '../drills/cluster.ts';
import { freshFolder } from './process.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const execute = promisify(execFile);
const BACKUP = join(import.meta.dirname, '../../deploy/backup-postgres');
/** Needs PostgreSQL's programs, as the database tests of .ci/run do. */
const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('deploy/backup-postgres', () => {
  const { folder, remove } = freshFolder();
  const dumps = join(folder, 'dumps');
  let cluster: Cluster;
  let url: string;

  beforeAll(async () => {
    mkdirSync(dumps);
    cluster = await startCluster();
    await ask(cluster.url, 'create database bonisa');
    url = namedOn(cluster.url, 'bonisa');
    const open = await openPostgres(url);
    await migrate(open);
    await open.close();
    await ask(
      url,
      `insert into subscribers (msisdn, created_at) values ('27821110001', '2026-11-26')`,
    );
  });
  afterAll(async () => {
    await cluster?.remove();
    remove();
  });

  async function ask(address: string, statement: string): Promise<readonly unknown[]> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
  const path = (): string => `${cluster.bin}:${process.env.PATH}`;
  const backup = async (env: Record<string, string>): Promise<string> =>
    (await execute(BACKUP, [dumps], { env })).stdout.trim();

  /** Restores as docs/recovery.md says, and reads the numbers. */
  async function numbersIn(file: string, name: string): Promise<readonly unknown[]> {
    await ask(cluster.url, `create role owner_of_${name} login`);
    await ask(cluster.url, `create database ${name} owner owner_of_${name}`);
    const restored = namedOn(cluster.url, name).replace('//bonisa@', `//owner_of_${name}@`);
    const role = [`--role=owner_of_${name}`, '--username=bonisa', '--host=127.0.0.1'];
    const options = ['--exit-on-error', '--no-owner', ...role, `--dbname=${name}`, file];
    await execute(join(cluster.bin, 'pg_restore'), ['--port', String(cluster.port), ...options]);
    // As the product: the owner of the database, and no superuser.
    return await ask(restored, 'select msisdn from subscribers');
  }

  it('writes a dump that restores, for its owner only, and says when', async () => {
    const file = await backup({ PATH: path(), DATABASE_URL: url });
    expect(await numbersIn(file, 'restored')).toEqual([{ msisdn: '27821110001' }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const figures = readFileSync(join(dumps, 'bonisa-backup.prom'), 'utf8');
    expect(figures).toMatch(/^bonisa_backup_made_seconds \d{10}$/m);
    expect(figures).toMatch(/^bonisa_backup_made_every_seconds 21600$/m);
    expect(statSync(join(dumps, 'bonisa-backup.prom')).mode & 0o777).toBe(0o644);
  });

  it("needs no Node with libpq's variables, and keeps the newest 14", async () => {
    for (let day = 10; day < 30; day += 1)
      writeFileSync(join(dumps, `bonisa-202610${day}T000000Z.dump`), '');
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const program of ['sh', 'dirname', 'readlink', 'date', 'rm', 'mv', 'find', 'sort', 'head'])
      symlinkSync(`/usr/bin/${program}`, join(programs, program));
    for (const program of ['xargs', 'grep', 'chmod', 'sed'])
      symlinkSync(`/usr/bin/${program}`, join(programs, program));
    const file = await backup({
      PATH: `${programs}:${cluster.bin}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(cluster.port),
      PGUSER: 'bonisa',
      PGDATABASE: 'bonisa',
    });
    expect(await numbersIn(file, 'again')).toEqual([{ msisdn: '27821110001' }]);
    const kept = readdirSync(dumps).filter((name) => name.endsWith('.dump'));
    expect(kept).toHaveLength(14);
    expect(kept).not.toContain('bonisa-20261010T000000Z.dump');
  });

  it('counts no dump that failed', async () => {
    const figures = readFileSync(join(dumps, 'bonisa-backup.prom'), 'utf8');
    const before = readdirSync(dumps);
    const absent = namedOn(cluster.url, 'absent');
    await expect(backup({ PATH: path(), DATABASE_URL: absent })).rejects.toThrow('absent');
    expect(readdirSync(dumps)).toEqual(before);
    expect(readFileSync(join(dumps, 'bonisa-backup.prom'), 'utf8')).toBe(figures);
  });
});
