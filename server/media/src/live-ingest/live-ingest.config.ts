import { z } from 'zod';

/** The environment variables of live ingest sessions. */

const PORT_PROBLEM = 'must be a port number from 1 to 65535';
const RATE_PROBLEM = 'must be a whole number of kbit/s from 100 to 100000';

export const liveIngestConfigShape = {
  LIVE_INGEST_PORT: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, { error: PORT_PROBLEM })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: PORT_PROBLEM })
    .optional(),
  LIVE_INGEST_HOST: z.string().min(1).default('127.0.0.1'),
  LIVE_INGEST_KBPS: z
    .string()
    .regex(/^[1-9][0-9]{2,5}$/, { error: RATE_PROBLEM })
    .transform(Number)
    .refine((rate) => rate <= 100_000, { error: RATE_PROBLEM })
    .default(12_000),
  LIVE_RECORDINGS: z.enum(['publish', 'draft']).optional(),
};

type Variables = z.output<z.ZodObject<typeof liveIngestConfigShape>>;

/** Where publishers are listened for. */
export interface LiveIngestConfig {
  /** Undefined: nobody is listened for. */
  readonly port: number | undefined;
  readonly host: string;
  readonly mostBitsPerSecond: number;
  /** Whether viewers see a recording at once; else it is a draft. */
  readonly publishesRecordings: boolean;
}

export function liveIngestConfigOf(env: Variables, mode: 'demo' | 'production'): LiveIngestConfig {
  return {
    port: env.LIVE_INGEST_PORT,
    host: env.LIVE_INGEST_HOST,
    mostBitsPerSecond: env.LIVE_INGEST_KBPS * 1000,
    publishesRecordings:
      (env.LIVE_RECORDINGS ?? (mode === 'demo' ? 'publish' : 'draft')) === 'publish',
  };
}
