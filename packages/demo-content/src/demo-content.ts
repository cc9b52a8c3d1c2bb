import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BroadcastWeek, type Recordings, slotsOfWeek } from './broadcast-week.ts';
import type { TitleForm } from './shots/segment-plan.ts';

/** One entry of the catalogue. The catalogue's input schemas check its fields. */
export type Entry = Readonly<Record<string, unknown>> & { readonly slug: string };

/** What the media of a video or an episode is made from. */
export interface Story {
  readonly owner: 'videos' | 'episodes';
  readonly slug: string;
  readonly title: string;
  readonly genre: string;
  readonly form: TitleForm;
  /** The code of the language that is spoken most. */
  readonly language: string;
  /** What happens, in English sentences. */
  readonly text: string;
  /** Whom it is about. */
  readonly names: readonly string[];
  /** The picture of the title: an episode has that of its show. */
  readonly art: StoryArt;
}

/** What a picture is drawn from. */
export interface StoryArt {
  readonly slug: string;
  readonly title: string;
  readonly genre: string;
  readonly artEmblem: string | null;
  readonly artGround: string | null;
}

/** The demo's catalogue and the stories of its titles. */
export interface DemoContent {
  /** The entries for the catalogue's import, each list in the order in which it is shown. */
  readonly catalogue: {
    readonly genres: readonly Entry[];
    readonly people: readonly Entry[];
    readonly channels: readonly Entry[];
    readonly categories: readonly Entry[];
    readonly shows: readonly Entry[];
    readonly seasons: readonly Readonly<Record<string, unknown>>[];
    readonly episodes: readonly Entry[];
    readonly videos: readonly Entry[];
    readonly shelves: readonly Entry[];
    readonly slides: readonly Readonly<Record<string, unknown>>[];
    readonly liveCategories: readonly Entry[];
    readonly liveChannels: readonly Entry[];
  };
  /** One for each video and each episode. */
  readonly stories: readonly Story[];
}

interface CatalogueFile {
  readonly genres: readonly Entry[];
  /** Slugs in the order shown. Each is the name of a file. */
  readonly channels: readonly string[];
  readonly shows: readonly string[];
  readonly liveCategories: readonly Entry[];
  readonly liveChannels: readonly string[];
}

type ChannelFile = Entry & {
  readonly categories: readonly Entry[];
  readonly shelves: readonly Entry[];
};

type VideoEntry = Entry & {
  readonly title: string;
  readonly genre: string;
  readonly languages: readonly string[];
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
  readonly artEmblem?: string;
  readonly artGround?: string;
  readonly description: string;
  readonly credits?: readonly Credit[];
};

interface Credit {
  readonly character?: string;
}

type ShowFile = Entry & {
  readonly title: string;
  readonly genre: string;
  readonly languages: readonly string[];
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
  readonly artEmblem?: string;
  readonly artGround?: string;
  readonly credits?: readonly Credit[];
  readonly seasons: readonly {
    readonly title?: string;
    readonly episodes: readonly { readonly title: string; readonly synopsis: string }[];
  }[];
};

type LiveChannelFile = Entry & { readonly week: BroadcastWeek };

const FOLDER = join(import.meta.dirname, '../data');

