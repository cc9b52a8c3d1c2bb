import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeDemoClip } from './make-clip.ts';

// Native encoders in child processes take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-clip-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each(['no-such-clip', 'constructor'])('refuses the unknown clip %s', async (name) => {
  const file = join(folder, 'clip.mp4');
  await expect(makeDemoClip(name, file)).rejects.toMatchObject({ code: 'unknown_clip' });
  expect(await readdir(folder)).toEqual([]);
});

it('stops a clip on request and leaves no file behind', async () => {
  const stop = new AbortController();
  const stopped = makeDemoClip('sunrise-taxi', join(folder, 'clip.mp4'), {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ code: 'stopped' });
  expect(await readdir(folder)).toEqual([]);
});
