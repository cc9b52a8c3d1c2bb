import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Where Debian puts the programs of each version. */
const BASE = '/usr/lib/postgresql';

export interface TrialPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** The folder of the programs of this machine's newest PostgreSQL. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(BASE) ? readdirSync(BASE) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  return newest && join(BASE, newest, 'bin');
}

/**
 * Starts a PostgreSQL server whose data is in `folder`, which is made where it is missing. It
 * listens on this machine alone and trusts whoever may connect there. As root it runs as Debian's
 * user `postgres`, because PostgreSQL refuses root.
 */
export async function startTrialPostgres(
  bin: string,
  folder: string,
  port: number,
): Promise<TrialPostgres> {
  await mkdir(folder, { recursive: true });
  const options: ExecFileOptions = { cwd: folder, ...(await serverUser(folder)) };
  const run = (program: string, ...words: readonly string[]) =>
    execute(join(bin, program), words, options);
  const data = join(folder, 'data');
  if (!existsSync(data))
    await run('initdb', '-D', data, '-U', 'bonisa', '-A', 'trust', '-E', 'UTF8');
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
  ].join(' ');
  const log = join(folder, 'log');
  await run('pg_ctl', '-D', data, '-w', '-s', '-l', log, '-o', settings, 'start');
  return {
    url: `postgres://bonisa@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run('pg_ctl', '-D', data, '-w', '-s', '-m', 'fast', 'stop');
    },
  };
}

async function serverUser(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (option: string): Promise<number> =>
    Number((await execute('id', [option, 'postgres'])).stdout);
  const [uid, gid] = [await idOf('-u'), await idOf('-g')];
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent))
    if (((await stat(parent)).mode & 1) === 0)
      throw new Error(`${parent} may not be entered by PostgreSQL: choose another --folder`);
  await chown(folder, uid, gid);
  return { uid, gid };
}
