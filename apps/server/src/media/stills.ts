import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Decoder, Demuxer, Encoder, FF_ENCODER_LIBWEBP, FilterAPI, type Frame } from 'node-av';
import type { StoryboardPlan } from './storyboard.ts';

/** Makes still pictures from a packaged rendition. Only the packaging process runs this module. */

/** Writes the storyboard of a rendition's file. */
export async function writeStoryboard(
  rendition: string,
  { width, height, columns, rows, count, step }: StoryboardPlan,
  file: string,
): Promise<void> {
  const tiles = FilterAPI.create(
    `scale=${width}:${height}:flags=area,setsar=1,tile=${columns}x${rows}:nb_frames=${count},format=yuv420p`,
  );
  try {
    const sheets: Frame[] = [];
    for await (const frame of firstPictures(rendition, step)) {
      sheets.push(...(await tiles.processAll(frame)));
      frame.free();
    }
    for await (const sheet of tiles.flushFrames()) if (sheet) sheets.push(sheet);
    const sheet = sheets[0];
    if (!sheet) throw new Error('a storyboard has no tile');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await encodeWebp(sheet));
    for (const one of sheets) one.free();
  } finally {
    tiles.close();
  }
}

/** The first picture of every `step`th segment; each segment begins with a keyframe. */
async function* firstPictures(rendition: string, step: number): AsyncGenerator<Frame> {
  const demuxer = await Demuxer.open(rendition, { options: { protocol_whitelist: 'file' } });
  const video = demuxer.video();
  if (!video) throw new Error('a rendition has no pictures');
  const decoder = await Decoder.create(video, { context: { threadCount: 1 } });
  try {
    let keyframes = 0;
    for await (const packet of demuxer.packets(video.index)) {
      if (packet === null) break;
      const wanted = packet.isKeyframe && keyframes++ % step === 0;
      if (wanted) yield* await decoder.decodeAll(packet);
      packet.free();
    }
    yield* await decoder.decodeAll(null);
  } finally {
    decoder.close();
    await demuxer.close();
  }
}

async function encodeWebp(frame: Frame): Promise<Buffer> {
  const encoder = await Encoder.create(FF_ENCODER_LIBWEBP, { options: { quality: 60 } });
  try {
    const packets = [...(await encoder.encodeAll(frame)), ...(await encoder.encodeAll(null))];
    const bytes = Buffer.concat(packets.map(({ data }) => data ?? Buffer.alloc(0)));
    for (const packet of packets) packet.free();
    return bytes;
  } finally {
    encoder.close();
  }
}
