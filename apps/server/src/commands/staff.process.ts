/**
 * `npm run staff -- …`: API keys and accounts, from the product's own machine. Works while the
 * product runs and while it is stopped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStaff } from '@bonisa/backoffice/staff/staff';
import {
  STAFF_PROCESS_HEADER,
  STAFF_PROOF_HEADER,
  STAFF_TIME_HEADER,
  staffProof,
} from '@bonisa/backoffice/staff/staff.ops-routes';
import {
  runStaffCommand,
  type StaffCommand,
  staffCommand,
} from '@bonisa/backoffice/staff/staff-commands';
import { KEY_SCOPES, SCOPE_MEANINGS, type Scope } from '@bonisa/domain/staff/staff-roles';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import { clockState } from '@bonisa/kit/clock/clock-state';
import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { ConfigError } from '@bonisa/kit/config-error';
import { DataDirLockedError, holderOf, lockDataDir } from '@bonisa/kit/database/data-dir-lock';
import { type OpenDatabase, openPglite, openPostgres } from '@bonisa/kit/database/database';
import { serverOptionsOf } from '@bonisa/kit/database/database.config';
import { EmbeddedDatabaseError } from '@bonisa/kit/database/embedded-folder';
import { AppError } from '@bonisa/kit/http/app-error';
import { newId } from '@bonisa/kit/ids';
import { createLogger } from '@bonisa/kit/logger';
import { type ConfiguredSecrets, loadSecrets } from '@bonisa/kit/secrets/secrets';
import { type Config, readConfig } from '../config.ts';

/** Something that the person at the terminal can put right. */
class CommandError extends Error {}

const COMMAND = {
  name: 'staff',
  about: `API keys and accounts of the studio, while the product runs or not. Scopes of a key:
${KEY_SCOPES.map((scope) => `  ${scope.padEnd(18)} ${SCOPE_MEANINGS[scope]}`).join('\n')}`,
  usage: [
    'run staff -- key NAME SCOPE[,SCOPE…] [DAYS]',
    'run staff -- keys',
    'run staff -- revoke-key ID REASON',
    'run staff -- first-administrator',
    'run staff -- reset EMAIL',
  ],
  arguments: Number.POSITIVE_INFINITY,
  required: ['a command'],
  variables: {
    'DATABASE_URL, DATA_DIR': 'those of the product',
    'SECRET_KEY, OPS_PORT': 'those of the product',
  },
  exits: { 0: 'done', 1: 'not done: a line says why' },
} as const satisfies Command;

const LOCK_WAIT_MS = 200;

const given = commandLineOf(COMMAND);
if (given) await obey(given.positionals);

async function obey(words: readonly string[]): Promise<void> {
  try {
    const asked = readArguments(words);
    const config = readConfig(process.env);
    process.stdout.write(`${await run(config, asked)}\n`);
  } catch (error) {
    process.exitCode = 1;
    for (const line of linesOf(error)) console.error(`staff: ${line}`);
  }
}

function readArguments([command, ...rest]: readonly string[]): StaffCommand {
  const read = staffCommand.safeParse(namedOf(command, rest));
  if (!read.success)
    throw new CommandError(`'${command}' cannot be done as it is written: npm run staff -- --help`);
  return read.data;
}

function namedOf(command: string | undefined, rest: readonly string[]): unknown {
  const [first, second, third] = rest;
  if (command === 'key') {
    const scopes = second?.split(',') as Scope[] | undefined;
    return { command, name: first, scopes, days: third === undefined ? 90 : Number(third) };
  }
  if (command === 'revoke-key') return { command, id: first, reason: rest.slice(1).join(' ') };
  if (command === 'reset') return { command, email: first };
  return { command };
}

async function run(config: Config, asked: StaffCommand): Promise<string> {
  if (config.databaseUrl) {
    const open = await openPostgres(config.databaseUrl, {
      ...serverOptionsOf(config),
      connections: 2,
    });
    return await runOn(open, config, asked);
  }
  if (!existsSync(join(config.dataDir, 'database')))
    throw new CommandError(
      `DATA_DIR: there is no database in ${config.dataDir}; start the product first`,
    );
  try {
    const lock = lockDataDir(config.dataDir, LOCK_WAIT_MS);
    try {
      const database = join(config.dataDir, 'database');
      return await runOn(await openPglite(database), config, asked);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    return await askRunning(config, await loadSecrets(config), asked, error);
  }
}

async function runOn(open: OpenDatabase, config: Config, asked: StaffCommand): Promise<string> {
  const logger = createLogger('warn', process.stderr);
  const clock = createMovableClock(clockState(config.dataDir).read());
  try {
    return await runStaffCommand(
      createStaff({
        config,
        secrets: await loadSecrets(config),
        db: open.db,
        logger,
        clock,
        newId,
      }),
      asked,
    );
  } finally {
    await open.close();
  }
}

/** Asks the process that holds the folder, and makes sure that it is that process. */
async function askRunning(
  { dataDir, opsPort }: Config,
  secrets: ConfiguredSecrets,
  asked: StaffCommand,
  locked: DataDirLockedError,
): Promise<string> {
  const time = new Date().toISOString();
  const answer = await fetch(`http://127.0.0.1:${opsPort}/ops/staff`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [STAFF_TIME_HEADER]: time,
      [STAFF_PROOF_HEADER]: staffProof(secrets.key('staff command'), time, asked),
    },
    body: JSON.stringify(asked),
  }).catch((error: unknown) => {
    throw new CommandError(`${locked.message} (OPS_PORT ${opsPort}: nobody answers there)`, {
      cause: error,
    });
  });
  if (answer.headers.get(STAFF_PROCESS_HEADER) !== holderOf(dataDir))
    throw new CommandError(`${locked.message} (OPS_PORT ${opsPort}: that is another process)`);
  const told = (await answer.json()) as { text?: string; description?: string };
  if (!answer.ok || told.text === undefined)
    throw new CommandError(told.description ?? `the product answered ${answer.status}`);
  return told.text;
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  const isExpected =
    error instanceof CommandError ||
    error instanceof AppError ||
    error instanceof DataDirLockedError ||
    error instanceof EmbeddedDatabaseError;
  if (isExpected) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
