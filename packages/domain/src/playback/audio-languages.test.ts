import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../language.ts';
import {
  type AudioStream,
  chooseAudio,
  languageOfTag,
  MOST_AUDIO_TRACKS,
  spokenLanguages,
  spokenName,
} from './audio-languages.ts';

const stream = (index: number, changes: Partial<AudioStream> = {}): AudioStream => ({
  index,
  language: undefined,
  title: '',
  isDefault: false,
  isCommentary: false,
  isDescription: false,
  isSupported: true,
  isMono: false,
  ...changes,
});

/** The codes of ISO 639-2 of the service's languages. */
const LONG_CODES = {
  ...{ af: 'afr', en: 'eng', nr: 'nbl', nso: 'nso', ss: 'ssw', st: 'sot' },
  ...{ tn: 'tsn', ts: 'tso', ve: 'ven', xh: 'xho', zu: 'zul' },
};

describe('the language of a tag', () => {
  it('is the same for the short and the long code, and for a region', () => {
    expect(Object.keys(LONG_CODES)).toEqual(LANGUAGE_CODES);
    for (const [code, long] of Object.entries(LONG_CODES))
      for (const tag of [code, long, `${code}-ZA`, `${long}_ZA`, ` ${long.toUpperCase()} `])
        expect(languageOfTag(tag), tag).toBe(code);
    expect([languageOfTag('fre'), languageOfTag('fra')]).toEqual(['fr', 'fr']);
  });

  it.each(['', 'und', 'mul', 'zxx', 'mis', 'qaa', 'x', 'isiZulu!', '??', 'english'])(
    'is none for %j',
    (tag) => expect(languageOfTag(tag)).toBeUndefined(),
  );

  it('is stable, and fits into an address, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{2,3}(-[A-Z]{2})?$/)), (tag) => {
        const language = languageOfTag(tag);
        if (language === undefined) return;
        expect(language).toMatch(/^[a-z]{2,3}$/);
        expect(languageOfTag(language)).toBe(language);
      }),
    );
  });

  it('has the name that its speakers use', () => {
    expect(['zu', 'fr', 'sn', 'xzy'].map(spokenName)).toEqual([
      ...['isiZulu', 'français', 'chiShona', 'xzy'],
    ]);
    expect(['zu-ZA', 'en-ZA', 'fr-CA', 'no language!'].map(spokenName)).toEqual([
      ...['isiZulu', 'English', 'français', 'no language!'],
    ]);
  });
});

describe('the streams that become tracks', () => {
  it('are one for each language, the default one first', () => {
    const { taken, leftOut } = chooseAudio([
      stream(1, { language: 'eng', title: 'English' }),
      stream(2, { language: 'zul', isDefault: true }),
      stream(3, { language: 'eng', title: 'English 5.1' }),
      stream(4),
    ]);
    expect(taken).toEqual([
      { index: 2, language: 'zu' },
      { index: 1, language: 'en' },
      { index: 4, language: null },
    ]);
    expect(leftOut).toEqual([{ language: 'en', title: 'English 5.1', reason: 'same_language' }]);
  });

  it('are not those of a commentary, a description or an unknown codec', () => {
    const { taken, leftOut } = chooseAudio([
      stream(1, { language: 'eng', isSupported: false }),
      stream(2, { language: 'zul' }),
      stream(3, { language: 'eng', title: "Director's commentary" }),
      stream(4, { language: 'xho', isCommentary: true }),
      stream(5, { language: 'eng', title: 'English (AD)' }),
      stream(6, { language: 'afr', title: 'Audio description' }),
      stream(7, { language: 'sot', isDescription: true }),
    ]);
    expect(taken).toEqual([{ index: 2, language: 'zu' }]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      ...['unsupported_codec', 'commentary', 'commentary'],
      ...['description', 'description', 'description'],
    ]);
  });

  it('are the first of a file that has only unusual ones', () => {
    const only = [stream(1, { isCommentary: true }), stream(2, { isDescription: true })];
    expect(chooseAudio(only).taken).toEqual([{ index: 1, language: null }]);
    expect(chooseAudio([stream(1, { isSupported: false })]).taken).toEqual([]);
  });

  it('account for every stream, at most eight of them taken, no language twice', () => {
    const any = fc.record({
      language: fc.constantFrom('', 'und', ...Object.values(LONG_CODES), 'fra', 'por', 'swa'),
      title: fc.constantFrom('', 'Stereo', 'Commentary', 'AD'),
      isDefault: fc.boolean(),
      isCommentary: fc.boolean(),
      isDescription: fc.boolean(),
      isSupported: fc.boolean(),
      isMono: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 24 }), (described) => {
        const streams = described.map((one, index) => ({ index, ...one }));
        const { taken, leftOut } = chooseAudio(streams);
        const heard = taken.flatMap(({ index, right }) =>
          right === undefined ? index : [index, right],
        );
        expect(new Set(heard).size).toBe(heard.length);
        expect(heard.length + leftOut.length).toBe(streams.length);
        expect(taken.length).toBeLessThanOrEqual(MOST_AUDIO_TRACKS);
        expect(taken.length > 0).toBe(streams.some(({ isSupported }) => isSupported));
        expect(new Set(taken.map(({ language }) => language)).size).toBe(taken.length);
        for (const { index } of taken) expect(streams[index]?.isSupported).toBe(true);
      }),
    );
  });
});

describe('the languages in which a title can be heard', () => {
  it('are the tags of its tracks', () => {
    expect(spokenLanguages(['zu', 'en'], ['en'])).toEqual([
      { language: 'zu', track: 'zu' },
      { language: 'en', track: 'en' },
    ]);
  });

  it('are the word of the editor for a single track', () => {
    expect(spokenLanguages(['en'], ['zu', 'en'])).toEqual([{ language: 'zu', track: 'en' }]);
    expect(spokenLanguages([null], ['st'])).toEqual([{ language: 'st', track: 'und' }]);
    expect(spokenLanguages([null], [])).toEqual([]);
  });

  it('give a track without a tag the language of the title that no other has', () => {
    expect(spokenLanguages([null, 'en'], ['en', 'zu'])).toEqual([
      { language: 'zu', track: 'und' },
      { language: 'en', track: 'en' },
    ]);
    // Nothing else is known of it, so it cannot be told from the other.
    expect(spokenLanguages(['en', null], ['en'])).toEqual([{ language: 'en', track: 'en' }]);
  });

  it('name each language once, and only tracks that exist', () => {
    const code = fc.constantFrom('en', 'zu', 'xh', 'af');
    const tracks = fc.uniqueArray(fc.oneof(code, fc.constant(null)), { maxLength: 5 });
    fc.assert(
      fc.property(tracks, fc.uniqueArray(code, { minLength: 1 }), (tags, ofTitle) => {
        const spoken = spokenLanguages(tags, ofTitle);
        expect(new Set(spoken.map(({ language }) => language)).size).toBe(spoken.length);
        expect(spoken.length > 0).toBe(tags.length > 0);
        for (const { track } of spoken) expect(tags.map((tag) => tag ?? 'und')).toContain(track);
      }),
    );
  });
});
