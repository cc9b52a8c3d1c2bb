import { artworkPicture } from '@bonisa/contract/studio/artwork.calls';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import type { ListedEntry } from './resources.ts';

/** How a shelf shows its titles. */
export type ShelfFormat = 'poster' | 'landscape';

/** The picture of a title on a shelf, of a draft as well. */
export function TilePicture({
  format,
  title,
}: {
  readonly format: ShelfFormat;
  readonly title: Pick<ListedEntry, 'kind' | 'key'> | undefined;
}) {
  const aspectRatio = format === 'poster' ? '2 / 3' : '16 / 9';
  return (
    <span className="block overflow-hidden rounded-mark bg-shade" style={{ aspectRatio }}>
      {title && (
        <img
          src={addressOf(artworkPicture, {
            params: { kind: title.kind as 'video' },
            query: { key: title.key, use: format },
          })}
          alt=""
          loading="lazy"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
