import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';
import { DataDirLockedError } from '../platform/data-dir-lock.ts';
import { EmbeddedDatabaseError } from '../platform/embedded-folder.ts';
import { BackupError } from './backup-file.ts';

/**
 * Runs a command: what it answers is told, what can be foreseen ends it with one line, and with 1.
 */
export async function runCommand(name: string, work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    process.exitCode = 1;
    for (const line of linesOf(error)) console.error(`${name}: ${line}`);
  }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  const isForeseen =
    error instanceof BackupError ||
    error instanceof DataDirLockedError ||
    error instanceof EmbeddedDatabaseError;
  if (isForeseen) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/**
 * A file that is named on the command line: npm changes the folder, and says where it was called.
 */
export function fileNamed(argument: string | undefined, usage: string): string {
  if (!argument || argument.startsWith('-')) throw new BackupError(`usage: ${usage}`);
  return resolve(process.env.INIT_CWD ?? process.cwd(), argument);
}
