import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { COMMAND } from '@bonisa/content/editing/versions.service';
import { newId } from '@bonisa/kit/ids';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaRepository } from '../media.repository.ts';
import { mediaAssets, mediaIngestJobs } from '../media.tables.ts';
import { readyAsset } from '../ready-asset.test-kit.ts';
import { createLibraryRepository } from './library.repository.ts';
import { createLibrary, type LibraryParts } from './library.service.ts';

const VIDEO = { kind: 'video', key: 'v-1' } as const;
const record = { by: COMMAND, audit: async () => undefined };

let product: TestProduct;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-removal-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  await product.open.db.insert(mediaAssets).values(readyAsset(product.clock.now()));
  await known(ASSET);
  await product.app.catalogue.editing.apply(ROWS);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, maxRetries: 9 });
});

const library = () => product.app.media.library;
const give = (assetId: string, changes: object = {}) =>
  library().attach(VIDEO, { assetId, mayReplace: true, ...changes }, record);

async function known(id: string): Promise<void> {
  const facts = { id, durationMs: 2000, renditions: [{ height: 360, bytes: 9 }], captions: [] };
  await product.app.catalogue.service.assetReady(facts);
}

/** A film that was uploaded. */
async function film(state: 'ready' | 'processing' = 'ready'): Promise<string> {
  const id = newId();
  const { open, clock } = product;
  const changes = { id, state, reference: `upload:${id}` };
  await open.db.insert(mediaAssets).values(readyAsset(clock.now(), changes));
  if (state === 'ready') await known(id);
  return id;
}

async function queue(assetId: string): Promise<void> {
  const rest = { file: 'x', effort: 'quick', captions: [], attempts: 0 } as const;
  await product.open.db.insert(mediaIngestJobs).values({
    ...{ id: newId(), assetId, state: 'queued', progress: 0, createdAt: product.clock.now() },
    ...rest,
  });
}

async function purgeLater(): Promise<void> {
  product.clock.by(49 * 3600);
  await product.app.media.purge();
}

/** Which of these films are there, for the library and for the titles that may play them. */
async function there(...ids: string[]): Promise<{ films: string[]; playable: string[] }> {
  const known = async (table: string) =>
    (await product.rows(`select id from ${table}`)).map(({ id }) => String(id));
  const [films, playable] = [await known('media_assets'), await known('catalogue_assets')];
  const among = (found: string[]) => ids.filter((id) => found.includes(id));
  return { films: among(films), playable: among(playable) };
}

const retired = async (): Promise<string[]> =>
  (await product.rows(`select id from media_retired`)).map(({ id }) => String(id));

/** The library of the product with other parts. */
function libraryWith(parts: Partial<LibraryParts>) {
  const { db, files, clock, catalogue } = product.app;
  return createLibrary({
    repository: createLibraryRepository(db),
    repositoryOn: createLibraryRepository,
    media: createMediaRepository(db),
    store: { read: async () => undefined, remove: async () => undefined },
    ...{ files, titles: catalogue.titleMedia, catalogue: catalogue.service, clock, newId },
    ...parts,
  });
}

describe('a film that is being packaged', () => {
  it('stays as it is where it was replaced, and holds up no other one', async () => {
    const [packaged, other] = [await film(), await film()];
    await queue(packaged);
    await library().retire([packaged]);
    await library().retire([other]);
    await purgeLater();
    expect(await there(packaged, other)).toEqual({ films: [packaged], playable: [packaged] });
    const { assetId } = mediaIngestJobs;
    await product.open.db
      .update(mediaIngestJobs)
      .set({ state: 'done' })
      .where(eq(assetId, packaged));
    await product.app.media.purge();
    expect(await there(packaged)).toEqual({ films: [], playable: [] });
  });

  it('can still be played after a refused removal', async () => {
    const packaged = await film();
    await queue(packaged);
    await expect(library().remove(packaged)).rejects.toMatchObject({ code: 'conflict' });
    expect(await there(packaged)).toEqual({ films: [packaged], playable: [packaged] });
  });
});

describe('a film that waits to take over', () => {
  it('goes after two days where another film was given instead', async () => {
    await give(ASSET);
    const [dropped, next] = [await film('processing'), await film()];
    expect(await give(dropped)).toMatchObject({ asset: { id: ASSET }, next: { id: dropped } });
    expect(await give(next)).toMatchObject({ asset: { id: next }, next: undefined });
    await purgeLater();
    expect((await there(dropped, next)).films).toEqual([next]);
  });

  it('goes after two days where the title keeps its film, or gives both up', async () => {
    const [kept, first, second] = [
      await film(),
      await film('processing'),
      await film('processing'),
    ];
    await give(kept);
    await give(first);
    await give(kept);
    await give(second);
    await library().detach(VIDEO, { onlyNext: false, mayHide: true }, record);
    expect(await retired()).toEqual(expect.arrayContaining([kept, first, second]));
    await purgeLater();
    expect((await there(kept, first, second)).films).toEqual([]);
  });
});

describe('a replaced film', () => {
  it('goes although a title was refused it, and stays where one has it again', async () => {
    const [old, current] = [await film(), await film()];
    await give(old);
    await give(current);
    const seen = { assetId: old, nextAssetId: null };
    await expect(give(old, { seen })).rejects.toMatchObject({ code: 'conflict' });
    await expect(give(old, { mayReplace: false })).rejects.toMatchObject({ code: 'scope_missing' });
    expect(await retired()).toContain(old);
    await give(old);
    expect(await retired()).not.toContain(old);
    // As where another title gave it up.
    await library().retire([old]);
    await give(old);
    expect(await retired()).not.toContain(old);
  });
});

describe('a film that is removed while a title is given it', () => {
  it('stays where the title had it first', async () => {
    const { catalogue } = product.app;
    const given = await film();
    const late = libraryWith({
      catalogue: {
        assetGone: async (...gone) => {
          await give(given);
          await catalogue.service.assetGone(...gone);
        },
      },
    });
    await expect(late.remove(given)).rejects.toThrow("It is played by the video 'Umuzi'.");
    expect(await there(given)).toEqual({ films: [given], playable: [given] });
  });

  it('is refused to the title where it went first', async () => {
    const { titleMedia } = product.app.catalogue;
    const before = (await titleMedia.find(VIDEO)).assetId;
    const gone = await film();
    const late = libraryWith({
      titles: {
        ...titleMedia,
        attach: async (...given) => {
          await library().remove(gone);
          return await titleMedia.attach(...given);
        },
      },
    });
    const given = { assetId: gone, mayReplace: true };
    await expect(late.attach(VIDEO, given, record)).rejects.toMatchObject({ code: 'not_found' });
    expect((await titleMedia.find(VIDEO)).assetId).toBe(before);
  });
});
