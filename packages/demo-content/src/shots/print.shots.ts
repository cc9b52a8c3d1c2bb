import type { Painter } from '../clips/scenes/scene.ts';
import { paintShweshwe } from '../clips/scenes/shweshwe.scene.ts';
import { paintSunrise } from '../clips/scenes/sunrise.scene.ts';
import { paintTrain } from '../clips/scenes/train.scene.ts';
import { paintWall } from '../clips/scenes/wall.scene.ts';
import type { Shot } from './shot.ts';

/** The music of all shots: two seconds a bar of four beats. */
const BPM = 120;

/** A shot of a longer scene, from `begin` seconds on. */
function cut(scene: (bpm: number) => Painter, begin: number): () => Painter {
  return () => {
    const paint = scene(BPM);
    return (to, t) => paint(to, begin + t);
  };
}

/** Cloth, painted walls, the first taxi and the night train. */
export const PRINT_SHOTS: readonly Shot[] = [
  {
    name: 'first-taxi',
    world: 'street',
    mood: 'bright',
    seconds: 10,
    painter: cut(paintSunrise, 4),
  },
  { name: 'sunrise', world: 'nature', mood: 'gentle', seconds: 8, painter: cut(paintSunrise, 11) },
  {
    name: 'painted-chevrons',
    world: 'print',
    mood: 'groove',
    seconds: 6,
    painter: cut(paintWall, 1.3),
  },
  {
    name: 'painted-diamonds',
    world: 'print',
    mood: 'bright',
    seconds: 6,
    painter: cut(paintWall, 8.8),
  },
  {
    name: 'painted-house',
    world: 'print',
    mood: 'bright',
    seconds: 6,
    painter: cut(paintWall, 17.4),
  },
  {
    name: 'shweshwe-print',
    world: 'print',
    mood: 'gentle',
    seconds: 8,
    painter: cut(paintShweshwe, 6),
  },
  {
    name: 'shweshwe-round',
    world: 'print',
    mood: 'gentle',
    seconds: 8,
    painter: cut(paintShweshwe, 15),
  },
  { name: 'night-train', world: 'night', mood: 'tense', seconds: 10, painter: cut(paintTrain, 8) },
];
