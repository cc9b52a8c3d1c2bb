import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

it('names a lock file that is none, with what to do, and works without it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-lock-'));
  try {
    writeFileSync(join(folder, 'lock.sqlite'), 'not a database\n'.repeat(40));
    expect(() => lockDataDir(folder)).toThrow(
      /^DATA_DIR: lock\.sqlite in .* is damaged; remove it while no process uses the folder/,
    );
    rmSync(join(folder, 'lock.sqlite'));
    lockDataDir(folder).release();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
