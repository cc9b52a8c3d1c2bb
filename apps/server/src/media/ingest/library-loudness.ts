import { FilterAPI, type Frame, type Stream } from 'node-av';
import { type OpenSource, openDecoder } from './library-source.ts';
import type { Loudness } from './loudness.ts';
import { damaged, reasonOf } from './source.ts';

/** Measures sound with the library `node-av`. Only the packaging process runs this module. */

const SILENCE: Loudness = { lufs: Number.NEGATIVE_INFINITY, peak: Number.NEGATIVE_INFINITY };

/** The loudness of one stream of a source's sound. */
export async function measureLoudness(
  source: OpenSource,
  stream: Stream,
  onProgress: (share: number) => void,
): Promise<Loudness> {
  const decoder = await openDecoder(stream, 1);
  const meter = FilterAPI.create('aformat=channel_layouts=stereo,ebur128=metadata=1:peak=true');
  let measured = SILENCE;
  const take = async (frames: readonly Frame[]): Promise<void> => {
    for (const frame of frames) {
      for (const metered of await meter.processAll(frame)) {
        measured = readMeter(metered) ?? measured;
        metered.free();
      }
      frame.free();
    }
  };
  try {
    for await (const packet of source.demuxer.packets(stream.index)) {
      if (packet === null) break;
      const { num, den } = packet.timeBase;
      onProgress(((Number(packet.pts) * num) / den - source.facts.start) / source.facts.seconds);
      await take(await decodeSound(decoder, packet));
      packet.free();
    }
    await take(await decodeSound(decoder, null));
    return measured;
  } finally {
    decoder.close();
    meter.close();
  }
}

async function decodeSound(
  decoder: Awaited<ReturnType<typeof openDecoder>>,
  packet: Parameters<typeof decoder.decodeAll>[0],
): Promise<Frame[]> {
  return await decoder.decodeAll(packet).catch((error: unknown) => {
    throw damaged(`the sound of the file breaks off (${reasonOf(error)})`);
  });
}

function readMeter(frame: Frame): Loudness | undefined {
  const values = frame.getMetadata().getAll();
  const lufs = values['lavfi.r128.I'];
  if (lufs === undefined) return undefined;
  const peaks = Object.entries(values).filter(([name]) =>
    name.startsWith('lavfi.r128.true_peaks_'),
  );
  const highest = Math.max(...peaks.map(([, value]) => Number(value)));
  return { lufs: Number(lufs), peak: 20 * Math.log10(highest) };
}
