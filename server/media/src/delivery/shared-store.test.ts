// What one process packages, another one serves: they share the database and the file store.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import {
  S3_CREDENTIALS,
  startS3Server,
  type TestS3Server,
} from '@bonisa/kit/files/s3-server.test-kit';
import { createTestProduct } from '@bonisa/server/app.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mediaAssets } from '../media.tables.ts';
import { readyAsset } from '../ready-asset.test-kit.ts';
import { createMediaStore } from '../store.ts';

let folder: string;
let s3: TestS3Server;
let packaging: ProductWithCatalogue;

beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-shared-'));
  s3 = await startS3Server();
  packaging = await createProductWithCatalogue(variables('first'));
});
afterAll(async () => {
  await packaging.close();
  await s3.close();
  await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});

function variables(process: string): Record<string, string> {
  return {
    DATA_DIR: join(folder, process),
    FILE_STORE: `s3://${s3.bucket}/tv?endpoint=${s3.endpoint}`,
  };
}

it('plays from an S3 store in a process that has packaged nothing', async () => {
  const { app, open, clock, carrier } = packaging;
  const store = createMediaStore({ files: app.files, staging: join(folder, 'staging') });
  const staged = await store.stage(ASSET);
  await mkdir(join(staged, '360p'));
  await writeFile(join(staged, '360p', 'init.mp4'), 'init');
  await writeFile(join(staged, '360p', '0.m4s'), 'a segment');
  await store.publish(ASSET);
  await open.db.insert(mediaAssets).values(readyAsset(clock.now()));
  const serving = await createTestProduct({ LIMITS: 'off', ...variables('second') }, open, {
    clock,
    carrier,
  });
  const viewer = await packaging.signedIn();
  const { body } = await viewer.send('POST', '/api/play', { video: 'isibane' });
  const { playlist, media } = body as unknown as {
    playlist: string;
    media: { parts: { base: string }[]; start: { bytes: string } };
  };
  expect(Buffer.from(media.start.bytes, 'base64').toString()).toBe('a segment');
  const base = media.parts[0]?.base ?? '';
  const part = await serving.site.inject({
    url: `${base}360p/0.m4s`,
    headers: { range: 'bytes=2-4' },
  });
  expect([part.statusCode, part.body]).toEqual([206, 'seg']);
  expect((await serving.site.inject({ url: `${base}360p/1.m4s` })).statusCode).toBe(404);
  expect((await serving.site.inject({ url: playlist })).statusCode).toBe(200);
  await serving.close();
});
