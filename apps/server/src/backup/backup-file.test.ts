// A backup file is complete or absent, and only its owner may read it.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readBackup, writeBackup } from './backup-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = new Map<string, Buffer>([
  ['backup.json', Buffer.from('{"at":"2026-11-22T08:00:00.000Z"}')],
  ['secrets.json', Buffer.from('{"secretKey":"not told"}')],
  ['database.tar.gz', Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))],
]);
const AT = new Date('2026-11-22T08:00:00.000Z');

describe('a backup file', () => {
  it('has the same parts when we or tar read it, and only its owner may read it', async () => {
    const file = join(folder, 'whole.tar');
    await writeBackup(file, parts, AT);
    expect(await readBackup(file)).toEqual(parts);
    expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')).toEqual([
      ...parts.keys(),
    ]);
    expect(execFileSync('tar', ['-xOf', file, 'database.tar.gz'])).toEqual(
      parts.get('database.tar.gz'),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces no existing file, and leaves no partial file when writing fails', async () => {
    const file = join(folder, 'once.tar');
    writeFileSync(file, 'mine');
    await expect(writeBackup(file, parts, AT)).rejects.toThrow('is there already');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await expect(writeBackup(join(folder, 'nowhere/a.tar'), parts, AT)).rejects.toThrow(
      'there is no such file or folder',
    );
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('is refused when it is truncated, damaged or another kind of file', async () => {
    const whole = join(folder, 'source.tar');
    await writeBackup(whole, parts, AT);
    const bytes = readFileSync(whole);
    const read = async (changed: Buffer): Promise<unknown> => {
      writeFileSync(join(folder, 'bad.tar'), changed);
      return await readBackup(join(folder, 'bad.tar')).catch((error: Error) => error.message);
    };
    expect(await read(bytes.subarray(0, 4000))).toMatch(/is cut off/);
    expect(await read(bytes.subarray(0, 1024))).toMatch(/is cut off/);
    expect(await read(Buffer.alloc(0))).toMatch(/is no backup/);
    expect(await read(Buffer.from('x'.repeat(5000)))).toMatch(/is no backup, or is damaged/);
    const changed = Buffer.from(bytes);
    changed[130] = 56;
    expect(await read(changed)).toMatch(/is no backup, or is damaged/);
  });
});
