import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paintReel } from './paint-reel.ts';

// Native encoders in child processes take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-reel-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('refuses an unknown shot before it paints any', async () => {
  const tasks = ['sunrise', 'no-such-shot'].map((name) => ({
    name,
    file: join(folder, `${name}.mp4`),
  }));
  await expect(paintReel(tasks)).rejects.toMatchObject({ code: 'unknown_shot' });
  expect(await readdir(folder)).toEqual([]);
});

it('stops a reel on request and leaves no file behind', async () => {
  const stop = new AbortController();
  const stopped = paintReel([{ name: 'sunrise', file: join(folder, 'shot.mp4') }], {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ code: 'stopped' });
  expect(await readdir(folder)).toEqual([]);
});
