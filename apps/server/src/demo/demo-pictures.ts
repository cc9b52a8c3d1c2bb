import type { PictureKind } from '@bonisa/content/pictures/picture-set';
import type { DemoContent } from '@bonisa/demo-content/demo-content';

/** A kind of picture, and the slug of its owner. */
type Wanted = readonly [kind: PictureKind, slug: string];
type Content = DemoContent['catalogue'];

/** How many cards of a shelf, and how many channels, a phone shows before any scrolling. */
const FIRST_CARDS = 3;
const FIRST_CHANNELS = 4;

/** The pictures of the first view of the home page. */
export function firstPictures({ slides, shelves, channels }: Content): Wanted[] {
  const first = slides.slice(0, 1);
  return [
    ...scenesOf('hero-tall', first),
    ...shelves.flatMap(({ titles }) => cardsOf((titles as string[]).slice(0, FIRST_CARDS))),
    ...of('channel-landscape', channels.slice(0, FIRST_CHANNELS)),
    ...scenesOf('hero-wide', first),
  ];
}

/** The scenes of the slides and the cards of everything: the home page's before the others. */
export function allPictures(content: Content): Wanted[] {
  const { slides, shelves, shows, videos } = content;
  return [
    ...scenesOf('hero-tall', slides),
    ...of('live-landscape', content.liveChannels),
    ...shelves.flatMap(({ titles }) => cardsOf(titles as string[])),
    ...of('channel-landscape', content.channels),
    ...content.categories.map(
      ({ channel, slug }): Wanted => ['category-landscape', `${channel}-in-${slug}`],
    ),
    ...scenesOf('hero-wide', slides),
    ...cardsOf([...shows, ...videos].map(({ slug }) => slug)),
    ...of('episode-landscape', content.episodes),
  ];
}

function scenesOf(kind: 'hero-tall' | 'hero-wide', slides: Content['slides']): Wanted[] {
  return slides.map(({ title }): Wanted => [kind, String(title)]);
}

function cardsOf(slugs: readonly string[]): Wanted[] {
  return slugs.flatMap((slug): Wanted[] => [
    ['poster', slug],
    ['landscape', slug],
  ]);
}

function of(kind: PictureKind, entries: readonly { readonly slug: string }[]): Wanted[] {
  return entries.map(({ slug }): Wanted => [kind, slug]);
}
