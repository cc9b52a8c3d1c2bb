import { describe, expect, it } from 'vitest';
import { type Entry, readDemoContent } from './demo-content.ts';
import { shotNamed } from './shots/shots.ts';

type Episode = Entry & { readonly show: string };

const { catalogue, stories } = readDemoContent();
const titles = [...catalogue.videos, ...catalogue.shows];
const shotsOf = new Map(stories.map(({ slug, shots }) => [slug, shots]));
/** The shot with which a title begins: every episode of a show begins alike. */
const leadOf = new Map(stories.map(({ art, shots }) => [art.slug, shots[0] ?? '']));
const emblemOf = new Map<unknown, unknown>(titles.map(({ slug, artEmblem }) => [slug, artEmblem]));

/** The emblems with a face, and the words of a story that name such a person. */
const FACES: Readonly<Record<string, RegExp>> = {
  boy: /\b(boy|brothers|seven)\b/,
  child: /\b(child|children|girls?|pupils?|school|class|daughter)\b/,
  elder: /\b(old|grandpa|uncle|father|chief|retired|pilot|his|baba)\b/,
  gogo: /gogo|grandmother|ouma|\bmothers?\b|\bold (lady|women)\b/,
  headset: /\b(calls?|telephone|headphones)\b/,
  man: /\b(he|his|him|man|men)\b/,
  mask: /\b(names?|strangers|machine|nobody)\b/,
  queen: /\b(she|her|women|widow)\b/,
  singer: /\b(sings?|sang|song|choir|voices|alto|solo|hymn)\b/,
  woman: /\b(she|her|women|mother|wife|sisters?|girls?|daughters?|widows)\b/,
};

const wordsOf = ({ title, synopsis, description }: Entry): string =>
  `${title}\n${synopsis}\n${description}`.toLowerCase();

/** Says whether a picture has what one of the shots shows, or the face of a person of the story. */
function promises({ artEmblem }: Entry, shots: readonly string[], words: string): boolean {
  const emblem = String(artEmblem);
  const shown = shots.flatMap((name) => shotNamed(name)?.motifs ?? []);
  return shown.includes(emblem) || (FACES[emblem]?.test(words) ?? false);
}

const told = (entry: Entry): string => `${entry.slug}: ${entry.artEmblem}\n${wordsOf(entry)}`;

describe('the posters of the demo', () => {
  it('show of a title what its film begins with, or a face of its story', () => {
    const strange = titles.filter(
      (title) => !promises(title, [leadOf.get(title.slug) ?? ''], wordsOf(title)),
    );
    expect(strange.map(told)).toEqual([]);
  });

  it('show of an episode what one of its shots shows, or a face of its story', () => {
    const strange = catalogue.episodes.filter(
      (episode) => !promises(episode, shotsOf.get(episode.slug) ?? [], wordsOf(episode)),
    );
    expect(strange.map(told)).toEqual([]);
  });

  it('show of a category and of a channel what one of its titles begins with or shows', () => {
    const strange = [...catalogue.categories, ...catalogue.channels].filter((place) => {
      const within = titles.filter(({ channel, category }) =>
        'channel' in place
          ? channel === place.channel && category === place.slug
          : channel === place.slug,
      );
      const leads = within.map(({ slug }) => leadOf.get(slug) ?? '');
      const shown = within.map(({ slug }) => emblemOf.get(slug));
      return !(promises(place, leads, '') || shown.includes(place.artEmblem));
    });
    expect(strange.map(told)).toEqual([]);
  });

  it('are not alike: none has the emblem and the ground of another one of its kind', () => {
    const kinds: [kind: string, entries: readonly Entry[]][] = [
      ['titles', titles],
      ...Map.groupBy(catalogue.episodes as readonly Episode[], ({ show }) => show),
      ['categories', catalogue.categories],
      ['channels', catalogue.channels],
      ['live channels', catalogue.liveChannels],
    ];
    const alike = kinds.flatMap(([kind, entries]) =>
      [...Map.groupBy(entries, ({ artEmblem, artGround }) => `${artEmblem} on ${artGround}`)]
        .filter(([, same]) => same.length > 1)
        .map(([picture, same]) => `${kind}, ${picture}: ${same.map(({ slug }) => slug)}`),
    );
    expect(alike).toEqual([]);
  });

  it('have an emblem that at most four titles share, and no two of a shelf', () => {
    for (const [emblem, same] of Map.groupBy(titles, ({ artEmblem }) => String(artEmblem)))
      expect(same.length, emblem).toBeLessThanOrEqual(4);
    for (const { slug, titles: shown } of catalogue.shelves) {
      const emblems = (shown as readonly string[]).map((title) => emblemOf.get(title));
      expect(new Set(emblems).size, slug).toBe(emblems.length);
    }
  });
});
