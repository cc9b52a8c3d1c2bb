// R1, R2, C1, C5: what the catalogue shows; an entry that is not visible appears nowhere.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCatalogueService } from './catalogue.service.ts';
import { catalogueVersion, titles } from './catalogue.tables.ts';
import {
  ASSET,
  createTestCatalogue,
  fill,
  mediaReady,
  OTHER_ASSET,
  publishEntries,
  type TestCatalogue,
} from './catalogue.test-kit.ts';
import { createCatalogueChanges } from './catalogue-changes.repository.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';

const DAY = 24 * 60 * 60 * 1000;

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
});
afterAll(() => open.close());

const change = (fields: object) =>
  publishEntries(kit.editing, [{ kind: 'video', key: 'isibane', ...fields }]);

/** The catalogue of another process, and how often it noticed a change. */
async function secondProcess(reading: ReadingRepository = kit.reading) {
  const calls = { changed: 0 };
  const second = createCatalogueService({
    reading,
    changes: createCatalogueChanges(open.db),
    clock: kit.clock,
  });
  await second.start();
  second.onChange(() => {
    calls.changed += 1;
  });
  return { second, calls };
}

async function everywhere(slug: string): Promise<boolean[]> {
  const { pageData, catalogue } = kit;
  const home = await pageData.home();
  const channel = await pageData.channel('ekhaya');
  return [
    home.shelves.some(({ items }) => items.some((item) => item.slug === slug)),
    channel?.titles.some((title) => title.slug === slug) ?? false,
    (await pageData.video(slug)) !== undefined,
    (await pageData.similar('throw')).some((title) => title.slug === slug),
    (await catalogue.findPlayable(slug)) !== undefined,
  ];
}

const SHOWN = [true, true, true, true, true];
const HIDDEN = [false, false, false, false, false];

describe('visible titles', () => {
  it('are none while the media is not ready, and all in their order once it is', async () => {
    await fill(kit.editing);
    expect(await kit.pageData.home()).toEqual({
      slides: [],
      shelves: [],
      channels: [],
      categories: [],
      live: [],
    });
    expect(await everywhere('isibane')).toEqual(HIDDEN);

    await mediaReady(kit.catalogue);
    expect(await everywhere('isibane')).toEqual(SHOWN);
    const home = await kit.pageData.home();
    expect(home.shelves.map(({ slug, items }) => [slug, items.map((item) => item.slug)])).toEqual([
      ['first', ['throw', 'isibane', 'umuzi']],
    ]);
    expect(home.slides.map(({ slug, eyebrow }) => [slug, eyebrow])).toEqual([
      ['isibane', 'New · isiZulu'],
    ]);
    expect(home.channels.map(({ slug, titleCount }) => [slug, titleCount])).toEqual([
      ['ekhaya', 2],
      ['veld', 1],
    ]);
    expect(
      home.categories.map(({ slug, channel, titleCount }) => [channel.slug, slug, titleCount]),
    ).toEqual([['ekhaya', 'family', 1]]);
  });

  it('have the real duration and the size at 360p', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    const page = await kit.pageData.video('isibane');
    expect(page).toMatchObject({
      durationSeconds: 30,
      megabytes: 1.74,
      renditions: [
        { height: 240, megabytes: 0.9 },
        { height: 360, megabytes: 1.74 },
        { height: 720, megabytes: 6 },
      ],
      rating: { age: '13', advice: ['V', 'L'] },
      language: { code: 'zu', name: 'isiZulu' },
      captions: [{ code: 'en', name: 'English' }],
      channel: { slug: 'ekhaya', title: 'Ekhaya' },
      category: { slug: 'family', title: 'Family' },
    });
    expect(page?.similar.map(({ slug }) => slug)).toEqual(['umuzi', 'throw']);
  });

  it('do not include an unpublished video, which returns when it is published again', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    await change({ published: false });
    expect(await everywhere('isibane')).toEqual(HIDDEN);
    expect((await kit.pageData.home()).slides).toEqual([]);
    await change({ published: true });
    expect(await everywhere('isibane')).toEqual(SHOWN);
  });

  it('do not include any title of an unpublished channel', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    await publishEntries(kit.editing, [{ kind: 'channel', key: 'ekhaya', published: false }]);
    expect(await kit.pageData.channel('ekhaya')).toBeUndefined();
    expect(await everywhere('isibane')).toEqual(HIDDEN);
    expect((await kit.pageData.channels()).channels.map(({ slug }) => slug)).toEqual(['veld']);
  });

  it('appear and disappear at the edges of their window, which also increase the version', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    const now = kit.clock.now().getTime();
    await change({
      availableFrom: new Date(now + DAY).toISOString(),
      availableUntil: new Date(now + 2 * DAY).toISOString(),
    });
    const before = kit.catalogue.currentVersion();
    expect(await everywhere('isibane')).toEqual(HIDDEN);

    kit.clock.moveTo(new Date(now + DAY));
    const open = kit.catalogue.currentVersion();
    expect(open).toBeGreaterThan(before);
    expect(await everywhere('isibane')).toEqual(SHOWN);

    kit.clock.moveTo(new Date(now + 2 * DAY));
    expect(kit.catalogue.currentVersion()).toBeGreaterThan(open);
    expect(await everywhere('isibane')).toEqual(HIDDEN);
  });

  it('disappear when their media is removed', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    await kit.catalogue.assetGone(ASSET);
    expect(await everywhere('isibane')).toEqual(HIDDEN);
    const version = kit.catalogue.currentVersion();
    await kit.catalogue.assetGone(ASSET);
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('include at the start those whose media became ready without a notification', async () => {
    await fill(kit.editing);
    const asked: (readonly string[])[] = [];
    await kit.catalogue.catchUp(async (ids) => {
      asked.push(ids);
      return [
        {
          assetId: ASSET,
          state: 'ready',
          durationMs: 20_000,
          renditions: [{ height: 480, bytes: 2_000_000 }],
          captions: [],
        },
        { assetId: OTHER_ASSET, state: 'pending', durationMs: 0, renditions: [], captions: [] },
      ];
    });
    expect(asked).toEqual([[ASSET]]);
    expect(await everywhere('isibane')).toEqual(SHOWN);
    expect((await kit.pageData.video('isibane'))?.megabytes).toBe(2);
  });
});

