import type { Painter } from '../clips/scenes/scene.ts';

/** Where a shot plays. */
export type World =
  | 'kids'
  | 'street'
  | 'night'
  | 'home'
  | 'nature'
  | 'sport'
  | 'stage'
  | 'faith'
  | 'work'
  | 'school'
  | 'print';

/** The music of a shot. All moods have bars of two seconds, so that any two shots fit together. */
export type Mood = 'bright' | 'groove' | 'gentle' | 'tense' | 'hymn' | 'march';

/**
 * How long every shot is: whole segments, bars of music and frames of AAC, so that one shot follows
 * another without a gap in its sound.
 */
export const SHOT_SECONDS = 16;

/** Some seconds of picture and music, of which titles are put together. */
export interface Shot {
  readonly name: string;
  readonly world: World;
  readonly mood: Mood;
  /** The emblems of pictures that promise what this shot shows. */
  readonly motifs: readonly string[];
  /** Makes a painter, with what it works out once. */
  readonly painter: () => Painter;
}

/** Describes a shot whose painter works nothing out beforehand. */
export function shotOf(
  name: string,
  world: World,
  mood: Mood,
  motifs: readonly string[],
  paint: Painter,
): Shot {
  return { name, world, mood, motifs, painter: () => paint };
}
