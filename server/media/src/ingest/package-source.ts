import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { trackName } from '@bonisa/domain/playback/audio-languages';
import {
  type AssetAudio,
  type AudioTrack,
  INIT_FILE,
  type Packaged,
  type Rendition,
  renditionFolder,
  SOUND_ALONE,
  segmentFile,
} from '../asset.ts';
import { framesOf } from './encode-settings.ts';
import {
  type Effort,
  type FrameRate,
  ladderFor,
  packagedRate,
  quickLadder,
  type RenditionPlan,
  segmentFrames,
} from './encoding-ladder.ts';
import type { CutOptions } from './fragment-cutter.ts';
import { type Encoded, type EncodeOptions, encodeRenditions } from './library-encode.ts';
import { type OpenSource, withSource } from './library-source.ts';
import {
  readEdges,
  readGreyFrames,
  readSamples,
  writeJpegs,
  writeStoryboard,
} from './library-stills.ts';
import { surveySource } from './library-survey.ts';
import { type Loudness, loudnessFilters } from './loudness.ts';
import { compareMade } from './made-compare.ts';
import { DETAIL_SAMPLES, neededRenditions } from './picture-detail.ts';
import {
  choosePosters,
  FRAMES_TO_COMPARE,
  POSTERS_FOLDER,
  type PosterCandidate,
} from './posters.ts';
import { type CutRendition, checkAlignment, cutIntoSegments, cutSound } from './segmenter.ts';
import type { Source } from './source.ts';
import { refuseUnplayable } from './source-refusal.ts';
import { type SurveyedSource, withSurvey } from './source-survey.ts';
import { planStoryboard, STORYBOARD_PATH, type Storyboard } from './storyboard.ts';

/**
 * Packages one source: decodes it once, encodes all renditions and cuts them into segments that are
 * aligned in time. Only the packaging process runs this module.
 */

export interface PackagingTask {
  readonly file: string;
  /** An existing, empty folder. */
  readonly folder: string;
  readonly effort: Effort;
  /** The loudness to bring the sound to, in LUFS. */
  readonly loudness: number;
}

/** The steps of packaging, in their order. */
export type PackagingStage = 'probing' | 'measuring' | 'encoding' | 'pictures';

export type ReportProgress = (share: number, stage: PackagingStage) => void;

/** The share of the work that is done when a stage begins. */
const BEGINS = { probing: 0, measuring: 0.01, encoding: 0.06, pictures: 0.96, done: 1 };
/** Lines; a tile of a storyboard has about 90. */
const STORYBOARD_ABOVE = 200;

/** Packages a source into a folder. Throws a TaskRefusal that names why it cannot. */
export async function packageSource(
  task: PackagingTask,
  report: ReportProgress,
): Promise<Packaged> {
  const { folder, effort } = task;
  const { source, loudness, holes, captions, notes } = await survey(task, report);
  const rate = packagedRate(source.frameRate);
  const plans = await planRenditions(source, rate, effort);
  const fileFor = ({ height }: { readonly height: number }): string =>
    join(folder, `${height}.mp4`);
  const encoded = await encode(source, {
    codec: 'h264',
    renditions: plans,
    rate,
    effort,
    loudness: loudness.map((one) => loudnessFilters(one, task.loudness)),
    holes,
    fileFor,
    onProgress: within(report, 'encoding', 'pictures'),
  });
  const end = (framesOf(source, rate) * rate.den) / rate.num;
  const { renditions, tracks } = await cutTracks(source, plans, rate, { fileFor, folder }, end);
  checkAlignment([renditions, ...tracks.map((track) => track.renditions ?? [])].flat());
  const alone = await packageSound(renditions, folder);
  const audio = await describeAudio(source, tracks, loudness, folder);
  report(BEGINS.pictures, 'pictures');
  const differences = await compare({ source, encoded, renditions, tracks }, folder);
  const stills = await packageStills(renditions, rate, { fileFor, folder });
  for (const plan of plans) await rm(fileFor(plan));
  report(1, 'pictures');
  return {
    durationMs: Math.round((endOf(renditions[0]) ?? 0) * 1000),
    renditions: alone ? [alone, ...renditions] : renditions,
    ...stills,
    ...(audio ? { audio } : {}),
    ...loudnessOf(loudness[0]),
    captions,
    notes: [...differences, ...notes],
  };
}

