import { z } from 'zod';

/** Below it a busy day does not fit; above it an 8-byte count of rows would be a mistake. */
const rows = (otherwise: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{5,10}$/, { error: 'must be a number of rows from 100000 to 99999999999' })
    .transform(Number)
    .default(otherwise);

/**
 * The environment variables that limit tables which grow with their viewers. The limits protect a
 * small disk; a service of many millions raises them (docs/scale.md).
 */
export const tableLimitsConfigShape = {
  PLAYBACK_LOG_MAX_ROWS: rows(5_000_000),
  PLAY_REPORTS_MAX_ROWS: rows(5_000_000),
  FRAUD_VERDICTS_MAX_ROWS: rows(1_000_000),
};

/** The most rows of a table, whatever their age. */
export interface TableLimits {
  readonly playbackLog: number;
  readonly playReports: number;
  readonly fraudVerdicts: number;
}

export function tableLimitsOf(env: z.output<z.ZodObject<typeof tableLimitsConfigShape>>) {
  return {
    playbackLog: env.PLAYBACK_LOG_MAX_ROWS,
    playReports: env.PLAY_REPORTS_MAX_ROWS,
    fraudVerdicts: env.FRAUD_VERDICTS_MAX_ROWS,
  } satisfies TableLimits;
}
