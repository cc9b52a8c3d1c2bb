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

describe('a backup file', () => {
  it('has the same parts when we or tar read it, and only its owner may read it', () => {
    const file = join(folder, 'whole.tar');
    writeBackup(file, parts);
    expect(readBackup(file)).toEqual(parts);
    expect(execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n')).toEqual([
      ...parts.keys(),
    ]);
    expect(execFileSync('tar', ['-xOf', file, 'database.tar.gz'])).toEqual(
      parts.get('database.tar.gz'),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces no existing file, and leaves no partial file when writing fails', () => {
    const file = join(folder, 'once.tar');
    writeFileSync(file, 'mine');
    expect(() => writeBackup(file, parts)).toThrow('is there already');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(() => writeBackup(join(folder, 'nowhere/a.tar'), parts)).toThrow(
      'there is no such file or folder',
    );
    writeFileSync(join(folder, 'no-folder'), '');
    expect(() => writeBackup(join(folder, 'no-folder/a.tar'), parts)).toThrow(/cannot be written/);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('is refused when it is truncated, damaged or another kind of file', () => {
    const whole = join(folder, 'source.tar');
    writeBackup(whole, parts);
    const bytes = readFileSync(whole);
    const changed = Buffer.from(bytes);
    changed[130] = 56;
    const others = [Buffer.alloc(0), Buffer.from('x'.repeat(5000)), changed];
    for (const bad of [bytes.subarray(0, 4000), bytes.subarray(0, 1024), ...others]) {
      writeFileSync(join(folder, 'bad.tar'), bad);
      expect(() => readBackup(join(folder, 'bad.tar'))).toThrow('is no backup, or is damaged');
    }
    expect(() => readBackup(join(folder, 'none.tar'))).toThrow('there is no such file');
  });
});