/** Looks at a file, reads it to its end and measures its sound. Throws a TaskRefusal. */
export async function survey(
  { file }: Pick<PackagingTask, 'file'>,
  report: ReportProgress,
): Promise<SurveyedSource> {
  report(0, 'probing');
  const notes = await refuseUnplayable(file);
  return await withSource(file, async (source) => {
    const found = await surveySource(source, within(report, 'measuring', 'encoding'));
    const surveyed = withSurvey(source.facts, found);
    return { ...surveyed, notes: [...notes, ...surveyed.notes] };
  });
}

/** Encodes a source that was surveyed. Throws as {@link encodeRenditions}. */
export function encode(source: Source, options: EncodeOptions): Promise<Encoded> {
  return withSurveyed(source, (open) => encodeRenditions(open, options));
}

/** Opens a source again, with what its survey has shown. */
function withSurveyed<Result>(
  source: Source,
  work: (open: OpenSource) => Promise<Result>,
): Promise<Result> {
  return withSource(source.file, (open) => {
    const audio = source.audio.map(({ index }) => {
      const streams = open.audio.find((one) => one[0]?.index === index);
      if (!streams) throw new RangeError(`the source has no sound in stream ${index}`);
      return streams;
    });
    return work({ ...open, audio, facts: source });
  });
}

/** Compares what was made with its source: a sentence for each difference. */
async function compare(
  made: {
    readonly source: Source;
    readonly encoded: Encoded;
    readonly renditions: readonly Rendition[];
    readonly tracks: readonly AudioTrack[];
  },
  folder: string,
): Promise<string[]> {
  const rendition = smallOf(made.renditions);
  if (!rendition) throw new RangeError('nothing was made');
  const { height, segments } = rendition;
  const path = (name: string) => join(folder, renditionFolder(height), name);
  const edges = await readEdges({
    init: path(INIT_FILE),
    first: path(segmentFile(0)),
    last: path(segmentFile(segments.length - 1)),
  });
  const { source, encoded, tracks } = made;
  return compareMade(source, encoded, {
    ...{ seconds: endOf(rendition) ?? 0, tracks: tracks.length, edges },
  });
}

/** The loudness of a stream as it is recorded; nothing for silence. */
function loudnessOf(measured: Loudness | undefined): { loudness?: Loudness } {
  return measured && Number.isFinite(measured.lufs) ? { loudness: rounded(measured) } : {};
}

/**
 * Cuts the files of all renditions into segments, once for each stream of the source's sound, and
 * measures them. The renditions of the first track are the asset's own. The last pictures last
 * until `end`, in seconds.
 */
export async function cutTracks(
  { audio }: Pick<Source, 'audio'>,
  plans: readonly RenditionPlan[],
  rate: FrameRate,
  files: Files,
  end: number,
): Promise<{ readonly renditions: Rendition[]; readonly tracks: readonly AudioTrack[] }> {
  const cut = (sound: number) =>
    cutRenditions(plans, rate, files, {
      end,
      ...(audio.length > 1 ? { sound } : {}),
      ...(sound > 0 ? { track: trackName(audio[sound]?.language ?? null) } : {}),
    });
  const renditions = await cut(0);
  const tracks: AudioTrack[] = [];
  for (const [sound, { language }] of audio.entries())
    tracks.push(sound === 0 ? { language } : { language, renditions: await cut(sound) });
  return { renditions, tracks };
}

async function cutRenditions(
  plans: readonly RenditionPlan[],
  rate: FrameRate,
  { fileFor, folder }: Files,
  { end, sound, track }: CutOptions & { readonly track?: string },
): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  for (const plan of [...plans].reverse()) {
    const to = join(folder, renditionFolder(plan.height, track));
    const cut = await cutIntoSegments(fileFor(plan), to, { end, sound });
    renditions.unshift(describeRendition(plan, rate, cut));
  }
  return renditions;
}

/** When a rendition ends, in seconds; undefined for none. */
export function endOf(rendition: Pick<Rendition, 'segments'> | undefined): number | undefined {
  const last = rendition?.segments.at(-1);
  return last && last.start + last.duration;
}

/** Reports the shares of one stage as shares of the whole work. */
export function within(
  report: ReportProgress,
  stage: PackagingStage,
  next: keyof typeof BEGINS,
): (share: number) => void {
  return (share) => {
    const done = Math.max(0, Math.min(1, share));
    report(BEGINS[stage] + done * (BEGINS[next] - BEGINS[stage]), stage);
  };
}

/**
 * The renditions to make. `quick` makes the same for every source, so that what it packages can be
 * put together with other parts; `thorough` only those that the source has the detail for.
 */
