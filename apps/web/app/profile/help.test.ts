// S8: Help & Support.
import { LANGUAGES } from '@bonisa/domain/languages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '../words/find-text.ts';
import { ourTopics } from './help.test-kit.ts';
import { filterTopics } from './help-filter.ts';

const topics = ourTopics('en');
const found = (text: string): string[] => filterTopics(topics, text).map(({ id }) => id);

describe('the help topics', () => {
  it.each(LANGUAGES)('name buttons and screens as the pages do in %s', (language) => {
    const text = ourTopics(language)
      .flatMap(({ answer }) => answer)
      .join(' ');
    const named = [
      'account.cancel',
      'account.change',
      'account.change.now',
      'account.data.sign_out',
      'flow.accept',
      'flow.otp.resend',
      'frame.browse',
      'frame.home',
      'my_list',
      'player.settings',
      'profile.account',
      'profile.data',
      'usage.choice.audio',
      'usage.choice.best',
      'usage.choice.saver',
      'usage.choice.standard',
    ];
    const words = named.map((key) => CATALOGUES[language][key]?.replaceAll('\u2060', '') ?? key);
    expect(words.filter((one) => !text.includes(one))).toEqual([]);
  });

  it('are found by words of each language', () => {
    for (const [language, typed] of [
      ['zu', 'khansela'],
      ['xh', 'rhoxisa'],
      ['af', 'kanselleer'],
      ['st', 'hlakola'],
    ] as const)
      expect(filterTopics(ourTopics(language), typed).map(({ id }) => id)).toContain('stop');
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
