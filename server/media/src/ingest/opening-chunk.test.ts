import { describe, expect, it } from 'vitest';
import {
  readBoxHeader,
  readTrackFragments,
  type Track,
  uint32,
  uint64,
  writeBox,
} from './boxes.ts';
import { isOpening, withOpeningChunk } from './opening-chunk.ts';

const VIDEO: Track = { id: 1, kind: 'video', timescale: 1000, codec: 'avc1' };
const SOUND: Track = { id: 2, kind: 'audio', timescale: 500, codec: 'mp4a.40.2' };
const TRACKS = [VIDEO, SOUND];
const KEY = 0x200_0000;
const NON_SYNC = 0x101_0000;

/** A sample: its bytes, and when it is shown after it was decoded. */
type Row = readonly [text: string, offset: number];
/** Four pictures, of which the second is shown last, and six pieces of sound of 20 ms. */
const PICTURES: readonly Row[] = [
  ['KEY', 0],
  ['pp', 120],
  ['b', 0],
  ['c', 0],
];
const SOUNDS: readonly Row[] = ['s1', 's2', 's3', 's4', 's5', 's6'].map((text) => [text, 0]);

/** A segment of one chunk: FFmpeg states the flags of the first picture alone. */
function segment(pictures = PICTURES, sounds = SOUNDS): Buffer {
  const traf = (id: number, duration: number, run: Buffer) =>
    writeBox(
      'traf',
      writeBox('tfhd', uint32(0x02_0028), uint32(id), uint32(duration), uint32(NON_SYNC)),
      writeBox('tfdt', uint32(0x0100_0000), uint64(1000 / id)),
      writeBox('trun', run),
    );
  const first = 8;
  const second = first + pictures.reduce((sum, [text]) => sum + text.length, 0);
  const moof = (size: number) =>
    writeBox(
      'moof',
      writeBox('mfhd', uint32(0), uint32(7)),
      traf(
        1,
        40,
        Buffer.concat([
          ...[uint32(0xa05), uint32(pictures.length), uint32(size + first), uint32(KEY)],
          ...pictures.flatMap(([text, offset]) => [uint32(text.length), uint32(offset)]),
        ]),
      ),
      traf(
        2,
        10,
        Buffer.concat([
          ...[uint32(0x201), uint32(sounds.length), uint32(size + second)],
          ...sounds.map(([text]) => uint32(text.length)),
        ]),
      ),
    );
  const data = [...pictures, ...sounds].map(([text]) => Buffer.from(text));
  return Buffer.concat([moof(moof(0).length), writeBox('mdat', ...data)]);
}

/** The chunks of a segment: of each track the decode time, and of each sample what it says. */
function chunksOf(bytes: Buffer) {
  const chunks = [];
  for (let at = 0; at < bytes.length; ) {
    const moof = bytes.subarray(at, at + readBoxHeader(bytes.subarray(at)).size);
    const chunk = bytes.subarray(at);
    chunks.push(
      readTrackFragments(moof).map(({ start, samples }) => [
        start,
        ...samples.map(
          ({ offset, size, flags, compositionOffset }) =>
            `${chunk.toString('latin1', offset, offset + size)} ${compositionOffset}${flags === KEY ? ' key' : ''}`,
        ),
      ]),
    );
    at += moof.length + readBoxHeader(chunk.subarray(moof.length)).size;
  }
  return chunks;
}

describe('the first chunk of a title', () => {
  it('has one picture and the sound of its time; the rest follows with its own times', () => {
    expect(chunksOf(withOpeningChunk(segment(), TRACKS))).toEqual([
      [
        [1000, 'KEY 0 key'],
        [500, 's1 0', 's2 0', 's3 0', 's4 0'],
      ],
      [
        [1040, 'pp 120', 'b 0', 'c 0'],
        [540, 's5 0', 's6 0'],
      ],
    ]);
  });

  it('opens its segment, which keeps what follows', () => {
    const next = segment();
    const whole = withOpeningChunk(Buffer.concat([segment(), next]), TRACKS);
    expect(chunksOf(whole)).toHaveLength(3);
    expect(whole.subarray(-next.length).equals(next)).toBe(true);
    const opens = (bytes: Buffer) => isOpening(bytes.subarray(0, readBoxHeader(bytes).size));
    expect([opens(whole), opens(next)]).toEqual([true, false]);
  });

  it.each([
    ['one picture', segment(PICTURES.slice(0, 1)), TRACKS],
    ['sound of the first picture alone', segment(PICTURES, SOUNDS.slice(0, 2)), TRACKS],
    ['no pictures', segment(), [SOUND]],
  ])('stays as it is with %s', (_what, bytes, tracks) => {
    expect(withOpeningChunk(bytes, tracks)).toBe(bytes);
  });
});
