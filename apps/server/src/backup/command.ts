import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { type Command, type CommandInput, commandLineOf } from '@bonisa/kit/command-line';
import { ConfigError } from '@bonisa/kit/config-error';
import { DataDirLockedError } from '@bonisa/kit/database/data-dir-lock';
import { EmbeddedDatabaseError } from '@bonisa/kit/database/embedded-folder';
import { BackupError } from './backup-file.ts';

/**
 * Runs a command and prints its result. An expected error prints one line, any other error its
 * stack; both set the exit code 1.
 */
export async function runCommand<Options extends ParseArgsOptionsConfig = Record<never, never>>(
  command: Command<Options>,
  run: (asked: CommandInput<Options>) => Promise<string>,
): Promise<void> {
  const { name } = command;
  const asked = commandLineOf(command);
  if (!asked) return;
  try {
    process.stdout.write(`${await run(asked)}\n`);
  } catch (error) {
    process.exitCode = 1;
    for (const line of linesOf(error)) console.error(`${name}: ${line}`);
  }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  const isExpected =
    error instanceof BackupError ||
    error instanceof DataDirLockedError ||
    error instanceof EmbeddedDatabaseError;
  if (isExpected) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/**
 * Resolves a file of the command line. npm changes the working folder and passes the caller's
 * folder in INIT_CWD.
 */
export function fileNamed([argument = '']: readonly string[]): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), argument);
}
