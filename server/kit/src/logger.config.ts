import { z } from 'zod';

export const loggerConfigShape = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
};

/** The levels of the log and of its line for each answer. */
export function loggerConfigOf(
  { LOG_LEVEL }: z.output<z.ZodObject<typeof loggerConfigShape>>,
  mode: 'demo' | 'production',
) {
  // The terminal of a demo is for a person who has not asked for more.
  const isForPrograms = mode === 'production' || LOG_LEVEL !== undefined;
  return {
    logLevel: LOG_LEVEL ?? 'info',
    answerLevel: isForPrograms ? 'info' : 'debug',
  } as const;
}
