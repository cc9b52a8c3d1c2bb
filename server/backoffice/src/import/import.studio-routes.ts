import { Readable } from 'node:stream';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import {
  importCaptions,
  importPicture,
  MOST_IMPORT_BYTES,
  readFeed,
  readImport,
} from '@bonisa/contract/studio/import.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { bodyAsItArrives } from '@bonisa/kit/http/unread-bodies';
import type { Artwork } from '@bonisa/media/artwork/artwork';
import { pictureWriting } from '@bonisa/media/artwork/picture-writing';
import { CaptionsError } from '@bonisa/media/captions/webvtt';
import type { Media } from '@bonisa/media/media';
import { recordedMedia } from '@bonisa/media/studio/media-recording';
import type { FastifyReply } from 'fastify';
import { type AddressesOf, fetchGuardedBytes } from './guarded-fetch.ts';
import type { ImportAnswer } from './import-answer.ts';
import { ImportError } from './import-row.ts';
import type { ImportReader } from './read-import.ts';
import { MOST_CAPTION_BYTES } from './run-attachments.ts';
import { readText } from './text-encoding.ts';

/** The studio reads files and feeds by these calls, and writes their rows by batches. */

export interface ImportRoutesParts {
  readonly artwork: Pick<Artwork, 'service'>;
  readonly library: Pick<Media['library'], 'putCaptions'>;
  readonly reader: ImportReader;
  /** Which addresses feeds, pictures and captions may have. */
  readonly addressesOf: AddressesOf;
}

const FEED_SECONDS = 30;

/** The calls of the studio that read what is imported. */
export function importStudioRoutes({
  artwork,
  library,
  reader,
  addressesOf,
}: ImportRoutesParts): StudioRoutes {
  return ({ register }) => {
    register(readImport, {
      limit: 'write',
      raw: true,
      handle: async ({ query: { format, kind }, actor, request, reply }) => {
        const { body } = request;
        if (!(body instanceof Readable))
          throw new AppError('invalid_request', 'The body must be a file.');
        const options = { name: 'the file', format, kind: kind ?? 'video' };
        return asJson(
          reply,
          await reader.read(actor.id, options, () => bytesOf(bodyAsItArrives(body))),
        );
      },
    });
    register(readFeed, {
      limit: 'write',
      handle: async ({ body: { url }, actor, audit, reply }) => {
        // The host alone: the rest of an address may have a secret.
        await audit.record({ subject: 'import', details: { host: URL.parse(url)?.hostname } });
        const most = { addressesOf, mostBytes: MOST_IMPORT_BYTES, seconds: FEED_SECONDS };
        const feed = { address: url };
        const options = { name: 'the feed', format: 'mrss', kind: 'video', feed } as const;
        const bring = () => named('url', fetchGuardedBytes(url, most));
        return asJson(reply, await reader.read(actor.id, options, bring));
      },
    });
    register(importPicture, {
      limit: 'write',
      handle: async ({ body: { kind, key, use, x, y, url }, actor, audit }) => {
        const most = { addressesOf, mostBytes: MOST_PICTURE_BYTES, seconds: FEED_SECONDS };
        const bytes = await named('url', fetchGuardedBytes(url, most));
        const picture = { name: { kind, key }, use, focal: { x, y } };
        const { row } = await artwork.service.give(
          picture,
          Readable.from([bytes]),
          pictureWriting(actor, audit, { use }),
        );
        const given = Object.entries(row.artwork ?? {}).map(([one, pictureOf]) => {
          const { id, width, height, accent, x: across, y: down } = pictureOf;
          return { use: one as 'all', id, width, height, accent, focal: { x: across, y: down } };
        });
        return { given };
      },
    });
    register(importCaptions, {
      limit: 'write',
      handle: async ({ body: { kind, key, language, label, url }, actor, audit }) => {
        const most = { addressesOf, mostBytes: MOST_CAPTION_BYTES, seconds: FEED_SECONDS };
        const { text } = await named(
          'url',
          fetchGuardedBytes(url, { ...most, what: 'the file' }).then((bytes) =>
            readText(bytes, 'the file', 'table'),
          ),
        );
        const given = { language, label, isDefault: false, text, isImport: true };
        const { isGiven, leftOut } = await named(
          'url',
          library.putCaptions({ kind, key }, given, recordedMedia(actor, audit)),
        );
        return { given: isGiven, left_out: { count: leftOut.count, lines: [...leftOut.lines] } };
      },
    });
  };
}

/** The listener sends the stream as it is; the contract says what JSON it has. */
function asJson(reply: FastifyReply, content: Readable): ImportAnswer {
  void reply.type('application/json; charset=utf-8');
  return content as unknown as ImportAnswer;
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

/** What an address refuses, or what captions there are no captions, as a problem of its field. */
async function named<Result>(field: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof CaptionsError)) throw error;
    throw new AppError('invalid_request', error.message, {
      fields: [{ field, problem: error.message }],
      cause: error,
    });
  }
}
