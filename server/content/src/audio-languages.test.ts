// F10: pages name the audio languages of the film itself, and what each of them costs.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssetTrack } from './asset-sizes.ts';
import { ASSET, createTestCatalogue, fill, type TestCatalogue } from './catalogue.test-kit.ts';

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
  await fill(kit.editing);
});
afterAll(() => open.close());

const MB = 1_000_000;
const sizes = (sound: number, picture: number) => [
  { height: 0, bytes: sound * MB },
  { height: 240, bytes: picture * MB },
];
const [FIRST, OTHER] = [sizes(1, 4), sizes(2, 5)];

/** Makes the media of two videos ready: one in isiZulu and English, one in isiZulu alone. */
async function pages(audio?: readonly AssetTrack[]) {
  const facts = { durationMs: 30_400, renditions: FIRST, captions: [] };
  await kit.catalogue.assetReady({ id: ASSET, ...facts, ...(audio ? { audio } : {}) });
  const [both, zulu] = await Promise.all(['isibane', 'umuzi'].map(kit.pageData.video));
  if (!both || !zulu) throw new Error('a video is not shown');
  return { both, zulu };
}
const codes = ({ languages }: { languages: readonly { code: string }[] }) =>
  languages.map(({ code }) => code);

describe('the audio languages of a title', () => {
  it('are those of its film where that has several, each by its own name', async () => {
    const tracks = [
      { language: 'en' },
      { language: 'fr', renditions: OTHER },
      { language: null, renditions: FIRST },
    ];
    const { both, zulu } = await pages(tracks);
    expect(both.languages).toEqual([
      { code: 'en', name: 'English' },
      { code: 'fr', name: 'français' },
      { code: 'zu', name: 'isiZulu' },
    ]);
    expect(codes(zulu)).toEqual(['en', 'fr', 'zu']);
    expect((await kit.catalogue.findPlayable('isibane'))?.languages).toEqual(['zu', 'en']);
  });

  it('are those that the editor names where the film has one track, or none is known', async () => {
    for (const tracks of [undefined, [], [{ language: 'en' }], [{ language: null }]]) {
      const { both, zulu } = await pages(tracks);
      expect([codes(both), codes(zulu)]).toEqual([['zu', 'en'], ['zu']]);
      expect(both.audioCosts).toEqual({});
    }
  });

  it('have costs of their own only where these are not the first one’s', async () => {
    const { both } = await pages([
      { language: 'zu' },
      { language: 'en', renditions: OTHER },
      { language: 'xh', renditions: sizes(1, 4) },
    ]);
    expect(both.costs).toEqual([1, 4, 4, 4, 4]);
    expect(both.audioCosts).toEqual({ en: [2, 5, 5, 5, 5] });
  });

  it('change with the film', async () => {
    await pages([{ language: 'en' }, { language: 'af', renditions: OTHER }]);
    const { both } = await pages([{ language: 'en' }]);
    expect([codes(both), both.audioCosts]).toEqual([['zu', 'en'], {}]);
  });
});
