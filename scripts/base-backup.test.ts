// deploy/base-backup keeps what any moment of the last days needs, with a stub for PostgreSQL's
// program.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../deploy/base-backup');
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Copies nothing, and says that changes are needed from segment 90 on. */
const STUB = `#!/bin/sh
for word in "$@"; do case $word in --pgdata=*) data=\${word#--pgdata=} ;; esac; done
mkdir -p "$data/label"
echo 'START WAL LOCATION: 0/90000028 (file 000000010000000000000090)' >"$data/label/backup_label"
tar -C "$data/label" -czf "$data/base.tar.gz" backup_label
tar -C "$data/label" -czf "$data/pg_wal.tar.gz" backup_label
rm -r "$data/label"
`;
const segment = (number: number) => `0000000100000000000000${number}`;

describe('base-backup', () => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'base-backup-'));
    folder = join(root, 'backups');
    writeFileSync(join(root, 'pg_basebackup'), STUB);
    chmodSync(join(root, 'pg_basebackup'), 0o755);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** A copy of an earlier time, whose changes begin in a segment of that number. */
  const copied = (agoMs: number, number: number): string => {
    const at = new Date(Date.now() - agoMs).toISOString();
    const name = `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    mkdirSync(join(folder, 'base', name), { recursive: true });
    writeFileSync(join(folder, 'base', name, 'first-wal'), `${segment(number)}\n`);
    return name;
  };
  const received = (...numbers: readonly number[]): void => {
    mkdirSync(join(folder, 'wal'), { recursive: true });
    for (const number of numbers) writeFileSync(join(folder, 'wal', segment(number)), '');
  };
  const copyNow = (keep: Record<string, string> = {}): string => {
    const env = { ...process.env, PATH: `${root}:${process.env.PATH}`, ...keep };
    const said = execFileSync(PROGRAM, [folder], { encoding: 'utf8', env });
    return said.trim().split('/').at(-1) ?? '';
  };
  const copies = () =>
    readdirSync(join(folder, 'base'))
      .filter((name) => name.startsWith('2'))
      .sort();

  it('keeps the newest copy that is seven days old, and its changes, after many in a day', () => {
    copied(9 * DAY_MS, 20);
    const needed = copied(8 * DAY_MS, 30);
    const today = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((hours) => copied(hours * HOUR_MS, 80));
    received(20, 29, 30, 80);
    const now = copyNow();
    expect(copies()).toEqual([needed, ...today, now]);
    expect(readdirSync(join(folder, 'wal')).sort()).toEqual([segment(30), segment(80)]);
  });

  it('keeps the days that BACKUP_KEEP says', () => {
    copied(4 * DAY_MS, 20);
    const needed = copied(3 * DAY_MS, 30);
    const younger = copied(DAY_MS, 40);
    received(20, 30, 40);
    expect(copyNow({ BACKUP_KEEP: '2' })).toBe(copies().at(-1));
    expect(copies().slice(0, -1)).toEqual([needed, younger]);
    expect(readdirSync(join(folder, 'wal')).sort()).toEqual([segment(30), segment(40)]);
  });

  it('removes nothing while no copy is as old as that', () => {
    const younger = copied(6 * DAY_MS, 40);
    received(39, 40);
    const now = copyNow();
    expect(copies()).toEqual([younger, now]);
    expect(readdirSync(join(folder, 'wal')).sort()).toEqual([segment(40)]);
  });
});
