import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  Decoder,
  Demuxer,
  Encoder,
  FF_ENCODER_LIBWEBP,
  FF_ENCODER_MJPEG,
  FilterAPI,
  type Frame,
} from 'node-av';
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import {
  POSTER_QUANTISER,
  STORYBOARD_QUALITY,
  sampleFilters,
  sampleTimes,
  storyboardFilters,
} from './encode-settings.ts';
import { type OpenSource, openDecoder } from './library-source.ts';
import { GREY_HEIGHT, GREY_WIDTH } from './posters.ts';
import type { Source } from './source.ts';
import type { StoryboardPlan } from './storyboard.ts';

/**
 * Makes still pictures from a packaged rendition with the library `node-av`. Only the packaging
 * process runs this module.
 */

/** Writes the storyboard of a rendition's file. */
export async function writeStoryboard(
  rendition: string,
  plan: StoryboardPlan,
  file: string,
): Promise<void> {
  const pictures = firstPictures(rendition, (segment) => segment % plan.step === 0);
  const sheets = await filtered(pictures, storyboardFilters(plan));
  const sheet = sheets[0];
  if (!sheet) throw new Error('a storyboard has no tile');
  const encoder = await Encoder.create(FF_ENCODER_LIBWEBP, {
    options: { quality: STORYBOARD_QUALITY },
  });
  await writePicture(encoder, sheet, file);
  for (const one of sheets) one.free();
}

/** Pictures of a source, reduced to grey: at each time the nearest keyframe before it. */
export async function readSamples(
  source: OpenSource,
  size: { readonly count: number; readonly width: number; readonly height: number },
): Promise<Uint8Array[]> {
  const samples: Uint8Array[] = [];
  for (const time of sampleTimes(source.facts, size.count)) {
    // A container without an index may not seek.
    if ((await source.demuxer.seek(source.facts.start + time, -1, AVSEEK_FLAG_BACKWARD)) < 0)
      continue;
    const frames = await filtered(pictureFrom(source), sampleFilters(source.facts, size));
    const [first] = frames;
    if (first) samples.push(Uint8Array.from(first.toBuffer()));
    for (const frame of frames) frame.free();
  }
  return samples;
}

/** How many packets to decode before the next keyframe counts as damaged. */
const MOST_PACKETS = 100;

/** The first picture that can be decoded from here. */
async function* pictureFrom({ demuxer, video }: OpenSource): AsyncGenerator<Frame> {
  const decoder = await openDecoder(video, 1);
  try {
    let read = 0;
    for await (const packet of demuxer.packets(video.index)) {
      const frames = await decoder.decodeAll(packet).catch(() => []);
      packet?.free();
      const [first, ...more] = frames;
      for (const frame of more) frame.free();
      if (first) yield first;
      if (first || packet === null || ++read > MOST_PACKETS) return;
    }
  } finally {
    decoder.close();
  }
}

/** The first and the last pictures of a film, reduced to grey. */
export interface GreyEdges {
  readonly first: readonly Uint8Array[];
  readonly last: readonly Uint8Array[];
}

/** The size of the grey pictures at the edges: enough to tell one picture from another. */
const EDGE_SIZE = { width: 32, height: 18 };
const EDGE_SOURCE = { width: 256, height: 144 };

/** Reduces the first and last pictures of a source, or of a rendition, which is upright. */
export async function greyEdges(
  source: Pick<Source, 'upright' | 'hdr'>,
  { first, last }: { readonly first: readonly Frame[]; readonly last: readonly Frame[] },
): Promise<GreyEdges> {
  // The light of HDR is brought down as it is for renditions: before the picture is made so small.
  const small = `scale=${EDGE_SIZE.width}:${EDGE_SIZE.height}:flags=area`;
  const grey = async (frames: readonly Frame[]): Promise<Uint8Array[]> => {
    const filter = FilterAPI.create(`${sampleFilters(source, EDGE_SOURCE)},${small}`);
    try {
      const greys: Uint8Array[] = [];
      for (const frame of frames)
        for (const one of await filter.processAll(frame)) {
          greys.push(Uint8Array.from(one.toBuffer()));
          one.free();
        }
      return greys;
    } finally {
      filter.close();
    }
  };
  return { first: await grey(first), last: await grey(last.length > 0 ? last : first) };
}

