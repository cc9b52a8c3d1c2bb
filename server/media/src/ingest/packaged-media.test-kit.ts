import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Decoder, Demuxer, FilterAPI } from 'node-av';
import { type Packaged, renditionFolder } from '../asset.ts';

/** Looks at packaged media as a viewer gets them. */

/** A rendition as one file, in which a decoder finds what a viewer gets. */
export async function mediaOf(to: string, { renditions }: Packaged): Promise<Buffer> {
  const rendition = renditions.at(-1);
  if (!rendition) throw new Error('there is no rendition');
  const files = ['init.mp4', ...rendition.segments.map((_, i) => `${i}.m4s`)];
  const at = join(to, renditionFolder(rendition.height));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(at, file)))));
}

/** The pictures of media, as RGB in this size. */
export async function picturesOf(media: Buffer, size: string): Promise<Buffer[]> {
  const demuxer = await Demuxer.open(media);
  const video = demuxer.video();
  if (!video) throw new Error('there are no pictures');
  const decoder = await Decoder.create(video);
  const filter = FilterAPI.create(`scale=${size}:flags=area,format=rgb24`);
  const pictures: Buffer[] = [];
  for await (const packet of demuxer.packets(video.index))
    for (const frame of await decoder.decodeAll(packet))
      for (const small of await filter.processAll(frame)) pictures.push(small.toBuffer());
  filter.close();
  decoder.close();
  await demuxer.close();
  return pictures;
}

/** The greatest sample of each side of the sound. */
export async function peaksOf(
  media: Buffer,
): Promise<{ readonly left: number[]; right: number[] }> {
  const demuxer = await Demuxer.open(media);
  const audio = demuxer.audio();
  if (!audio) throw new Error('there is no sound');
  const decoder = await Decoder.create(audio);
  const sides: { left: number[]; right: number[] } = { left: [], right: [] };
  for await (const packet of demuxer.packets(audio.index))
    for (const frame of await decoder.decodeAll(packet)) {
      const [left, right] = frame.data ?? [];
      for (let i = 0; i < frame.nbSamples; i++) {
        sides.left.push(left?.readFloatLE(i * 4) ?? Number.NaN);
        sides.right.push(right?.readFloatLE(i * 4) ?? Number.NaN);
      }
    }
  decoder.close();
  await demuxer.close();
  return sides;
}

/** How often a wave crosses zero upwards in a second. */
export function pitchOf(samples: readonly number[]): number {
  const crossings = samples.filter((sample, i) => sample >= 0 && (samples[i - 1] ?? 0) < 0);
  return Math.round((crossings.length * 48_000) / samples.length);
}
