// Backups of a cluster, made by the programs of deploy/ as the server's user.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/free-ports.ts';
import type { Cluster } from './cluster.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const PROGRAMS = [
  'backup-figure',
  'base-backup',
  'fetch-wal',
  'receive-wal',
  'restore-postgres',
  'verify-backup',
] as const;

export type Backups = Awaited<ReturnType<typeof startBackups>>;

/** Begins to receive the changes of a cluster into a folder of its own. */
export async function startBackups(cluster: Cluster, name = 'backups') {
  const folder = join(cluster.folder, name);
  const programs = join(cluster.folder, `${name}-programs`);
  // The clone may lie where the server's user cannot look.
  await mkdir(programs);
  for (const program of [...PROGRAMS, 'command-line.sh']) {
    await cp(join(DEPLOY, program), join(programs, program));
    await chmod(join(programs, program), 0o755);
  }
  const run = (program: (typeof PROGRAMS)[number], ...words: readonly string[]) =>
    cluster.run(join(programs, program), words);
  let receiver: ChildProcess | undefined = cluster.spawn(join(programs, 'receive-wal'), [folder]);
  const client = new pg.Client({ connectionString: cluster.url });
  // The server is stopped and lost in drills.
  client.on('error', () => undefined);
  await client.connect();
  const ask = async (expression: string): Promise<string> =>
    String((await client.query(`select (${expression})::text as it`)).rows[0].it);
  const untilAsked = async (what: string, expression: string): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await wait(50))
      if ((await ask(expression)) === 'true') return;
    throw new Error(`not within a minute: ${what}`);
  };
  const ofSlot = (condition: string): string =>
    `exists (select from pg_replication_slots where slot_name = 'bonisa_backup' and ${condition})`;
  await untilAsked('the receiver is connected', ofSlot('active'));

  return {
    folder,
    /** Copies the whole server. */
    copy: () => run('base-backup', folder),
    /** Makes the folder of a server as it was. */
    restore: (data: string, at?: string) =>
      run('restore-postgres', folder, data, ...(at ? [at] : [])),
    /** Restores for trial; resolves with what it says. */
    verify: (at?: string) => run('verify-backup', folder, ...(at ? [at] : [])),
    /** Gives a folder to the server's user. */
    own: async (path: string): Promise<void> => {
      if (process.getuid?.() === 0)
        await cluster.asRoot('chown', ['-R', 'postgres:postgres', path]);
    },
    /** Waits until everything that is written now has been received. */
    received: async (): Promise<void> => {
      const now = await ask('pg_current_wal_flush_lsn()');
      await untilAsked('everything is received', ofSlot(`restart_lsn >= '${now}'`));
    },
    /** Stops receiving for good. */
    stop: async (): Promise<void> => {
      if (!receiver) return;
      const ending = receiver;
      receiver = undefined;
      ending.kill('SIGKILL');
      await once(ending, 'exit');
      await client.end();
    },
    /** Starts a restored folder beside the cluster. */
    trial: async (data: string) => {
      const port = await freePort();
      const control = (...words: readonly string[]) =>
        cluster.run(join(cluster.bin, 'pg_ctl'), ['-D', data, '-s', '-w', ...words]);
      const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${cluster.folder} -c max_connections=120`;
      await control('-l', join(cluster.folder, 'trial-log'), '-o', settings, 'start');
      const trial = new pg.Client({
        connectionString: `postgres://bonisa@127.0.0.1:${port}/bonisa`,
      });
      await trial.connect();
      for (;;) {
        const { rows } = await trial.query('select pg_is_in_recovery() as busy');
        if (!rows[0].busy) break;
        await wait(50);
      }
      return {
        client: trial,
        stop: async () => {
          await trial.end();
          await control('-m', 'immediate', 'stop');
        },
      };
    },
  };
}
