import { BRAND_FILE_NAMES, BRAND_FONT, MOST_BRAND_BYTES } from '@bonisa/domain/brand/brand-files';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { studioCall } from './studio-call.ts';

/** The calls of the studio about the brand: what is in force, and its versions. */

const tag = 'studio service';
const BRAND = '/studio/api/brand';
const number = z.int().min(1).max(2_147_483_647);
const version = z.strictObject({ number: z.coerce.number().pipe(number) });

const MOST_FILES = Object.values(MOST_BRAND_BYTES).reduce((sum, bytes) => sum + bytes, 0);
/** The largest body with the files of a brand: letters may be escaped, and the font is longer. */
export const MOST_BRAND_BODY = 2 * MOST_FILES;

const fileNames = z.enum(BRAND_FILE_NAMES as [string, ...string[]]);
const files = z
  .partialRecord(fileNames, text(MOST_FILES))
  .refine((given) => z.base64().safeParse(given[BRAND_FONT] ?? '').success, {
    path: [BRAND_FONT],
    error: 'must be Base64',
  })
  .meta({
    id: 'BrandFiles',
    description: 'The files of docs/brand.md by name, as text; `display.woff2` in Base64',
  });

const problems = z.array(
  z.object({
    file: z.string(),
    /** Such as `colours.page`; '' is the file itself. */
    field: z.string(),
    problem: z.string(),
  }),
);

const legalPage = z
  .object({
    title: z.string(),
    version: z.string(),
    notice: z.string(),
    sections: z.array(
      z.object({ anchor: z.string(), heading: z.string(), paragraphs: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'BrandLegalPage' });

const madeVersion = z
  .object({
    number,
    /** The version whose files it began with; `null`: the folder's, or none. */
    began_with: number.nullable(),
    made_by: z.string(),
    made_at: instant,
    published: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  })
  .meta({ id: 'BrandVersion' });

export const brandState = studioCall({
  id: 'studioBrandState',
  method: 'GET',
  path: BRAND,
  tag,
  summary: 'The brand in force: what is its own, what this software stands in for, its contrasts',
  needs: 'catalogue:read',
  reply: z.object({
    name: z.string(),
    company: z.string(),
    support_number: z.string(),
    /** Whether a folder or a version gives it. */
    folder: z.boolean(),
    /** The version that this process has; `null`: it has the folder's brand, or ours. */
    version: number.nullable(),
    /** `folder`: BRAND_FROM keeps this process at the folder. */
    from: z.enum(['studio', 'folder']),
    /** The newest published version, which processes take when they start. */
    published: number.nullable(),
    /** The newest version, a draft or not. */
    newest: number.nullable(),
    /** Variables that count more than a field of `brand.json`. */
    variables: z.array(z.object({ variable: z.string(), field: z.string() })),
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

export const brandVersions = studioCall({
  id: 'studioBrandVersions',
  method: 'GET',
  path: `${BRAND}/versions`,
  tag,
  summary: 'The versions of the brand, the newest first: who made and who published them',
  needs: 'catalogue:read',
  query: z.strictObject({
    before: absent(z.coerce.number().pipe(number)),
    limit: absent(z.coerce.number().int().min(1).max(100)).transform((limit) => limit ?? 20),
  }),
  reply: z.object({
    data: z.array(madeVersion),
    /** The `before` of the next page; `null` on the last. */
    next: number.nullable(),
  }),
});

export const brandVersion = studioCall({
  id: 'studioBrandVersion',
  method: 'GET',
  path: `${BRAND}/versions/:number`,
  tag,
  summary: 'The files of a version of the brand',
  needs: 'brand:write',
  params: version,
  reply: z.object({ version: madeVersion, files }),
  errors: ['not_found'],
});

export const brandFolderFiles = studioCall({
  id: 'studioBrandFolder',
  method: 'GET',
  path: `${BRAND}/folder`,
  tag,
  summary: 'The files of BRAND_DIR, with which a version can begin; else our name and colours',
  needs: 'brand:write',
  reply: z.object({ is_given: z.boolean(), files }),
});

export const checkBrand = studioCall({
  id: 'studioCheckBrand',
  method: 'POST',
  path: `${BRAND}/check`,
  tag,
  summary: 'All that a publication would refuse in these files, and what viewers would be shown',
  needs: 'brand:write',
  audited: false,
  body: z.strictObject({ files }),
  reply: z.object({
    problems,
    /** `null` where `brand.json` cannot be read. */
    shown: z
      .object({
        name: z.string(),
        pitch: z.string().nullable(),
        /** What is left of `logo.svg`; the name is written beside it unless `has_name`. */
        logo: z.object({ svg: z.string(), has_name: z.boolean() }).nullable(),
        terms: legalPage,
        privacy: legalPage,
      })
      .nullable(),
  }),
});

export const saveBrand = studioCall({
  id: 'studioSaveBrand',
  method: 'POST',
  path: `${BRAND}/versions`,
  tag,
  summary: 'Make a version of the brand: a draft, which may have faults',
  needs: 'brand:write',
  body: z.strictObject({
    files,
    began_with: number.nullable(),
    after: number.nullable().meta({
      description:
        'The newest version that the caller saw, or null: where another is the newest by now, the call is refused as conflict',
    }),
  }),
  reply: z.object({ version: madeVersion }),
  errors: ['conflict'],
});

export const publishBrand = studioCall({
  id: 'studioPublishBrand',
  method: 'POST',
  path: `${BRAND}/versions/:number/publish`,
  tag,
  summary: 'Publish the newest version of the brand: processes take it when they start next',
  needs: 'brand:write',
  stepUp: true,
  params: version,
  body: z.strictObject({ reason: text(500).trim().min(1) }),
  reply: z.object({ version: madeVersion }),
  errors: ['not_found', 'conflict', 'cannot_publish'],
});
