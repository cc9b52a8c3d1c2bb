import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shot, World } from './shot.ts';

/** What the captions of one language say. */
export interface CaptionWords {
  /** At the beginning and at the end; `{title}` stands for the title. */
  readonly opening: string;
  readonly ending: string;
  /** A sentence for each shot, or for each world. */
  readonly shots?: Readonly<Record<string, string>>;
  readonly worlds?: Readonly<Record<World, string>>;
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

/**
 * What is said at each of these shots. A sentence of a world is said once, so some shots have
 * none.
 */
export function sentencesAt(
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
