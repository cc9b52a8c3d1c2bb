// A1: an episode that is said by its number, as people type it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saidEpisode } from './said-episode.ts';

const said = (text: string) => saidEpisode(text.split(' '));

describe('saidEpisode', () => {
  it.each([
    ['episode 2 of isibane', 2],
    ['episod 2 of isibane', 2],
    ['epsiode 2 isibane', 2],
    ['isibane eposide 2', 2],
    ['ep 3 isibane', 3],
    ['ep3 isibane', 3],
    ['isibane episode02', 2],
    ['isibane e12', 12],
    ['second episode of isibane', 2],
    ['isibane 2nd episde', 2],
    ['episode two isibane', 2],
    ['isiqephu 4 se isibane', 4],
    ['isiqepu 4 isibane', 4],
    ['isibane isiqendu 4', 4],
    ['karolo 4 ya isibane', 4],
    ['aflevering 4 van isibane', 4],
  ])('reads %j', (text, episode) => {
    expect(said(text)).toEqual({ episode, words: ['isibane'] });
  });

  it.each([
    's1e2',
    's01e02',
    's1ep2',
    '1x02',
    's1 e2',
    'season 1 episode 2',
    'seasn 1 ep 2',
    'episode 2 of season 1',
    'first season second episode',
    'isizini 1 isiqephu 2',
  ])('reads the season and the episode of %j, wherever the name stands', (text) => {
    const numbers = { season: 1, episode: 2 };
    expect(said(text)).toEqual({ ...numbers, words: [] });
    expect(said(`our isibane ${text}`)).toEqual({ ...numbers, words: ['our', 'isibane'] });
    expect(said(`${text} isibane sethu`)).toEqual({ ...numbers, words: ['isibane', 'sethu'] });
  });

  it.each([
    'isibane',
    'episode',
    'isibane 2',
    'the second river',
    'explore 2',
    'area 51',
    'episode 0',
    'e',
    '2',
  ])('finds none in %j', (text) => {
    expect(said(text)).toBeUndefined();
  });

  it('leaves every other word in its order, whatever is typed', () => {
    const word = fc.constantFrom(
      'episode',
      'ep',
      '2',
      's1e2',
      'of',
      'season',
      'isibane',
      '2nd',
      'e2',
      '',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 9 }), (words) => {
        const rest = saidEpisode(words)?.words ?? [];
        let from = 0;
        for (const one of rest) {
          from = words.indexOf(one, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('reads one error in the word of a number as the word', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom('', 'x', 'e'),
        fc.integer({ min: 1, max: 9999 }),
        (place, put, episode) => {
          const slipped = `${'episode'.slice(0, place)}${put}${'episode'.slice(place + 1)}`;
          expect(said(`${slipped} ${episode} isibane`)).toEqual({ episode, words: ['isibane'] });
        },
      ),
    );
  });
});
