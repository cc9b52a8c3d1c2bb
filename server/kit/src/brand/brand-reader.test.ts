// One reader for the brand of a folder and of a version that the studio published. R8
import { readConfig } from '@bonisa/server/config';
import { describe, expect, it } from 'vitest';
import { brandFromFiles } from './brand.config.ts';
import { type BrandFiles, readBrand } from './brand-reader.ts';

const BRAND = {
  name: 'Vula',
  colours: { page: '#101010', text: '#ffffff', accent: '#ffcc00' },
};
const filesOf = (files: Readonly<Record<string, string | object>>): BrandFiles =>
  Object.fromEntries(
    Object.entries({ 'brand.json': BRAND, ...files }).map(([name, content]) => [
      name,
      Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
const start = (variables: Record<string, string> = {}) => readConfig(variables).brand;

describe('the reader of a brand', () => {
  it('names every problem of a brand at once, with its file and field', () => {
    const colours = { ...BRAND.colours, text: '#555555', accent: '#ffffff' };
    const { brand, problems } = readBrand(
      filesOf({
        'brand.json': { ...BRAND, name: 'Vula ✨', pitch: { zu: 'izindaba' }, colours },
        'logo.svg': 'GIF89a',
        'terms.md': '## A\n\nb',
        'help.zu.md': 'without: live',
      }),
    );
    expect(brand).toBeUndefined();
    expect(problems.map(({ file, field }) => `${file} ${field}`)).toEqual(
      expect.arrayContaining([
        'brand.json name',
        'brand.json pitch',
        'brand.json colours',
        'logo.svg ',
        'terms.md ',
        'help.zu.md ',
      ]),
    );
  });

  it.each([
    [{ 'brand.json': '[' }, 'must be JSON'],
    [{ 'brand.json': 'null' }, 'object'],
    [{ 'brand.json': ' '.repeat(20_001) }, 'must have at most 20000 bytes'],
  ])('refuses a brand.json that cannot be read: %#', (files, problem) => {
    expect(readBrand(filesOf(files)).problems).toEqual([
      { file: 'brand.json', field: '', problem: expect.stringContaining(problem) },
    ]);
  });

  it('refuses files without a brand.json', () => {
    expect(readBrand({}).problems).toEqual([
      { file: 'brand.json', field: '', problem: 'is missing' },
    ]);
  });
});

describe('a version in the place of the folder', () => {
  it('reads a version with the variables of the start, which count more than its fields', () => {
    const version = { files: filesOf({}), version: 3 };
    const { brand, problems } = brandFromFiles(start({ BRAND_NAME: 'Other' }), version);
    expect(problems).toEqual([]);
    expect(brand).toMatchObject({ name: 'Other', company: 'Other', version: 3 });
    expect(brandFromFiles(start(), version).brand?.name).toBe('Vula');
  });

  it('refuses a version without the support number of production, and facts that texts name', () => {
    const production = { ...start(), variables: { MODE: 'production' } } as const;
    const terms = 'version: 2027-01-01\n\n## Who\n\n{company}, {address}.';
    const files = filesOf({ 'terms.md': terms });
    expect(brandFromFiles(production, { files, version: 1 }).problems).toEqual([
      { file: 'brand.json', field: 'supportNumber', problem: 'must be set in production' },
      { file: 'terms.md', field: '', problem: expect.stringContaining('{address}') },
    ]);
  });
});
