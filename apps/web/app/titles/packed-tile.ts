import type {
  AdviceLetter,
  AgeRating,
  Picture,
  Shelf,
  TitleCard,
} from '@bonisa/contract/page-data';
import type { LandscapeTile, PosterTile, TilesOf } from './tile.ts';

/**
 * Tiles as a page carries them for its script. React Router writes loader data into the page beside
 * the markup, and names every field of every object; a row of thirty titles is a third as long as
 * lists without names. What tiles share (widths, language) is written once, since the same array
 * stands behind each of them.
 */
export type PackedTile = readonly [
  isShow: 0 | 1,
  id: number,
  slug: string,
  title: string,
  age: AgeRating,
  advice: string,
  /** Episodes of a show, megabytes of a video. */
  size: number,
  picture: PackedPicture,
  language?: string,
];

/** `base` is empty where it follows from the slug. */
type PackedPicture = readonly [
  base: string,
  hash: string,
  placeholder: string,
  shape: PictureShape,
];
type PictureShape = readonly [width: number, height: number, ...widths: number[]];

export type PackedShelf = Pick<Shelf, 'id' | 'slug' | 'title' | 'format'> & {
  readonly items: readonly PackedTile[];
};
type AnyTile = PosterTile | LandscapeTile;

/** Wider than any poster is shown: a tablet's 168 px with three device pixels each. */
const WIDEST_POSTER = 504;

/**
 * Packs titles as they are shown in rows of a format. One packer for all rows of a page: they share
 * what is the same.
 */
export function createPacker() {
  const shapes = new Map<string, PictureShape>();
  const shared = (shape: PictureShape): PictureShape => {
    const key = shape.join();
    const known = shapes.get(key) ?? shape;
    shapes.set(key, known);
    return known;
  };
  const picture = (
    { base, widths, width, height, placeholder }: Picture,
    slug: string,
    format: Shelf['format'],
  ): PackedPicture => {
    const start = `/pictures/${format}/${slug}-`;
    const isPlain = base.startsWith(start);
    const some = format === 'poster' ? widths.filter((one) => one <= WIDEST_POSTER) : widths;
    const shape = shared([width, height, ...(some.length > 0 ? some : widths)]);
    return [isPlain ? '' : base, isPlain ? base.slice(start.length) : '', placeholder, shape];
  };
  return (card: TitleCard, format: Shelf['format']): PackedTile => {
    const { kind, id, slug, title, rating, episodeCount, megabytes } = card;
    const head = [
      kind === 'show' ? 1 : 0,
      id,
      slug,
      title,
      rating.age,
      rating.advice.join(' '),
      kind === 'show' ? episodeCount : megabytes,
    ] as const;
    return format === 'poster'
      ? [...head, picture(card.poster, slug, format)]
      : [...head, picture(card.landscape, slug, format), card.language.name];
  };
}

/** The tile that was packed, with what tiles show. */
function unpackTile(packed: PackedTile, format: Shelf['format']): AnyTile {
  const [
    isShow,
    id,
    slug,
    title,
    age,
    advice,
    size,
    [base, hash, placeholder, [width, height, ...widths]],
    language = '',
  ] = packed;
  const shown = {
    base: base || `/pictures/${format}/${slug}-${hash}`,
    widths,
    width,
    height,
    placeholder,
  };
  const tile = {
    kind: isShow ? ('show' as const) : ('video' as const),
    id,
    slug,
    title,
    rating: { age, advice: advice === '' ? [] : (advice.split(' ') as AdviceLetter[]) },
    language: { code: '', name: language },
    episodeCount: isShow ? size : 0,
    megabytes: isShow ? 0 : size,
  };
  return format === 'poster' ? { ...tile, poster: shown } : { ...tile, landscape: shown };
}

/** The tiles of a row. */
export function unpackTiles(items: readonly PackedTile[], format: Shelf['format']): TilesOf {
  const tiles = items.map((item) => unpackTile(item, format));
  return format === 'poster'
    ? { format, items: tiles as PosterTile[] }
    : { format, items: tiles as LandscapeTile[] };
}
