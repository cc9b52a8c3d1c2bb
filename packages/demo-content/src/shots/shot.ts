import type { Painter } from '../clips/scenes/scene.ts';

/** Where a shot plays. A genre takes its shots from several worlds. */
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

/** A few seconds of picture and music, of which titles are put together. */
export interface Shot {
  readonly name: string;
  readonly world: World;
  readonly mood: Mood;
  /** An even number, 6 to 10: segments and bars last two seconds. */
  readonly seconds: number;
  /** Makes a painter, with what it works out once. */
  readonly painter: () => Painter;
}

/** Describes a shot whose painter works nothing out beforehand. */
export function shotOf(
  name: string,
  world: World,
  mood: Mood,
  seconds: number,
  paint: Painter,
): Shot {
  return { name, world, mood, seconds, painter: () => paint };
}
