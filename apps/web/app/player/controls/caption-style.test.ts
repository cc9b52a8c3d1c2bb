import { describe, expect, it } from 'vitest';
import { areChoices, choiceFor, USUAL_STYLE, withChoice } from './caption-style.ts';

const large = { ...USUAL_STYLE, size: 'large' } as const;

describe('caption choices', () => {
  it('are off and usual before the first choice', () => {
    expect(choiceFor([], 'isibane')).toEqual({ ...USUAL_STYLE, show: 'isibane', language: null });
  });

  it('hold for their show; another show takes over the style and stays off', () => {
    const choices = withChoice([], { ...large, show: 'pots', language: 'zu' });
    expect(choiceFor(choices, 'pots')).toEqual({ ...large, show: 'pots', language: 'zu' });
    expect(choiceFor(choices, 'isibane')).toEqual({ ...large, show: 'isibane', language: null });
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

  it('are recognised in storage, which anybody can write to', () => {
    expect(areChoices([{ ...large, show: 'pots', language: 'zu' }])).toBe(true);
    for (const wrong of [null, {}, [null], [{ ...large, show: 1, language: null }], ['x']])
      expect(areChoices(wrong)).toBe(false);
    expect(areChoices([{ ...large, size: 'url(x)', show: 'pots', language: null }])).toBe(false);
  });
});
