import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpAttachments } from './http-attachments.ts';
import { createStudioClient } from './studio-client.ts';

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
