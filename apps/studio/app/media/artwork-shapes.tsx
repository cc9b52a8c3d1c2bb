import { artworkPicture } from '@bonisa/contract/studio/artwork.calls';
import type { ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import { type FocalPoint, focalCrop, type PictureSize } from '@bonisa/domain/catalogue/focal-crop';
import { Badge } from '../design/states.tsx';
import { type EntryArtwork, originalOf, type PicturedName, USE_WORDS } from './entry-artwork.ts';

type Shape = EntryArtwork['pictures'][number];

/** Every shape as viewers get it; while a point is moved, as it would be cut. */
export function ArtworkShapes({
  name,
  artwork: { pictures, given },
  moved,
}: {
  readonly name: PicturedName;
  readonly artwork: EntryArtwork;
  readonly moved: { readonly use: ArtworkUse; readonly focal: FocalPoint } | undefined;
}) {
  return (
    <ul aria-label="Shapes" className="flex flex-wrap items-start gap-4">
      {pictures.map((shape) => {
        const source = given.find(({ use }) => use === shape.from);
        const focal = moved?.use === shape.from ? moved.focal : source?.focal;
        return (
          <li key={shape.use} style={{ width: widthOf(shape) }} className="max-w-full min-w-32">
            <div
              className="relative max-w-full overflow-hidden rounded-mark bg-night"
              style={{ width: widthOf(shape), aspectRatio: `${shape.width} / ${shape.height}` }}
            >
              {source && focal ? (
                <Cut src={originalOf(name, source.use, source.id)} {...{ source, shape, focal }} />
              ) : (
                <img
                  src={drawnAt(name, shape)}
                  alt=""
                  className="absolute inset-0 size-full object-cover"
                />
              )}
            </div>
            <p className="mt-1 font-semibold text-small">{USE_WORDS[shape.use]}</p>
            <p className="text-small">
              <Origin shape={shape} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const HEIGHT_REM = 9;

/** All shapes have the same height, so that their forms can be compared. */
const widthOf = ({ width, height }: PictureSize): string => `${(HEIGHT_REM * width) / height}rem`;

/** The part of the picture that the server cuts out: the same rule decides both. */
function Cut({
  src,
  source,
  shape,
  focal,
}: {
  readonly src: string;
  readonly source: PictureSize;
  readonly shape: PictureSize;
  readonly focal: FocalPoint;
}) {
  const crop = focalCrop(source, shape, focal);
  const percent = (value: number): string => `${value * 100}%`;
  return (
    <img
      src={src}
      alt=""
      className="absolute max-w-none"
      style={{
        width: percent(source.width / crop.width),
        height: percent(source.height / crop.height),
        left: percent(-crop.left / crop.width),
        top: percent(-crop.top / crop.height),
      }}
    />
  );
}

function Origin({ shape: { use, from, drawn, enlarged } }: { readonly shape: Shape }) {
  if (drawn) return <Badge>drawn</Badge>;
  return (
    <>
      <Badge tone="good">{from === use ? 'its own' : 'from the one for all'}</Badge>{' '}
      {enlarged && <Badge tone="warning">too small: enlarged</Badge>}
    </>
  );
}

/** The address changes with what is drawn, so that the browser's copy is never an old one. */
function drawnAt({ kind, key }: PicturedName, { use, base: made }: Shape): string {
  return addressOf(artworkPicture, { params: { kind }, query: { key, use, made } });
}
