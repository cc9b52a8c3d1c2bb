import { Readable } from 'node:stream';
import {
  artwork as artworkCall,
  artworkOriginal,
  artworkPicture,
  moveFocalPoint,
  type PicturedKind,
  putArtwork,
  putArtworkFrame,
  removeArtwork,
} from '@bonisa/contract/studio/artwork.calls';
import type { PicturedEntry } from '../catalogue/pictures/given-artwork.repository.ts';
import type { RecordPictures } from '../catalogue/pictures/given-artwork.service.ts';
import type { Pictures } from '../catalogue/pictures/picture.service.ts';
import { specOf } from '../catalogue/pictures/picture-set.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { RequestAudit } from '../platform/http/studio-types.ts';
import type { ArtworkService } from './artwork.service.ts';
import { kindsOf, viewOfArtwork } from './artwork.view.ts';

export interface ArtworkRoutesParts {
  readonly artwork: ArtworkService;
  readonly pictures: Pick<Pictures, 'make'>;
}

/** The calls of the studio that give entries pictures. */
export function artworkStudioRoutes({ artwork, pictures }: ArtworkRoutesParts): StudioRoutes {
  const view = async (entry: PicturedEntry) =>
    viewOfArtwork(entry, await artwork.artOf(entry), await artwork.framesOf(entry));

  return ({ register }) => {
    register(artworkCall, {
      limit: 'read',
      handle: async ({ params: { kind }, query: { key } }) =>
        await view(await artwork.find({ kind, key })),
    });
    register(putArtwork, {
      limit: 'write',
      raw: true,
      handle: async ({ params: { kind }, query: { key, use, x, y }, request, reply, audit }) => {
        const { body } = request;
        if (!(body instanceof Readable))
          throw new AppError('invalid_request', 'The body must be a picture.');
        const picture = { name: { kind, key }, use, focal: { x, y } };
        try {
          return await view(await artwork.give(picture, body, recorded(audit, use)));
        } catch (error) {
          // What the client goes on sending has no reader.
          if (!body.readableEnded) reply.header('connection', 'close');
          throw error;
        }
      },
    });
    register(moveFocalPoint, {
      limit: 'write',
      handle: async ({ params: { kind }, body: { key, use, x, y }, audit }) =>
        await view(await artwork.moveFocal({ kind, key }, use, { x, y }, recorded(audit, use))),
    });
    register(removeArtwork, {
      limit: 'write',
      handle: async ({ params: { kind }, query: { key, use }, audit }) =>
        await view(await artwork.remove({ kind, key }, use, recorded(audit, use ?? 'all'))),
    });
    register(putArtworkFrame, {
      limit: 'write',
      handle: async ({ params: { kind }, body: { key, use, file, x, y }, audit }) => {
        const picture = { name: { kind, key }, use, focal: { x, y } };
        return await view(await artwork.giveFrame(picture, file, recorded(audit, use)));
      },
    });
    register(artworkPicture, {
      limit: 'read',
      handle: async ({ params: { kind }, query: { key, use }, reply }) =>
        await pictureFor({ kind, key, use }, { artwork, pictures, reply }),
    });
    register(artworkOriginal, {
      limit: 'read',
      handle: async ({ params: { kind }, query: { key, use }, reply }) => {
        reply.type('image/jpeg');
        return await artwork.original({ kind, key }, use);
      },
    });
  };
}

/** The middle one of the widths of a picture, in a format that every browser shows. */
async function pictureFor(
  { kind, key, use }: { kind: PicturedKind; key: string; use: string },
  {
    artwork,
    pictures,
    reply,
  }: ArtworkRoutesParts & { readonly reply: { type(type: string): unknown } },
): Promise<Buffer> {
  const own = [...kindsOf(kind)].find(([one]) => one === use)?.[1];
  if (!own) throw new AppError('not_found', `A ${kind} has no picture of this use.`);
  const entry = await artwork.find({ kind, key });
  const art = await artwork.artOf(entry);
  const { widths, formats } = specOf(own);
  const format = formats.includes('webp') ? 'webp' : 'jpg';
  reply.type(format === 'webp' ? 'image/webp' : 'image/jpeg');
  return await pictures.make(own, art, widths[1] ?? widths[0] ?? 480, format);
}

/** Writes what was done with the pictures of an entry to the audit, in its transaction. */
function recorded(audit: RequestAudit, use: string): RecordPictures {
  return async ({ kind, key, id }, artwork, database) => {
    const uses = Object.entries(artwork ?? {}).map(([one, given]) => [one, given.id]);
    await audit.record(
      { subject: `${kind}:${id}`, details: { key, use, pictures: Object.fromEntries(uses) } },
      database,
    );
  };
}
