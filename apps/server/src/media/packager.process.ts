import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { type Packaged, type Rendition, renditionFolder, SOUND_ALONE } from './asset.ts';
import { serveChildJob, TaskRefusal } from './child-job.ts';
import { encodeRenditions } from './encode.ts';
import {
  type Effort,
  type FrameRate,
  ladderFor,
  packagedRate,
  type RenditionPlan,
  segmentFrames,
} from './encoding-ladder.ts';
import { type CutRendition, cutIntoSegments, cutSound } from './segmenter.ts';
import { openSource } from './source.ts';
import { writeStoryboard } from './stills.ts';
import { planStoryboard, STORYBOARD_PATH, type Storyboard } from './storyboard.ts';

/**
 * The child process that packages one source: decodes it once, encodes all renditions and cuts them
 * into segments that are aligned in time.
 */

export interface PackagingTask {
  readonly file: string;
  /** An existing, empty folder. */
  readonly folder: string;
  readonly effort: Effort;
}

const ENCODING_SHARE = 0.98;
/** Lines; a tile has about 90. */
const STORYBOARD_ABOVE = 200;

// Silence FFmpeg's messages; its errors become part of the failure's text.
Log.setLevel(AV_LOG_ERROR);

serveChildJob<PackagingTask, Packaged>(async ({ file, folder, effort }, onProgress) => {
  const source = await openSource(file);
  const rate = packagedRate(source.frameRate);
  const plans = ladderFor({
    width: source.width,
    height: source.height,
    frameRate: rate,
    hasAudio: source.audio !== undefined,
  });
  const fileFor = (plan: Pick<RenditionPlan, 'height'>): string =>
    join(folder, `${plan.height}.mp4`);
  try {
    await encodeRenditions(source, {
      renditions: plans,
      rate,
      effort,
      fileFor,
      onProgress: (share) => onProgress(Math.min(1, share) * ENCODING_SHARE),
    });
  } finally {
    await source.demuxer.close();
  }
  const renditions: Rendition[] = [];
  for (const plan of plans) {
    const cut = await cutIntoSegments(fileFor(plan), join(folder, renditionFolder(plan.height)));
    renditions.push(describeRendition(plan, rate, cut));
  }
  checkAlignment(renditions);
  const storyboard = await packageStoryboard(renditions, rate, { fileFor, folder });
  for (const plan of plans) await rm(fileFor(plan));
  const lowest = renditions[0];
  const sound = lowest && (await packageSound(lowest, folder));
  const last = renditions[0]?.segments.at(-1);
  onProgress(1);
  return {
    durationMs: last ? Math.round((last.start + last.duration) * 1000) : 0,
    renditions: sound ? [sound, ...renditions] : renditions,
    ...(storyboard ? { storyboard } : {}),
  };
});

/** Makes the storyboard from the lowest rendition whose pictures are larger than its tiles. */
async function packageStoryboard(
  renditions: readonly Rendition[],
  rate: FrameRate,
  { fileFor, folder }: { fileFor: (rendition: { height: number }) => string; folder: string },
): Promise<Storyboard | undefined> {
  const used = renditions.find(({ height }) => height > STORYBOARD_ABOVE) ?? renditions[0];
  if (!used) return undefined;
  const seconds = (segmentFrames(rate) * rate.den) / rate.num;
  const plan = planStoryboard(used.segments.length, seconds, used);
  await writeStoryboard(fileFor(used), plan, join(folder, STORYBOARD_PATH));
  const { interval, columns, count, width, height } = plan;
  return { interval, columns, count, width, height };
}

/** Makes the rendition of sound alone from the lowest rendition; undefined without sound. */
async function packageSound(lowest: Rendition, folder: string): Promise<Rendition | undefined> {
  const cut = await cutSound(
    lowest,
    join(folder, renditionFolder(lowest.height)),
    join(folder, renditionFolder(SOUND_ALONE)),
  );
  return (
    cut && {
      height: SOUND_ALONE,
      pixelWidth: 0,
      pixelHeight: 0,
      frameRate: 0,
      ...describeFiles(cut),
    }
  );
}

function describeRendition(plan: RenditionPlan, rate: FrameRate, cut: CutRendition): Rendition {
  return {
    height: plan.height,
    pixelWidth: plan.pixelWidth,
    pixelHeight: plan.pixelHeight,
    frameRate: Math.round((rate.num / rate.den / plan.frameStep) * 1000) / 1000,
    ...describeFiles(cut),
  };
}

/** The properties that follow from a rendition's files. */
function describeFiles(
  cut: CutRendition,
): Pick<Rendition, 'codecs' | 'bandwidth' | 'averageBandwidth' | 'bytes' | 'segments'> {
  const media = cut.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const seconds = cut.segments.reduce((sum, segment) => sum + segment.duration, 0);
  const averageBandwidth = Math.ceil((media * 8) / seconds);
  return {
    codecs: cut.codecs,
    bandwidth: Math.max(averageBandwidth, Math.ceil(peakRate(cut))),
    averageBandwidth,
    bytes: media + cut.initBytes,
    segments: cut.segments,
  };
}

/** The peak rate of the segments. A short last segment is left out, unless it is the only one. */
function peakRate(cut: CutRendition): number {
  const longest = Math.max(...cut.segments.map((segment) => segment.duration));
  const full = cut.segments.filter((segment) => segment.duration > longest / 2);
  return Math.max(...full.map((segment) => (segment.bytes * 8) / segment.duration));
}

/**
 * A player changes renditions between two segments, so the segments of all renditions must start at
 * the same times.
 */
function checkAlignment(renditions: readonly Rendition[]): void {
  const starts = renditions.map((rendition) =>
    rendition.segments.map((segment) => segment.start.toFixed(4)).join(),
  );
  if (new Set(starts).size !== 1)
    throw new TaskRefusal(
      'misaligned',
      'the segments of the renditions do not begin at the same instants',
    );
}
