import type { DemoVideo } from './demo-title.ts';
import { MUSIC_AND_NATURE } from './demo-videos.music-and-nature.ts';
import { STORIES } from './demo-videos.stories.ts';

/** All titles of the demo, in the order of their channels. */
export const DEMO_VIDEOS: readonly DemoVideo[] = [...STORIES, ...MUSIC_AND_NATURE];
