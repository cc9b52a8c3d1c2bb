import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import {
  clockWords,
  durationWords,
  episodeMark,
  episodePlaceWords,
  episodesWords,
  ratingMark,
  ratingWords,
} from './title-words.ts';

describe('the words for a title', () => {
  it('show its rating, as letters and spelled out', () => {
    expect(ratingMark({ age: '13', advice: ['V', 'L'] })).toBe('13 V L');
    expect(ratingWords({ age: '13', advice: ['V', 'L'] })).toBe(
      'Rated 13: not under 13; violence, language',
    );
    expect(ratingWords({ age: 'A', advice: [] })).toBe('Rated A: all ages');
  });
  it('show its duration', () => {
    expect([0, 31.4, 99, 100, 150, 3540, 3599, 3900].map(durationWords)).toEqual([
      '1 sec',
      '31 sec',
      '99 sec',
      '2 min',
      '3 min',
      '59 min',
      '1 h 00 min',
      '1 h 05 min',
    ]);
  });
  it('show its numbers of seasons and episodes, and the place of an episode', () => {
    expect([1, 12].map(episodesWords)).toEqual(['1\u00a0episode', '12\u00a0episodes']);
    const episode = { ordinal: 5, season: { ordinal: 2 } };
    expect([episodePlaceWords(episode), episodeMark(episode)]).toEqual([
      'Season 2, episode 5',
      'S2\u00a0E5',
    ]);
    expect(episodePlaceWords({ ordinal: 1, season: { ordinal: 0 } })).toBe('Special 1');
  });
  it('are those of the language, with its plurals', () => {
    const words = () => [
      ...[1, 12].map(episodesWords),
      durationWords(3900),
      ratingWords({ age: '13', advice: ['V'] }),
    ];
    expect(renderIn('zu', words)).toEqual([
      'isiqephu esi-1',
      'iziqephu ezingu-12',
      '1 h 05 min',
      'Isilinganiso 13: hhayi ngaphansi kweminyaka engu-13; udlame',
    ]);
    expect(renderIn('af', words)).toEqual([
      '1\u00a0episode',
      '12\u00a0episodes',
      '1 u 05 min',
      'Gegradeer 13: nie onder 13 nie; geweld',
    ]);
  });
  it('show a position within it', () => {
    expect([0, 9.9, 65, 3723, Number.NaN, -1].map(clockWords)).toEqual([
      '0:00',
      '0:09',
      '1:05',
      '1:02:03',
      '0:00',
      '0:00',
    ]);
  });
});
