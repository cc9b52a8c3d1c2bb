import { describe, expect, it } from 'vitest';
import { shownCaptions, withCaptions, withoutCaptions } from './title-captions.ts';

const MEDIA = [
  { language: 'en', label: 'English' },
  { language: 'zu', label: 'isiZulu' },
];
const own = (language: string, filesId: string | null = 'f', isDefault = false) => {
  return { language, label: language, filesId, isDefault };
};
const languages = (...decided: ReturnType<typeof own>[]) =>
  shownCaptions(MEDIA, decided).map(({ language, filesId }) => [language, filesId]);

describe('the captions of a title', () => {
  it('are those of its media while nobody has decided otherwise', () => {
    expect(shownCaptions(MEDIA, null).map(({ language }) => language)).toEqual(['en', 'zu']);
  });

  it('are those of an editor in place of those of the media in the same language', () => {
    expect(languages(own('EN'))).toEqual([
      ['EN', 'f'],
      ['zu', null],
    ]);
    expect(languages(own('en', null))).toEqual([['zu', null]]);
  });

  it('begin with the one that an editor offers first, of which there is one', () => {
    const both = withCaptions([own('xh', 'f', true)], own('af', 'g', true));
    expect(shownCaptions(MEDIA, both).map(({ language }) => language)).toEqual([
      'af',
      'xh',
      'en',
      'zu',
    ]);
    expect(both.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(withoutCaptions(both, 'AF').map(({ language }) => language)).toEqual(['xh']);
  });
});
