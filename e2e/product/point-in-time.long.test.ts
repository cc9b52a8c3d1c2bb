// Interfaces 'Operations': the programs of deploy/ that copy a PostgreSQL server, receive its
// changes, and restore it as it was at a moment.
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, type OpenDatabase, openPostgres } from '@bonisa/kit/database/database';
import { namedOn } from '@bonisa/kit/database/database-server.test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWalKept, type WalKept } from '../../apps/server/src/backup/wal-kept.ts';
import { type Backups, startBackups } from '../drills/backups.ts';
import { type Cluster, startCluster } from '../drills/cluster.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Needs PostgreSQL's programs, as the database tests of .ci/run do. */
const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('backups of a PostgreSQL server', () => {
  let cluster: Cluster;
  let backups: Backups;
  let client: pg.Client;
  let open: OpenDatabase;
  let kept: Record<'without' | 'receiving' | 'stopped', WalKept>;
  const at: Record<string, string> = {};

  const subscribe = async (msisdn: string): Promise<void> => {
    await client.query(
      'insert into subscribers (msisdn, created_at) values ($1, clock_timestamp())',
      [msisdn],
    );
    const { rows } = await client.query('select clock_timestamp()::text as now');
    at[msisdn] = String(rows[0].now);
  };
  const failed = (work: Promise<string>): Promise<string> =>
    work.then(
      (said) => `succeeded: ${said}`,
      ({ stderr, code }: { stderr: string; code: number }) => `${code}: ${stderr}`,
    );

  beforeAll(async () => {
    cluster = await startCluster();
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query('create database bonisa');
    await admin.end();
    const url = namedOn(cluster.url, 'bonisa');
    open = await openPostgres(url);
    await migrate(open);
    const without = await readWalKept(open);
    client = new pg.Client({ connectionString: url });
    await client.connect();
    backups = await startBackups(cluster);
    await subscribe('27821110001');
    await backups.copy();
    await subscribe('27821110002');
    await subscribe('27821110003');
    await backups.received();
    const receiving = await readWalKept(open);
    // What follows is lost with the server.
    await backups.stop();
    await subscribe('27821110004');
    kept = { without, receiving, stopped: await readWalKept(open) };
  });
  afterAll(async () => {
    await client?.end();
    await open?.close();
    await backups?.stop();
    await cluster?.remove();
  });

  const numbersIn = async (data: string): Promise<string[]> => {
    const server = await backups.trial(data);
    try {
      const { rows } = await server.client.query('select msisdn from subscribers order by 1');
      return rows.map(({ msisdn }) => String(msisdn));
    } finally {
      await server.stop();
    }
  };

  it('hold everything that the receiver had, and are restored to the newest change', async () => {
    const data = join(cluster.folder, 'newest');
    expect(await backups.restore(data)).toMatch(/until the newest change$/);
    expect(await numbersIn(data)).toEqual(['27821110001', '27821110002', '27821110003']);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });

  it('are restored to a moment, with nothing that came after it', async () => {
    const data = join(cluster.folder, 'earlier');
    await backups.restore(data, at['27821110002']);
    expect(await numbersIn(data)).toEqual(['27821110001', '27821110002']);
  });

  it('are verified by a trial that reads every row, which Prometheus learns', async () => {
    expect(await backups.verify()).toMatch(
      /^verified: 3 subscribers, 0 charges, the ledger balances, .* newest change 20\d\d-/m,
    );
    const figures = readFileSync(join(backups.folder, 'bonisa-backup.prom'), 'utf8');
    for (const name of ['made', 'verified'])
      expect(figures).toMatch(new RegExp(`^bonisa_backup_${name}_seconds \\d{10}$`, 'm'));
    expect(figures).toMatch(/^bonisa_backup_made_every_seconds 86400$/m);
    expect(readdirSync(cluster.folder).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  });

  it('are missed by the metrics of the product when nothing receives the changes', () => {
    expect(kept.without).toEqual({ kept: false, behindBytes: undefined });
    expect(kept.receiving).toEqual({ kept: true, behindBytes: expect.any(Number) });
    expect(kept.receiving.behindBytes).toBeLessThan(64 * 1024);
    expect(kept.stopped.kept).toBe(false);
  });

  it('are readable by their owner only', () => {
    const [copy = ''] = readdirSync(join(backups.folder, 'base'));
    for (const path of ['', 'wal', 'base', `base/${copy}`])
      expect(statSync(join(backups.folder, path)).mode & 0o077, path).toBe(0);
  });

  it('refuse a moment that they cannot restore, and a folder in use', async () => {
    const data = join(cluster.folder, 'refused');
    expect(await failed(backups.restore(data, '2020-01-01 10:00:00+02'))).toMatch(
      /no copy in .* is old enough/,
    );
    expect(await failed(backups.restore(data, '2026-11-24 10:00:00'))).toMatch(/has no zone/);
    expect(await failed(backups.restore(data, 'noon UTC'))).toMatch(/is no instant/);
    expect(await failed(backups.restore(cluster.data()))).toMatch(/is not empty/);
    expect(existsSync(data)).toBe(false);
  });

  it('are not taken for whole when changes in the middle are missing or unreadable', async () => {
    const wal = join(backups.folder, 'wal');
    // Folders that root can always read do not show this, so the programs are run as the server is.
    await chmod(wal, 0o000);
    expect(await failed(backups.verify())).toMatch(/wal cannot be read/);
    await chmod(wal, 0o700);
    await rename(wal, `${wal}-away`);
    expect(await failed(backups.verify())).toMatch(/wal cannot be read/);
    await rename(`${wal}-away`, wal);
    // A target that the changes do not reach is an error, not an earlier state.
    expect(await failed(backups.verify('2099-01-01 00:00:00Z'))).toMatch(
      /recovery ended before configured recovery target was reached/,
    );
  });

  it('are refused by the check when the newest copy is damaged', async () => {
    const base = join(backups.folder, 'base');
    const [copy = ''] = readdirSync(base).sort().reverse();
    const damaged = join(base, '29990101T000000Z');
    cpSync(join(base, copy), damaged, { recursive: true });
    const file = join(damaged, 'base.tar.gz');
    await writeFile(file, readFileSync(file).subarray(0, 100_000));
    await backups.own(damaged);
    expect(await failed(backups.verify())).toMatch(/unexpected end of file|Unexpected EOF/);
  });
});
