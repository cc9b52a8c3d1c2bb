/**
 * A backup is one tar file: `database.tar.gz` (the folder of the embedded database), `secrets.json`
 * (only with generated secrets), and `backup.json`, which says when the backup was made.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** An error whose message is shown to the person who ran the command. */
export class BackupError extends Error {
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.name = 'BackupError';
  }
}

export type BackupParts = ReadonlyMap<string, Buffer>;

/**
 * Writes a new backup file that only its owner may read. Leaves no partial file. Throws a {@link
 * BackupError} when the file exists or cannot be written.
 */
export function writeBackup(file: string, parts: BackupParts): void {
  if (existsSync(file)) throw new BackupError(`${file} is there already; choose another name`);
  let unfinished: string | undefined;
  try {
    const folder = mkdtempSync(`${file}.part-`);
    unfinished = folder;
    for (const [name, bytes] of parts) writeFileSync(join(folder, name), bytes);
    const whole = openSync(join(folder, 'whole'), 'wx', 0o600);
    execFileSync('tar', ['-cf', '-', '-C', folder, ...parts.keys()], {
      stdio: ['ignore', whole, 'pipe'],
    });
    fsyncSync(whole);
    closeSync(whole);
    renameSync(join(folder, 'whole'), file);
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${wordsOf(error)}`, error);
  } finally {
    if (unfinished) rmSync(unfinished, { recursive: true });
  }
}

/**
 * Reads the parts of a backup. Throws a {@link BackupError} for a file that is truncated, damaged
 * or no backup.
 */
export function readBackup(file: string): BackupParts {
  try {
    const names = String(tar(file, '-t')).trim().split('\n');
    const parts = new Map(names.map((name) => [name, tar(file, '-xO', name)]));
    if (parts.has('database.tar.gz') && parts.has('backup.json')) return parts;
  } catch (error) {
    const isRead = typeof (error as { status?: unknown }).status === 'number';
    if (!isRead) throw new BackupError(`${file} cannot be read: ${wordsOf(error)}`, error);
  }
  throw new BackupError(`${file} is no backup, or is damaged or cut off`);
}

function tar(file: string, ...words: readonly string[]): Buffer {
  const from = openSync(file, 'r');
  try {
    return execFileSync('tar', [...words], {
      stdio: [from, 'pipe', 'pipe'],
      maxBuffer: Number.POSITIVE_INFINITY,
    });
  } finally {
    closeSync(from);
  }
}

/** Describes an error; common system errors in plain words. */
function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const plain: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    ENOSPC: 'the disk is full',
  };
  return plain[code ?? ''] ?? message ?? String(error);
}
