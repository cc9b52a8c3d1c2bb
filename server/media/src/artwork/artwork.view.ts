import { DRAWING_SIZES, type DrawingKind } from '@bonisa/artwork/drawing';
import type { ArtworkUse } from '@bonisa/content/pictures/entry-artwork';
import {
  PICTURE_KINDS,
  type PictureArt,
  type PictureKind,
  type PictureOwner,
  pictureOf,
  specOf,
} from '@bonisa/content/pictures/picture-set';
import type { PicturedEntry } from '@bonisa/content/pictures/uploaded-artwork.repository';
import {
  artworkFrame,
  type artworkReply,
  type PicturedKind,
} from '@bonisa/contract/studio/artwork.calls';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import type { z } from 'zod';
import type { FrameOfVideo } from './artwork.service.ts';

/** The pictures of an entry as the studio shows them. */

const OWNERS: Readonly<Record<PicturedKind, PictureOwner>> = {
  channel: 'channel',
  category: 'category',
  show: 'title',
  video: 'title',
  episode: 'episode',
  slide: 'slide',
  liveChannel: 'live',
};

/** The kinds of pictures that screens need of a kind of entry, by use. */
export function kindsOf(kind: PicturedKind): ReadonlyMap<DrawingKind, PictureKind> {
  const kinds = Object.keys(PICTURE_KINDS) as PictureKind[];
  const own = kinds.filter((one) => specOf(one).owner === OWNERS[kind]);
  return new Map(own.map((one) => [specOf(one).drawing, one]));
}

/** Describes the pictures of an entry. */
export function viewOfArtwork(
  entry: PicturedEntry,
  art: PictureArt,
  frames: readonly FrameOfVideo[],
): z.input<typeof artworkReply> {
  const { key, row, version } = entry;
  const kind = entry.kind as PicturedKind;
  const artwork = row.artwork ?? {};
  const pictures = [...kindsOf(kind)].map(([use, one]) => {
    const from: ArtworkUse | null = artwork[use] ? use : artwork.all ? 'all' : null;
    const uploaded = from && artwork[from];
    const { base, width, height, widths, placeholder } = pictureOf(one, art);
    return {
      use,
      drawn: !uploaded,
      from,
      focal: uploaded ? { x: uploaded.x, y: uploaded.y } : null,
      enlarged: uploaded ? isEnlarged(uploaded, use, width) : false,
      ...{ base, widths: [...widths], formats: [...specOf(one).formats] },
      ...{ width, height, placeholder },
    };
  });
  return {
    kind,
    key,
    version,
    drawn: pictures.every(({ drawn }) => drawn),
    given: Object.entries(artwork).map(([use, { id, width, height, x, y, accent }]) => {
      return { use: use as ArtworkUse, id, width, height, focal: { x, y }, accent };
    }),
    pictures,
    accent: row.accent ?? null,
    thumbhash: row.thumbhash ?? null,
    frames: frames.map(({ file, seconds }) => {
      const query = { key, file, made: String(row.assetId) };
      return { file, seconds, url: addressOf(artworkFrame, { params: { kind }, query }) };
    }),
  };
}

/** Whether the part that is shown has fewer pixels than the largest picture of the kind. */
function isEnlarged(
  uploaded: { readonly width: number; readonly height: number },
  use: DrawingKind,
  width: number,
): boolean {
  const size = DRAWING_SIZES[use];
  return Math.min(uploaded.width, (uploaded.height * size.width) / size.height) < width;
}
