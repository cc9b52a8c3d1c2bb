import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { trackName } from '@bonisa/domain/playback/audio-languages';
import {
  type AssetAudio,
  type AudioTrack,
  type Packaged,
  type Rendition,
  renditionFolder,
  SOUND_ALONE,
} from '../asset.ts';
import { TaskRefusal } from './child-job.ts';
import {
  type Effort,
  type FrameRate,
  ladderFor,
  packagedRate,
  type RenditionPlan,
  segmentFrames,
  withHeAac,
} from './encoding-ladder.ts';
import { type Loudness, loudnessFilters } from './loudness.ts';
import type { MediaTool } from './media-tool.ts';
import { DETAIL_SAMPLES, neededRenditions } from './picture-detail.ts';
import {
  choosePosters,
  FRAMES_TO_COMPARE,
  POSTERS_FOLDER,
  type PosterCandidate,
} from './posters.ts';
import { type CutOptions, type CutRendition, cutIntoSegments, cutSound } from './segmenter.ts';
import type { Source } from './source.ts';
import { refuseUnplayable } from './source-refusal.ts';
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
  /** HE-AAC for low rates of sound, where the tool has it. Absent: AAC-LC. */
  readonly heAac?: boolean;
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
  tool: MediaTool,
  task: PackagingTask,
  report: ReportProgress,
): Promise<Packaged> {
  const { file, folder, effort, loudness } = task;
  report(0, 'probing');
  await refuseUnplayable(file);
  const source = await tool.probe(file);
  const measured = await measureSound(tool, source, within(report, 'measuring', 'encoding'));
  const rate = packagedRate(source.frameRate);
  const sound = await chooseSound(tool, task);
  const plans = sound.inCodec(await planRenditions(tool, source, rate, effort));
  const fileFor = ({ height }: { readonly height: number }): string =>
    join(folder, `${height}.mp4`);
  await tool.encode(source, {
    codec: 'h264',
    heAacDelay: sound.heAacDelay,
    renditions: plans,
    rate,
    effort,
    loudness: measured.map((one) => loudnessFilters(one, loudness)),
    fileFor,
    onProgress: within(report, 'encoding', 'pictures'),
  });
  const { renditions, tracks } = await cutTracks(source, plans, rate, { fileFor, folder });
  checkAlignment([renditions, ...tracks.map((track) => track.renditions ?? [])].flat());
  const alone = await packageSound(renditions, folder);
  const audio = await describeAudio(source, tracks, measured, folder);
  report(BEGINS.pictures, 'pictures');
  const stills = await packageStills(tool, renditions, rate, { fileFor, folder });
  for (const plan of plans) await rm(fileFor(plan));
  report(1, 'pictures');
  return {
    durationMs: Math.round((endOf(renditions[0]) ?? 0) * 1000),
    renditions: alone ? [alone, ...renditions] : renditions,
    ...stills,
    ...(audio ? { audio } : {}),
    ...(sound.lacksHeAac ? { lacksHeAac: true } : {}),
    ...loudnessOf(measured[0]),
  };
}

/** Measures each stream of a source's sound, in their order. */
export async function measureSound(
  tool: Pick<MediaTool, 'loudness'>,
  source: Source,
  report: (share: number) => void,
): Promise<Loudness[]> {
  const measured: Loudness[] = [];
  for (const { index } of source.audio) {
    const done = measured.length;
    const inAll = (share: number) => report((done + Math.min(1, share)) / source.audio.length);
    measured.push(await tool.loudness(source, index, inAll));
  }
  return measured;
}

/** The loudness of a stream as it is recorded; nothing for silence. */
function loudnessOf(measured: Loudness | undefined): { loudness?: Loudness } {
  return measured && Number.isFinite(measured.lufs) ? { loudness: rounded(measured) } : {};
}

/**
 * Cuts the files of all renditions into segments, once for each stream of the source's sound, and
 * measures them. The renditions of the first track are the asset's own. The last pictures last
 * until `end`, in seconds; without it, until the highest rendition ends, which has every picture.
 */
