import {
  type Box,
  childBoxes,
  findBox,
  readBoxHeader,
  readTrackFragments,
  type Sample,
  writeBox,
} from './boxes.ts';

/**
 * Reduces media to some of their tracks: an encoder writes the pictures of a rendition once,
 * together with the sound in all languages, and each language gets files of its own from that.
 */

/** Reduces an initialisation segment to tracks. Throws a RangeError for a malformed one. */
export function initWithTracks(init: Buffer, tracks: ReadonlySet<number>): Buffer {
  const boxes = childBoxes(init).map((box) =>
    box.type === 'moov' ? moovWith(init, box, tracks) : wholeOf(init, box),
  );
  return Buffer.concat(boxes);
}

function moovWith(init: Buffer, moov: Box, tracks: ReadonlySet<number>): Buffer {
  const kept = childBoxes(init, moov.start, moov.end).flatMap((box) => {
    if (box.type === 'trak' && !tracks.has(trackOf(init, box))) return [];
    if (box.type === 'mvex') return [mvexWith(init, box, tracks)];
    return [wholeOf(init, box)];
  });
  return writeBox('moov', ...kept);
}

function trackOf(init: Buffer, trak: Box): number {
  const tkhd = findBox(init, ['tkhd'], trak.start, trak.end);
  if (!tkhd) throw new RangeError('there is no tkhd box');
  return init.readUInt32BE(tkhd.start + (init[tkhd.start] === 1 ? 20 : 12));
}

function mvexWith(init: Buffer, mvex: Box, tracks: ReadonlySet<number>): Buffer {
  const kept = childBoxes(init, mvex.start, mvex.end).filter(
    (box) => box.type !== 'trex' || tracks.has(init.readUInt32BE(box.start + 4)),
  );
  return writeBox('mvex', ...kept.map((box) => wholeOf(init, box)));
}

/**
 * Reduces a chunk (`moof` and `mdat`) to tracks; undefined for one that has none of them. Offsets
 * count from the `moof`, as our files have them. Throws a RangeError for a malformed chunk.
 */
export function chunkWithTracks(chunk: Buffer, tracks: ReadonlySet<number>): Buffer | undefined {
  const moof = chunk.subarray(0, readBoxHeader(chunk.subarray(0, 16)).size);
  const body = findBox(moof, ['moof']);
  if (!body) throw new RangeError('there is no moof box');
  const fragments = readTrackFragments(moof).values();
  const kept = childBoxes(moof, body.start, body.end).flatMap((box) => {
    const fragment = box.type === 'traf' ? fragments.next().value : undefined;
    if (fragment && !tracks.has(fragment.trackId)) return [];
    return [{ box, samples: fragment?.samples }];
  });
  if (!kept.some(({ samples }) => samples && samples.length > 0)) return undefined;
  const moofSize = kept.reduce((sum, { box }) => sum + 8 + box.end - box.start, 8);
  const data: Buffer[] = [];
  let offset = moofSize + 8;
  const boxes = kept.map(({ box, samples }) => {
    if (!samples) return wholeOf(moof, box);
    const rest = [...samples];
    const inner = childBoxes(moof, box.start, box.end).map((part) => {
      if (part.type !== 'trun') return wholeOf(moof, part);
      const bytes = bytesOf(chunk, rest.splice(0, moof.readUInt32BE(part.start + 4)));
      const run = runAt(moof, part, offset);
      data.push(bytes);
      offset += bytes.length;
      return run;
    });
    return writeBox('traf', ...inner);
  });
  return Buffer.concat([writeBox('moof', ...boxes), writeBox('mdat', ...data)]);
}

/**
 * The bytes of the samples of one run, which lie one after the other. Throws a RangeError for some
 * outside of the chunk.
 */
export function bytesOf(chunk: Buffer, samples: readonly Sample[]): Buffer {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return Buffer.alloc(0);
  const end = last.offset + last.size;
  if (first.offset < 0 || end > chunk.length)
    throw new RangeError('a sample lies outside of its chunk');
  return chunk.subarray(first.offset, end);
}

const HAS_OFFSET = 0x1;

/** A run whose media begin at `offset`. */
function runAt(moof: Buffer, trun: Box, offset: number): Buffer {
  const run = Buffer.from(moof.subarray(trun.start, trun.end));
  if ((run.readUInt32BE(0) & HAS_OFFSET) === 0)
    throw new RangeError('a run does not say where its media begin');
  run.writeInt32BE(offset, 8);
  return writeBox('trun', run);
}

/** A box inside an init segment or a `moof` is never large enough for the long header. */
function wholeOf(bytes: Buffer, box: Box): Buffer {
  return writeBox(box.type, bytes.subarray(box.start, box.end));
}
