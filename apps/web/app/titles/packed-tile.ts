import type { Shelf, TitleCard } from '@bonisa/contract/page-data';
import type { AdviceLetter, AgeRating, Picture } from '@bonisa/contract/title-facts';
import type { LandscapeTile, PosterTile, TilesOf } from './tile.ts';

/**
 * Tiles in a compact form for the page's script. React Router writes loader data into the page
 * beside the markup and names every field of every object; arrays without names make a row of
 * thirty titles a third as long. Values that tiles share (widths, language) are written once,
 * because the same array is referenced by each tile.
 */
export type PackedTile = readonly [
  isShow: 0 | 1,
  id: number,
  slug: string,
  title: string,
  age: AgeRating,
  advice: string,
  /** The episodes of a show, or the costs of a video. */
  size: number | readonly number[],
  picture: PackedPicture,
  language?: string,
];

/** `base` is empty if it follows from the slug. */
type PackedPicture = readonly [
  base: string,
  hash: string,
  placeholder: string,
  shape: PictureShape,
];
type PictureShape = readonly [width: number, height: number, ...widths: number[]];

export type PackedShelf = Pick<Shelf, 'id' | 'slug' | 'title' | 'names' | 'format'> & {
  readonly items: readonly PackedTile[];
};
type AnyTile = PosterTile | LandscapeTile;

/** The widest poster shown: a tablet's 168 px at three device pixels each. */
const WIDEST_POSTER = 504;

/**
 * Packs titles as rows of a format show them. One packer for all rows of a page, so that they share
 * values.
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
    const { kind, id, slug, title, rating, episodeCount, costs } = card;
    const head = [
      kind === 'show' ? 1 : 0,
      id,
      slug,
      title,
      rating.age,
      rating.advice.join(' '),
      kind === 'show' ? episodeCount : costs,
    ] as const;
    return format === 'poster'
      ? [...head, picture(card.poster, slug, format)]
      : [...head, picture(card.landscape, slug, format), card.language.name];
  };
}

/** Unpacks a tile. */
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
    episodeCount: typeof size === 'number' ? size : 0,
    costs: typeof size === 'number' ? [] : size,
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
