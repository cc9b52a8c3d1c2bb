import { type Art, artOf } from '@bonisa/artwork/drawing';
import type { DemoContent } from '@bonisa/demo-content/demo-content';
import { CARD_SECONDS } from './card-length.ts';
import type { ShotParts } from './load-shots.ts';

/** The cards of each home shelf: those that a phone shows first. */
const FIRST_OF_SHELF = 4;
const CARDS_AT_ONCE = 12;

/** The slate of the live channels: what they show where nothing is planned. */
export const SLATE_ART: Art = {
  seed: 'live-slate',
  title: 'We are back soon',
  genre: 'news',
  emblem: null,
  ground: null,
};

/**
 * The pictures of all titles, by slug, those first that home shows first: its slides and the first
 * titles of its shelves.
 */
export function artsInOrder({ catalogue, stories }: DemoContent): {
  readonly home: ReadonlyMap<string, Art>;
  readonly others: ReadonlyMap<string, Art>;
} {
  const arts = new Map(stories.map(({ art }) => [art.slug, artOf(art)]));
  const shelves = catalogue.shelves.filter(({ channel }) => !channel);
  const slugs = new Set([
    ...catalogue.slides.map(({ title }) => title as string),
    ...shelves.flatMap(({ titles }) => (titles as readonly string[]).slice(0, FIRST_OF_SHELF)),
  ]);
  return {
    home: new Map([...arts].filter(([slug]) => slugs.has(slug))),
    others: new Map([...arts].filter(([slug]) => !slugs.has(slug))),
  };
}

/** The cards of titles in the reels in which they are painted. */
export function cardReels(slugs: readonly string[]): ShotParts['reels'] {
  const cards = slugs.map((name) => ({
    name,
    world: 'print' as const,
    mood: 'gentle' as const,
    seconds: CARD_SECONDS,
  }));
  return Array.from({ length: Math.ceil(cards.length / CARDS_AT_ONCE) }, (_, at) =>
    cards.slice(at * CARDS_AT_ONCE, (at + 1) * CARDS_AT_ONCE),
  );
}
