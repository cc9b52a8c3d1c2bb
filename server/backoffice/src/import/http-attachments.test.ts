import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpAttachments } from './http-attachments.ts';
import { ImportError } from './import-row.ts';
import { runAttachments } from './run-attachments.ts';
import { createStudioClient, type StudioAnswer } from './studio-client.ts';

const NOTHING = {
  ...{ kind: 'video', key: 'v-1', version: 1, asset: null, next: null, job: null },
  ...{ captions: [], hidden_captions: [] },
};

/** A studio whose limit is reached at each second call. */
let calls = 0;
const studio = createServer((request, response) => {
  calls += 1;
  request.resume().once('end', () => {
    if (calls % 2 === 1) {
      const refusal = { code: 'too_many_requests', description: 'Wait.', retry_after: 42 };
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal));
    } else response.end(JSON.stringify(NOTHING));
  });
});
beforeAll(async () => {
  await new Promise<void>((listening) => studio.listen(0, '127.0.0.1', listening));
});
afterAll(() => void studio.close());

it('an import waits as long as a limit of the product asks', async () => {
  const waits: number[] = [];
  const { port } = studio.address() as AddressInfo;
  const client = createStudioClient({
    url: `http://127.0.0.1:${port}`,
    key: 'k',
    pause: async (seconds) => void waits.push(seconds),
  });
  const target = httpAttachments(client);
  const place = { place: 'videos.0', kind: 'video', key: 'v-1' } as const;
  const film = { ...place, what: 'fetched film', url: '', title: '', reference: '' } as const;
  expect(await target.hasFilm(film)).toBe(false);
  expect(waits).toEqual([42]);
});

const JOB = {
  ...{ id: 'j-1', asset_id: 'a-1', codec: 'h264', stage: null, percent: 40 },
  ...{ remaining_seconds: null, error: null, created_at: '', finished_at: null },
};

/** Sends one film to a studio whose job of it is in a state. */
async function sendFilm(job: object) {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-import-film-'));
  const file = join(folder, 'lamp.mp4');
  await writeFile(file, 'film');
  const upload = {
    ...{ id: 'u-1', title: 'Lamp', reference: null, size: 4, offset: 0 },
    ...{ captions: [], job_id: null, created_at: '', expires_at: '' },
  };
  const ask = async ({ method, path }: { method: string; path: string }): Promise<StudioAnswer> => {
    const answer = (body: unknown, headers = {}) => ({
      ...{ status: 200, headers: new Headers(headers), text: JSON.stringify(body) },
    });
    if (path.startsWith('/studio/api/media/jobs/')) return answer({ ...JOB, ...job });
    if (path.startsWith('/studio/api/media/titles/')) return answer(NOTHING);
    if (method === 'POST') return answer({}, { location: '/studio/api/uploads/u-1' });
    if (method === 'PATCH') return answer({}, { 'upload-job': 'j-1' });
    return answer(path.endsWith('/uploads') ? { data: [] } : upload);
  };
  const place = { place: 'videos.0', kind: 'video', key: 'v-1', title: 'Lamp' };
  const attachments = [{ ...place, what: 'film', file }] as const;
  return await runAttachments({ attachments, target: httpAttachments(ask) }).finally(() =>
    rm(folder, { recursive: true }),
  );
}

it('an import counts the films that are not packaged yet when it ends', async () => {
  expect(await sendFilm({ state: 'queued' })).toMatchObject({ given: 1, waiting: 1 });
  expect(await sendFilm({ state: 'done' })).toMatchObject({ given: 1, waiting: 0 });
});

it('an import ends with an error that names a film which could not be packaged', async () => {
  const error = { code: 'no_video', description: 'the file has no picture track' };
  await expect(sendFilm({ state: 'failed', error })).rejects.toThrow(ImportError);
  await expect(sendFilm({ state: 'failed', error })).rejects.toMatchObject({
    lines: ['film of video v-1: could not be packaged: the file has no picture track'],
  });
});
