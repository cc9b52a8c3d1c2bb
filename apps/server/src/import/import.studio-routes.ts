import { Readable } from 'node:stream';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import {
  type ImportFormat,
  type importContent,
  importPicture,
  MOST_IMPORT_BYTES,
  readFeed,
  readImport,
} from '@bonisa/contract/studio/import.calls';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import type { z } from 'zod';
import { written } from '../artwork/artwork.studio-routes.ts';
import type { Artwork } from '../artwork/artwork.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import { separateArtwork } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { parseJson } from './folder-source.ts';
import { fetchGuarded, fetchGuardedBytes, type GuardedFetchOptions } from './guarded-fetch.ts';
import { ImportError, rowsOfDocument } from './import-row.ts';
import { rowsOfFeed } from './mrss-source.ts';

/** The studio reads files and feeds by these calls, and writes their rows by batches. */

export interface ImportRoutesParts {
  readonly artwork: Pick<Artwork, 'service'>;
  /** Which addresses feeds and pictures may have; without it the public internet. */
  readonly fetching?: Pick<GuardedFetchOptions, 'mayReach' | 'resolveName'>;
}

type Content = z.input<typeof importContent>;

/** Objects in objects: no catalogue needs more, and a deeper one would exhaust the stack. */
const MOST_LEVELS = 30;
const FEED_SECONDS = 30;

/** The calls of the studio that read what is imported. */
export function importStudioRoutes({ artwork, fetching }: ImportRoutesParts): StudioRoutes {
  return ({ register }) => {
    register(readImport, {
      limit: 'write',
      raw: true,
      handle: async ({ query: { format, kind }, request, reply }) => {
        const { body } = request;
        if (!(body instanceof Readable))
          throw new AppError('invalid_request', 'The body must be a file.');
        try {
          const text = await textOf(body);
          return contentOf(() => rowsOf(text, format, kind ?? 'video'));
        } catch (error) {
          // What the client goes on sending has no reader.
          if (!body.readableEnded) reply.header('connection', 'close');
          throw error;
        }
      },
    });
    register(readFeed, {
      limit: 'write',
      handle: async ({ body: { url }, audit }) => {
        // The host alone: the rest of an address may have a secret.
        await audit.record({ subject: 'import', details: { host: URL.parse(url)?.hostname } });
        const most = { ...fetching, mostBytes: MOST_IMPORT_BYTES, seconds: FEED_SECONDS };
        const text = await named('url', fetchGuarded(url, most));
        return contentOf(() => rowsOfFeed(text));
      },
    });
    register(importPicture, {
      limit: 'write',
      handle: async ({ body: { kind, key, use, x, y, url }, actor, audit }) => {
        const most = { ...fetching, mostBytes: MOST_PICTURE_BYTES, seconds: FEED_SECONDS };
        const bytes = await named('url', fetchGuardedBytes(url, most));
        const picture = { name: { kind, key }, use, focal: { x, y } };
        const { row } = await artwork.service.give(
          picture,
          Readable.from([bytes]),
          written(actor, audit, { use }),
        );
        const given = Object.entries(row.artwork ?? {}).map(([one, pictureOf]) => {
          const { id, width, height, accent, x: across, y: down } = pictureOf;
          return { use: one as 'all', id, width, height, accent, focal: { x: across, y: down } };
        });
        return { given };
      },
    });
  };
}

/** The text of a body of at most 8 MiB. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MOST_IMPORT_BYTES)
      throw new AppError(
        'payload_too_large',
        'The studio reads files of at most 8 MB. Larger ones go by `npm run import`.',
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function rowsOf(text: string, format: ImportFormat, kind: EntryKind): ImportRow[] {
  if (format === 'csv') return rowsOfCsv(text, { kind });
  if (format === 'mrss') return rowsOfFeed(text);
  const document = parseJson(text, 'the file');
  if (levelsOf(document) > MOST_LEVELS)
    throw new ImportError(`the file: has more than ${MOST_LEVELS} levels`);
  return rowsOfDocument(document, 'the file');
}

/** How deep a document is, without a call for each level. */
function levelsOf(document: unknown): number {
  let levels = 0;
  for (let layer = [document]; layer.length > 0 && levels <= MOST_LEVELS; levels += 1)
    layer = layer.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  return levels;
}

/** What a source has, or all the reasons why it cannot be read. */
function contentOf(read: () => ImportRow[]): Content {
  try {
    const leftOut: string[] = [];
    const { rows, attachments } = separateArtwork(read(), undefined, { leftOut });
    const pictures = attachments.flatMap((one) => {
      if (one.what !== 'picture' || !('url' in one.from)) return [];
      const { place, kind, key, use, x, y } = one;
      const { url } = one.from;
      return [{ place, kind: kind as Content['pictures'][number]['kind'], key, use, x, y, url }];
    });
    return { rows: [...rows], pictures, left_out: leftOut, problems: [] };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { rows: [], pictures: [], left_out: [], problems: error.lines.map(problemOf) };
  }
}

/** `line 14: year: must be…` by its parts. */
function problemOf(line: string): Content['problems'][number] {
  const [place = '', field = '', ...rest] = line.split(': ');
  if (rest.length > 0) return { place, field, problem: rest.join(': ') };
  return field ? { place, field: '', problem: field } : { place: '', field: '', problem: place };
}

/** What an address refuses, as a problem of its field. */
async function named<Result>(field: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new AppError('invalid_request', error.message, {
      fields: [{ field, problem: error.message }],
      cause: error,
    });
  }
}
