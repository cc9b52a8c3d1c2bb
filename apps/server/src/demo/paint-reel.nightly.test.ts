import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHOT_SECONDS } from '@bonisa/demo-content/shots/shot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composedDuration, composeRenditions } from '../../../../server/media/src/composition.ts';
import { TARGET_LUFS } from '../../../../server/media/src/ingest/loudness.ts';
import { createPackager } from '../../../../server/media/src/ingest/packager.ts';
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

it('paints a shot and the slate, which play as one title, loud enough for a phone', async () => {
  const tasks = ['live-slate', 'kite'].map((name) => ({ name, file: join(folder, `${name}.mp4`) }));
  await paintReel(tasks);
  const parts = [];
  for (const { name, file } of tasks) {
    const to = join(folder, name);
    await mkdir(to);
    const control = { onProgress: () => {}, signal: new AbortController().signal };
    const task = { file, folder: to, effort: 'quick' as const };
    const packaged = await createPackager({ loudness: TARGET_LUFS })(task, control);
    parts.push({ id: name, renditions: packaged.renditions });
  }
  const renditions = composeRenditions(parts);
  expect(renditions.map(({ height }) => height)).toEqual([0, 144, 240, 480]);
  expect(renditions.at(-1)?.frameRate).toBe(25);
  expect(composedDuration(parts)).toBe((4 + SHOT_SECONDS) * 1000);
});
