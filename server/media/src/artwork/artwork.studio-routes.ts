import { Readable } from 'node:stream';
import type { Pictures } from '@bonisa/content/pictures/picture.service';
import { specOf } from '@bonisa/content/pictures/picture-set';
import type { PicturedEntry } from '@bonisa/content/pictures/uploaded-artwork.repository';
import {
  artwork as artworkCall,
  artworkFrame,
  artworkOriginal,
  artworkPicture,
  moveFocalPoint,
  type PicturedKind,
  putArtwork,
  putArtworkFrame,
  removeArtwork,
  uploadedPicture,
  uploadPicture,
} from '@bonisa/contract/studio/artwork.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { bodyAsItArrives } from '@bonisa/kit/http/unread-bodies';
import type { ArtworkService } from './artwork.service.ts';
import { kindsOf, viewOfArtwork } from './artwork.view.ts';
import { pictureWriting } from './picture-writing.ts';

/** An hour: a list of drafts is looked at again and again; no shared cache may keep one. */
const PRIVATE = 'private, max-age=3600';

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
      handle: async ({ params: { kind }, query, request, actor, audit }) => {
        const { key, use, x, y, version } = query;
        const picture = { name: { kind, key }, use, focal: { x, y } };
        const writing = pictureWriting(actor, audit, { use, version });
        const give = (body: Readable) => artwork.give(picture, body, writing);
        return await view(await received(request.body, give));
      },
    });
    register(moveFocalPoint, {
      limit: 'write',
      handle: async ({ params: { kind }, body: { key, use, x, y, version }, actor, audit }) => {
        const writing = pictureWriting(actor, audit, { use, version });
        return await view(await artwork.moveFocal({ kind, key }, use, { x, y }, writing));
      },
    });
    register(removeArtwork, {
      limit: 'write',
      handle: async ({ params: { kind }, query: { key, use, version }, actor, audit }) => {
        const writing = pictureWriting(actor, audit, { use: use ?? 'all', version });
        return await view(await artwork.remove({ kind, key }, use, writing));
      },
    });
    register(putArtworkFrame, {
      limit: 'write',
      handle: async ({ params: { kind }, body, actor, audit }) => {
        const { key, use, file, x, y, version } = body;
        const picture = { name: { kind, key }, use, focal: { x, y } };
        const writing = pictureWriting(actor, audit, { use, version });
        return await view(await artwork.giveFrame(picture, file, writing));
      },
    });
    register(uploadPicture, {
      limit: 'write',
      raw: true,
      handle: async ({ request, audit }) => {
        const { id, width, height, accent } = await received(request.body, artwork.upload);
        await audit.record({ subject: `picture:${id}`, details: { width, height } });
        return { id, width, height, accent };
      },
    });
    register(uploadedPicture, {
      limit: 'read',
      handle: async ({ params: { id }, reply }) => {
        reply.type('image/webp');
        return await artwork.small(id);
      },
    });
    register(artworkPicture, {
      limit: 'read',
      handle: async ({ params: { kind }, query: { key, use, made }, reply }) => {
        const bytes = await pictureFor({ kind, key, use }, { artwork, pictures, reply });
        // With `made` the address changes with the picture; only this person's browser keeps it.
        if (made !== undefined) reply.header('cache-control', PRIVATE);
        return bytes;
      },
    });
    register(artworkFrame, {
      limit: 'read',
      handle: async ({ params: { kind }, query: { key, file, made }, reply }) => {
        const bytes = await artwork.frame({ kind, key }, file);
        reply.type('image/jpeg');
        if (made !== undefined) reply.header('cache-control', PRIVATE);
        return bytes;
      },
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

/** Hands the picture in a body on. */
async function received<Result>(
  body: unknown,
  take: (body: Readable) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable))
    throw new AppError('invalid_request', 'The body must be a picture.');
  return await take(bodyAsItArrives(body));
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