export async function cutTracks(
  { audio }: Pick<Source, 'audio'>,
  plans: readonly RenditionPlan[],
  rate: FrameRate,
  files: Files,
  end?: number,
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
    const until = end ?? endOf(renditions[0]);
    const cut = await cutIntoSegments(fileFor(plan), to, { end: until, sound });
    renditions.unshift(describeRendition(plan, rate, cut));
  }
  return renditions;
}

/** How the sound of an asset is encoded. */
interface SoundChoice {
  readonly inCodec: (plans: readonly RenditionPlan[]) => readonly RenditionPlan[];
  readonly heAacDelay?: number;
  /** HE-AAC is wanted, and the tool has no encoder for it. */
  readonly lacksHeAac?: boolean;
}

/**
 * HE-AAC for low rates where it is wanted and the tool has it. What is packaged quickly is put
 * together with other parts, which must have the same codecs, so it keeps AAC-LC.
 */
export async function chooseSound(
  tool: Pick<MediaTool, 'heAacDelay'>,
  { heAac, effort }: Pick<PackagingTask, 'heAac' | 'effort'>,
): Promise<SoundChoice> {
  const inCodec = (plans: readonly RenditionPlan[]) => plans;
  if (!heAac || effort === 'quick') return { inCodec };
  const heAacDelay = await tool.heAacDelay();
  if (heAacDelay === undefined) return { inCodec, lacksHeAac: true };
  return { inCodec: withHeAac, heAacDelay };
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
 * The renditions to make. `quick` makes all of the ladder, so that what it packages can be put
 * together with other parts; `thorough` only those that the source has the detail for.
 */
export async function planRenditions(
  tool: MediaTool,
  source: Source,
  frameRate: FrameRate,
  effort: Effort,
): Promise<RenditionPlan[]> {
  const { width, height, audio } = source;
  const plans = ladderFor({ width, height, frameRate, hasAudio: audio.length > 0 });
  const highest = plans.at(-1);
  if (effort === 'quick' || !highest) return plans;
  const size = { width: highest.pixelWidth, height: highest.pixelHeight };
  const samples = await tool.samples(source, { ...size, count: DETAIL_SAMPLES });
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

/** Makes the storyboard and the candidates for a poster. */
async function packageStills(
  tool: MediaTool,
  renditions: readonly Rendition[],
  rate: FrameRate,
  files: Files,
): Promise<{ storyboard?: Storyboard; posters?: readonly PosterCandidate[] }> {
  const small = renditions.find(({ height }) => height > STORYBOARD_ABOVE) ?? renditions[0];
  const best = renditions.at(-1);
  if (!small || !best) return {};
  const seconds = (segmentFrames(rate) * rate.den) / rate.num;
  const plan = planStoryboard(small.segments.length, seconds, small);
  await tool.storyboard(files.fileFor(small), plan, join(files.folder, STORYBOARD_PATH));
  const { interval, columns, count, width, height } = plan;
  return {
    storyboard: { interval, columns, count, width, height },
    posters: await packagePosters(tool, best, seconds, files),
  };
}

async function packagePosters(
  tool: MediaTool,
  { height, segments }: Rendition,
  segmentSeconds: number,
  { fileFor, folder }: Files,
): Promise<PosterCandidate[]> {
  const rendition = fileFor({ height });
  const step = Math.max(1, Math.ceil(segments.length / FRAMES_TO_COMPARE));
  const frames = await tool.greyFrames(rendition, step);
  const chosen = choosePosters(
    frames.map((grey, i) => ({ index: i * step, seconds: i * step * segmentSeconds, grey })),
  );
  const named = chosen.map((frame, i) => ({ ...frame, file: `${i}.jpg` }));
  await tool.jpegs(
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
 * A player changes renditions between two segments, so the segments of all renditions must start
 * and end at the same times.
 */
export function checkAlignment(renditions: readonly Pick<Rendition, 'segments'>[]): void {
  const starts = renditions.map((rendition) =>
    rendition.segments
      .map(({ start, duration }) => `${start.toFixed(4)} ${duration.toFixed(3)}`)
      .join(),
  );
  if (new Set(starts).size !== 1)
    throw new TaskRefusal(
      'misaligned',
      'the segments of the renditions do not begin and end at the same instants',
    );
}
