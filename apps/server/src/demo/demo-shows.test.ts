import { readDemoClips } from '@bonisa/demo-content/demo-clips';
import { describe, expect, it } from 'vitest';
import { checked, episodeInput, seasonInput, showInput } from '../catalogue/catalogue.input.ts';
import { episodeSlug } from './demo-data.ts';
import { DEMO_CATEGORIES, DEMO_CHANNELS, DEMO_GENRES } from './demo-frame.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SHOWS } from './demo-shows.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';

const EPISODES = DEMO_SHOWS.flatMap(({ slug, seasons }) =>
  seasons.flatMap(({ episodes }, season) =>
    episodes.map((episode, index) => ({
      show: slug,
      season: season + 1,
      ordinal: index + 1,
      ...episode,
    })),
  ),
);

/** What stands more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

// E8: a show has seasons, a season has episodes.
describe('the demo’s shows', () => {
  it('are as many as a catalogue worth browsing needs', () => {
    expect(DEMO_SHOWS.length).toBeGreaterThanOrEqual(62);
    expect(EPISODES.length).toBeGreaterThanOrEqual(410);
    expect(DEMO_SHOWS.filter(({ seasons }) => seasons.length > 1).length).toBeGreaterThanOrEqual(
      15,
    );
    expect(DEMO_SHOWS.filter(({ seasons }) => seasons.length > 2).length).toBeGreaterThanOrEqual(1);
  });

  it('are what an editor may hand in', () => {
    for (const { clips: _, seasons, ...show } of DEMO_SHOWS) {
      checked(showInput, show);
      for (const [index, { episodes: __, ...season }] of seasons.entries())
        checked(seasonInput, { show: show.slug, ordinal: index + 1, ...season });
    }
    for (const { show, season, ordinal, ...episode } of EPISODES) {
      const slug = episodeSlug(show, { season, ordinal }, episode);
      checked(episodeInput, {
        description: episode.synopsis,
        ...episode,
        slug,
        show,
        season,
        ordinal,
      });
    }
  });

  it('tell each story once', () => {
    expect(repeated([...DEMO_SHOWS, ...DEMO_VIDEOS].map(({ slug }) => slug))).toEqual([]);
    expect(repeated([...DEMO_SHOWS, ...DEMO_VIDEOS].map(({ title }) => title))).toEqual([]);
    expect(
      repeated([...DEMO_SHOWS, ...DEMO_VIDEOS, ...EPISODES].map(({ synopsis }) => synopsis)),
    ).toEqual([]);
    expect(repeated(EPISODES.map(({ show, title }) => `${show}: ${title}`))).toEqual([]);
  });

  it('stand in every channel, under a category, genre and people that there are', () => {
    const categories = new Set(DEMO_CATEGORIES.map(({ channel, slug }) => `${channel}/${slug}`));
    expect(
      DEMO_SHOWS.filter(({ channel, category }) => !categories.has(`${channel}/${category}`)),
    ).toEqual([]);
    const genres = new Set(DEMO_GENRES.map(({ slug }) => slug));
    expect(DEMO_SHOWS.filter(({ genre }) => !genres.has(genre))).toEqual([]);
    const people = new Set(DEMO_PEOPLE.map(({ slug }) => slug));
    expect(
      DEMO_SHOWS.flatMap(({ credits = [] }) => credits).filter(({ person }) => !people.has(person)),
    ).toEqual([]);
    for (const { slug } of DEMO_CHANNELS)
      expect(
        DEMO_SHOWS.filter(({ channel }) => channel === slug).length,
        slug,
      ).toBeGreaterThanOrEqual(5);
  });

  it('name who made them, each person once for each thing done', () => {
    for (const { slug, credits = [] } of DEMO_SHOWS) {
      expect(credits.length, slug).toBeGreaterThanOrEqual(3);
      expect(credits.length, slug).toBeLessThanOrEqual(8);
      expect(repeated(credits.map(({ person, role }) => `${person} ${role}`)), slug).toEqual([]);
    }
  });

  it('play clips that are made', () => {
    const made = new Set(readDemoClips().map(({ name }) => name));
    expect(
      DEMO_SHOWS.filter(({ clips }) => clips.length === 0 || clips.some((clip) => !made.has(clip))),
    ).toEqual([]);
  });
});
