// The video that the recording of a live channel becomes.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createTestCatalogue,
  OTHER_ASSET,
  publishEntries,
  type TestCatalogue,
} from './catalogue.test-kit.ts';
import { createBatchRepository } from './editing/batch.repository.ts';
import { createVersionsRepository } from './editing/versions.repository.ts';
import { createLiveRecordings, type LiveRecording } from './live-recording.ts';
import { EPISODE_ASSET, fillEverything } from './reading/everything.test-kit.ts';

const KEY = 'ukhozi-20261123t160500';

let open: OpenDatabase;
let kit: TestCatalogue;
let liveChannelId: number;
beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestCatalogue(open);
  await fillEverything(kit);
  liveChannelId = (await kit.content.liveChannels())[0]?.id ?? 0;
});
afterEach(() => change({ delete: true }));
afterAll(() => open.close());

/** Adds the recording of a Monday afternoon, on which a programme rated PG was on air. */
const add = (changes: Partial<LiveRecording> = {}): Promise<void> => {
  const { editing } = kit;
  const recordings = createLiveRecordings({ repository: createBatchRepository(open.db), editing });
  return recordings.add({
    ...{ liveChannelId, channel: 'ekhaya', assetId: EPISODE_ASSET, published: true },
    startedAt: new Date('2026-11-23T16:05:00Z'),
    ...changes,
  });
};
const page = (slug = KEY) => kit.pageData.video(slug);
const change = (fields: object) =>
  publishEntries(kit.editing, [{ kind: 'video', key: KEY, ...fields }]);

it('makes a video of the channel, named after the live channel and the time', async () => {
  await add();
  expect(await page()).toMatchObject({
    title: 'Eagle, 23 November, 18:05',
    channel: { slug: 'ekhaya' },
    rating: { age: 'PG' },
  });
  const versions = createVersionsRepository(open.db);
  expect(await versions.page('title', KEY, { limit: 9 })).toMatchObject([
    { number: 1, action: 'created', actorKind: 'command', actor: 'live recording' },
  ]);
});

it('makes a draft of a recording that began outside of every programme', async () => {
  const startedAt = new Date('2026-11-23T20:30:00Z');
  await add({ startedAt });
  expect(await page('ukhozi-20261123t203000')).toBeUndefined();
  await publishEntries(kit.editing, [
    { kind: 'video', key: 'ukhozi-20261123t203000', published: true },
  ]);
  expect((await page('ukhozi-20261123t203000'))?.rating.age).toBe('PG');
});

it('leaves a video that was made already as an editor has changed it', async () => {
  await add();
  await change({ slug: 'the-match', title: 'The match', published: false });
  await add();
  await change({ published: true });
  expect(await page('the-match')).toMatchObject({ title: 'The match' });
});

it('refuses another recording under the name of a video, and leaves that as it is', async () => {
  await add();
  await expect(add({ assetId: OTHER_ASSET })).rejects.toMatchObject({ code: 'conflict' });
  expect((await kit.catalogue.findPlayable(KEY))?.assetId).toBe(EPISODE_ASSET);
});

it('puts the video into the channel with that address, also where another has it as its key', async () => {
  const ekhaya = { tagline: 'Home.', description: 'Home.', genre: 'drama', published: true };
  await publishEntries(kit.editing, [
    { kind: 'channel', key: 'home', slug: 'ekhaya-2', title: 'Second', ...ekhaya },
    { kind: 'channel', key: 'ekhaya-2', slug: 'third', title: 'Third', ...ekhaya },
  ]);
  await add({ channel: 'ekhaya-2' });
  expect((await page())?.channel.title).toBe('Second');
});

it.each([
  ['the live channel', { liveChannelId: 99_999 }],
  ['the channel', { channel: 'nothing' }],
])('refuses a recording where %s was deleted', async (_, changes) => {
  await expect(add(changes)).rejects.toMatchObject({ code: 'not_found' });
});
