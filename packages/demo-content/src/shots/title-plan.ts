import { seeded } from '../clips/brush.ts';
import type { Shot, World } from './shot.ts';

/** The worlds whose shots suit a genre, the most fitting first. */
const WORLDS: Readonly<Record<string, readonly World[]>> = {
  drama: ['home', 'street', 'night', 'faith', 'nature'],
  comedy: ['street', 'home', 'stage', 'print', 'kids'],
  romance: ['home', 'nature', 'stage', 'night', 'street'],
  crime: ['night', 'street', 'work', 'home', 'print'],
  thriller: ['night', 'work', 'nature', 'street', 'home'],
  history: ['work', 'faith', 'nature', 'print', 'school', 'street'],
  music: ['stage', 'print', 'street', 'night', 'faith', 'home'],
  gospel: ['faith', 'stage', 'home', 'nature', 'print'],
  documentary: ['nature', 'work', 'street', 'school', 'print'],
  nature: ['nature', 'night', 'print', 'work', 'kids'],
  sport: ['sport', 'street', 'school', 'stage', 'nature'],
  food: ['home', 'street', 'nature', 'print', 'work'],
  lifestyle: ['home', 'street', 'stage', 'print', 'nature'],
  reality: ['street', 'home', 'work', 'stage', 'night'],
  talk: ['work', 'home', 'street', 'print', 'school'],
  learning: ['school', 'work', 'nature', 'print', 'kids'],
  kids: ['kids', 'school', 'nature', 'print'],
};

/** The shots that the emblem of a title's picture promises, the one that opens it first. */
export const EMBLEM_SHOTS: Readonly<Record<string, readonly string[]>> = {
  ball: ['football', 'runners', 'netball'],
  bird: ['hopping-hen'],
  book: ['library', 'classroom'],
  bull: ['waterhole', 'farm'],
  cup: ['tea-for-two'],
  drum: ['drums', 'dance'],
  fish: ['fish', 'sea'],
  heart: ['tea-for-two'],
  lamp: ['street-at-night', 'candles'],
  mountain: ['mountains'],
  pot: ['kitchen', 'pot-on-a-fire'],
  protea: ['shweshwe-print'],
  radio: ['radio-booth'],
  record: ['stage', 'dance'],
  street: ['market', 'taxi-rank'],
  sun: ['sunrise'],
  taxi: ['first-taxi', 'taxi-rank'],
  train: ['night-train'],
  tree: ['elephants', 'giraffes'],
};

/** A title lasts at least this long, if there are shots enough. */
const LEAST_SECONDS = 122;
const MOST_MORE_SECONDS = 40;

type Choice = Pick<Shot, 'name' | 'world' | 'mood' | 'seconds'>;

interface Planned {
  readonly slug: string;
  readonly genre: string;
  /** The motif of its picture. */
  readonly emblem?: string | null;
}

/**
 * Chooses the shots of a title from its slug, genre and emblem alone, in the order of playing. No
 * shot comes twice. Shots with the same music follow each other, so that it plays on over the cuts.
 * Few shots make a shorter title.
 */
export function planTitle<One extends Choice>(
  { slug, genre, emblem }: Planned,
  shots: readonly One[],
): One[] {
  const random = seeded(numberOf(slug));
  const target = LEAST_SECONDS + random() * MOST_MORE_SECONDS;
  const fitting = shotsOf(genre, shots).map((shot, rank) => ({ shot, rank: rank + random() * 12 }));
  const others = shots.filter((shot) => !fitting.some((one) => one.shot === shot));
  const chosen: One[] = [];
  let seconds = 0;
  const candidates = fitting.sort((a, b) => a.rank - b.rank).map(({ shot }) => shot);
  const promised = promisedBy(emblem, genre === 'kids' ? candidates : shots);
  for (const shot of new Set([...promised, ...candidates, ...others])) {
    if (seconds >= target) break;
    chosen.push(shot);
    seconds += shot.seconds;
  }
  const [first, ...rest] = chosen;
  return first ? inScenes([first, ...shuffled(rest, random)]) : [];
}

function promisedBy<One extends Choice>(
  emblem: string | null | undefined,
  shots: readonly One[],
): One[] {
  const names = Object.hasOwn(EMBLEM_SHOTS, emblem ?? '') ? EMBLEM_SHOTS[emblem ?? ''] : [];
  return (names ?? []).flatMap((name) => shots.filter((shot) => shot.name === name));
}

/** Brings shots of one mood together, the moods in the order in which they first come. */
function inScenes<One extends Choice>(shots: readonly One[]): One[] {
  return [...Map.groupBy(shots, ({ mood }) => mood).values()].flat();
}

/** The shots that suit a genre, the most fitting worlds first. */
export function shotsOf<One extends Choice>(genre: string, shots: readonly One[]): One[] {
  return (WORLDS[genre] ?? []).flatMap((world) => shots.filter((shot) => shot.world === world));
}

function shuffled<One>(values: readonly One[], random: () => number): One[] {
  return values
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

/** A number that is the same for one text (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
