import { describe, expect, it } from 'vitest';
import {
  areChoices,
  choiceFor,
  nextTrack,
  shownTrack,
  USUAL_STYLE,
  withChoice,
} from './caption-style.ts';

const large = { ...USUAL_STYLE, size: 'large' } as const;

describe('caption choices', () => {
  it('are usual before the first choice', () => {
    expect(choiceFor([], 'isibane')).toEqual({ ...USUAL_STYLE, show: 'isibane' });
  });

  it('hold for their show; another show takes over the style', () => {
    const choices = withChoice([], { ...large, show: 'pots', language: 'zu' });
    expect(choiceFor(choices, 'pots')).toEqual({ ...large, show: 'pots', language: 'zu' });
    expect(choiceFor(choices, 'isibane')).toEqual({ ...large, show: 'isibane' });
  });

  it('that are off hold for every other show, until some are on again', () => {
    let choices = withChoice([], { ...USUAL_STYLE, show: 'pots', language: 'zu' });
    choices = withChoice(choices, { ...USUAL_STYLE, show: 'isibane', language: null });
    expect(choiceFor(choices, 'umuzi').language).toBeNull();
    expect(choiceFor(choices, 'pots').language).toBe('zu');
    choices = withChoice(choices, { ...large, show: 'umlilo' });
    expect(choiceFor(choices, 'umuzi').language).toBeNull();
    choices = withChoice(choices, { ...large, show: 'umlilo', language: 'en' });
    expect(choiceFor(choices, 'umuzi').language).toBeUndefined();
  });

  it.each([
    ['in the language of the interface, where the sound is another', 'en', 'zu', undefined, 1],
    ['not where the sound is that of the interface', 'zu', 'zu-ZA', undefined, -1],
    ['not where nobody has said what the sound is', 'en', null, undefined, -1],
    ['not where there are none of that language', 'st', 'zu', undefined, -1],
    ['not where the viewer switched them off', 'en', 'zu', null, -1],
    ['as the viewer chose', 'en', 'zu', 'af', 0],
  ] as const)('are on from the start: %s', (_, language, sound, chosen, shown) => {
    const tracks = [{ language: 'af' }, { language: 'en-ZA' }, { language: 'zu' }];
    expect(shownTrack(tracks, { language: chosen }, { sound, language })).toBe(shown);
  });

  it('replace the earlier one of their show, and forget the oldest of many shows', () => {
    let choices = withChoice([], { ...USUAL_STYLE, show: 'pots', language: 'zu' });
    choices = withChoice(choices, { ...large, show: 'pots', language: null });
    expect(choices).toEqual([{ ...large, show: 'pots', language: null }]);
    for (let index = 0; index < 60; index += 1)
      choices = withChoice(choices, { ...large, show: `show-${index}`, language: 'en' });
    expect(choices).toHaveLength(50);
    expect(choices[0]?.show).toBe('show-59');
  });

  it('go through the languages of a title, that of the interface first, and off', () => {
    const tracks = ['en', 'af', 'zu-ZA'].map((language) => ({ language }));
    const walk = (from: number, language: string) => nextTrack(tracks, from, language);
    expect([-1, 2, 0, 1].map((from) => walk(from, 'zu'))).toEqual([2, 0, 1, -1]);
    expect([-1, 0, 1, 2].map((from) => walk(from, 'en'))).toEqual([0, 1, 2, -1]);
    expect([-1, 0, 1, 2].map((from) => walk(from, 'st'))).toEqual([0, 1, 2, -1]);
    expect(nextTrack([], -1, 'zu')).toBe(-1);
  });

  it('are recognised in storage, which anybody can write to', () => {
    expect(areChoices([{ ...large, show: 'pots', language: 'zu' }])).toBe(true);
    expect(areChoices([{ ...large, show: 'pots' }])).toBe(true);
    for (const wrong of [null, {}, [null], [{ ...large, show: 1, language: null }], ['x']])
      expect(areChoices(wrong)).toBe(false);
    expect(areChoices([{ ...large, size: 'url(x)', show: 'pots', language: null }])).toBe(false);
  });
});
