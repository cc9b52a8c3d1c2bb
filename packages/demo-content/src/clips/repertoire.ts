import type { Painter } from './scenes/scene.ts';
import { paintShweshwe } from './scenes/shweshwe.scene.ts';
import { paintSunrise } from './scenes/sunrise.scene.ts';
import { paintTrain } from './scenes/train.scene.ts';
import { paintWall } from './scenes/wall.scene.ts';
import { SHWESHWE_SONG, type Song, SUNRISE_SONG, TRAIN_SONG, WALL_SONG } from './songs.ts';

/** A song and the scene that moves to it. */
export interface Piece {
  readonly song: Song;
  readonly painter: (bpm: number) => Painter;
}

const PIECES: Readonly<Record<string, Piece>> = {
  'sunrise-taxi': { song: SUNRISE_SONG, painter: paintSunrise },
  'painted-wall': { song: WALL_SONG, painter: paintWall },
  'shweshwe-round': { song: SHWESHWE_SONG, painter: paintShweshwe },
  'night-train': { song: TRAIN_SONG, painter: paintTrain },
};

/** Finds the piece of a clip. Returns `undefined` for an unknown name. */
export function pieceNamed(name: string): Piece | undefined {
  return Object.hasOwn(PIECES, name) ? PIECES[name] : undefined;
}
