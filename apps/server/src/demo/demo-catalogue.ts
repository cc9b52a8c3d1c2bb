import type { DemoData } from './demo-data.ts';
import { DEMO_CATEGORIES, DEMO_CHANNELS, DEMO_GENRES } from './demo-frame.ts';
import { DEMO_LIVE_CATEGORIES, DEMO_LIVE_CHANNELS } from './demo-live.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SHELVES, DEMO_SLIDES } from './demo-shelves.ts';
import { DEMO_SHOWS } from './demo-shows.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';

/** The demo's catalogue. Everything is invented: names, titles and people. */
export const DEMO_CATALOGUE: DemoData = {
  genres: DEMO_GENRES,
  people: DEMO_PEOPLE,
  channels: DEMO_CHANNELS,
  categories: DEMO_CATEGORIES,
  videos: DEMO_VIDEOS,
  shows: DEMO_SHOWS,
  shelves: DEMO_SHELVES,
  slides: DEMO_SLIDES,
  liveCategories: DEMO_LIVE_CATEGORIES,
  liveChannels: DEMO_LIVE_CHANNELS,
};
