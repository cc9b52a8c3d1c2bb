import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  audioChain,
  av1Options,
  fragmentOptions,
  keyframeDistance,
  labelOf,
  POSTER_QUANTISER,
  STORYBOARD_QUALITY,
  sampleFilters,
  sampleTimes,
  storyboardFilters,
  videoGraph,
  x264Options,
} from './encode-settings.ts';
import type { RenditionPlan } from './encoding-ladder.ts';
import type { FfmpegPrograms } from './ingest.config.ts';
import type { Loudness } from './loudness.ts';
import type { EncodeOptions, MediaTool } from './media-tool.ts';
import { GREY_HEIGHT, GREY_WIDTH } from './posters.ts';
import { ProgramError, runProgram } from './program.ts';
import { readProbe } from './program-probe.ts';
import {
  CONTAINERS,
  damaged,
  encoderMissing,
  judgeSource,
  MOST_PIXELS,
  reasonOf,
  type Source,
  unreadable,
} from './source.ts';

const MEMORY_MB = 1500;
/** How far the times of pictures may run past the length that a file states, in seconds. */
const LATEST_SECONDS = 30;
/** Options before a file of an editor: no other file, no network, only known containers. */
const GUARDS = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS];

const HE_AAC_V2 = ['-c:a', 'libfdk_aac', '-profile:a', 'aac_he_v2'];
/** The samples of a packet of HE-AAC, whose core has half the rate of its sound. */
const HE_AAC_FRAME = 2048;

/** The media tool of the system's FFmpeg programs. */
export function createProgramTool({ ffmpeg, ffprobe }: FfmpegPrograms): MediaTool {
  const run = (args: readonly string[], onLine?: (line: string) => void) =>
    runProgram(ffmpeg, ['-nostdin', '-hide_banner', '-y', ...args], {
      memoryMb: MEMORY_MB,
      ...(onLine ? { onLine } : {}),
    });

  const needSvtAv1 = async (): Promise<void> => {
    const { output } = await run(['-v', 'error', '-encoders']);
    if (!/ libsvtav1 /.test(output.toString())) throw encoderMissing('AV1');
  };

  return {
    async probe(file) {
      const asked = ['-v', 'error', ...GUARDS, '-of', 'json', '-show_format', '-show_streams'];
      const { output } = await runProgram(ffprobe, [...asked, `file:${file}`], {
        memoryMb: MEMORY_MB,
      }).catch((error: unknown) => {
        throw error instanceof ProgramError ? unreadable(error) : error;
      });
      return judgeSource(file, readProbe(output.toString()));
    },

    async loudness(source, audioIndex, onProgress) {
      const meter = 'aformat=channel_layouts=stereo,ebur128=peak=true:framelog=verbose';
      const { messages } = await run(
        [
          ...['-v', 'info', '-nostats', '-progress', 'pipe:1', ...inputOf(source)],
          ...['-map', `0:${audioIndex}`, '-af', meter, '-f', 'null', '-'],
        ],
        progressOf(source, onProgress),
      ).catch(asDamaged);
      return readSummary(messages);
    },

    async heAacDelay() {
      // A tone: some builds have no decoder for the samples of silence.
      const tone = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=0.5', '-ac', '2'];
      const { messages } = await run([
        ...['-v', 'info', '-debug_ts', ...tone, ...HE_AAC_V2],
        ...['-b:a', '24000', '-f', 'null', '-'],
      ]).catch(withoutMessages);
      const first = /encoder -> type:audio pkt_pts:(-[0-9]+) /.exec(messages)?.[1];
      return first === undefined ? undefined : -Number(first);
    },

    async samples(source, size) {
      const raw = ['-frames:v', '1', '-f', 'rawvideo', 'pipe:1'];
      const samples: Uint8Array[] = [];
      for (const time of sampleTimes(source, size.count)) {
        const seek = ['-v', 'error', '-noautorotate', '-noaccurate_seek', '-ss', `${time}`];
        const { output } = await run([
          ...[...seek, ...inputOf(source), '-map', `0:${source.videoIndex}`],
          ...['-vf', sampleFilters(source, size), ...raw],
        ]).catch(withoutOutput);
        if (output.length === size.width * size.height) samples.push(Uint8Array.from(output));
      }
      return samples;
    },

    async encode(source, options) {
      if (options.codec === 'av1') await needSvtAv1();
      const progress = ['-v', 'error', '-nostats', '-progress', 'pipe:1', '-xerror'];
      const args = [
        ...progress,
        '-noautorotate',
        ...inputOf(source),
        ...outputsOf(source, options),
      ];
      await run(args, progressOf(source, options.onProgress)).catch(asDamaged);
    },

    async storyboard(rendition, plan, file) {
      await mkdir(dirname(file), { recursive: true });
      const filters = `select=not(mod(n\\,${plan.step})),${storyboardFilters(plan)}`;
      const webp = ['-c:v', 'libwebp', '-quality', `${STORYBOARD_QUALITY}`, '-f', 'image2'];
      await run([...keyframesOf(rendition), '-vf', filters, '-frames:v', '1', ...webp, file]);
    },

    async greyFrames(rendition, step) {
      const filters = `select=not(mod(n\\,${step})),scale=${GREY_WIDTH}:${GREY_HEIGHT}:flags=area,format=gray`;
      const raw = ['-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'];
      const { output } = await run([...keyframesOf(rendition), '-vf', filters, ...raw]);
      const size = GREY_WIDTH * GREY_HEIGHT;
      return Array.from({ length: Math.floor(output.length / size) }, (_, i) =>
        Uint8Array.from(output.subarray(i * size, (i + 1) * size)),
      );
    },

    async jpegs(rendition, files) {
      for (const [segment, file] of files) {
        await mkdir(dirname(file), { recursive: true });
        const filters = `select=eq(n\\,${segment}),scale=out_range=full,format=yuvj420p`;
        const jpeg = ['-c:v', 'mjpeg', '-q:v', `${POSTER_QUANTISER}`, '-f', 'image2'];
        await run([...keyframesOf(rendition), '-vf', filters, '-frames:v', '1', ...jpeg, file]);
      }
    },
  };
}

