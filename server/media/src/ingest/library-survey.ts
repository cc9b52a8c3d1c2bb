import { stat } from 'node:fs/promises';
import { type Decoder, FilterAPI, FilterComplexAPI, type Frame, type Packet } from 'node-av';
import { AV_NOPTS_VALUE, AV_PKT_FLAG_DISCARD } from 'node-av/constants';
import { soundFormat, soundMeter } from './encode-settings.ts';
import { createCueList, cueOf } from './film-captions.ts';
import {
  decodeWhole,
  leftOutStreams,
  type OpenSource,
  openDecoder,
  readPackets,
} from './library-source.ts';
import type { Loudness } from './loudness.ts';
import { createGapFinder } from './picture-gaps.ts';
import { judgeLength, MOST_SECONDS } from './source.ts';
import type { Span, Survey } from './source-survey.ts';

/**
 * Reads a source once from its beginning to its end, with the library `node-av`: what a container
 * states of its length is often missing or wrong. Only the packaging process runs this module.
 */

const SILENCE: Loudness = { lufs: Number.NEGATIVE_INFINITY, peak: Number.NEGATIVE_INFINITY };

/** One side of a track's sound, on its way to the meter. */
interface Side {
  readonly decoder: Decoder;
  readonly format: FilterAPI;
  readonly label: string;
  /** When it has sound, in the order of time. */
  readonly spans: Span[];
}

interface MeteredSound {
  readonly sides: ReadonlyMap<number, Side>;
  readonly meter: FilterComplexAPI;
  loudness: Loudness;
  packets: number;
  errors: number;
}

/** Surveys a source, and measures its sound. */
export async function surveySource(
  source: OpenSource,
  onProgress: (share: number) => void,
): Promise<Survey> {
  const { size } = await stat(source.facts.file);
  const sounds = await openMeters(source);
  let pictures: Span | undefined;
  const gaps = createGapFinder(source.facts.frameRate);
  let packets = 0;
  let read = 0;
  let jumps = 0;
  const texts = createCueList();
  const onText = (packet: Packet, codec: string): void => {
    const { num, den } = packet.timeBase;
    const seconds = (units: bigint): number => (Number(units) * num) / den;
    if (packet.pts === AV_NOPTS_VALUE || !packet.data) return;
    const time = { start: seconds(packet.pts), seconds: seconds(packet.duration) };
    texts.add(packet.streamIndex, cueOf(codec, packet.data, time));
  };
  try {
    for await (const packet of readPackets(source, false, (times) => (jumps = times), onText)) {
      read = Math.max(read, Number(packet.pos) + packet.size);
      onProgress(read / size);
      const sound = sounds.find(({ sides }) => sides.has(packet.streamIndex));
      if (sound) await take(sound, sound.sides.get(packet.streamIndex) as Side, packet);
      else {
        packets += 1;
        gaps.take(decodeTimeOf(packet));
        pictures = joined(pictures, pictureSpan(source, packet));
        const seconds = pictures ? pictures.end - pictures.start : 0;
        if (seconds > MOST_SECONDS) judgeLength(seconds);
      }
    }
    for (const sound of sounds) await finish(sound);
  } finally {
    for (const { sides, meter } of sounds) {
      meter.close();
      for (const { decoder, format } of sides.values()) {
        decoder.close();
        format.close();
      }
    }
  }
  return {
    pictures: pictures && { ...pictures, packets },
    missing: gaps.missing(),
    sounds: sounds.map(({ loudness, sides, packets: all, errors }) => ({
      ...{ loudness, packets: all, errors },
      spans: new Map([...sides].map(([index, side]) => [index, side.spans])),
    })),
    leftOut: leftOutStreams(source),
    // Their times are those of the file, which say nothing where its clock jumps.
    captions: { taken: source.captions.taken, cues: jumps === 0 ? texts.cues : [] },
    stated: source.facts.seconds,
    readShare: Math.min(1, read / size),
    hasIndexBehind: source.demuxer.formatName.startsWith('mov'),
    jumps,
  };
}

