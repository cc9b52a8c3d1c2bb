import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rendition } from './asset.ts';
import { createCompositionService } from './composition.service.ts';
import { createMediaRepository } from './media.repository.ts';
import { createMediaStore } from './store.ts';

const now = new Date('2026-11-20T14:00:00Z');
const INIT_BYTES = 700;

let open: OpenDatabase;
let folder: string;
beforeAll(async () => {
  open = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'composition-'));
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

function rendition(height: number, segmentBytes: readonly number[]): Rendition {
  const segments = segmentBytes.map((bytes, at) => ({ start: at * 2, duration: 2, bytes }));
  const media = segmentBytes.reduce((sum, bytes) => sum + bytes, 0);
  return {
    height,
    pixelWidth: height * 2,
    pixelHeight: height,
    frameRate: 12.5,
    codecs: 'avc1.64001e,mp4a.40.2',
    bandwidth: Math.max(...segmentBytes) * 4,
    averageBandwidth: (media * 4) / segmentBytes.length,
    bytes: media + INIT_BYTES,
    segments,
  };
}

async function kit() {
  const repository = createMediaRepository(open.db);
  const store = createMediaStore({
    files: createFolderStore(join(folder, 'files')),
    staging: join(folder, 'staging'),
  });
  await store.open();
  const compositions = createCompositionService({ repository, store, clock: { now: () => now } });
  const part = async (renditions: readonly Rendition[], isReady = true): Promise<string> => {
    const id = newId();
    const job = { id: newId(), file: '/clip.mp4', effort: 'quick' as const, captions: [] };
    await repository.create({ id, title: 'A part', reference: null }, job, now);
    const claimed = isReady ? await repository.claim(now, now, newId()) : undefined;
    if (claimed)
      await repository.succeed(
        claimed,
        { durationMs: (renditions[0]?.segments.length ?? 0) * 2000, renditions },
        [],
        now,
      );
    return id;
  };
  /** Gives a part AV1 renditions, as its job does. */
  const giveAv1 = async (id: string, renditions: readonly Rendition[]): Promise<string> => {
    const filesId = newId();
    await repository.setAv1(id, { filesId, renditions });
    return filesId;
  };
  return { compositions, repository, store, part, giveAv1 };
}

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nMolo\n';
const reference = () => `test:${newId()}`;

describe('a composition', () => {
  it('has the length of its parts and their bytes, each with its init segment', async () => {
    const { compositions, repository, part } = await kit();
    const first = await part([rendition(144, [1000, 3000]), rendition(360, [4000, 4000])]);
    const second = await part([rendition(144, [2000]), rendition(360, [9000])]);
    const { assetId } = await compositions.compose({
      title: 'A title',
      reference: reference(),
      parts: [first, second],
    });
    const title = await compositions.find(assetId);
    expect(title).toMatchObject({ state: 'ready', durationMs: 6000 });
    expect(title?.renditions).toMatchObject([
      { height: 144, bytes: 6000 + 2 * INIT_BYTES, bandwidth: 12_000, averageBandwidth: 8000 },
      { height: 360, bytes: 17_000 + 2 * INIT_BYTES, bandwidth: 36_000, segments: [] },
    ]);
    const folders = await Promise.all([first, second].map((id) => repository.asset(id)));
    expect(title?.parts.map(({ id }) => id)).toEqual(folders.map((part) => part?.filesId));
    expect(title?.parts[1]?.renditions[0]?.segments).toHaveLength(1);
  });

  it('keeps captions of the whole title, and is made once for a reference', async () => {
    const { compositions, part, store } = await kit();
    const input = {
      title: 'A title',
      reference: reference(),
      parts: [await part([rendition(144, [1000])])],
      captions: [{ language: 'xh-ZA', label: 'isiXhosa', vtt }],
    };
    const { assetId } = await compositions.compose(input);
    expect((await compositions.find(assetId))?.captions).toEqual([
      { language: 'xh-ZA', label: 'isiXhosa' },
    ]);
    expect((await store.read(assetId, 'captions/xh-za.vtt'))?.toString()).toContain('Molo');
    expect(await compositions.compose(input)).toEqual({ assetId });
    expect([...(await compositions.assetsReferenced(input.reference))]).toEqual([
      [assetId, input.reference],
    ]);
  });

  it('has AV1 renditions as soon as all its parts have them', async () => {
    const { compositions, part, giveAv1 } = await kit();
    const parts = [await part([rendition(144, [1000])]), await part([rendition(144, [3000])])];
    const [first = '', second = ''] = parts;
    const input = { title: 'A title', parts };
    const { assetId } = await compositions.compose({ ...input, reference: reference() });
    const files = [await giveAv1(first, [rendition(144, [600])])];
    expect(await compositions.completeAv1(first)).toEqual([first]);
    expect((await compositions.find(assetId))?.av1).toBeNull();
    files.push(await giveAv1(second, [rendition(144, [1400])]));
    expect(await compositions.completeAv1(second)).toEqual([second, assetId]);
    const title = await compositions.find(assetId);
    expect(title?.av1?.renditions).toMatchObject([{ height: 144, bytes: 2000 + 2 * INIT_BYTES }]);
    expect(title?.parts.map(({ av1 }) => av1?.filesId)).toEqual(files);
    const later = await compositions.compose({ ...input, reference: reference() });
    expect((await compositions.find(later.assetId))?.av1).toEqual(title?.av1);
    expect(await compositions.completeAv1()).toEqual([]);
  });

  it('is refused by name when its parts do not fit together', async () => {
    const { compositions, part } = await kit();
    const one = await part([rendition(144, [1000]), rendition(360, [4000])]);
    const small = await part([rendition(144, [1000])]);
    const waiting = await part([rendition(144, [1000])], false);
    const { assetId } = await compositions.compose({
      title: 'A title',
      reference: reference(),
      parts: [one],
    });
    const refusal = (...parts: string[]) =>
      compositions
        .compose({ title: 'Refused', reference: reference(), parts })
        .then(() => undefined)
        .catch((error: unknown) => error);
    expect(await refusal()).toMatchObject({ code: 'no_parts' });
    expect(await refusal(one, newId())).toMatchObject({ code: 'part_unknown' });
    expect(await refusal(one, waiting)).toMatchObject({ code: 'part_not_ready' });
    expect(await refusal(one, assetId)).toMatchObject({ code: 'part_is_composition' });
    expect(await refusal(one, one)).toMatchObject({ code: 'part_repeated' });
    expect(await refusal(one, small)).toMatchObject({
      code: 'renditions_differ',
      message: expect.stringContaining(small),
    });
    const segments = [{ kind: 'credits' as const, start: 0, end: 1 }];
    await expect(
      compositions.compose({ title: 'Refused', reference: reference(), parts: [one], segments }),
    ).rejects.toMatchObject({ code: 'segments_invalid' });
  });

  it('finds a packaged asset as its own only part, and no unknown asset', async () => {
    const { compositions, part } = await kit();
    const id = await part([rendition(144, [1000])]);
    expect((await compositions.find(id))?.parts.map((one) => one.id)).toEqual([id]);
    expect(await compositions.find(newId())).toBeUndefined();
  });
});
