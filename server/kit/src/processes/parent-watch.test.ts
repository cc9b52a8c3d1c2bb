import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

const WATCH = new URL('./parent-watch.ts', import.meta.url).href;
/** A child whose main thread stands still for ever once it is watched. */
const CHILD = `
  const { endWithParent } = await import('${WATCH}');
  endWithParent().once('online', () => {
    console.log(process.pid);
    for (;;);
  });
  setInterval(() => undefined, 60_000);
`;
const PARENT = `
  require('node:child_process').spawn(
    process.execPath,
    ['--input-type=module', '-e', process.argv[1]],
    { stdio: ['ignore', 'inherit', 'ignore'], detached: true },
  );
`;

/** Whether a process runs: one that has ended may still be listed, as a zombie. */
async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

it.skipIf(process.platform !== 'linux')(
  'a child whose main thread stands still ends when its parent is killed',
  async () => {
    const parent = spawn(process.execPath, ['-e', PARENT, CHILD], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number(printed);
    expect(await runs(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(async () => expect(await runs(pid)).toBe(false), {
      timeout: 30_000,
      interval: 100,
    });
  },
);
