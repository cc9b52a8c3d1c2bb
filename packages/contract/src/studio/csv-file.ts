import { z } from 'zod';

/** The reply of a call that answers a file of rows. */
export const CSV_FILE = {
  reply: z
    .string()
    .meta({ description: 'CSV (RFC 4180) in UTF-8 with a byte order mark and a header line' }),
  answers: ['text/csv'],
} as const;
