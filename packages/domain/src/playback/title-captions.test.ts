import { describe, expect, it } from 'vitest';
import {
  captionsAgain,
  givesWords,
  importedAfter,
  shownCaptions,
  withCaptions,
  withoutCaptions,
} from './title-captions.ts';

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

  it('come back from an earlier version, but for a language whose file is gone', () => {
    const earlier = [own('xh', 'old', true), own('zu', 'gone'), own('en', null)];
    const now = [own('xh', 'new'), own('ZU', 'now'), own('af', 'added')];
    const isKept = (filesId: string) => filesId !== 'gone';
    expect(captionsAgain(earlier, now, isKept)).toEqual({
      captions: [own('xh', 'old', true), own('ZU', 'now'), own('en', null)],
      isWhole: false,
    });
    expect(captionsAgain(earlier, now, () => true)).toEqual({ captions: earlier, isWhole: true });
    expect(captionsAgain(null, now, isKept)).toEqual({ captions: null, isWhole: true });
    expect(captionsAgain([own('st', 'gone')], now, isKept)).toEqual({
      captions: null,
      isWhole: false,
    });
  });
});

describe('the captions that an import brings', () => {
  it('are given unless they are the words that it gave last in the language', () => {
    expect(givesWords(null, 'zu', 'a')).toBe(true);
    expect(givesWords({ zu: 'a' }, 'ZU', 'a')).toBe(false);
    expect(givesWords({ zu: 'a' }, 'zu', 'b')).toBe(true);
    expect(givesWords({ zu: 'a' }, 'xh', 'a')).toBe(true);
  });

  it('are noted when they are given, and stay noted while people change them', () => {
    const first = importedAfter(null, { language: 'zu', imported: 'a' });
    expect(importedAfter(first, { language: 'ZU', before: 'b' })).toEqual({ zu: 'a' });
    expect(importedAfter(first, { language: 'xh', imported: 'c' })).toEqual({ zu: 'a', xh: 'c' });
    expect(importedAfter(first, { language: 'zu', imported: 'b', before: 'a' })).toEqual({
      zu: 'b',
    });
  });

  it('count as those that go where nothing was noted', () => {
    expect(importedAfter(null, { language: 'zu', before: 'a' })).toEqual({ zu: 'a' });
    expect(importedAfter(null, { language: 'zu' })).toBeNull();
  });
});
