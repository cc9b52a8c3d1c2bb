import { expect, it } from 'vitest';
import { readTrackFragments, uint32, uint64, writeBox } from '../ingest/boxes.ts';
import { moveSegment } from './moved-segment.ts';

/** An init segment with tracks of these timescales, numbered from 1. */
function initOf(timescales: readonly number[]): Buffer {
  const trak = (timescale: number, at: number) =>
    writeBox(
      'trak',
      writeBox('tkhd', uint32(0), uint32(0), uint32(0), uint32(at + 1)),
      writeBox(
        'mdia',
        writeBox('mdhd', uint32(0), uint32(0), uint32(0), uint32(timescale)),
        writeBox('hdlr', uint32(0), uint32(0), Buffer.from('vide')),
        writeBox(
          'minf',
          writeBox('stbl', writeBox('stsd', uint32(0), uint32(1), writeBox('text'))),
        ),
      ),
    );
  return writeBox('moov', ...timescales.map(trak));
}

function chunk(starts: readonly number[], text: string): Buffer {
  const traf = (start: number, at: number) =>
    writeBox(
      'traf',
      writeBox('tfhd', uint32(0x02_0000), uint32(at + 1)),
      writeBox('tfdt', uint32(0x0100_0000), uint64(start)),
    );
  return Buffer.concat([
    writeBox('moof', writeBox('mfhd', uint32(0), uint32(1)), ...starts.map(traf)),
    writeBox('mdat', Buffer.from(text)),
  ]);
}

it('moves all tracks of all chunks by the same time, and nothing else', () => {
  const init = initOf([12_800, 48_000]);
  const segment = Buffer.concat([chunk([25_600, 96_000], 'moof'), chunk([30_000, 0], 'more')]);
  const before = Buffer.from(segment);
  const moved = moveSegment(init, segment, 3_520_000);
  expect(segment.equals(before)).toBe(true);
  const back = Buffer.concat([
    chunk([25_600 + 45_056, 96_000 + 168_960], 'moof'),
    chunk([30_000 + 45_056, 168_960], 'more'),
  ]);
  expect(moved.equals(back)).toBe(true);
});

it('moves to the microseconds of a live channel without losing a part of the time', () => {
  const now = 1_795_899_600_000_000;
  const moved = moveSegment(initOf([48_000]), chunk([48], 'x'), now);
  const [fragment] = readTrackFragments(moved.subarray(0, moved.length - 9));
  expect(fragment?.start).toBe((now / 1e6) * 48_000 + 48);
});
