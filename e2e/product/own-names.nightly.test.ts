// An operator's own genre, category and shelf in the language of the viewer's page.
import {
  createTestCatalogue,
  mediaReady,
  publishEntries,
} from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from './guide-site.test-kit.ts';

const NAMES = [
  ['genre', 'drama', 'Idrama yethu'],
  ['category', 'c-1/family', 'Umndeni wethu'],
  ['shelf', 'first', 'Okokuqala'],
  ['liveCategory', 'talk', 'Izingxoxo zethu'],
] as const;

let site: Site;
beforeAll(async () => {
  const kit = await createTestCatalogue(await createTestDatabase());
  const named = NAMES.map(([kind, key, zu]) => ({ kind, key, names: { zu } }));
  await publishEntries(kit.editing, ROWS as Parameters<typeof publishEntries>[1]);
  await publishEntries(kit.editing, named);
  await mediaReady(kit.catalogue);
  site = await startSite(kit);
});
afterAll(() => site?.stop());

const read = async (path: string, language: string) => {
  const headers = { cookie: `bonisa_language=${language}` };
  return await (await fetch(`${site.url}${path}`, { headers })).text();
};

it.each([
  ['/genre/drama', 'Drama', 'Idrama yethu'],
  ['/channel/ekhaya/family', 'Ekhaya', 'Umndeni wethu'],
  ['/', 'First', 'Okokuqala'],
  ['/live', 'Talk', 'Izingxoxo zethu'],
])('has the name on %s in isiZulu alone', async (path, title, name) => {
  const [zulu, afrikaans, english] = [
    await read(path, 'zu'),
    await read(path, 'af'),
    await read(path, 'en'),
  ];
  expect(zulu.includes(`>${name}<`)).toBe(true);
  // Elsewhere the title, in the voice of its language.
  expect(new RegExp(`lang="en"[^>]*>${title}<`).test(afrikaans)).toBe(true);
  expect(english.includes(`>${title}<`)).toBe(true);
  expect([afrikaans.includes(name), english.includes(name)]).toEqual([false, false]);
});

it('keeps the content API as it is', async () => {
  const carousels = await read('/content/v1/home/carousels', 'zu');
  expect([carousels.includes('"First"'), carousels.includes('names')]).toEqual([true, false]);
});