function inputOf({ file, seconds }: Source): string[] {
  const limits = ['-max_pixels', `${MOST_PIXELS}`, '-t', `${seconds + LATEST_SECONDS}`];
  return [...GUARDS, ...limits, '-threads', '2', '-i', `file:${file}`];
}

/** The first pictures of the segments of a rendition's file. */
function keyframesOf(rendition: string): string[] {
  return ['-v', 'error', '-skip_frame', 'nokey', '-i', `file:${rendition}`, '-an'];
}

/** The filters and the outputs of all renditions. */
export function outputsOf(source: Source, options: EncodeOptions): string[] {
  const { renditions, loudness } = options;
  const video = videoGraph(source, options, `0:${source.videoIndex}`);
  const sounds = source.audio.map(({ index }, track) => {
    const copies = renditions.map(({ height }) => `[s${height}${soundMark(track)}]`).join('');
    return [
      `[0:${index}]${audioChain(source, loudness[track] ?? '')},asplit=${renditions.length}${copies}`,
      ...renditions.map(
        (plan) =>
          `[s${plan.height}${soundMark(track)}]${shiftOf(plan, options)}${soundLabel(plan, track)}`,
      ),
    ];
  });
  const graph = ['-filter_complex', [video, ...sounds.flat()].join(';')];
  return [...graph, ...renditions.flatMap((plan) => outputOf(plan, options, sounds.length))];
}

/** The mark of a track in labels: `a`, `a1`, `a2`, … */
function soundMark(track: number): string {
  return track === 0 ? 'a' : `a${track}`;
}

/** The label of a track's sound for one rendition, at the end of the graph. */
function soundLabel({ height }: RenditionPlan, track: number): string {
  return `[${track === 0 ? 'a' : `b${track}a`}${height}]`;
}

