import { KIDS_SHOTS } from './kids.shots.ts';
import { LIFE_SHOTS } from './life.shots.ts';
import { PLAY_SHOTS } from './play.shots.ts';
import { PRINT_SHOTS } from './print.shots.ts';
import type { Shot } from './shot.ts';
import { STREET_SHOTS } from './street.shots.ts';
import { WORK_SHOTS } from './work.shots.ts';

/** Shots that are painted together. */
const REEL = 4;

/** The groups take turns, so that the first reels have something of each. */
const GROUPS = [LIFE_SHOTS, PRINT_SHOTS, KIDS_SHOTS, STREET_SHOTS, PLAY_SHOTS, WORK_SHOTS];

/** All shots of the demo in the order in which they are painted. */
export const SHOTS: readonly Shot[] = inTurns(GROUPS);

/** The reels of the demo: each a few shots. */
export const REELS: readonly (readonly Shot[])[] = Array.from(
  { length: Math.ceil(SHOTS.length / REEL) },
  (_, at) => SHOTS.slice(at * REEL, (at + 1) * REEL),
);

/** Finds a shot. Returns `undefined` for an unknown name. */
export function shotNamed(name: string): Shot | undefined {
  return SHOTS.find((shot) => shot.name === name);
}

function inTurns<One>(groups: readonly (readonly One[])[]): One[] {
  const longest = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat();
}
