import { describe, expect, it } from 'vitest';
import { choosePosters, GREY_HEIGHT, GREY_WIDTH } from './posters.ts';

/** A frame of a chequered pattern around a mean grey; contrast 0 is plain. */
function frame(index: number, mean: number, contrast: number) {
  const grey = Uint8Array.from({ length: GREY_WIDTH * GREY_HEIGHT }, (_, at) =>
    Math.max(0, Math.min(255, at % 2 ? mean + contrast : mean - contrast)),
  );
  return { index, seconds: index * 2, grey };
}

describe('the frames chosen as posters', () => {
  it('are sharp, neither black, white nor plain, and come from different parts', () => {
    const frames = [
      frame(0, 4, 4),
      frame(1, 120, 10),
      frame(2, 120, 60),
      frame(3, 250, 20),
      frame(4, 120, 1),
      frame(5, 120, 40),
      frame(6, 120, 30),
      frame(7, 120, 20),
    ];
    expect(choosePosters(frames).map(({ index }) => index)).toEqual([2, 5, 6, 7]);
  });

  it('are dark ones where there is nothing else', () => {
    expect(choosePosters([frame(0, 0, 0), frame(1, 10, 3)]).map(({ index }) => index)).toEqual([
      1, 0,
    ]);
    expect(choosePosters([])).toEqual([]);
  });
});