async function openMeters({ audio }: OpenSource): Promise<MeteredSound[]> {
  const sounds: MeteredSound[] = [];
  for (const streams of audio) {
    const sides = new Map<number, Side>();
    for (const [at, stream] of streams.entries())
      sides.set(stream.index, {
        decoder: await openDecoder(stream, 1),
        format: FilterAPI.create(soundFormat(streams.length)),
        label: `in${at}`,
        spans: [],
      });
    const meter = FilterComplexAPI.create(soundMeter(streams.length), {
      inputs: [...sides.values()].map(({ label }) => ({ label })),
      outputs: [{ label: 'out' }],
    });
    sounds.push({ sides, meter, loudness: SILENCE, packets: 0, errors: 0 });
  }
  return sounds;
}

async function take(sound: MeteredSound, side: Side, packet: Packet | null): Promise<void> {
  const { frames, errors } = decodeWhole(side.decoder, packet);
  sound.errors += errors;
  if (packet) sound.packets += 1;
  for (const frame of frames) {
    addSpan(side.spans, frame);
    for (const formatted of await side.format.processAll(frame)) {
      await sound.meter.process(side.label, formatted);
      formatted.free();
    }
    frame.free();
  }
  await readMeter(sound);
}

async function finish(sound: MeteredSound): Promise<void> {
  for (const side of sound.sides.values()) await take(sound, side, null);
  await sound.meter.flush();
  await readMeter(sound);
}

async function readMeter(sound: MeteredSound): Promise<void> {
  // It has an output once each side has had a frame.
  while (sound.meter.isInitialized) {
    const metered = await sound.meter.receive('out');
    if (!metered) return;
    sound.loudness = loudnessIn(metered) ?? sound.loudness;
    metered.free();
  }
}

function loudnessIn(frame: Frame): Loudness | undefined {
  const values = frame.getMetadata().getAll();
  const lufs = values['lavfi.r128.I'];
  if (lufs === undefined) return undefined;
  const peaks = Object.entries(values).filter(([name]) =>
    name.startsWith('lavfi.r128.true_peaks_'),
  );
  const highest = Math.max(...peaks.map(([, value]) => Number(value)));
  return { lufs: Number(lufs), peak: 20 * Math.log10(highest) };
}

/** When a packet's picture is shown; undefined for one that an edit list takes out. */
function pictureSpan({ facts }: OpenSource, packet: Packet): Span | undefined {
  if (packet.hasFlags(AV_PKT_FLAG_DISCARD)) return undefined;
  const { num, den } = packet.timeBase;
  const { num: frames, den: seconds } = facts.frameRate;
  const usual = frames > 0 ? seconds / frames : 0;
  const decoded = decodeTimeOf(packet);
  // Some containers do not say when a picture is shown that others are decoded before.
  const start =
    packet.pts === AV_NOPTS_VALUE ? decoded && decoded + usual : (Number(packet.pts) * num) / den;
  if (start === undefined) return undefined;
  return { start, end: start + ((Number(packet.duration) * num) / den || usual) };
}

function decodeTimeOf({ dts, timeBase: { num, den } }: Packet): number | undefined {
  return dts === AV_NOPTS_VALUE ? undefined : (Number(dts) * num) / den;
}

/** Sound that stops for less goes on. */
const LEAST_HOLE = 0.5;

function addSpan(spans: Span[], frame: Frame): void {
  const start = (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den;
  const end = start + frame.nbSamples / frame.sampleRate;
  const last = spans.at(-1);
  if (last && start < last.end + LEAST_HOLE)
    spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  else spans.push({ start, end });
}

function joined(one: Span | undefined, other: Span | undefined): Span | undefined {
  if (!one || !other) return one ?? other;
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
