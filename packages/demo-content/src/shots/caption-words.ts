import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberOf, seeded } from '../clips/brush.ts';
import type { Shot, World } from './shot.ts';

/** What the captions of one language say. `{title}` stands for the title, `{name}` for a person. */
export interface CaptionWords {
  /** At the beginning and at the end, one of them. */
  readonly openings: readonly string[];
  readonly endings: readonly string[];
  /** A sentence for each shot, or for each world. */
  readonly shots?: Readonly<Record<string, string>>;
  readonly worlds?: Readonly<Record<World, string>>;
  /** What happens in titles of a kind. */
  readonly stories?: Readonly<Record<StoryKind, readonly string[]>>;
  /** What happens in these titles, by the slug of the video or show. */
  readonly titles?: Readonly<Record<string, readonly string[]>>;
}

/** Genres whose stories are alike. */
export type StoryKind =
  | 'home'
  | 'laugh'
  | 'night'
  | 'past'
  | 'true'
  | 'wild'
  | 'song'
  | 'game'
  | 'table'
  | 'kids';

const KINDS: Readonly<Record<string, StoryKind>> = {
  drama: 'home',
  romance: 'home',
  reality: 'home',
  lifestyle: 'home',
  comedy: 'laugh',
  crime: 'night',
  thriller: 'night',
  history: 'past',
  documentary: 'true',
  talk: 'true',
  learning: 'true',
  nature: 'wild',
  music: 'song',
  gospel: 'song',
  sport: 'game',
  food: 'table',
  kids: 'kids',
};

/** The title that captions tell of. */
export interface ToldTitle {
  /** Of the video or the episode, so that each chooses its own words. */
  readonly slug: string;
  readonly title: string;
  readonly genre: string;
  /** The slug of the video or the show. */
  readonly tale: string;
  /** Whom it is about. */
  readonly names: readonly string[];
}

const FOLDER = join(import.meta.dirname, '../../data/captions');

/** Reads the words of all languages that have some, by language code. */
export function readCaptionWords(): ReadonlyMap<string, CaptionWords> {
  return new Map(
    readdirSync(FOLDER).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as CaptionWords,
    ]),
  );
}

/** What captions say: at the beginning, at each shot (some have nothing), and at the end. */
export interface Telling {
  readonly opening: string;
  readonly atShots: readonly (string | undefined)[];
  readonly ending: string;
}

/**
 * Tells a title over its shots, the same each time: its own story, or else that of its kind with
 * its people, evenly spread, and between them what the pictures show.
 */
export function tellingOf(
  words: CaptionWords,
  told: ToldTitle,
  shots: readonly Pick<Shot, 'name' | 'world'>[],
): Telling {
  const random = seeded(numberOf(told.slug));
  const story = storyOf(words, told, random);
  const atShots = sentencesAt(words, shots);
  const most = Math.min(story.length, shots.length);
  for (const [at, sentence] of story.slice(0, most).entries())
    atShots[Math.floor(((at + 0.5) * shots.length) / most)] = sentence;
  return {
    opening: withTitle(oneOf(words.openings, random), told),
    atShots,
    ending: withTitle(oneOf(words.endings, random), told),
  };
}

function storyOf(words: CaptionWords, told: ToldTitle, random: () => number): readonly string[] {
  const { titles = {}, stories } = words;
  if (Object.hasOwn(titles, told.tale)) return titles[told.tale] ?? [];
  const kind = Object.hasOwn(KINDS, told.genre) ? KINDS[told.genre] : undefined;
  const all = (kind && stories?.[kind]) ?? [];
  const left = [...told.names];
  // The last sentence of a kind ends its stories; the others come in any order.
  const [last, ...others] = all.toReversed();
  const mixed = others
    .map((sentence) => ({ sentence, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ sentence }) => sentence);
  return [...mixed, ...(last ? [last] : [])].flatMap((sentence) => {
    if (!sentence.includes('{name}')) return [sentence];
    const name = left.shift();
    return name === undefined ? [] : [sentence.replace('{name}', () => name)];
  });
}

const withTitle = (sentence: string, { title }: ToldTitle): string =>
  sentence.replace('{title}', () => title);

function oneOf(sentences: readonly string[], random: () => number): string {
  return sentences[Math.floor(random() * sentences.length)] ?? '';
}

/** What each of these shots shows. A sentence of a world is said once, so some have none. */
function sentencesAt(
  words: CaptionWords,
  shots: readonly Pick<Shot, 'name' | 'world'>[],
): (string | undefined)[] {
  const seen = new Set<World>();
  return shots.map(({ name, world }) => {
    const sentence = words.shots?.[name];
    if (sentence || seen.has(world)) return sentence;
    seen.add(world);
    return words.worlds?.[world];
  });
}
