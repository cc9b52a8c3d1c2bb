import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { z } from 'zod';
import { ENTRY_FIELDS, entryKey, shelfRule } from './catalogue-entries.ts';
import { studioCall } from './studio-call.ts';

/** What fills by rule or by the clock: shelves, and the week of a live channel. */

export const shelfPreview = studioCall({
  id: 'studioShelfPreview',
  method: 'POST',
  path: '/studio/api/catalogue/shelves/preview',
  tag: 'studio catalogue',
  summary: 'The titles that a shelf shows now',
  needs: 'catalogue:read',
  audited: false,
  body: z.strictObject({
    /** null: by hand alone. */
    rule: shelfRule.nullable(),
    /** Keys or slugs of titles that are chosen by hand, which come first. */
    titles: z.array(entryKey).max(MOST_ON_SHELF).optional(),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        key: z.string(),
        kind: z.enum(['video', 'show']),
        slug: z.string(),
        title: z.string(),
        by: z.enum(['hand', 'rule']),
      }),
    ),
  }),
});

const slots = ENTRY_FIELDS.liveChannel.slots.unwrap();
const gap = z.object({ startsAt: z.int(), minutes: z.int(), words: z.string() });

const week = z.object({
  key: z.string(),
  /** Send it with a change of the week. */
  version: z.int(),
  slots,
  /** When the channel is off air. */
  gaps: z.array(gap),
});

const params = z.strictObject({ key: entryKey });

export const liveWeek = studioCall({
  id: 'studioLiveWeek',
  method: 'GET',
  path: '/studio/api/catalogue/weeks/:key',
  tag: 'studio catalogue',
  summary: 'The week of a live channel, with the times at which it is off air',
  needs: 'catalogue:read',
  params,
  reply: week,
  errors: ['not_found'],
});

export const putLiveWeek = studioCall({
  id: 'studioPutLiveWeek',
  method: 'PUT',
  path: '/studio/api/catalogue/weeks/:key',
  tag: 'studio catalogue',
  summary:
    'Replace the week of a live channel. Programmes that overlap are refused as slots.{number}, each with the other one; gaps are allowed and named',
  needs: 'catalogue:write',
  params,
  body: z.strictObject({
    version: z.int().min(0).optional(),
    slots: z.array(z.record(z.string(), z.unknown())).max(2000),
    dry_run: z.boolean().optional(),
  }),
  reply: week,
  errors: ['not_found', 'conflict', 'payload_too_large'],
});
