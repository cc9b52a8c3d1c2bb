/**
 * A backup is one tar file that any tool can open: `database.tar.gz` (the folder of the embedded
 * database), `secrets.json` (only with generated secrets), and `backup.json`, which says when the
 * backup was made.
 */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';

/** An error whose message is shown to the person who ran the command. */
export class BackupError extends Error {
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.name = 'BackupError';
  }
}

export type BackupParts = ReadonlyMap<string, Buffer>;

const BLOCK = 512;
/** Offsets in a tar header, in bytes. */
const AT = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  time: 136,
  sum: 148,
  type: 156,
  magic: 257,
} as const;

/**
 * Writes a new backup file that only its owner may read. Leaves no partial file. Throws a {@link
 * BackupError} when the file exists or cannot be written.
 */
export async function writeBackup(file: string, parts: BackupParts, at: Date): Promise<void> {
  if (await stat(file).catch(() => undefined))
    throw new BackupError(`${file} is there already; choose another name`);
  const partFile = `${file}.part`;
  try {
    const handle = await open(partFile, 'w', 0o600);
    try {
      for (const [name, bytes] of parts) {
        await handle.write(header(name, bytes.length, at));
        await handle.write(bytes);
        await handle.write(Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK));
      }
      await handle.write(Buffer.alloc(2 * BLOCK));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partFile, file);
  } catch (error) {
    await rm(partFile, { force: true });
    throw new BackupError(`${file} cannot be written: ${wordsOf(error)}`, error);
  }
}

/**
 * Reads the parts of a backup. Throws a {@link BackupError} for a file that is truncated, damaged
 * or no backup.
 */
export async function readBackup(file: string): Promise<BackupParts> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read: ${wordsOf(error)}`, error);
  });
  const parts = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const head = bytes.subarray(at, at + BLOCK);
    if (field(head, AT.sum, 8) !== checksum(head).toString(8))
      throw new BackupError(`${file} is no backup, or is damaged`);
    const size = Number.parseInt(field(head, AT.size, 12), 8);
    const begin = at + BLOCK;
    if (begin + size > bytes.length) throw new BackupError(`${file} is cut off`);
    parts.set(field(head, AT.name, 100), bytes.subarray(begin, begin + size));
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (!parts.has('database.tar.gz') || !parts.has('backup.json'))
    throw new BackupError(`${file} is no backup, or is cut off`);
  return parts;
}

function header(name: string, size: number, at: Date): Buffer {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string =>
    value.toString(8).padStart(length - 1, '0');
  head.write(name, AT.name);
  head.write(octal(0o600, 8), AT.mode);
  head.write(octal(0, 8), AT.uid);
  head.write(octal(0, 8), AT.gid);
  head.write(octal(size, 12), AT.size);
  head.write(octal(Math.floor(at.getTime() / 1000), 12), AT.time);
  head.write('0', AT.type);
  head.write('ustar\x0000', AT.magic, 'latin1');
  head.write(`${octal(checksum(head), 7)}\0 `, AT.sum);
  return head;
}

/** The tar checksum: the sum of all bytes of a header, with spaces in place of the checksum. */
function checksum(head: Buffer): number {
  return head.reduce(
    (sum, byte, index) => sum + (index >= AT.sum && index < AT.sum + 8 ? 32 : byte),
    0,
  );
}

function field(head: Buffer, at: number, length: number): string {
  const text = head.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');
  return /^0[0-7]*$/.test(text) && at !== AT.name ? text.replace(/^0+(?=.)/, '') : text;
}

/** Describes an error; common system errors in plain words. */
export function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const plain: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    ENOSPC: 'the disk is full',
  };
  return plain[code ?? ''] ?? message ?? String(error);
}
