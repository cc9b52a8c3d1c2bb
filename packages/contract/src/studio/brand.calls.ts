import { z } from 'zod';
import { studioCall } from './studio-call.ts';

/** The brand in force: it is a folder (`BRAND_DIR`) and variables, and the studio only shows it. */
export const brandState = studioCall({
  id: 'studioBrandState',
  method: 'GET',
  path: '/studio/api/brand',
  tag: 'studio service',
  summary: 'The brand in force: what is its own, what this software stands in for, its contrasts',
  needs: 'catalogue:read',
  reply: z.object({
    name: z.string(),
    company: z.string(),
    support_number: z.string(),
    /** Whether a folder gives it. */
    folder: z.boolean(),
    parts: z.array(
      z.object({
        part: z.string(),
        own: z.boolean(),
        /** What viewers have; of a part that is not its own, what would take its place. */
        words: z.string(),
      }),
    ),
    /** Pairs of colours that are read; none without a folder. WCAG 2.2, 1.4.3 and 1.4.11. */
    contrasts: z.array(
      z.object({
        name: z.string(),
        has: z.number(),
        least: z.number(),
        words: z.string(),
        ground: z.string(),
      }),
    ),
  }),
});
