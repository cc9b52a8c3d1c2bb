import { describe, expect, it } from 'vitest';
import { readTrackFragments, uint32, uint64, writeBox } from './boxes.ts';
import { withLastDuration } from './sample-times.ts';

const DEFAULT_BASE_IS_MOOF = 0x02_0000;

/** A fragment of pictures (track 1) and sound (track 2). */
function fragment(stated: boolean): Buffer {
  const traf = (id: number, offset: number, sizes: readonly number[], durations: boolean) =>
    writeBox(
      'traf',
      writeBox('tfhd', uint32(DEFAULT_BASE_IS_MOOF | 0x8), uint32(id), uint32(100)),
      writeBox('tfdt', uint32(0x0100_0000), uint64(0)),
      writeBox(
        'trun',
        ...[uint32(0x1 | 0x200 | (durations ? 0x100 : 0)), uint32(sizes.length), uint32(offset)],
        ...sizes.flatMap((size) => [...(durations ? [uint32(100)] : []), uint32(size)]),
      ),
    );
  const moof = (size: number) =>
    writeBox(
      'moof',
      writeBox('mfhd', uint32(0), uint32(1)),
      traf(1, size + 8, [10, 20, 30], stated),
      traf(2, size + 68, [5, 5], false),
    );
  return moof(moof(0).length);
}

describe.each([
  ['states each duration', true],
  ['states one duration for all samples', false],
])('a fragment that %s', (_what, stated) => {
  it('lasts longer by its last sample, and its media are found where they move to', () => {
    const before = fragment(stated);
    const after = withLastDuration(before, 1, (duration) => duration + 100);
    const [pictures, sound] = readTrackFragments(after);
    expect(pictures?.samples.map(({ duration }) => duration)).toEqual([100, 100, 200]);
    expect(pictures?.samples.map(({ size }) => size)).toEqual([10, 20, 30]);
    expect(sound?.samples.map(({ duration }) => duration)).toEqual([100, 100]);
    const grown = after.length - before.length;
    const offsets = (moof: Buffer) =>
      readTrackFragments(moof).flatMap(({ samples }) => samples.map(({ offset }) => offset));
    expect(offsets(after)).toEqual(offsets(before).map((offset) => offset + grown));
    expect(after.readUInt32BE(0)).toBe(after.length);
  });
});

it('refuses a sample that would last no time, and a track that is not there', () => {
  expect(() => withLastDuration(fragment(true), 1, () => 0)).toThrow(RangeError);
  expect(() => withLastDuration(fragment(true), 3, (duration) => duration)).toThrow(RangeError);
});
