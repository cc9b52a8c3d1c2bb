import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { z } from 'zod';
import { ENTRY_FIELDS, entryKey, MOST_PROGRAMMES, shelfRule } from './catalogue-entries.ts';
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
const dated = ENTRY_FIELDS.liveChannel.dated.unwrap();
const gap = z.object({ startsAt: z.int(), minutes: z.int(), words: z.string() });

const week = z.object({
  key: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Send it with a change of the week. */
  version: z.int(),
  slots,
  /** Programmes that are on once, in place of the week at that time. */
  dated,
  /** When the week is off air. */
  gaps: z.array(gap),
});

const params = z.strictObject({ key: entryKey });
const version = z.int().min(0).optional();
const programmes = z.array(z.record(z.string(), z.unknown())).max(MOST_PROGRAMMES);

export const liveWeek = studioCall({
  id: 'studioLiveWeek',
  method: 'GET',
  path: '/studio/api/catalogue/weeks/:key',
  tag: 'studio catalogue',
  summary:
    'The week of a live channel with the times at which it is off air, and its dated programmes',
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
    'Replace the week of a live channel, its dated programmes, or both. Programmes that overlap are refused as slots.{number} or dated.{number}, each with the other one; gaps are allowed and named',
  needs: 'catalogue:write',
  params,
  body: z.strictObject({
    version,
    slots: programmes.optional().meta({ description: 'Absent: the week stays as it is' }),
    dated: programmes.optional().meta({ description: 'Absent: dated programmes stay' }),
    dry_run: z.boolean().optional(),
  }),
  reply: week,
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

const XMLTV = '/studio/api/catalogue/weeks/:key/xmltv';
/** The longest XMLTV file, in characters. */
export const LONGEST_XMLTV = 2_000_000;

export const exportXmltv = studioCall({
  id: 'studioExportXmltv',
  method: 'GET',
  path: XMLTV,
  tag: 'studio catalogue',
  summary: 'The dated programmes of a live channel as an XMLTV file',
  needs: 'catalogue:read',
  params,
  reply: z.string().meta({ description: 'XMLTV in UTF-8' }),
  answers: ['application/xml'],
  errors: ['not_found'],
});

export const importXmltv = studioCall({
  id: 'studioImportXmltv',
  method: 'PUT',
  path: XMLTV,
  tag: 'studio catalogue',
  summary:
    'Replace the dated programmes of a live channel from the first to the last time of an XMLTV file, and drop those that ended over a week ago. What the file has and is not read is named',
  needs: 'catalogue:write',
  params,
  body: z.strictObject({
    version,
    xml: z.string().max(LONGEST_XMLTV),
    dry_run: z.boolean().optional(),
  }),
  reply: z.object({
    week,
    /** How many programmes of the file are read. */
    read: z.int(),
    remarks: z.array(z.string()).meta({
      description: 'What is left out, cut or assumed, each with its programme',
    }),
  }),
  errors: ['not_found', 'conflict', 'payload_too_large'],
});
