import type { DemoContent } from '@bonisa/demo-content/demo-content';

/** The slate as a shot, and the slug of its video. */
export const SLATE = 'live-slate';
export const SLATE_TITLE = 'We are back soon';

/** Shots that are painted together. */
const REEL = 3;

/**
 * The shots of the demo in the reels in which they are painted: those first that the titles need
 * which home shows first, so that these can be watched first.
 */
export function reelsOf({ catalogue, stories }: DemoContent): string[][] {
  const home = catalogue.shelves.filter(({ channel }) => !channel);
  const first = [
    ...catalogue.slides.map(({ title }) => title as string),
    ...home.flatMap(({ titles }) => titles as readonly string[]),
  ];
  const shotsOf = new Map(stories.map(({ art, shots }) => [art.slug, shots]));
  const wanted = [
    ...first.flatMap((slug) => shotsOf.get(slug) ?? []),
    ...[...shotsOf.values()].flat(),
  ];
  const shots = [...new Set(wanted)];
  return Array.from({ length: Math.ceil(shots.length / REEL) }, (_, at) =>
    shots.slice(at * REEL, (at + 1) * REEL),
  );
}
