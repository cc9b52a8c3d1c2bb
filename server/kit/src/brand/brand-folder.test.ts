// BRAND_DIR: an operator's brand as a folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@bonisa/server/config';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config-error.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../packages/demo-content/brands');
const folder = mkdtempSync(join(tmpdir(), 'bonisa-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BRAND = {
  name: 'Vula',
  supportNumber: '0800 111 222',
  colours: { page: '#101010', text: '#ffffff', accent: '#ffcc00' },
};
const put = (name: string, content: string | object) =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

function problemsOf(): readonly string[] {
  try {
    readConfig({ BRAND_DIR: folder });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

beforeEach(() => {
  for (const name of ['help.md', 'help.zu.md', 'messages.json', 'terms.md'])
    rmSync(join(folder, name), { force: true });
  put('brand.json', BRAND);
});

describe('a brand in a folder', () => {
  it.each(['karoo-play', 'lumela-tv'])('can be one of the examples: %s', (name) => {
    const { brand } = readConfig({ BRAND_DIR: join(EXAMPLES, name) });
    expect(brand.name).not.toBe('Bonisa');
    expect(brand.folder?.logo?.svg).toMatch(/^<svg/);
    expect(brand.folder?.style).toContain(brand.folder?.tokens['--color-ink']);
    expect(JSON.stringify(brand)).not.toMatch(/bonisa/i);
  });

  it('gives names and contacts, which variables replace', () => {
    const { brand } = readConfig({ BRAND_DIR: folder, BRAND_SUPPORT_NUMBER: '0800 9' });
    expect(brand).toMatchObject({ name: 'Vula', company: 'Vula', supportNumber: '0800 9' });
    expect(brand.supportEmail).toBe('');
  });

  it('says in which language its catalogue is, which a variable replaces', () => {
    expect(readConfig({ BRAND_DIR: folder }).brand.catalogueLanguage).toBeUndefined();
    put('brand.json', { ...BRAND, catalogueLanguage: 'zu' });
    expect(readConfig({ BRAND_DIR: folder }).brand.catalogueLanguage).toBe('zu');
    const given = { BRAND_DIR: folder, BRAND_CATALOGUE_LANGUAGE: 'pt-BR' };
    expect(readConfig(given).brand.catalogueLanguage).toBe('pt-BR');
    put('brand.json', { ...BRAND, catalogueLanguage: 'isiZulu' });
    expect(problemsOf()).toEqual([
      'BRAND_DIR: brand.json: catalogueLanguage: must be a language code such as en, zu or pt-BR',
    ]);
  });

  it('is refused where a text names what nothing says, and not where a variable says it', () => {
    put('terms.md', 'version: 2027-01-01\n\n## Who\n\n{company}, {address}, {supportEmail}.');
    put('help.md', '## Where? {#where}\n\nWrite to {supportEmail}.');
    expect(problemsOf()).toEqual([
      'BRAND_DIR: terms.md: names {address}, and neither brand.json nor a variable has it',
      'BRAND_DIR: terms.md: names {supportEmail}, and neither brand.json nor a variable has it',
      'BRAND_DIR: help.md: names {supportEmail}, and neither brand.json nor a variable has it',
    ]);
    const given = { BRAND_ADDRESS: '1 Long Street', BRAND_SUPPORT_EMAIL: 'help@vula.example' };
    expect(readConfig({ BRAND_DIR: folder, ...given }).brand.address).toBe('1 Long Street');
  });

  it('gives questions and answers, by language', () => {
    put('help.md', 'without: live\n\n## Where? {#where}\n\nHere.');
    put('help.zu.md', '## Kuphi? {#where}\n\nLapha.');
    const { folder: read } = readConfig({ BRAND_DIR: folder }).brand;
    expect(read?.help.en?.without).toEqual(['live']);
    expect(read?.help.zu?.topics[0]?.question).toBe('Kuphi?');
    expect(read?.help.st).toBeUndefined();
  });

  it('says about itself what it wants, in English where a language has nothing', () => {
    const share = { en: 'I watch {service}:', af: 'Ek kyk {service}:' };
    put('brand.json', { ...BRAND, pitch: { en: 'slow stories' }, share });
    const { texts } = readConfig({ BRAND_DIR: folder, BRAND_NAME: 'Other' }).brand;
    expect(texts?.af).toEqual({ pitch: 'slow stories', share: 'Ek kyk Other:' });
    expect(texts?.zu).toEqual({ pitch: 'slow stories', share: 'I watch Other:' });
    expect(readConfig({}).brand.texts).toBeUndefined();
  });

  it.each([
    [{ pitch: { zu: 'izindaba' } }, /pitch: must have English/],
    [{ pitch: { en: 'x'.repeat(61) } }, /pitch\.en: must have at most 60 characters/],
    [{ description: { en: 'a', fr: 'b' } }, /description: must be by language: en, zu/],
    [{ share: { en: 'Watch {name}' } }, /share\.en: names \{name\}; known is \{service\}/],
  ])('is refused for texts that cannot be shown: %j', (texts, problem) => {
    put('brand.json', { ...BRAND, ...texts });
    expect(problemsOf().join('\n')).toMatch(problem);
  });

  it('gives words of short messages', () => {
    put('messages.json', { en: { refund: '{service}: {amount} is back.' } });
    const { folder: read } = readConfig({ BRAND_DIR: folder }).brand;
    expect(read?.messages).toEqual({ en: { refund: '{service}: {amount} is back.' } });
  });

  it('counts as the names that production requires', () => {
    const missing = (variables: Record<string, string>) => {
      try {
        readConfig({ MODE: 'production', ...variables });
      } catch (error) {
        return (error as ConfigError).problems.filter((line) => line.startsWith('BRAND'));
      }
      return [];
    };
    expect(missing({})).toEqual([
      'BRAND_NAME: must be set in production',
      'BRAND_SUPPORT_NUMBER: must be set in production',
    ]);
    expect(missing({ BRAND_DIR: folder })).toEqual([]);
  });

  it('has an address for its logo that changes with the drawing', () => {
    const addressOf = (colour: string) => {
      put('logo.svg', `<svg viewBox="0 0 9 9"><path d="M0 0h9" fill="${colour}"/></svg>`);
      return readConfig({ BRAND_DIR: folder }).brand.folder?.assets[0]?.address;
    };
    expect(addressOf('red')).toMatch(/^\/brand\/logo-[\w-]{10}\.svg$/);
    expect(addressOf('red')).not.toBe(addressOf('blue'));
  });

  it.each([
    ['without its file', () => rmSync(join(folder, 'brand.json')), /brand\.json: cannot be read/],
    [
      'whose name is no text, in plain words',
      () => put('brand.json', { ...BRAND, name: 5 }),
      /brand\.json: name: must be text, not a number$/m,
    ],
    ['that is no JSON', () => put('brand.json', '{'), /brand\.json: must be JSON/],
    [
      'with questions that name no brand fact',
      () => put('help.md', '## How? {#how}\n\nCall {phone}.'),
      /help\.md: names \{phone\}/,
    ],
    [
      'that leaves out a topic that there is not',
      () => put('help.md', 'without: cooking'),
      /help\.md: leaves out "cooking", which is no topic; ours are prices, stop/,
    ],
    [
      'that leaves out topics of one language',
      () => put('help.zu.md', 'without: live'),
      /help\.zu\.md: cannot leave out topics/,
    ],
    [
      'with a topic in one language that English lacks',
      () => put('help.zu.md', '## Kuphi? {#kuphi}\n\nLapha.'),
      /help\.zu\.md: has \{#kuphi\}, which is no topic/,
    ],
    [
      'with a message that does not say how to stop',
      () => put('messages.json', { en: { reminder: '{product} at {cost}.' } }),
      /messages\.json: en: reminder: must name \{stop\}/,
    ],
    [
      'with messages that are no texts',
      () => put('messages.json', { en: ['Hello'] }),
      /messages\.json: must be an object of languages/,
    ],
    [
      'with a message that is longer than one SMS',
      () => put('messages.json', { en: { refund: `{service} {amount} ${'x'.repeat(150)}` } }),
      /messages\.json: en: the message "refund" has \d+ signs of 160/,
    ],
    [
      'with an unknown field',
      () => put('brand.json', { ...BRAND, colors: {} }),
      /brand\.json: .*colors/,
    ],
    [
      'with a colour that is none',
      () => put('brand.json', { ...BRAND, colours: { ...BRAND.colours, text: 'red' } }),
      /brand\.json: colours\.text: must be a colour/,
    ],
    [
      'whose text cannot be read',
      () => put('brand.json', { ...BRAND, colours: { ...BRAND.colours, text: '#666666' } }),
      /colours: text on page has a contrast of 3\.\d, and needs at least 7/,
    ],
    [
      'with a light page',
      () =>
        put('brand.json', {
          ...BRAND,
          colours: { page: '#ffffff', text: '#000000', accent: '#003366' },
        }),
      /colours: page must be dark/,
    ],
    [
      'with a name that no message takes',
      () => put('brand.json', { ...BRAND, name: 'Vula ✨' }),
      /brand\.json: name: must be plain letters/,
    ],
    ['with a logo that is none', () => put('logo.svg', 'GIF89a'), /logo\.svg: must be an SVG/],
    [
      'with a font that is none',
      () => put('display.woff2', 'OTTO'),
      /display\.woff2: must be a WOFF2/,
    ],
    [
      'with terms without a version',
      () => put('terms.md', '## A\n\nb'),
      /terms\.md: must begin with/,
    ],
    [
      'with terms that name what nobody knows',
      () => put('terms.md', 'version: 2026-11-23\n\n## A\n\nPay {price}.'),
      /terms\.md: names \{price\}; known are/,
    ],
  ])('is refused %s', (_, spoil, problem) => {
    for (const name of ['logo.svg', 'display.woff2', 'terms.md'])
      rmSync(join(folder, name), { force: true });
    spoil();
    const problems = problemsOf();
    expect(problems.join('\n')).toMatch(problem);
    for (const line of problems) {
      expect(line).toMatch(/^BRAND_DIR: /);
      expect(line).not.toContain(folder);
    }
  });
});
