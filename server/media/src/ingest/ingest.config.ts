import { z } from 'zod';
import {
  type LiveIngestConfig,
  liveIngestConfigOf,
  liveIngestConfigShape,
} from '../live-ingest/live-ingest.config.ts';
import { TARGET_LUFS } from './loudness.ts';

/** The environment variables of ingest. */

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
  ENCODER_AV1: z.enum(['off', 'on']).default('off'),
  ...liveIngestConfigShape,
};

type Variables = z.output<z.ZodObject<typeof ingestConfigShape>>;

/** How sources are taken in and encoded. */
export interface IngestConfig {
  /** The loudness that the sound of every title is brought to, in LUFS. */
  readonly loudness: number;
  /** The size above which an upload is refused, in bytes. */
  readonly largestUpload: number;
  /** Whether every asset gets AV1 renditions too. */
  readonly makesAv1: boolean;
  readonly liveIngest: LiveIngestConfig;
}

export function ingestConfigOf(env: Variables, mode: 'demo' | 'production'): IngestConfig {
  return {
    loudness: env.LOUDNESS_LUFS,
    largestUpload: env.UPLOAD_MAX_GB * 1_000_000_000,
    makesAv1: env.ENCODER_AV1 === 'on',
    liveIngest: liveIngestConfigOf(env, mode),
  };
}
