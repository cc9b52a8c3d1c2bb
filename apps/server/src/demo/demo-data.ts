import type {
  CategoryInput,
  ChannelInput,
  GenreInput,
  LiveCategoryInput,
  LiveChannelInput,
  PersonInput,
  ShelfInput,
  SlideInput,
} from '../catalogue/catalogue.input.ts';
import type { MediaOwners } from '../catalogue/catalogue-editing.repository.ts';
import type { DemoEpisode, DemoShow, DemoVideo } from './demo-title.ts';

/** Everything that the demo's catalogue is made of; each list in the order in which it is shown. */
export interface DemoData {
  readonly genres: readonly GenreInput[];
  readonly people: readonly PersonInput[];
  readonly channels: readonly ChannelInput[];
  readonly categories: readonly CategoryInput[];
  readonly videos: readonly DemoVideo[];
  readonly shows: readonly DemoShow[];
  readonly shelves: readonly ShelfInput[];
  readonly slides: readonly SlideInput[];
  readonly liveCategories: readonly LiveCategoryInput[];
  readonly liveChannels: readonly LiveChannelInput[];
}

/** An episode's slug: its own, or one made of where it stands. */
export function episodeSlug(
  show: string,
  { season, ordinal }: { season: number; ordinal: number },
  episode: DemoEpisode,
): string {
  return episode.slug ?? `${show}-s${season}e${ordinal}`;
}

/** What plays a clip: videos name theirs, the episodes of a show take turns. */
export function playersOf({ videos, shows }: DemoData, clip: string): MediaOwners {
  return {
    videos: videos.filter((video) => video.clip === clip).map(({ slug }) => slug),
    episodes: shows.flatMap((show) =>
      episodesOf(show)
        .filter((_, index) => show.clips[index % show.clips.length] === clip)
        .map(({ slug }) => slug),
    ),
  };
}

/** Everything that plays media. */
export function everyPlayer({ videos, shows }: DemoData): MediaOwners {
  return {
    videos: videos.map(({ slug }) => slug),
    episodes: shows.flatMap((show) => episodesOf(show).map(({ slug }) => slug)),
  };
}

function episodesOf({ slug: show, seasons }: DemoShow): { slug: string }[] {
  return seasons.flatMap(({ episodes }, season) =>
    episodes.map((episode, place) => ({
      slug: episodeSlug(show, { season: season + 1, ordinal: place + 1 }, episode),
    })),
  );
}
