import { mkdir, writeFile } from 'node:fs/promises';
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
import type { SampleSize } from './media-tool.ts';
import { GREY_HEIGHT, GREY_WIDTH } from './posters.ts';
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
export async function readSamples(source: OpenSource, size: SampleSize): Promise<Uint8Array[]> {
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
  const frames = await filtered(pictures, 'scale=out_range=full,format=yuvj420p');
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
