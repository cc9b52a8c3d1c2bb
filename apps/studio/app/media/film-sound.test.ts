import { describe, expect, it } from 'vitest';
import { filmBytes, heardIn, leftOutWords } from './film-sound.ts';

const track = (language: string | null, bytes = 1) => ({ language, bytes });

describe('the sound of a film in words', () => {
  it('names its languages as their speakers do, the first one first', () => {
    expect(heardIn({ tracks: [track('zu'), track('en'), track('fr')] })).toBe(
      'isiZulu, English, français',
    );
    expect(heardIn({ tracks: [track(null)] })).toBe('language not said by the file');
  });

  it('says of each stream that viewers cannot hear why', () => {
    const left_out = [
      { language: 'en', title: 'Director', reason: 'commentary' as const },
      { language: null, title: '', reason: 'unsupported_codec' as const },
    ];
    expect(leftOutWords({ left_out })).toBe(
      'English, “Director”: a commentary · language not said by the file: its codec cannot be decoded',
    );
  });

  it('adds up the files of all languages, and the renditions where none is named', () => {
    const renditions = [
      { height: 144, bytes: 3 },
      { height: 360, bytes: 4 },
    ];
    const audio = { tracks: [track('zu', 7), track('en', 8)], left_out: [] };
    expect(filmBytes({ audio, renditions })).toBe(15);
    expect(filmBytes({ audio: null, renditions })).toBe(7);
    expect(filmBytes({ audio: { tracks: [], left_out: [] }, renditions })).toBe(7);
  });
});
