import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { error, type Problem, type Subject } from './check.ts';

/** The data folder, or the one in which the start would create it. It writes nothing. */
export async function checkDataDir({ config }: Subject): Promise<Problem[]> {
  const folder = await nearestFolder(resolve(config.dataDir));
  const unwritable = await access(`${folder}/.`, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  const secrets = await stat(join(config.dataDir, 'secrets.json')).catch(() => undefined);
  const isOpen = secrets && (secrets.mode & 0o077) !== 0;
  return [
    ...(unwritable
      ? [
          error(
            'DATA_DIR',
            `nothing can be written in it (${unwritable}); give it to the user who runs the product`,
          ),
        ]
      : []),
    ...(isOpen
      ? [error('DATA_DIR', 'other users may read secrets.json in it; chmod 600 secrets.json')]
      : []),
  ];
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
  return isThere || folder === dirname(folder) ? folder : await nearestFolder(dirname(folder));
}
