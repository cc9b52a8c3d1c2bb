import { rowsOfDocument } from '@bonisa/backoffice/import/import-row';
import {
  ASSET,
  createTestCatalogue,
  mediaReady,
  OTHER_ASSET,
  publishEntries,
  type TestCatalogue,
} from '@bonisa/content/catalogue.test-kit';
import { readDemoContent } from '@bonisa/demo-content/demo-content';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveSlate, withSlate } from './demo-slate.ts';
import { SLATE } from './shot-reels.ts';

let kit: TestCatalogue;
beforeEach(async () => {
  kit = await createTestCatalogue();
  const rows = rowsOfDocument(withSlate(readDemoContent().catalogue));
  expect((await kit.editing.apply(rows.map(({ row }) => row))).problems).toEqual([]);
});
afterEach(() => kit.close());

const slates = async () => {
  const channels = await kit.reading.programmedChannels(kit.clock.now());
  return new Set(channels.map(({ slateAssetId }) => slateAssetId));
};
const give = async () => {
  await giveSlate(kit, [{ name: SLATE, assetId: ASSET }]);
  await mediaReady(kit.catalogue);
};

it('gives the holes of all live channels of the demo a film that is in no list', async () => {
  expect(await slates()).toEqual(new Set([null]));
  await give();
  expect(await slates()).toEqual(new Set([ASSET]));
  expect(await kit.pageData.video(SLATE)).toBeUndefined();
});

it('leaves a slate to an editor who has given it another film, or has deleted it', async () => {
  await publishEntries(kit.editing, [{ kind: 'video', key: SLATE, assetId: OTHER_ASSET }]);
  await mediaReady(kit.catalogue, OTHER_ASSET);
  await give();
  expect(await slates()).toEqual(new Set([OTHER_ASSET]));
  await publishEntries(kit.editing, [{ kind: 'video', key: SLATE, delete: true }]);
  await give();
  expect(await slates()).toEqual(new Set([null]));
});