describe('changes of the catalogue', () => {
  it('increase the version once each and notify the listeners', async () => {
    let told = 0;
    const stop = kit.catalogue.onChange(() => {
      told += 1;
    });
    expect(kit.catalogue.currentVersion()).toBe(0);
    await fill(kit.editing);
    expect([kit.catalogue.currentVersion(), await kit.reading.mark(), told]).toEqual([
      1,
      expect.stringMatching(/^1 /),
      1,
    ]);
    stop();
    await mediaReady(kit.catalogue);
    expect([kit.catalogue.currentVersion(), told]).toEqual([2, 1]);
  });

  it('are written completely or not at all, and a failed one does not increase the version', async () => {
    await fill(kit.editing);
    const lost = kit.catalogue.changeEntries(async (transaction) => {
      await transaction.update(titles).set({ title: 'Lost' });
      throw new Error('not so');
    });
    await expect(lost).rejects.toThrow('not so');
    expect(kit.catalogue.currentVersion()).toBe(1);
    expect(await kit.reading.mark()).toMatch(/^1 /);
    await mediaReady(kit.catalogue);
    expect((await kit.pageData.video('isibane'))?.title).toBe('Isibane');
  });

  it('by another process are detected by a check', async () => {
    await fill(kit.editing);
    const { second, calls } = await secondProcess();
    await mediaReady(kit.catalogue);
    expect(second.currentVersion()).toBe(0);
    await second.refresh();
    await second.refresh();
    expect([second.currentVersion(), calls]).toEqual([1, { changed: 1 }]);
  });

  it('are detected after a failover to a replica that lacks the last ones, and each once', async () => {
    await fill(kit.editing);
    const [before] = await open.db.select().from(catalogueVersion);
    await mediaReady(kit.catalogue);
    const { second, calls } = await secondProcess();
    await open.db.update(catalogueVersion).set(before ?? {});
    for (let looks = 0; looks < 3; looks += 1) await second.refresh();
    expect([second.currentVersion(), calls]).toEqual([1, { changed: 1 }]);
    // The next change gets the number of the lost one.
    await mediaReady(kit.catalogue);
    for (let looks = 0; looks < 3; looks += 1) await second.refresh();
    expect([second.currentVersion(), calls]).toEqual([2, { changed: 2 }]);
  });

  it('are detected when a promoted replica has as many as were lost', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    const { second, calls } = await secondProcess();
    await open.db
      .update(catalogueVersion)
      .set({ movedAt: new Date(kit.clock.now().getTime() + 1) });
    for (let looks = 0; looks < 3; looks += 1) await second.refresh();
    expect(calls).toEqual({ changed: 1 });
  });

  it('of this process are not undone by a look that began before them', async () => {
    await fill(kit.editing);
    const before = await kit.reading.mark();
    const late = Promise.withResolvers<string>();
    const mark = vi.fn(kit.reading.mark);
    const { second, calls } = await secondProcess({ ...kit.reading, mark });
    mark.mockReturnValueOnce(late.promise);
    const look = second.refresh();
    await second.setBroadcast(1, undefined);
    late.resolve(before);
    await look;
    await second.refresh();
    expect([second.currentVersion(), calls]).toEqual([1, { changed: 1 }]);
  });

  it('give a changed title a new picture at a new address', async () => {
    await fill(kit.editing);
    await mediaReady(kit.catalogue);
    const before = (await kit.pageData.video('isibane'))?.poster.base;
    await change({ title: 'Isibani' });
    const after = (await kit.pageData.video('isibane'))?.poster.base;
    expect(after).toMatch(/^\/pictures\/poster\/isibane-[0-9a-f]{8}$/);
    expect(after).not.toBe(before);
  });
});
