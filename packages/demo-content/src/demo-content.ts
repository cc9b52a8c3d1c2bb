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
  /** The names of the shots that it plays, in order. The first shows what the picture promises. */
  readonly shots: readonly string[];
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

interface EpisodeEntry {
  readonly title: string;
  readonly synopsis: string;
  readonly artEmblem: string;
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
    readonly episodes: readonly EpisodeEntry[];
  }[];
};

type LiveChannelFile = Entry & { readonly week: BroadcastWeek };

const FOLDER = join(import.meta.dirname, '../data');

/** The shots of each video and show, chosen for its story, by slug. */
type FilmsFile = Readonly<Record<string, readonly string[]>>;

/** Reads the files in `data`. Throws if a file is missing or is not JSON. */
export function readDemoContent(): DemoContent {
  const files = read<CatalogueFile>('catalogue');
  const home = read<{ slides: readonly object[]; shelves: readonly Entry[] }>('home');
  const channels = files.channels.map((slug) => read<ChannelFile>(`channels/${slug}`));
  const videos = files.channels.flatMap((channel) =>
    read<readonly VideoEntry[]>(`videos/${channel}`).map((video) => ({ ...video, channel })),
  );
  const shows = files.shows.map((slug) => read<ShowFile>(`shows/${slug}`));
  const films = read<FilmsFile>('films');
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
    stories: [
      ...videos.map((video) => storyOfVideo(video, films)),
      ...shows.flatMap((show) => storiesOfShow(show, films)),
    ],
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

/** The grounds of pictures. Episodes take them in turn, each season from another one on. */
const GROUNDS = ['rays', 'print', 'hills', 'diamonds', 'rings', 'chevrons', 'gables', 'blanket'];

function episodesOf({ slug: show, seasons }: ShowFile) {
  return seasons.flatMap(({ episodes }, index) =>
    episodes.map((episode, place) => {
      const at = { season: index + 1, ordinal: place + 1 };
      const slug = `${show}-s${at.season}e${at.ordinal}`;
      const artGround = GROUNDS[(place + index * 3) % GROUNDS.length];
      const description = episode.synopsis;
      return { show, ...at, slug, ...episode, artGround, description, published: true };
    }),
  );
}

function storyOfVideo(video: VideoEntry, films: FilmsFile): Story {
  const { slug, title, genre, synopsis, description } = video;
  const text = `${synopsis}\n${description}`;
  const [form, language] = ['film', languageOf(video)] as const;
  const shots = films[slug] ?? [];
  const told = { slug, title, genre, form, language, text, names: namesIn(video) };
  return { owner: 'videos', ...told, art: artOf(video), shots };
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

function storiesOfShow(show: ShowFile, films: FilmsFile): Story[] {
  const [lead, ...others] = films[show.slug] ?? [];
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
    // Every episode begins as its show does, and goes on elsewhere.
    shots: lead === undefined ? [] : [lead, ...turned(others, at)],
  }));
}

/** The same values, begun `by` places later. */
function turned<One>(values: readonly One[], by: number): One[] {
  const start = by % Math.max(1, values.length);
  return [...values.slice(start), ...values.slice(0, start)];
}