/**
 * Begins the sound of HE-AAC so long before zero that a whole number of packets comes before it:
 * the delay of its encoder is no whole number of packets, and those before zero are left out.
 */
function shiftOf({ soundCodec }: RenditionPlan, { heAacDelay = 0 }: EncodeOptions): string {
  if (soundCodec === 'aac') return 'anull';
  const silence = (HE_AAC_FRAME - (heAacDelay % HE_AAC_FRAME)) % HE_AAC_FRAME;
  return `adelay=${silence}S:all=1,asetpts=PTS-${silence}/48000/TB`;
}

function outputOf(plan: RenditionPlan, options: EncodeOptions, tracks: number): string[] {
  const { codec, rate, fileFor } = options;
  const fragments = fragmentOptions(codec, rate);
  const sound = [
    ...Array.from({ length: tracks }, (_, track) => ['-map', soundLabel(plan, track)]).flat(),
    ...(plan.soundCodec === 'aac' ? ['-c:a', 'aac'] : HE_AAC_V2),
    ...['-b:a', `${plan.audioRate}`],
    // The encoder's priming samples, so that no player needs an edit list.
    ...['-bsf:a', 'noise=drop=lt(pts\\,0)'],
  ];
  return [
    ...['-map', `[${labelOf(plan)}]`, ...encoderOf(plan, options), '-fps_mode', 'passthrough'],
    ...['-g', `${keyframeDistance(plan, rate)}`, '-threads:v', '2'],
    ...['-maxrate', `${plan.maxVideoRate}`, '-bufsize', `${plan.maxVideoRate}`],
    ...(tracks > 0 ? sound : []),
    ...Object.entries(fragments).flatMap(([name, value]) => [`-${name}`, `${value}`]),
    ...['-use_editlist', '0', '-map_metadata', '-1', '-f', 'mp4', fileFor(plan)],
  ];
}

/** The encoder of a rendition's pictures and its options. */
function encoderOf(plan: RenditionPlan, { codec, rate, effort }: EncodeOptions): string[] {
  const [name, options] =
    codec === 'av1'
      ? ['libsvtav1', av1Options(plan, effort)]
      : ['libx264', x264Options(plan, rate, effort)];
  return [
    ...['-c:v', name],
    ...Object.entries(options).flatMap(([key, value]) => [
      `-${key === 'profile' ? 'profile:v' : key}`,
      `${value}`,
    ]),
  ];
}

/** Reads the lines of `-progress`. */
function progressOf({ seconds }: Source, onProgress: (share: number) => void) {
  return (line: string): void => {
    const microseconds = /^out_time_us=([0-9]+)$/.exec(line)?.[1];
    if (microseconds) onProgress(Number(microseconds) / 1e6 / seconds);
  };
}

/** The summary of the filter `ebur128`. */
function readSummary(messages: string): Loudness {
  const summary = messages.slice(messages.lastIndexOf('Summary:'));
  const lufs = /\bI:\s+(-?[0-9.]+|-?inf|nan) LUFS/.exec(summary)?.[1];
  const peak = /\bPeak:\s+(-?[0-9.]+|-?inf|nan) dBFS/.exec(summary)?.[1];
  const decibels = (text: string | undefined): number =>
    Number.isFinite(Number(text)) ? Number(text) : Number.NEGATIVE_INFINITY;
  return { lufs: decibels(lufs), peak: decibels(peak) };
}

/** A time that cannot be sought says nothing about the source as a whole. */
function withoutOutput(error: unknown): { readonly output: Buffer } {
  if (error instanceof ProgramError) return { output: Buffer.alloc(0) };
  throw error;
}

/** A program that fails has no encoder of HE-AAC. */
function withoutMessages(error: unknown): { readonly messages: string } {
  if (error instanceof ProgramError) return { messages: '' };
  throw error;
}

function asDamaged(error: unknown): never {
  if (error instanceof ProgramError)
    throw damaged(`the media of the file break off (${reasonOf(error)})`);
  throw error;
}
