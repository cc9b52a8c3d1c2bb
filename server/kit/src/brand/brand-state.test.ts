import { readConfig } from '@bonisa/server/config';
import { expect, it } from 'vitest';
import { brandStateOf } from './brand-state.ts';

const BRANDS = new URL('../../../../packages/demo-content/brands/', import.meta.url).pathname;

const lacking = (variables: Record<string, string>) =>
  brandStateOf(readConfig(variables).brand)
    .parts.filter(({ own }) => !own)
    .map(({ part }) => part);

it('names every part that this software stands in for where there is no folder', () => {
  const { parts, contrasts } = brandStateOf(readConfig({}).brand);
  expect(lacking({})).toEqual(
    parts.map(({ part }) => part).filter((part) => part !== 'support e-mail'),
  );
  expect(contrasts).toEqual([]);
});

it('names what a folder leaves out, its languages, and the contrast of each pair', () => {
  const folder = { BRAND_DIR: `${BRANDS}karoo-play` };
  const { parts, contrasts } = brandStateOf(readConfig(folder).brand);
  const wordsOf = (name: string) => parts.find(({ part }) => part === name)?.words;
  expect(wordsOf('terms')).toMatch(/^version /);
  expect(wordsOf('help')).toBe('own topics; without zu, xh, st');
  expect(lacking(folder)).toContain('font');
  expect(lacking(folder)).not.toContain('colours');
  expect(contrasts.length).toBeGreaterThan(10);
  expect(contrasts.filter(({ has, least }) => has < least)).toEqual([]);
});

it('takes a variable for the brand\u2019s own word', () => {
  expect(lacking({ BRAND_CARRIER: 'Karoo', BRAND_ADDRESS: '1 Main Road' })).not.toEqual(
    expect.arrayContaining(['carrier', 'address']),
  );
});

it('says that our policy does not name whom a tag manager loads', () => {
  const { brand } = readConfig({ BRAND_DIR: `${BRANDS}karoo-play` });
  if (!brand.folder) throw new Error('no folder');
  const words = { ...brand.folder.words, tagManager: 'GTM-ABC1234' };
  const folder = { ...brand.folder, words, privacy: undefined };
  const { parts } = brandStateOf({ ...brand, folder });
  expect(parts.find(({ part }) => part === 'privacy')?.words).toContain('tag manager');
});

it('names the language of the catalogue, and that English is assumed where nothing says it', () => {
  const languageIn = (variables: Record<string, string>) =>
    brandStateOf(readConfig(variables).brand).parts.find(
      ({ part }) => part === 'language of the catalogue',
    );
  expect(languageIn({})).toMatchObject({
    own: false,
    words: expect.stringMatching(/^English \(en\)/),
  });
  expect(languageIn({ BRAND_CATALOGUE_LANGUAGE: 'af' })).toMatchObject({
    ...{ own: true, words: 'Afrikaans (af)' },
  });
});
