import { HEIGHT_CLASSES, PLAY_NETWORKS } from '@bonisa/domain/playback/play-figures';
import { z } from 'zod';
import { absent, flag } from '../call.ts';
import { dayInput } from '../times.ts';
import { CSV_FILE } from './csv-file.ts';
import { count, isBounded, key, RANGE_PROBLEM, reportHead } from './report-query.ts';
import { studioCall } from './studio-call.ts';

/**
 * Reports of quality and audience, from roll-ups of what players and searches report. They have no
 * carrier and no package: a play has no person.
 */

const TAG = 'studio reports';
const REPORTS = '/studio/api/reports';
const MOST_ROWS = 500;

export const PLAY_KINDS = ['title', 'live'] as const;
export const TITLE_ORDERS = ['plays', 'watched', 'finished', 'bytes', 'stalls', 'slow'] as const;

const rangeFields = { from: absent(dayInput), to: absent(dayInput) };
const kind = absent(z.enum(PLAY_KINDS));
const network = absent(z.enum(PLAY_NETWORKS));
/** As callers give them, without the defaults of the reports. */
const given = {
  by: absent(z.enum(['day', 'network'])),
  order: absent(z.enum(TITLE_ORDERS)),
  nothing: absent(flag),
  limit: absent(z.coerce.number().int().min(1).max(MOST_ROWS)),
};
const by = given.by.transform((one) => one ?? 'day');
const order = given.order.transform((one) => one ?? 'plays');
const nothing = given.nothing.transform((one) => one ?? false);
const limit = given.limit.transform((one) => one ?? 50);

/** Bytes of a country's year are more than a safe integer. */
const bytes = z.number().min(0);

const figures = z.object({
  plays: count,
  /** Plays with a first picture. */
  started: count,
  /** From the press to the first picture; null without a start. */
  start_median_ms: count.nullable(),
  start_p90_ms: count.nullable(),
  stalls: count,
  stalled_seconds: count,
  /** Seconds in which the picture moved. */
  watched_seconds: count,
  /** Plays that came to the credits or the end. */
  finished: count,
  /** Media over this network; of them with the browser's setting to use less data. */
  bytes,
  saved_bytes: bytes,
  /** Plays that took media from the second place, and those media. */
  backup_plays: count,
  backup_bytes: bytes,
  /** Media that were fetched ahead of a press that never came. */
  unwatched_bytes: bytes,
});

export const qualityReport = studioCall({
  id: 'studioGetQualityReport',
  method: 'GET',
  path: `${REPORTS}/quality`,
  tag: TAG,
  summary: 'How well plays went: start times, stalls and bytes, by day or network',
  needs: 'audience:read',
  query: z.strictObject({ ...rangeFields, kind, network, by }).refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    by: z.enum(['day', 'network']),
    total: figures,
    data: z.array(figures.extend({ key }).meta({ id: 'QualityReportRow' })),
  }),
});

export const renditionReport = studioCall({
  id: 'studioGetRenditionReport',
  method: 'GET',
  path: `${REPORTS}/renditions`,
  tag: TAG,
  summary: 'In how many lines viewers watched, by network',
  needs: 'audience:read',
  query: z.strictObject({ ...rangeFields, kind, network }).refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    watched_seconds: count,
    data: z.array(
      z
        .object({
          network: z.enum(PLAY_NETWORKS),
          /** At most so many lines; 0: sound alone. */
          height: z.literal([...HEIGHT_CLASSES]),
          watched_seconds: count,
        })
        .meta({ id: 'RenditionReportRow' }),
    ),
  }),
});

export const titleReport = studioCall({
  id: 'studioGetTitleReport',
  method: 'GET',
  path: `${REPORTS}/titles`,
  tag: TAG,
  summary:
    'The first titles in an order: plays, finished, bytes, stalls or slow starts; of whole months where the range is longer than 31 days',
  needs: 'audience:read',
  query: z.strictObject({ ...rangeFields, kind, order, limit }).refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    order: z.enum(TITLE_ORDERS),
    data: z.array(
      z
        .object({
          kind: z.enum(PLAY_KINDS),
          slug: key,
          /** Its name now; the slug where the title is gone. */
          title: z.string(),
          plays: count,
          started: count,
          /** Starts of more than four seconds. */
          slow: count,
          finished: count,
          watched_seconds: count,
          stalls: count,
          bytes_mobile: bytes,
          bytes_wifi: bytes,
          bytes_unknown: bytes,
        })
        .meta({ id: 'TitleReportRow' }),
    ),
  }),
});

export const searchReport = studioCall({
  id: 'studioGetSearchReport',
  method: 'GET',
  path: `${REPORTS}/searches`,
  tag: TAG,
  summary:
    'What at least five viewers searched for, and what they did not find; of whole months where the range is longer than 31 days',
  needs: 'audience:read',
  query: z.strictObject({ ...rangeFields, nothing, limit }).refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    asked: count,
    nothing: count,
    data: z.array(
      z.object({ term: z.string(), asked: count, nothing: count }).meta({ id: 'SearchReportRow' }),
    ),
  }),
});

/** The reports of quality and audience that are also files. */
export const QUALITY_FILES = ['quality', 'renditions', 'titles', 'searches'] as const;

export const qualityFile = studioCall({
  id: 'studioDownloadQualityReport',
  method: 'GET',
  path: `${REPORTS}/quality/files/:report`,
  tag: TAG,
  summary: 'A report of quality or audience as a CSV file; it takes what the report itself takes',
  needs: 'audience:read',
  audited: true,
  params: z.strictObject({ report: z.enum(QUALITY_FILES) }),
  // The report's own query judges it as well: this one has the fields of all of them.
  query: z
    .strictObject({ ...rangeFields, kind, network, ...given })
    .refine(isBounded, RANGE_PROBLEM),
  ...CSV_FILE,
});
