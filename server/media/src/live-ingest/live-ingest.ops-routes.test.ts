// The operator's addresses of live ingest sessions.

import { createTestCatalogue, type TestCatalogue } from '@bonisa/content/catalogue.test-kit';
import { fillEverything } from '@bonisa/content/reading/everything.test-kit';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import { newId } from '@bonisa/kit/ids';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveIngestOpsRoutes } from './live-ingest.ops-routes.ts';
import { createLiveIngest } from './live-ingest.ts';
import { createLiveIngestPartsRepository } from './live-ingest-parts.repository.ts';
import { createOnAir } from './on-air.service.ts';

let kit: TestCatalogue;
let app: FastifyInstance;
let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestCatalogue(open);
  await fillEverything(kit);
  const logger = pino({ level: 'silent' });
  const liveIngest = createLiveIngest({
    config: {
      dataDir: '/nowhere',
      liveIngest: {
        port: undefined,
        host: '127.0.0.1',
        mostBitsPerSecond: 1,
        publishesRecordings: true,
      },
    },
    db: open.db,
    clock: kit.clock,
    newId,
    logger,
    catalogue: {
      service: kit.catalogue,
      reading: kit.reading,
      liveRecordings: { add: () => Promise.reject(new Error('nothing ends here')) },
    },
    files: createFolderStore('/nowhere'),
    live: {
      onAir: createOnAir({
        repository: createLiveIngestPartsRepository(open.db),
        clock: kit.clock,
      }),
      scheduleOf: async () => undefined,
      sourceOf: async () => undefined,
    },
    share: async (file) => file,
    alone: true,
    ingest: {
      ingest: () => Promise.reject(new Error('nothing ends here')),
      job: async () => undefined,
      isSourceNeeded: async () => false,
    },
  });
  app = await createHttpApp({ logger, trustProxy: [] });
  liveIngestOpsRoutes(liveIngest)(app);
});
afterAll(async () => {
  await app.close();
  await kit.close();
});

const post = (url: string, payload: object = {}) => app.inject({ method: 'POST', url, payload });

it('makes a key, lists it without the secret, replaces and removes it', async () => {
  const made = await post('/ops/live-ingest/ukhozi/key', { record_to: 'ekhaya' });
  expect([made.statusCode, made.headers['cache-control']]).toEqual([200, 'no-store']);
  const { stream_key: key } = made.json();
  expect(key).toMatch(/^[\w-]{43}$/);
  const listed = await app.inject('/ops/live-ingest');
  expect(listed.json()).toMatchObject({
    data: [],
    keys: [{ channel: 'ukhozi', record_to: 'ekhaya' }],
  });
  expect(listed.body).not.toContain(key);
  expect((await post('/ops/live-ingest/ukhozi/key')).json().stream_key).not.toBe(key);
  const remove = { method: 'DELETE', url: '/ops/live-ingest/ukhozi/key' } as const;
  expect((await app.inject(remove)).statusCode).toBe(204);
  expect((await app.inject(remove)).statusCode).toBe(404);
});

it.each([
  ['/ops/live-ingest/nothing/key', {}, 404],
  ['/ops/live-ingest/ukhozi/key', { record_to: 'nothing' }, 404],
  ['/ops/live-ingest/ukhozi/key', { record_to: '../etc' }, 400],
  ['/ops/live-ingest/ukhozi/key', { other: 1 }, 400],
  ['/ops/live-ingest/ukhozi/end', {}, 404],
])('refuses %s %o with %i', async (url, payload, status) => {
  expect((await post(url, payload)).statusCode).toBe(status);
});
