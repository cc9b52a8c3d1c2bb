import type { LiveCategoryInput, LiveChannelInput } from '../catalogue/catalogue.input.ts';
import { MUSIC_FAMILY_AND_FAITH } from './live/music-family-and-faith.live.ts';
import { TALK_AND_SPORT } from './live/talk-and-sport.live.ts';

/** The live section of the demo: its categories, and channels with a whole week each. */

export const DEMO_LIVE_CATEGORIES: readonly LiveCategoryInput[] = (
  [
    ['news-and-talk', 'News and talk'],
    ['music', 'Music'],
    ['sport', 'Sport'],
    ['home-and-faith', 'Home and faith'],
  ] as const
).map(([slug, title], position) => ({ slug, title, position, published: true }));

export const DEMO_LIVE_CHANNELS: readonly LiveChannelInput[] = [
  ...TALK_AND_SPORT,
  ...MUSIC_FAMILY_AND_FAITH,
].map((channel, position) => ({
  ...channel,
  position,
  published: true,
}));