/**
 * The first and the last picture of a rendition, from its initialisation, first and last segment.
 */
export async function readEdges(files: {
  readonly init: string;
  readonly first: string;
  readonly last: string;
}): Promise<GreyEdges> {
  const init = await readFile(files.init);
  const begin = await decodeAll(Buffer.concat([init, await readFile(files.first)]));
  const end = await decodeAll(Buffer.concat([init, await readFile(files.last)]));
  try {
    return await greyEdges({ upright: '' }, { first: begin.slice(0, 1), last: end.slice(-1) });
  } finally {
    for (const frame of [...begin, ...end]) frame.free();
  }
}

async function decodeAll(media: Buffer): Promise<Frame[]> {
  const demuxer = await Demuxer.open(media);
  const video = demuxer.video();
  if (!video) throw new Error('a rendition has no pictures');
  const decoder = await Decoder.create(video, { context: { threadCount: 1 } });
  try {
    const frames: Frame[] = [];
    for await (const packet of demuxer.packets(video.index)) {
      frames.push(...(await decoder.decodeAll(packet)));
      packet?.free();
    }
    return frames;
  } finally {
    decoder.close();
    await demuxer.close();
  }
}

/** The first picture of every `step`th segment, reduced to grey values. */
export async function readGreyFrames(rendition: string, step: number): Promise<Uint8Array[]> {
  const pictures = firstPictures(rendition, (segment) => segment % step === 0);
  const frames = await filtered(
    pictures,
    `scale=${GREY_WIDTH}:${GREY_HEIGHT}:flags=area,format=gray`,
  );
  return frames.map((frame) => {
    const grey = Uint8Array.from(frame.toBuffer());
    frame.free();
    return grey;
  });
}

/** Writes the first pictures of some segments as JPEG. */
export async function writeJpegs(
  rendition: string,
  files: ReadonlyMap<number, string>,
): Promise<void> {
  const segments = [...files.keys()].sort((a, b) => a - b);
  const pictures = firstPictures(rendition, (segment) => files.has(segment));
  // JPEG has the matrix of BT.601, in full range.
  const toJpeg = 'scale=out_range=full:out_color_matrix=bt601,format=yuvj420p';
  const frames = await filtered(pictures, toJpeg);
  for (const [at, frame] of frames.entries()) {
    const file = files.get(segments[at] ?? -1);
    if (!file) throw new Error('a poster has no file');
    const encoder = await Encoder.create(FF_ENCODER_MJPEG, {
      context: { qMin: POSTER_QUANTISER, qMax: POSTER_QUANTISER },
    });
    await writePicture(encoder, frame, file);
    frame.free();
  }
}

async function filtered(pictures: AsyncIterable<Frame>, filters: string): Promise<Frame[]> {
  const filter = FilterAPI.create(filters);
  try {
    const frames: Frame[] = [];
    for await (const frame of pictures) {
      frames.push(...(await filter.processAll(frame)));
      frame.free();
    }
    for await (const frame of filter.flushFrames()) if (frame) frames.push(frame);
    return frames;
  } finally {
    filter.close();
  }
}

/** The first pictures of the wanted segments; each segment begins with a keyframe. */
async function* firstPictures(
  rendition: string,
  isWanted: (segment: number) => boolean,
): AsyncGenerator<Frame> {
  const demuxer = await Demuxer.open(rendition, { options: { protocol_whitelist: 'file' } });
  const video = demuxer.video();
  if (!video) throw new Error('a rendition has no pictures');
  const decoder = await Decoder.create(video, { context: { threadCount: 1 } });
  try {
    let segment = 0;
    for await (const packet of demuxer.packets(video.index)) {
      if (packet === null) break;
      if (packet.isKeyframe && isWanted(segment++)) yield* await decoder.decodeAll(packet);
      packet.free();
    }
    yield* await decoder.decodeAll(null);
  } finally {
    decoder.close();
    await demuxer.close();
  }
}

async function writePicture(encoder: Encoder, frame: Frame, file: string): Promise<void> {
  try {
    const packets = [...(await encoder.encodeAll(frame)), ...(await encoder.encodeAll(null))];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.concat(packets.map(({ data }) => data ?? Buffer.alloc(0))));
    for (const packet of packets) packet.free();
  } finally {
    encoder.close();
  }
}
