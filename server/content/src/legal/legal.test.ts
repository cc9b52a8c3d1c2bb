// C6 R8
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../catalogue.test-kit.ts';
import { priceList } from './legal-page.ts';
import { privacyPolicyOf } from './privacy-policy.ts';
import { termsOf } from './terms.ts';

const textOf = (page: ReturnType<typeof termsOf>): string =>
  page.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n');

describe('the legal texts', () => {
  it('name the price, how to stop, the complaint routes and the law', () => {
    const text = textOf(termsOf(OPERATOR));
    for (const word of [
      'R5.00 per day, R10.00 per week or R25.00 per month',
      'STOP',
      'WASPA',
      'section 44',
      'Consumer Protection Act',
      'section 43',
      'adjudicators can order a refund',
      'three working days',
      'My Account',
      '0800 123 456',
      'help@bonisa.example',
      'first day is free',
      'your network',
    ]) {
      expect(text).toContain(word);
    }
    const privacy = textOf(privacyPolicyOf(OPERATOR));
    for (const word of [
      'Protection of Personal Information Act',
      'information officer',
      'PAIA',
      'Information Regulator',
      'three years',
      'section 69',
      'download',
    ])
      expect(privacy).toContain(word);
  });

  it.each([termsOf(OPERATOR), privacyPolicyOf(OPERATOR)])(
    'are marked as a template and have their own anchors ($title)',
    (page) => {
      expect(page.notice).toMatch(/template/);
      expect(new Set(page.sections.map(({ anchor }) => anchor)).size).toBe(page.sections.length);
      expect(page.sections.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true);
    },
  );

  it('promise no free day where none is offered', () => {
    const terms = textOf(termsOf(OPERATOR));
    expect(terms).not.toMatch(/the first day is free\.|The free first day/);
    expect(terms).toContain(
      'only while we offer one. Otherwise the price is taken when you accept',
    );
  });

  it('say of cookies what pages really do', () => {
    const policy = (tagManager: string) => privacyPolicyOf({ ...OPERATOR, tagManager });
    expect(textOf(policy(''))).toContain('No other company sets cookies here.');
    const tagged = policy('GTM-ABC123');
    expect(textOf(tagged)).toContain('Google Tag Manager (container GTM-ABC123)');
    expect(textOf(tagged)).not.toContain('No other company');
    expect(tagged.version).not.toBe(policy('').version);
    for (const page of [policy(''), tagged])
      expect(textOf(page)).toContain('remembers it for a year');
  });

  it('have no gaps when an operator has neither address nor e-mail', () => {
    const bare = { ...OPERATOR, address: '', supportEmail: '' };
    const unsold = { ...bare, packages: [] };
    for (const page of [termsOf(bare), privacyPolicyOf(bare), termsOf(unsold)])
      expect(textOf(page)).not.toMatch(/undefined|or write to|costs ,|\bis \.| {2}|your your/);
    expect(priceList({ ...bare, packages: bare.packages.slice(0, 1) })).toBe('R5.00 per day');
  });
});
