import { isAbsolute } from 'node:path';
import { z } from 'zod';
import {
  type ContributionConfig,
  contributionConfigOf,
  contributionConfigShape,
} from '../contribution/contribution.config.ts';
import { TARGET_LUFS } from './loudness.ts';

/** The environment variables of ingest. */

const program = z
  .string()
  .refine(isAbsolute, { error: 'must be the absolute path of a program' })
  .optional();

export const ingestConfigShape = {
  LOUDNESS_LUFS: z
    .string()
    .regex(/^-(?:1[4-9]|2[0-7])$/, { error: 'must be a whole number of LUFS from -27 to -14' })
    .transform(Number)
    .default(TARGET_LUFS),
  UPLOAD_MAX_GB: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, { error: 'must be a whole number of gigabytes from 1 to 999' })
    .transform(Number)
    .default(20),
  ENCODER_HE_AAC: z.enum(['off', 'auto']).default('off'),
  ENCODER_AV1: z.enum(['off', 'on']).default('off'),
  FFMPEG_PATH: program,
  FFPROBE_PATH: program,
  ...contributionConfigShape,
};

type Variables = z.output<z.ZodObject<typeof ingestConfigShape>>;

/** How sources are taken in and encoded. */
export interface IngestConfig {
  /** The loudness that the sound of every title is brought to, in LUFS. */
  readonly loudness: number;
  /** The size above which an upload is refused, in bytes. */
  readonly largestUpload: number;
  /** Whether low rates of sound are in HE-AAC where the FFmpeg in use has an encoder for it. */
  readonly heAac: boolean;
  /** Whether every asset gets AV1 renditions too. */
  readonly makesAv1: boolean;
  /** The programs to encode with; undefined: the library in `node-av`. */
  readonly programs: FfmpegPrograms | undefined;
  readonly contributions: ContributionConfig;
}

/** The paths of FFmpeg's programs. */
export interface FfmpegPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** Both programs must be named, or none. */
export function ingestProblems({ FFMPEG_PATH, FFPROBE_PATH }: Variables): string[] {
  if (Boolean(FFMPEG_PATH) === Boolean(FFPROBE_PATH)) return [];
  return FFMPEG_PATH
    ? ['FFPROBE_PATH: must be set with FFMPEG_PATH']
    : ['FFMPEG_PATH: must be set with FFPROBE_PATH'];
}

export function ingestConfigOf(env: Variables, mode: 'demo' | 'production'): IngestConfig {
  const { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe } = env;
  return {
    loudness: env.LOUDNESS_LUFS,
    largestUpload: env.UPLOAD_MAX_GB * 1_000_000_000,
    heAac: env.ENCODER_HE_AAC === 'auto',
    makesAv1: env.ENCODER_AV1 === 'on',
    programs: ffmpeg && ffprobe ? { ffmpeg, ffprobe } : undefined,
    contributions: contributionConfigOf(env, mode),
  };
}
