// S8: Help & Support.
import type { ShownPackage } from '@bonisa/contract/site-config';
import { PACKAGES } from '@bonisa/domain/package-catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterTopics } from './help-filter.ts';
import { helpTopics } from './help-topics.ts';

const PRICES: readonly ShownPackage[] = PACKAGES.map(({ id, period, price }) => ({
  id,
  period,
  price,
  trial: true,
}));
const topics = helpTopics(
  {
    name: 'Bonisa',
    carrier: 'Mzansi Mobile',
    supportNumber: '0800 123 456',
    supportEmail: 'help@bonisa.example',
  },
  PRICES,
);
const found = (text: string): string[] => filterTopics(topics, text).map(({ id }) => id);

describe('the help topics', () => {
  it("state the prices, how to stop and where to complain, in the brand's name", () => {
    const text = topics.flatMap(({ answer }) => answer).join('\n');
    for (const word of [
      'R5.00 a day, R10.00 a week or R25.00 a month',
      'STOP ALL',
      'WASPA',
      '0800 123 456',
      'help@bonisa.example',
      'Mzansi Mobile',
    ])
      expect(text).toContain(word);
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
  });

  it('name the choices, live and the devices as the product has them', () => {
    const text = topics.flatMap(({ answer }) => answer).join('\n');
    for (const word of [
      'Audio only, Saver, Standard and Best',
      'Start over',
      'stop it there',
      'Now',
    ])
      expect(text).toContain(word);
    expect(text).not.toMatch(/speech-bubble|Nothing plays by itself|lower quality/);
  });

  it('promise a free day only where a package has one', () => {
    const words = (trial: boolean) =>
      helpTopics(
        { name: 'Bonisa', carrier: '', supportNumber: '080', supportEmail: '' },
        PRICES.slice(0, 1).map((one) => ({ ...one, trial })),
      )[0]?.answer[0];
    expect(words(true)).toContain('Bonisa costs R5.00 a day: you choose.');
    expect(words(true)).toContain('the first day is free');
    expect(words(false)).not.toContain('free');
  });

  it('leave no gap without an e-mail address', () => {
    const bare = helpTopics(
      { name: 'Bonisa', carrier: 'your network', supportNumber: '080', supportEmail: '' },
      [],
    );
    expect(bare.flatMap(({ answer }) => answer).join('\n')).not.toMatch(
      /or write to|undefined| {2}/,
    );
  });
});

describe('the search of the help topics', () => {
  it.each([
    ['otp', 'otp'],
    ['pin not received', 'otp'],
    ['how do I cancel', 'stop'],
    ['REFUND', 'wrong-charge'],
    ['new sim', 'new-number'],
    ['subtitles', 'languages'],
    ['megabyt', 'data'],
    ['buffering', 'quality'],
    ['two phones', 'devices'],
    ['tv guide', 'live'],
    ['too little airtime', 'airtime'],
    ['waspa', 'complaints'],
  ])('finds for %s the topic %s', (text, id) => {
    expect(found(text)).toContain(id);
  });

  it('ranks a question with the exact words first', () => {
    expect(found('stop')[0]).toBe('stop');
    expect(found('airtime')[0]).toMatch(/airtime|wrong-charge/);
  });

  it('returns nothing for nonsense, and all topics for an empty text', () => {
    expect(found('xylophone')).toEqual([]);
    expect(found('  ?! ')).toHaveLength(topics.length);
  });

  it('never throws, returns only known topics, and narrows with each further word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 10 }), (text, more) => {
        const wide = found(text);
        expect(wide.every((id) => topics.some((topic) => topic.id === id))).toBe(true);
        const words = /\p{L}{4}/u.test(text) && /\p{L}{4}/u.test(more);
        if (words) for (const id of found(`${text} ${more}`)) expect(wide).toContain(id);
      }),
    );
  });
});
