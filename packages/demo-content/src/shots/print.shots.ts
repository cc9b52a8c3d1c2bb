import type { Painter } from '../clips/scenes/scene.ts';
import { paintSunrise } from '../clips/scenes/sunrise.scene.ts';
import { paintTrain } from '../clips/scenes/train.scene.ts';
import { paintWall } from '../clips/scenes/wall.scene.ts';
import type { Shot } from './shot.ts';

/** The music of all shots: two seconds a bar of four beats. */
const BPM = 120;

/** A shot of a scene, from `begin` seconds on and at a slower pace. */
function cut(scene: (bpm: number) => Painter, begin: number, pace: number): () => Painter {
  return () => {
    const paint = scene(BPM / pace);
    return (to, t) => paint(to, begin + t * pace);
  };
}

/** The first taxi, painted walls and the night train. */
export const PRINT_SHOTS: readonly Shot[] = [
  {
    ...{ name: 'sunrise', world: 'nature', mood: 'gentle', motifs: ['sun', 'bus'] },
    painter: cut(paintSunrise, 4, 0.8),
  },
  {
    ...{ name: 'painted-wall', world: 'print', mood: 'bright', motifs: ['house'] },
    painter: cut(paintWall, 1.4, 1),
  },
  {
    ...{ name: 'night-train', world: 'night', mood: 'tense', motifs: ['train'] },
    painter: cut(paintTrain, 2.6, 0.82),
  },
];
