import { type Art, artOf, draw } from '@bonisa/artwork/drawing';
import { isEmblemName } from '@bonisa/artwork/emblems';
import { isGroundName } from '@bonisa/artwork/grounds';
import type {
  ENTRY_FIELDS,
  ENTRY_LISTS,
  EntryKind,
} from '@bonisa/contract/studio/catalogue-entries';
import { catalogueDocument } from '@bonisa/contract/studio/catalogue-file';
import { readDemoContent } from '@bonisa/demo-content/demo-content';
import { WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

const DEMO = readDemoContent();
type Entries<Kind extends EntryKind> = z.output<z.ZodObject<(typeof ENTRY_FIELDS)[Kind]>>[];
type Lists = { [List in keyof typeof ENTRY_LISTS]: Entries<(typeof ENTRY_LISTS)[List]> };
// The schema of catalogue files checks every entry here.
const CONTENT = catalogueDocument.parse(DEMO.catalogue) as unknown as Lists;
const { genres, people, channels, categories, shows, seasons, episodes, videos } = CONTENT;
const { shelves, slides, liveCategories, liveChannels } = CONTENT;
const titles = [...videos, ...shows];

type Place = { channel: string; category?: string | null | undefined };
const placeOf = ({ channel, category }: Place): string => `${channel}/${category}`;
const slugsOf = (entries: readonly { slug: string }[]): string[] => entries.map(({ slug }) => slug);

/** The values that occur more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

// C1 C2 C3 C5 C8 C9 E8: what the pages and the content API have to show.
describe('the demo’s catalogue', () => {
  it('has enough entries of every kind to browse', () => {
    expect(channels.length).toBeGreaterThanOrEqual(8);
    expect(categories.length).toBeGreaterThanOrEqual(18);
    expect(genres.length).toBeGreaterThanOrEqual(11);
    expect(people.length).toBeGreaterThanOrEqual(80);
    expect(videos.length).toBeGreaterThanOrEqual(40);
    expect(shows.length).toBeGreaterThanOrEqual(20);
    expect(titles.length).toBeLessThanOrEqual(65);
    expect(episodes.length).toBeGreaterThanOrEqual(200);
    expect(liveChannels.length).toBeGreaterThanOrEqual(6);
    expect(slides).toHaveLength(6);
    expect(new Set(titles.flatMap(({ languages }) => languages)).size).toBe(11);
  });

  it('has shows with one, two and three seasons', () => {
    const counts = shows.map(({ slug }) => seasons.filter(({ show }) => show === slug).length);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThanOrEqual(8);
    expect(counts.filter((count) => count > 2).length).toBeGreaterThanOrEqual(1);
    expect(Math.min(...counts)).toBe(1);
  });

  it('uses no slug, title or text twice', () => {
    for (const entries of [genres, people, channels, shelves, liveCategories, liveChannels, titles])
      expect(repeated(slugsOf(entries))).toEqual([]);
    expect(repeated(slugsOf(episodes))).toEqual([]);
    expect(repeated(categories.map(({ channel, slug }) => `${channel}/${slug}`))).toEqual([]);
    expect(repeated(categories.map(({ tagline }) => tagline))).toEqual([]);
    expect(repeated(titles.map(({ title }) => title))).toEqual([]);
    expect(repeated(titles.map(({ description }) => description))).toEqual([]);
    expect(repeated([...titles, ...episodes].map(({ synopsis }) => synopsis))).toEqual([]);
    expect(repeated(episodes.map(({ show, title }) => `${show}: ${title}`))).toEqual([]);
  });

  it('refers only to entries that exist', () => {
    const genreSlugs = new Set(slugsOf(genres));
    for (const { genre, title } of [...titles, ...channels, ...categories, ...liveChannels])
      expect(genreSlugs, title).toContain(genre);
    const places = new Set(categories.map(({ channel, slug }) => `${channel}/${slug}`));
    for (const title of titles) expect(places).toContain(placeOf(title));
    const persons = new Set(slugsOf(people));
    for (const { credits } of titles)
      for (const { person } of credits) expect(persons).toContain(person);
    const slugs = new Set(slugsOf(titles));
    expect(shelves.flatMap((shelf) => shelf.titles).filter((slug) => !slugs.has(slug))).toEqual([]);
    expect(slides.filter(({ title }) => !slugs.has(title))).toEqual([]);
    const live = new Set(slugsOf(liveCategories));
    expect(liveChannels.filter(({ category }) => !live.has(category))).toEqual([]);
  });

  it('credits each person once for each role, and three to eight people for a show', () => {
    for (const { slug, credits } of titles) {
      expect(credits.length, slug).toBeGreaterThan(0);
      expect(repeated(credits.map(({ person, role }) => `${person} ${role}`)), slug).toEqual([]);
    }
    for (const { slug, credits } of shows) {
      expect(credits.length, slug).toBeGreaterThanOrEqual(3);
      expect(credits.length, slug).toBeLessThanOrEqual(8);
    }
  });

  it('leaves no category, person or genre unused, and mixes genres in most categories', () => {
    const mixed = categories.filter(({ channel, slug }) => {
      const within = titles.filter((title) => placeOf(title) === `${channel}/${slug}`);
      expect(within.length, slug).toBeGreaterThanOrEqual(3);
      return new Set(within.map(({ genre }) => genre)).size > 1;
    });
    expect(mixed.length).toBeGreaterThan(categories.length * 0.5);
    const credited = new Set(titles.flatMap(({ credits }) => credits.map(({ person }) => person)));
    expect(people.filter(({ slug }) => !credited.has(slug))).toEqual([]);
    const shown = new Set(titles.map(({ genre }) => genre));
    expect(genres.filter(({ slug }) => !shown.has(slug))).toEqual([]);
  });

  it('has a show in every channel', () => {
    for (const { slug } of channels) {
      const within = shows.filter(({ channel }) => channel === slug);
      expect(within.length, slug).toBeGreaterThanOrEqual(1);
    }
  });

  it('has shelves of both formats with shows and videos, on the home page and on every channel', () => {
    const showSlugs = new Set(slugsOf(shows));
    const home = shelves.filter(({ channel }) => !channel);
    expect(home.length).toBeGreaterThanOrEqual(10);
    expect(new Set(home.map(({ format }) => format)).size).toBe(2);
    for (const shelf of home) expect(shelf.titles.length, shelf.slug).toBeGreaterThanOrEqual(6);
    for (const shelf of shelves) expect(repeated(shelf.titles), shelf.slug).toEqual([]);
    for (const { slug } of channels)
      expect(shelves.filter(({ channel }) => channel === slug).length).toBeGreaterThanOrEqual(2);
    const channelOf = new Map(titles.map(({ slug, channel }) => [slug, channel]));
    for (const shelf of shelves.filter(({ channel }) => channel))
      expect(shelf.titles.filter((slug) => channelOf.get(slug) !== shelf.channel)).toEqual([]);
    expect(new Set(slides.map(({ title }) => showSlugs.has(title))).size).toBe(2);
  });

  it('names an emblem and a ground that can be drawn for every entry with a picture', () => {
    const pictured = [...titles, ...episodes, ...channels, ...categories, ...liveChannels];
    const undrawn = pictured.filter(
      ({ artEmblem, artGround }) => !isEmblemName(`${artEmblem}`) || !isGroundName(`${artGround}`),
    );
    expect(undrawn.map(({ slug, artEmblem }) => `${slug}: ${artEmblem}`)).toEqual([]);
  });

  it('has a story with words for the captions of every video and episode', () => {
    const slugsOfKind = (kind: string) =>
      slugsOf(DEMO.stories.filter(({ owner }) => owner === kind));
    expect(slugsOfKind('videos')).toEqual(slugsOf(videos));
    expect(slugsOfKind('episodes')).toEqual(slugsOf(episodes));
    for (const { text, slug } of DEMO.stories) expect(text.length, slug).toBeGreaterThan(30);
  });
});

// C9: what is on now, and what comes next.
describe('the demo’s live channels', () => {
  const minutesOf = ({ slots }: (typeof liveChannels)[number]): number =>
    slots.reduce((sum, { minutes }) => sum + minutes, 0);

  it('fill the whole week, or pause at night', () => {
    const whole = liveChannels.filter((channel) => minutesOf(channel) === WEEK_MINUTES);
    expect(whole.length).toBeGreaterThanOrEqual(3);
    expect(whole.length).toBeLessThan(liveChannels.length);
    for (const channel of liveChannels)
      expect(minutesOf(channel), channel.slug).toBeGreaterThan(WEEK_MINUTES / 4);
  });

  it('have another programme on Sunday than on Wednesday', () => {
    for (const { slug, slots } of liveChannels) {
      const onDay = (day: number): string[] =>
        slots
          .filter(({ startsAt }) => Math.floor(startsAt / 1440) === day)
          .map(({ title }) => title);
      expect(onDay(6), slug).not.toEqual(onDay(2));
    }
  });

  it('include one or two with a headline', () => {
    expect([1, 2]).toContain(liveChannels.filter(({ headline }) => headline).length);
  });
});

/** Returns a poster reduced to 12 x 18 pixels, as seen from far away. */
async function glance(of: Art): Promise<Buffer> {
  return await sharp(Buffer.from(draw('poster', of, 48)))
    .removeAlpha()
    .resize(12, 18, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Says whether the colours of two glances differ by more than 12 of 255 on average. */
function differ(one: Buffer, other: Buffer): boolean {
  let difference = 0;
  for (let at = 0; at < one.length; at += 1)
    difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return difference / one.length > 12;
}

it('the demo’s posters can be told apart at a glance', async () => {
  const all = await Promise.all(
    titles.map(async (title) => ({ slug: title.slug, seen: await glance(artOf(title)) })),
  );
  const alike = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .flatMap((other) => (differ(one.seen, other.seen) ? [] : `${one.slug} ~ ${other.slug}`)),
  );
  expect(alike).toEqual([]);
});
