// What `npm run cdn-report` says of logs of which one cannot be read.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-cdn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINE = '"GET /media/s/a/360p/1.m4s?CMCD=sid%3D%22one%22%2Cv%3D2 HTTP/2.0"\n';

it('reports the other logs, names those that it could not read, and fails', () => {
  const logs = { 'cut.gz': gzipSync(LINE).subarray(0, 30), 'whole.gz': gzipSync(LINE) };
  for (const [name, bytes] of Object.entries(logs)) writeFileSync(join(folder, name), bytes);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', './scripts/drizzle-imports.mjs'],
      ...['apps/server/src/commands/cdn-report.process.ts', 'cut.gz', 'none.log', 'whole.gz'],
    ],
    { encoding: 'utf8', env: { ...process.env, ENV_FILE: 'none', INIT_CWD: folder } },
  );
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'cut.gz: cannot be read (unexpected end of file)',
    expect.stringMatching(/^none\.log: cannot be read \(ENOENT: no such file or directory/),
    expect.stringMatching(/^whole\.gz: 1 requests of 1 plays/),
  ]);
});