/** Reads the files in `data`. Throws if a file is missing or is not JSON. */
export function readDemoContent(): DemoContent {
  const files = read<CatalogueFile>('catalogue');
  const home = read<{ slides: readonly object[]; shelves: readonly Entry[] }>('home');
  const channels = files.channels.map((slug) => read<ChannelFile>(`channels/${slug}`));
  const videos = files.channels.flatMap((channel) =>
    read<readonly VideoEntry[]>(`videos/${channel}`).map((video) => ({ ...video, channel })),
  );
  const shows = files.shows.map((slug) => read<ShowFile>(`shows/${slug}`));
  const episodes = shows.flatMap(episodesOf);
  const recordings = recordingsOf(videos, shows);
  return {
    catalogue: {
      genres: files.genres.map(inOrder),
      people: read<readonly Entry[]>('people'),
      channels: shown(channels.map(({ categories: _, shelves: __, ...channel }) => channel)),
      categories: channels.flatMap(({ slug: channel, categories }) =>
        shown(categories.map((category) => ({ ...category, channel }))),
      ),
      shows: shown(shows.map(({ seasons: _, ...show }) => show)),
      seasons: shows.flatMap(({ slug: show, seasons }) =>
        seasons.map(({ title = null }, index) => {
          return { show, ordinal: index + 1, title, published: true };
        }),
      ),
      episodes,
      videos: shown(videos),
      shelves: shown([
        ...home.shelves,
        ...channels.flatMap(({ slug: channel, shelves }) =>
          shelves.map((shelf) => ({ ...shelf, channel })),
        ),
      ]),
      slides: shown(home.slides),
      liveCategories: shown(files.liveCategories),
      liveChannels: shown(
        files.liveChannels.map((slug) => {
          const { week, ...channel } = read<LiveChannelFile>(`live/${slug}`);
          return { ...channel, slots: slotsOfWeek(week, recordings) };
        }),
      ),
    },
    stories: [...videos.map(storyOfVideo), ...shows.flatMap(storiesOfShow)],
  };
}

/** What programmes of live channels take from the recordings that they play. */
function recordingsOf(videos: readonly VideoEntry[], shows: readonly ShowFile[]): Recordings {
  return {
    videos: new Map(
      videos.map(({ slug, title, synopsis, ratingAge, ratingAdvice }) => [
        slug,
        { title, synopsis, ratingAge, ratingAdvice },
      ]),
    ),
    episodes: new Map(
      shows.map((show) => [
        show.slug,
        episodesOf(show).map(({ slug, synopsis }) => ({
          ...{ title: show.title, synopsis, episode: slug },
          ...{ ratingAge: show.ratingAge, ratingAdvice: show.ratingAdvice },
        })),
      ]),
    ),
  };
}

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Content;
}

/** Gives an entry its place in its list. */
function inOrder<One extends object>(entry: One, position: number): One & { position: number } {
  return { ...entry, position };
}

/** Gives each entry its place in the list, and publishes it. */
function shown<One extends object>(entries: readonly One[]) {
  return entries.map((entry, position) => ({ ...inOrder(entry, position), published: true }));
}

function episodesOf({ slug: show, seasons }: ShowFile) {
  return seasons.flatMap(({ episodes }, index) =>
    episodes.map(({ title, synopsis }, place) => {
      const at = { season: index + 1, ordinal: place + 1 };
      const slug = `${show}-s${at.season}e${at.ordinal}`;
      return { show, ...at, slug, title, synopsis, description: synopsis, published: true };
    }),
  );
}

function storyOfVideo(video: VideoEntry): Story {
  const { slug, title, genre, synopsis, description } = video;
  const text = `${synopsis}\n${description}`;
  const [form, language] = ['film', languageOf(video)] as const;
  const names = namesIn(video);
  return { owner: 'videos', slug, title, genre, form, language, text, names, art: artOf(video) };
}

/** The characters that have a name, as `The student` and `Himself` have not. */
function namesIn({ credits = [] }: { readonly credits?: readonly Credit[] }): readonly string[] {
  return credits.flatMap(({ character }) =>
    character && !/^(?:the|himself|herself)\b/i.test(character) ? [character] : [],
  );
}

function artOf({ slug, title, genre, artEmblem, artGround }: VideoEntry | ShowFile): StoryArt {
  return { slug, title, genre, artEmblem: artEmblem ?? null, artGround: artGround ?? null };
}

function languageOf({ languages: [language = 'en'] }: Pick<VideoEntry, 'languages'>): string {
  return language;
}

function storiesOfShow(show: ShowFile): Story[] {
  return episodesOf(show).map(({ slug, title, synopsis }, at) => ({
    owner: 'episodes',
    slug,
    title: `${show.title}: ${title}`,
    genre: show.genre,
    form: at === 0 ? 'first-episode' : 'episode',
    language: languageOf(show),
    text: `${show.synopsis}\n${synopsis}`,
    names: namesIn(show),
    art: artOf(show),
  }));
}
