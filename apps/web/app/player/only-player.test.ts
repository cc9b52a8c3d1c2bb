import { expect, it } from 'vitest';
import { playAlone, somethingPlays } from './only-player.ts';

function playerThat(ends: string[], name: string) {
  let has = true;
  return {
    session: () => (has ? name : undefined),
    close() {
      has = false;
      ends.push(name);
    },
  };
}

it('ends the player before, and never the one that begins again', () => {
  const ends: string[] = [];
  const [titles, live] = [playerThat(ends, 'titles'), playerThat(ends, 'live')];
  expect(somethingPlays()).toBe(false);
  playAlone(titles);
  playAlone(titles);
  expect(ends).toEqual([]);
  playAlone(live);
  expect(ends).toEqual(['titles']);
  expect(somethingPlays()).toBe(true);
  live.close();
  expect(somethingPlays()).toBe(false);
});
