import { ENTRY_STATES } from '@bonisa/domain/catalogue/entry-state';
import { z } from 'zod';
import { absent, instant } from '../call.ts';
import { instantInput } from '../times.ts';
import { beganFrom } from './began-from.ts';
import { EARLY_PUBLICATION } from './catalogue.calls.ts';
import { entryKey } from './catalogue-entries.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import { studioCall } from './studio-call.ts';

/** One entry: its form, its state, its versions. */

const kind = z.enum(ENTRY_KINDS);
const params = z.strictObject({ kind, key: entryKey });
const version = z.int().min(0);
/** The version of an address, as the database counts them. */
const versionInAddress = z.coerce.number().int().min(0).max(2_147_483_647);
const fields = z.record(z.string(), z.unknown());

const lack = z.object({
  field: z.string(),
  reason: z.string(),
  /** Without it the entry cannot be published; else it is advice. */
  blocks: z.boolean(),
});

const change = z.object({ before: z.unknown(), after: z.unknown() });

const versionLine = z.object({
  version,
  at: instant,
  by: z.object({ kind: z.enum(['account', 'key', 'command', 'nobody']), name: z.string() }),
  action: z.enum(['created', 'changed', 'deleted', 'restored']),
  /**
   * What the version changed; a creation names nothing. Besides the fields of a row: `captions`,
   * what editors decided about the captions of a video or an episode.
   */
  fields: z.record(z.string(), change),
  /** The version that it restored. */
  restored: version.nullable(),
});

export const entryReply = z.object({
  kind,
  key: z.string(),
  id: z.int(),
  /** Send it with your changes. */
  version,
  /** Kinds without states (genre, person) have null. */
  state: z.enum(ENTRY_STATES).nullable(),
  /** The fields as a row of a batch has them. */
  fields,
  lacks: z.array(lack),
});

export const catalogueEntry = studioCall({
  id: 'studioCatalogueEntry',
  method: 'GET',
  path: '/studio/api/catalogue/entries/:kind/:key',
  tag: 'studio catalogue',
  summary: 'One entry with its fields, its state, its version and what it lacks',
  needs: 'catalogue:read',
  params,
  reply: entryReply,
  errors: ['not_found'],
});

export const catalogueSaveEntry = studioCall({
  id: 'studioCatalogueSaveEntry',
  method: 'PUT',
  path: '/studio/api/catalogue/entries/:kind/:key',
  tag: 'studio catalogue',
  summary:
    'Change the given fields of an entry, or create it. With the version at which it was read (here or as If-Match) nobody loses work: a field that somebody else has changed since is refused as conflict, with their change and the version of it. ' +
    EARLY_PUBLICATION,
  needs: 'catalogue:write',
  params,
  body: z.strictObject({ version: beganFrom, fields }),
  reply: entryReply.extend({
    /** What this call changed. */
    changed: z.array(z.string()),
  }),
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

export const catalogueLacks = studioCall({
  id: 'studioCatalogueLacks',
  method: 'GET',
  path: '/studio/api/catalogue/entries/:kind/:key/lacks',
  tag: 'studio catalogue',
  summary: 'What an entry lacks before it can be published, by field and reason',
  needs: 'catalogue:read',
  params,
  reply: z.object({ ready: z.boolean(), lacks: z.array(lack) }),
  errors: ['not_found'],
});

/** The most entries of one change of state. */
const MOST_ENTRIES = 200;

export const catalogueStates = studioCall({
  id: 'studioCatalogueStates',
  method: 'POST',
  path: '/studio/api/catalogue/states',
  tag: 'studio catalogue',
  summary:
    'Publish, schedule or withdraw entries, all or none. To publish removes an availableFrom that lies ahead, unless own_times keeps it. An entry that lacks something is refused as cannot_publish, with what it lacks as {kind}.{key}.{field}',
  needs: 'catalogue:publish',
  body: z.strictObject({
    entries: z
      .array(z.strictObject({ kind, key: entryKey, version: version.optional() }))
      .min(1)
      .max(MOST_ENTRIES),
    state: z.enum(['published', 'scheduled', 'withdrawn']),
    at: absent(instantInput).meta({
      description: 'When a scheduled entry is published; must be in the future',
    }),
    own_times: z.boolean().optional().meta({
      description:
        'With published: an entry whose availableFrom lies ahead keeps it, and is scheduled',
    }),
    dry_run: z.boolean().optional().meta({ description: 'Say what would change; write nothing' }),
  }),
  reply: z.object({
    entries: z.array(
      z.object({
        kind,
        key: z.string(),
        title: z.string(),
        state: z.enum(ENTRY_STATES),
        version,
        lacks: z.array(lack),
        /** The availableFrom ahead that this change removes or replaces; null: none. */
        loses_from: instant.nullable(),
      }),
    ),
  }),
  errors: ['not_found', 'conflict', 'cannot_publish'],
});

export const catalogueVersions = studioCall({
  id: 'studioCatalogueVersions',
  method: 'GET',
  path: '/studio/api/catalogue/entries/:kind/:key/versions',
  tag: 'studio catalogue',
  summary: 'The versions of an entry, newest first: who changed what, and when',
  needs: 'catalogue:read',
  params,
  query: z.strictObject({
    before: absent(versionInAddress.min(1)),
    limit: absent(z.coerce.number().int().min(1).max(100)).transform((limit) => limit ?? 50),
  }),
  reply: z.object({
    data: z.array(versionLine),
    /** `before` of the next page. */
    next: version.nullable(),
  }),
});

const versionParams = params.extend({ version: versionInAddress });

export const catalogueCompare = studioCall({
  id: 'studioCatalogueCompare',
  method: 'GET',
  path: '/studio/api/catalogue/entries/:kind/:key/versions/:version',
  tag: 'studio catalogue',
  summary:
    'An entry as a version left it, and what changed from there to another version or to now',
  needs: 'catalogue:read',
  params: versionParams,
  query: z.strictObject({ to: absent(versionInAddress) }),
  reply: z.object({
    version,
    to: version,
    fields,
    changes: z.record(z.string(), change),
  }),
  errors: ['not_found'],
});

export const catalogueRestore = studioCall({
  id: 'studioCatalogueRestore',
  method: 'POST',
  path: '/studio/api/catalogue/entries/:kind/:key/versions/:version/restore',
  tag: 'studio catalogue',
  summary:
    'Give an entry the fields, the pictures, the film and the captions of an earlier version, as a new version (a deleted one returns by studioCatalogueReturn). A picture is kept for a year after its last use, a film or a file of captions for 48 hours after it was replaced',
  needs: 'catalogue:write',
  params: versionParams,
  reply: entryReply.extend({
    changed: z.array(z.string()),
    /** The fields whose picture, film or captions are not kept any more: they stay as they are. */
    without: z.array(z.string()),
  }),
  errors: ['not_found', 'conflict'],
});
