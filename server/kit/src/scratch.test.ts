import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepScratch } from './scratch.ts';

it('removes copies and half a package that a killed process left days ago, and nothing newer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bonisa-scratch-'));
  try {
    await sweepScratch(dataDir);
    const [copies, staging] = ['copies', 'staging'].map((name) => join(dataDir, 'scratch', name));
    await mkdir(join(staging ?? '', 'old', '360p'), { recursive: true });
    await mkdir(copies ?? '', { recursive: true });
    for (const name of ['old', 'new']) await writeFile(join(copies ?? '', name), 'half');
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
    for (const path of [join(staging ?? '', 'old'), join(copies ?? '', 'old')])
      await utimes(path, longAgo, longAgo);
    await sweepScratch(dataDir);
    expect([await readdir(copies ?? ''), await readdir(staging ?? '')]).toEqual([['new'], []]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
