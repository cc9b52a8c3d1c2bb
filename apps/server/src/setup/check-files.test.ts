// After a restore the file store and the database differ: what is missing and what is unused.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET, createTestCatalogue, fill, mediaReady } from '@bonisa/content/catalogue.test-kit';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createFileStore } from '@bonisa/kit/files/files';
import {
  S3_CREDENTIALS,
  startS3Server,
  type TestS3Server,
} from '@bonisa/kit/files/s3-server.test-kit';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  mediaAssets,
  mediaIngestJobs,
  mediaRetired,
} from '../../../../server/media/src/media.tables.ts';
import {
  mediaUploadPieces,
  mediaUploads,
} from '../../../../server/media/src/uploads/uploads.tables.ts';
import { createCheckedFilesRepository } from './check-files.repository.ts';
import { createFilesCheck, SAFE_AGE_MS } from './check-files.ts';

const NOW = new Date('2026-11-24T08:00:00.000Z');
const id = (last: number) => `01970000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const RETIRED = id(1);
const UNDER_WAY = id(2);
const CLAIM = id(3);
const EARLIER = id(4);
const UNUSED = id(5);
const UPLOAD = id(6);
const LOST_UPLOAD = id(7);
const AV1 = id(8);
const DELETED = id(10);

let server: TestS3Server;
let open: OpenDatabase;
let root: string;
beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  root = await mkdtemp(join(tmpdir(), 'check-files-'));
  [server, open] = await Promise.all([startS3Server(), createTestDatabase()]);
  const { catalogue, editing } = await createTestCatalogue(open);
  await fill(editing);
  const segments = [0, 2].map((start) => ({ start, duration: 2, bytes: 5 }));
  const tracks = [
    { language: 'zu' },
    { language: 'en', renditions: [{ ...testRendition(), segments }] },
  ];
  await open.db.insert(mediaAssets).values([
    readyAsset(NOW, {
      renditions: [{ ...testRendition(), segments }],
      captions: [{ language: 'zu', label: 'isiZulu' }],
      posters: [{ file: '1.webp', seconds: 1, sharpness: 9 }],
      audio: { tracks, leftOut: [] },
      av1: { filesId: AV1, renditions: [{ ...testRendition(), segments }], tracks },
    }),
    { ...readyAsset(NOW, { id: UNDER_WAY, renditions: [] }), state: 'processing' as const },
  ]);
  await mediaReady(catalogue);
  await open.db.insert(mediaRetired).values({ id: RETIRED, kind: 'captions', retiredAt: NOW });
  await open.db.insert(mediaIngestJobs).values({
    id: id(20),
    assetId: UNDER_WAY,
    file: 'a.mp4',
    effort: 'quick',
    captions: [],
    state: 'running',
    progress: 0,
    attempts: 2,
    claim: CLAIM,
    earlierClaims: [EARLIER],
    createdAt: NOW,
  });
  const upload = {
    id: UPLOAD,
    title: 'A film',
    effort: 'quick' as const,
    size: 10,
    received: 10,
    createdAt: NOW,
  };
  await open.db.insert(mediaUploads).values(upload);
  await open.db.insert(mediaUploadPieces).values([
    { uploadId: UPLOAD, start: 0, file: 'one' },
    { uploadId: UPLOAD, start: 5, file: 'two' },
  ]);
  await open.db.execute(
    `insert into artworks (id, width, height, colours, accent, created_at) values
       ('given', 10, 10, '["#000000","#000000","#000000"]', '#000000', now()),
       ('lost', 10, 10, '["#000000","#000000","#000000"]', '#000000', now())`,
  );
  await open.db.execute(
    `update titles set artwork = '{"all": {"id": "lost"}}',
       captions = '[{"language":"xh","label":"isiXhosa","isDefault":false,"filesId":"${id(9)}"}]'
     where slug = 'isibane'`,
  );
  // Captions of a deleted title come back with it, unless it was written again since.
  const deletion = (of: string) =>
    JSON.stringify({ of: null, places: [], captions: [{ language: 'xh', filesId: of }] });
  await open.db.execute(
    `insert into catalogue_versions (kind, key, number, at, actor_kind, actor_id, actor, action, fields, deletion) values
       ('title', 'gone', 2, now(), 'command', '', 'c', 'deleted', '{}', '${deletion(DELETED)}'),
       ('title', 'back', 2, now(), 'command', '', 'c', 'deleted', '{}', '${deletion(UNUSED)}'),
       ('title', 'back', 3, now(), 'command', '', 'c', 'created', '{}', null)`,
  );
});
afterAll(async () => {
  await open.close();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

let runs = 0;
const stores: readonly (readonly [string, () => FileStore])[] = [
  [
    'a folder',
    () => {
      const folder = join(root, `files-${++runs}`);
      return createFileStore({ dataDir: root, fileStore: { kind: 'folder', folder } });
    },
  ],
  [
    'an S3 server',
    () => {
      const { bucket, endpoint } = server;
      const place = { kind: 's3', bucket, prefix: `p${++runs}`, endpoint } as const;
      return createFileStore({ dataDir: root, fileStore: { ...place, region: undefined } });
    },
  ],
];

/** Everything that the database refers to. */
const COMPLETE = [
  ...[ASSET, AV1].flatMap((asset) =>
    ['360p', '360p-en'].flatMap((folder) =>
      ['init.mp4', '0.m4s', '1.m4s'].map((file) => `media/${asset}/${folder}/${file}`),
    ),
  ),
  `media/${ASSET}/captions/zu.vtt`,
  `media/${ASSET}/posters/1.webp`,
  `media/${id(9)}/captions/xh.vtt`,
  `media/${RETIRED}/captions/en.vtt`,
  `media/${DELETED}/captions/xh.vtt`,
  `media/${CLAIM}/360p/init.mp4`,
  `media/${EARLIER}/360p/init.mp4`,
  `uploads/${UPLOAD}/one`,
  `uploads/${UPLOAD}/two`,
  'artwork/given.jpg',
  'artwork/lost.jpg',
];

describe.each(stores)('files in %s', (_name, make) => {
  let files: FileStore;
  beforeEach(async () => {
    files = make();
    for (const key of COMPLETE) await files.put(key, Buffer.from('bytes'));
  });

  /** The check on some later day, so that every file is old enough. */
  const check = async ({
    later = 2 * SAFE_AGE_MS,
    removeOrphans = false,
    removeMost = false,
  } = {}) => {
    const lines: string[] = [];
    const report = await createFilesCheck({
      repository: createCheckedFilesRepository(open.db),
      files,
      now: () => new Date(Date.now() + later),
      say: (line) => void lines.push(line),
      onProgress: () => undefined,
    })({ removeOrphans, removeMost });
    return { ...report, lines };
  };

  it('are all there', async () => {
    expect(await check()).toEqual({
      missing: 0,
      orphans: 0,
      orphanBytes: 0,
      removed: 0,
      refused: false,
      lines: [],
    });
  });

  it('are named by title where they are missing or empty, with what to do', async () => {
    await files.remove(`media/${ASSET}/360p/1.m4s`);
    await files.put(`media/${ASSET}/captions/zu.vtt`, Buffer.alloc(0));
    await files.removeFolder(`media/${AV1}`);
    await files.removeFolder(`media/${id(9)}`);
    await files.remove('artwork/lost.jpg');
    await files.remove(`uploads/${UPLOAD}/two`);
    const { missing, lines } = await check();
    expect(missing).toBe(4);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^missing: media of "A clip" \\(${ASSET}, played by isibane, .*\\): 2 of 8 files, first 360p/1.m4s. Give it a new file`,
        ),
      ),
      expect.stringMatching(
        /^missing: AV1 media of "A clip" .* 6 of 6 files, first 360p\/init.mp4/,
      ),
      `missing: captions of video isibane in xh. Give them again in the studio`,
      `missing: the picture lost (shown by isibane). Give it again in the studio`,
      `missing: the upload "A film" (${UPLOAD}): 1 of 2 pieces. Upload it again`,
    ]);
  });

  it('of another language are as much missed as those of the first', async () => {
    await files.remove(`media/${ASSET}/360p-en/1.m4s`);
    const { lines } = await check();
    expect(lines[0]).toContain('1 of 8 files, first 360p-en/1.m4s');
  });

  it('that are shorter than they were are missing', async () => {
    await files.put(`media/${ASSET}/360p/1.m4s`, Buffer.from('byt'));
    await files.put(`uploads/${UPLOAD}/two`, Buffer.from('byt'));
    const { missing, lines } = await check();
    expect(missing).toBe(2);
    expect(lines[0]).toContain('1 of 8 files, first 360p/1.m4s');
    expect(lines[1]).toBe(
      `missing: the upload "A film" (${UPLOAD}): 1 of 2 pieces. Upload it again`,
    );
  });

  it('that nothing refers to are counted, and removed only when they are old', async () => {
    const unused = [
      `media/${UNUSED}/360p/0.m4s`,
      `media/${UNUSED}/360p/1.m4s`,
      `uploads/${LOST_UPLOAD}/one`,
      'artwork/unknown.jpg',
    ];
    for (const key of unused) await files.put(key, Buffer.from('bytes'));
    expect(await check({ later: SAFE_AGE_MS / 2, removeOrphans: true })).toMatchObject({
      orphans: 0,
      removed: 0,
    });
    const { lines, ...found } = await check();
    expect(found).toMatchObject({ missing: 0, orphans: 3, orphanBytes: 20, removed: 0 });
    expect(lines[0]).toBe(
      'unused: 1 folders of media and captions that nothing refers to (2 files, 0 MB), older than a day',
    );
    expect(await check({ removeOrphans: true })).toMatchObject({ removed: 3, refused: false });
    for (const key of unused) expect(await files.stat(key)).toBeUndefined();
    for (const key of COMPLETE) expect(await files.stat(key), key).toBeDefined();
  });

  it('stay where more would go than stay, as with the wrong database', async () => {
    for (const last of [30, 31, 32, 33, 34, 35, 36, 37])
      await files.put(`media/${id(last)}/360p/0.m4s`, Buffer.from('bytes'));
    expect(await check({ removeOrphans: true })).toMatchObject({ removed: 0, refused: true });
    expect(await check({ removeOrphans: true, removeMost: true })).toMatchObject({ removed: 8 });
  });
});
