import { Readable } from 'node:stream';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import {
  type importContent,
  importPicture,
  MOST_IMPORT_BYTES,
  readFeed,
  readImport,
} from '@bonisa/contract/studio/import.calls';
import type { z } from 'zod';
import { written } from '../artwork/artwork.studio-routes.ts';
import type { Artwork } from '../artwork/artwork.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import { fetchGuardedBytes, type GuardedFetchOptions } from './guarded-fetch.ts';
import { ImportError } from './import-row.ts';
import { type ContentOptions, contentOf } from './import-source.ts';

/** The studio reads files and feeds by these calls, and writes their rows by batches. */

export interface ImportRoutesParts {
  readonly artwork: Pick<Artwork, 'service'>;
  /** Which addresses feeds and pictures may have; without it the public internet. */
  readonly fetching?: Pick<GuardedFetchOptions, 'mayReach' | 'resolveName'>;
}

type Content = z.input<typeof importContent>;

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
          const options = { name: 'the file', format, kind: kind ?? 'video' };
          return readContent(await bytesOf(body), options);
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
        const bytes = await named('url', fetchGuardedBytes(url, most));
        return readContent(bytes, { name: 'the feed', format: 'mrss', kind: 'video' });
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

/** The bytes of a body of at most 8 MiB. */
async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
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
  return Buffer.concat(parts);
}

/** What a source has, or all the reasons why it cannot be read. */
function readContent(bytes: Uint8Array, options: ContentOptions): Content {
  try {
    const leftOut: string[] = [];
    const read = contentOf(bytes, options, undefined, { leftOut });
    const pictures = read.attachments.flatMap((one) => {
      if (one.what !== 'picture' || !('url' in one.from)) return [];
      const { place, kind, key, use, x, y } = one;
      const { url } = one.from;
      return [{ place, kind: kind as Content['pictures'][number]['kind'], key, use, x, y, url }];
    });
    return {
      rows: [...read.rows],
      pictures,
      films: read.attachments.filter(({ what }) => what === 'fetched film').length,
      left_out: leftOut,
      refused: read.refused.map(problemOf),
      encoding: read.encoding,
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const nothing = { rows: [], pictures: [], films: 0, left_out: [], refused: [] };
    return { ...nothing, encoding: null, problems: error.lines.map(problemOf) };
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
