import { type Art, artOf, draw } from '@bonisa/artwork/drawing';
import { isEmblemName } from '@bonisa/artwork/emblems';
import { pieceNamed } from '@bonisa/demo-content/clips/repertoire';
import { WEEK_MINUTES } from '@bonisa/domain/live-schedule';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  categoryInput,
  channelInput,
  checked,
  genreInput,
  liveCategoryInput,
  liveChannelInput,
  personInput,
  shelfInput,
  slideInput,
  videoInput,
} from '../catalogue/catalogue.input.ts';
import { DEMO_CATALOGUE } from './demo-catalogue.ts';
import { weekOf } from './live/broadcast-week.ts';

const {
  genres,
  people,
  channels,
  categories,
  videos,
  shows,
  shelves,
  slides,
  liveCategories,
  liveChannels,
} = DEMO_CATALOGUE;
const titles = [...videos, ...shows];
const place = ({
  channel,
  category,
}: {
  channel: string;
  category?: string | null | undefined;
}): string => `${channel}/${category}`;

/** What stands more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

// C1 C2 C3 C5 C8 C9: what the pages and the content API have to show.
describe('the demo’s catalogue', () => {
  it('is worth browsing', () => {
    expect(channels.length).toBeGreaterThanOrEqual(8);
    expect(categories.length).toBeGreaterThanOrEqual(44);
    expect(genres.length).toBeGreaterThanOrEqual(11);
    expect(people.length).toBeGreaterThanOrEqual(90);
    expect(videos.length).toBeGreaterThanOrEqual(205);
    expect(liveChannels.length).toBeGreaterThanOrEqual(6);
    expect(slides).toHaveLength(6);
    expect(new Set(titles.flatMap(({ languages }) => languages)).size).toBe(11);
  });

  it('is what an editor may hand in', () => {
    for (const genre of genres) checked(genreInput, genre);
    for (const person of people) checked(personInput, person);
    for (const channel of channels) checked(channelInput, channel);
    for (const category of categories) checked(categoryInput, category);
    for (const { clip: _, ...video } of videos) checked(videoInput, video);
    for (const shelf of shelves) checked(shelfInput, shelf);
    for (const slide of slides) checked(slideInput, slide);
    for (const category of liveCategories) checked(liveCategoryInput, category);
    for (const channel of liveChannels) checked(liveChannelInput, channel);
  });

  it('calls everything by a name of its own', () => {
    for (const things of [genres, people, channels, shelves, liveCategories, liveChannels])
      expect(repeated(things.map(({ slug }) => slug))).toEqual([]);
    expect(repeated(categories.map(({ channel, slug }) => `${channel}/${slug}`))).toEqual([]);
    expect(repeated(titles.map(({ slug }) => slug))).toEqual([]);
    for (const say of ['title', 'synopsis', 'description'] as const)
      expect(repeated(videos.map((video) => video[say]))).toEqual([]);
    expect(repeated(categories.map(({ tagline }) => tagline))).toEqual([]);
  });

  it('refers only to what there is', () => {
    const genreSlugs = new Set(genres.map(({ slug }) => slug));
    for (const { genre, title } of [...videos, ...channels, ...categories, ...liveChannels])
      expect(genreSlugs, title).toContain(genre);
    const places = new Set(categories.map(({ channel, slug }) => `${channel}/${slug}`));
    for (const video of videos) expect(places).toContain(place(video));
    const persons = new Set(people.map(({ slug }) => slug));
    for (const { credits = [], slug } of videos) {
      expect(credits.length, slug).toBeGreaterThan(0);
      expect(repeated(credits.map(({ person, role }) => `${person} ${role}`)), slug).toEqual([]);
      for (const { person } of credits) expect(persons).toContain(person);
    }
    for (const clip of new Set(videos.map((video) => video.clip)))
      expect(pieceNamed(clip)).toBeDefined();
    const slugs = new Set(titles.map(({ slug }) => slug));
    expect(shelves.flatMap((shelf) => shelf.titles).filter((slug) => !slugs.has(slug))).toEqual([]);
    expect(slides.filter(({ title }) => !slugs.has(title))).toEqual([]);
    const live = new Set(liveCategories.map(({ slug }) => slug));
    expect(liveChannels.filter(({ category }) => !live.has(category))).toEqual([]);
  });

  it('leaves no category, person or genre empty, and gives most categories more than one genre', () => {
    for (const { channel, slug } of categories) {
      const within = titles.filter((title) => place(title) === `${channel}/${slug}`);
      expect(within.length, slug).toBeGreaterThanOrEqual(3);
    }
    const mixed = categories.filter(
      ({ channel, slug }) =>
        new Set(
          titles.filter((title) => place(title) === `${channel}/${slug}`).map(({ genre }) => genre),
        ).size > 1,
    );
    expect(mixed.length).toBeGreaterThan(categories.length * 0.8);
    const credited = new Set(
      titles.flatMap(({ credits = [] }) => credits.map(({ person }) => person)),
    );
    expect(people.filter(({ slug }) => !credited.has(slug))).toEqual([]);
    const shown = new Set(titles.map(({ genre }) => genre));
    expect(genres.filter(({ slug }) => !shown.has(slug))).toEqual([]);
  });

  it('names emblems that can be drawn', () => {
    const drawn = [...videos, ...channels, ...categories, ...liveChannels].flatMap(
      ({ artEmblem }) => artEmblem ?? [],
    );
    expect(drawn.filter((name) => !isEmblemName(name))).toEqual([]);
  });

  it('fills shelves with shows and videos alike, in both formats, on the home page and on every channel', () => {
    const showSlugs = new Set(shows.map(({ slug }) => slug));
    const home = shelves.filter(({ channel }) => !channel);
    expect(home.length).toBeGreaterThanOrEqual(10);
    expect(new Set(home.map(({ format }) => format)).size).toBe(2);
    for (const shelf of home) expect(shelf.titles.length, shelf.slug).toBeGreaterThanOrEqual(8);
    for (const shelf of shelves) expect(repeated(shelf.titles), shelf.slug).toEqual([]);
    for (const { slug } of channels)
      expect(shelves.filter(({ channel }) => channel === slug).length).toBeGreaterThanOrEqual(2);
    const ofChannel = new Map(titles.map(({ slug, channel }) => [slug, channel]));
    for (const shelf of shelves.filter(({ channel }) => channel))
      expect(shelf.titles.filter((slug) => ofChannel.get(slug) !== shelf.channel)).toEqual([]);
    expect(new Set(slides.map(({ title }) => showSlugs.has(title))).size).toBe(2);
  });
});

// C9: what is on now, and what comes next.
describe('the demo’s live channels', () => {
  const filled = ({ slots }: (typeof liveChannels)[number]): number =>
    slots.reduce((sum, { minutes }) => sum + minutes, 0);

  it('fill their week, and some go off the air at night', () => {
    const whole = liveChannels.filter((channel) => filled(channel) === WEEK_MINUTES);
    expect(whole.length).toBeGreaterThanOrEqual(3);
    expect(whole.length).toBeLessThan(liveChannels.length);
    for (const channel of liveChannels)
      expect(filled(channel), channel.slug).toBeGreaterThan(WEEK_MINUTES / 4);
  });

  it('show something else at the weekend', () => {
    for (const { slug, slots } of liveChannels) {
      const onDay = (day: number): string[] =>
        slots
          .filter(({ startsAt }) => Math.floor(startsAt / 1440) === day)
          .map(({ title }) => title);
      expect(onDay(6), slug).not.toEqual(onDay(2));
    }
  });

  it('have one or two that head the section', () => {
    expect([1, 2]).toContain(liveChannels.filter(({ headline }) => headline).length);
  });

  it('end their day at five in the morning, over the end of the week too', () => {
    const day = [
      ['05:00', 'Early', 'Early.'],
      ['20:00', null],
      ['23:00', 'Late', ['One.', 'Two.']],
      ['01:00', 'Later', 'Later.', '13', 'L'],
    ] as const;
    const slots = weekOf(day, day, day);
    expect(slots.slice(0, 3)).toEqual([
      {
        startsAt: 300,
        minutes: 900,
        title: 'Early',
        synopsis: 'Early.',
        ratingAge: 'A',
        ratingAdvice: [],
      },
      {
        startsAt: 1380,
        minutes: 120,
        title: 'Late',
        synopsis: 'One.',
        ratingAge: 'A',
        ratingAdvice: [],
      },
      {
        startsAt: 1500,
        minutes: 240,
        title: 'Later',
        synopsis: 'Later.',
        ratingAge: '13',
        ratingAdvice: ['L'],
      },
    ]);
    expect(slots[4]?.synopsis).toBe('Two.');
    expect(slots.at(-1)).toMatchObject({ startsAt: 60, minutes: 240 });
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
    titles.map(async (title) => {
      const { artEmblem = null, artGround = null } = title;
      return { slug: title.slug, seen: await glance(artOf({ ...title, artEmblem, artGround })) };
    }),
  );
  const alike = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .flatMap((other) => (differ(one.seen, other.seen) ? [] : `${one.slug} ~ ${other.slug}`)),
  );
  expect(alike).toEqual([]);
});
