import { describe, expect, it } from 'vitest';
import { ladderFor } from './encoding-ladder.ts';
import { type GreyPicture, lostDetail, neededRenditions, scaled } from './picture-detail.ts';

const [WIDTH, HEIGHT] = [1280, 720];
const plans = ladderFor({
  width: WIDTH,
  height: HEIGHT,
  frameRate: { num: 25, den: 1 },
  hasAudio: true,
});

function picture(width: number, height: number, value: (x: number, y: number) => number) {
  const grey = Uint8Array.from({ length: width * height }, (_, at) =>
    value(at % width, Math.floor(at / width)),
  );
  return { width, height, grey } satisfies GreyPicture;
}
/** Deterministic noise. */
const noise = (x: number, y: number) => ((x * 7919 + y * 104_729) ^ (x * y * 31)) & 255;
const sky = picture(WIDTH, HEIGHT, (x, y) => 60 + (x * 60) / WIDTH + (y * 80) / HEIGHT);
const heightsFor = (...pictures: GreyPicture[]) =>
  neededRenditions(plans, pictures).map(({ height }) => height);

describe('the renditions of a title', () => {
  it('end at 360 lines for a source without detail, and go to its size for a busy one', () => {
    expect(heightsFor(sky)).toEqual([144, 240, 360]);
    expect(heightsFor(picture(WIDTH, HEIGHT, noise))).toEqual([144, 240, 360, 480, 720]);
  });

  it('end at the size in which the source was filmed before somebody blew it up', () => {
    const filmed = picture(854, 480, (x, y) => 120 + 50 * Math.sin(x / 2) + 30 * Math.sin(y / 3));
    expect(heightsFor(scaled(filmed, WIDTH, HEIGHT))).toEqual([144, 240, 360, 480]);
  });

  it('stay whole if one picture of the title has detail, in a small part of it', () => {
    const caption = picture(WIDTH, HEIGHT, (x, y) =>
      y > 600 && y < 664 && x > 200 && x < 900 ? noise(x, y) : 90,
    );
    expect(heightsFor(sky, sky, caption)).toEqual([144, 240, 360, 480, 720]);
  });

  it('stay whole if no picture of the source can be read', () => {
    expect(heightsFor()).toEqual([144, 240, 360, 480, 720]);
  });
});

it('a picture keeps its mean in another size, and its own size loses nothing', () => {
  const small = scaled(sky, 426, 240);
  const mean = ({ grey }: GreyPicture) => grey.reduce((sum, one) => sum + one, 0) / grey.length;
  expect(mean(small)).toBeCloseTo(mean(sky), 0);
  expect(lostDetail(sky, scaled(sky, WIDTH, HEIGHT))).toBe(0);
  expect(lostDetail(sky, { ...sky, grey: sky.grey.map((one) => one + 10) })).toBeCloseTo(10, 5);
});