export async function planRenditions(
  source: Source,
  frameRate: FrameRate,
  effort: Effort,
): Promise<RenditionPlan[]> {
  const { width, height, audio } = source;
  const plans = ladderFor({ width, height, frameRate, hasAudio: audio.length > 0 });
  const highest = plans.at(-1);
  if (effort === 'quick' || !highest) return quickLadder(plans);
  const size = { width: highest.pixelWidth, height: highest.pixelHeight };
  const samples = await withSurveyed(source, (open) =>
    readSamples(open, { ...size, count: DETAIL_SAMPLES }),
  );
  return neededRenditions(
    plans,
    samples.map((grey) => ({ ...size, grey })),
  );
}

function rounded({ lufs, peak }: Loudness): Loudness {
  return { lufs: Math.round(lufs * 10) / 10, peak: Math.round(peak * 10) / 10 };
}

export interface Files {
  readonly fileFor: (rendition: { readonly height: number }) => string;
  readonly folder: string;
}

/** The rendition that small pictures are made from. */
function smallOf(renditions: readonly Rendition[]): Rendition | undefined {
  return renditions.find(({ height }) => height > STORYBOARD_ABOVE) ?? renditions[0];
}

/** Makes the storyboard and the candidates for a poster. */
async function packageStills(
  renditions: readonly Rendition[],
  rate: FrameRate,
  files: Files,
): Promise<{ storyboard?: Storyboard; posters?: readonly PosterCandidate[] }> {
  const small = smallOf(renditions);
  const best = renditions.at(-1);
  if (!small || !best) return {};
  const seconds = (segmentFrames(rate) * rate.den) / rate.num;
  const plan = planStoryboard(small.segments.length, seconds, small);
  await writeStoryboard(files.fileFor(small), plan, join(files.folder, STORYBOARD_PATH));
  const { interval, columns, count, width, height } = plan;
  return {
    storyboard: { interval, columns, count, width, height },
    posters: await packagePosters(best, seconds, files),
  };
}

async function packagePosters(
  { height, segments }: Rendition,
  segmentSeconds: number,
  { fileFor, folder }: Files,
): Promise<PosterCandidate[]> {
  const rendition = fileFor({ height });
  const step = Math.max(1, Math.ceil(segments.length / FRAMES_TO_COMPARE));
  const frames = await readGreyFrames(rendition, step);
  const chosen = choosePosters(
    frames.map((grey, i) => ({ index: i * step, seconds: i * step * segmentSeconds, grey })),
  );
  const named = chosen.map((frame, i) => ({ ...frame, file: `${i}.jpg` }));
  await writeJpegs(
    rendition,
    new Map(named.map(({ index, file }) => [index, join(folder, POSTERS_FOLDER, file)])),
  );
  return named.map(({ file, seconds, sharpness }) => ({
    file,
    seconds: Math.round(seconds * 1000) / 1000,
    sharpness,
  }));
}

/** Describes the tracks, all but the first with their sound alone; undefined without sound. */
async function describeAudio(
  { leftOutAudio }: Source,
  tracks: readonly AudioTrack[],
  measured: readonly Loudness[],
  folder: string,
): Promise<AssetAudio | undefined> {
  if (tracks.length === 0) return undefined;
  const described: AudioTrack[] = [];
  for (const [i, { language, renditions }] of tracks.entries()) {
    const loudness = loudnessOf(measured[i]);
    const alone = renditions && (await packageSound(renditions, folder, trackName(language)));
    described.push({
      language,
      ...loudness,
      ...(renditions ? { renditions: alone ? [alone, ...renditions] : renditions } : {}),
    });
  }
  return { tracks: described, leftOut: leftOutAudio };
}

/**
 * Makes the rendition of a track's sound alone from the lowest rendition; undefined without sound.
 */
async function packageSound(
  [lowest]: readonly Rendition[],
  folder: string,
  track?: string,
): Promise<Rendition | undefined> {
  if (!lowest) return undefined;
  const cut = await cutSound(
    lowest,
    join(folder, renditionFolder(lowest.height, track)),
    join(folder, renditionFolder(SOUND_ALONE, track)),
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
): Pick<Rendition, 'codecs' | 'init' | 'bandwidth' | 'averageBandwidth' | 'bytes' | 'segments'> {
  const media = cut.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const seconds = cut.segments.reduce((sum, segment) => sum + segment.duration, 0);
  const averageBandwidth = Math.ceil((media * 8) / seconds);
  return {
    codecs: cut.codecs,
    init: cut.init,
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
