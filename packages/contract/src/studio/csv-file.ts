import { z } from 'zod';

/** The reply of a call that answers a file of rows. */
export const CSV_FILE = {
  reply: z.string().meta({ description: 'CSV (RFC 4180) with a header line' }),
  answers: ['text/csv'],
} as const;
