import { KIDS_SHOTS } from './kids.shots.ts';
import { LIFE_SHOTS } from './life.shots.ts';
import { PLAY_SHOTS } from './play.shots.ts';
import { PRINT_SHOTS } from './print.shots.ts';
import type { Shot } from './shot.ts';
import { STREET_SHOTS } from './street.shots.ts';
import { WORK_SHOTS } from './work.shots.ts';

/** All shots of the demo. */
export const SHOTS: readonly Shot[] = [
  ...LIFE_SHOTS,
  ...STREET_SHOTS,
  ...PLAY_SHOTS,
  ...WORK_SHOTS,
  ...KIDS_SHOTS,
  ...PRINT_SHOTS,
];

/** Finds a shot. Returns `undefined` for an unknown name. */
export function shotNamed(name: string): Shot | undefined {
  return SHOTS.find((shot) => shot.name === name);
}
