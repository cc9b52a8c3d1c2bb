import { SOUND_ALONE } from '../asset.ts';
import { audioInitOf } from '../ingest/audio-rendition.ts';
import { readTracks } from '../ingest/boxes.ts';
import type { RenditionPlan } from '../ingest/encoding-ladder.ts';
import type { LiveRendition } from '../live/live-source.port.ts';
import type { Inits, LiveEncoderTask } from './live-encoder.ts';

/** The renditions of a live ingest session's part. */

const HOUR_SECONDS = 3600;

/** All heights that a part stores: the channel's, or those that were made and sound alone. */
export function heightsFor(
  wanted: readonly number[] | undefined,
  made: readonly number[],
): readonly number[] {
  return (wanted ?? [SOUND_ALONE, ...made]).toSorted((a, b) => a - b);
}

/** The height that was made for one of the channel: never a higher one, if there is a lower one. */
export function madeFrom(made: readonly number[], height: number): number {
  return made.findLast((one) => one <= height) ?? made[0] ?? height;
}

/** What a playlist says of a part's renditions. The rates are the highest that they may have. */
export function liveRenditions(
  { renditions, rate }: LiveEncoderTask,
  inits: Inits,
  heights: readonly number[],
): readonly LiveRendition[] {
  const made = renditions.map(({ height }) => height);
  return heights.map((height) => {
    const from = madeFrom(made, height);
    const plan = renditions.find((rendition) => rendition.height === from) as RenditionPlan;
    const init = inits.get(from) as Buffer;
    const isSound = height === SOUND_ALONE;
    const tracks = readTracks((isSound && audioInitOf(init)) || init);
    const bits = plan.audioRate + (isSound ? 0 : plan.maxVideoRate);
    return {
      height,
      pixelWidth: isSound ? 0 : plan.pixelWidth,
      pixelHeight: isSound ? 0 : plan.pixelHeight,
      frameRate: isSound ? 0 : rate.num / rate.den / plan.frameStep,
      codecs: tracks.map(({ codec }) => codec).join(','),
      bandwidth: Math.ceil(bits * 1.2),
      averageBandwidth: bits,
      hourBytes: Math.ceil((bits / 8) * HOUR_SECONDS),
    };
  });
}

/** The renditions with what an hour of them costs, measured, by height. */
export function withHourBytes(
  renditions: readonly LiveRendition[],
  hourBytes: ReadonlyMap<number, number>,
): readonly LiveRendition[] {
  return renditions.map((rendition) => ({
    ...rendition,
    hourBytes: hourBytes.get(rendition.height) ?? rendition.hourBytes,
  }));
}
