import { createHash } from 'node:crypto';
import {
  type Art,
  artOf,
  DRAWING_SIZES,
  DRAWING_VERSION,
  type DrawingKind,
  paletteOf,
} from '@bonisa/artwork/drawing';
import type { PictureFormat } from '@bonisa/artwork/painter';
import { INK } from '@bonisa/artwork/palettes';
import type { HeroPicture, Picture } from '@bonisa/contract/title-facts';
import { LRUCache } from 'lru-cache';
import { artworkFor, type EntryArtwork, type UploadedArtwork } from './entry-artwork.ts';

/** The kinds of pictures, their widths and their addresses. */

export type PictureOwner = 'title' | 'episode' | 'channel' | 'category' | 'live' | 'slide';

interface PictureSpec {
  readonly owner: PictureOwner;
  readonly drawing: DrawingKind;
  /** In pixels, ascending. */
  readonly widths: readonly number[];
  readonly formats: readonly PictureFormat[];
}

const MODERN: readonly PictureFormat[] = ['avif', 'webp'];
/** Cards are shown 120 to 240 CSS pixels wide, on screens of one to three pixels a CSS pixel. */
const POSTER = { drawing: 'poster', widths: [240, 360, 480], formats: MODERN } as const;
const LANDSCAPE = { drawing: 'landscape', widths: [320, 480, 720], formats: MODERN } as const;
const HERO_TALL = { drawing: 'hero-tall', widths: [480, 720, 1080], formats: MODERN } as const;
const HERO_WIDE = { drawing: 'hero-wide', widths: [960, 1440, 1920], formats: MODERN } as const;

const SHARE = { drawing: 'share', widths: [1200], formats: ['jpg'] } as const;

/** The kinds of pictures by their name in an address. */
export const PICTURE_KINDS = {
  poster: { owner: 'title', ...POSTER },
  landscape: { owner: 'title', ...LANDSCAPE },
  'hero-tall': { owner: 'title', ...HERO_TALL },
  'hero-wide': { owner: 'title', ...HERO_WIDE },
  share: { owner: 'title', ...SHARE },
  // An episode's page shows its show's scene.
  'episode-landscape': { owner: 'episode', ...LANDSCAPE },
  'episode-share': { owner: 'episode', ...SHARE },
  'channel-landscape': { owner: 'channel', ...LANDSCAPE },
  'channel-hero-tall': { owner: 'channel', ...HERO_TALL },
  'channel-hero-wide': { owner: 'channel', ...HERO_WIDE },
  'channel-share': { owner: 'channel', ...SHARE },
  'category-landscape': { owner: 'category', ...LANDSCAPE },
  'category-hero-tall': { owner: 'category', ...HERO_TALL },
  'category-hero-wide': { owner: 'category', ...HERO_WIDE },
  'category-share': { owner: 'category', ...SHARE },
  'live-landscape': { owner: 'live', ...LANDSCAPE },
  'live-hero-tall': { owner: 'live', ...HERO_TALL },
  'live-hero-wide': { owner: 'live', ...HERO_WIDE },
  // Only a slide with pictures of its own has them.
  'slide-hero-tall': { owner: 'slide', ...HERO_TALL },
  'slide-hero-wide': { owner: 'slide', ...HERO_WIDE },
} as const satisfies Record<string, PictureSpec>;

export type PictureKind = keyof typeof PICTURE_KINDS;

export function isPictureKind(kind: string): kind is PictureKind {
  return Object.hasOwn(PICTURE_KINDS, kind);
}

export function specOf(kind: PictureKind): PictureSpec {
  return PICTURE_KINDS[kind];
}

/** What an entry's pictures are made from: its drawing, and the pictures that were uploaded. */
export interface PictureArt extends Art {
  readonly artwork?: EntryArtwork | null | undefined;
}

/** The columns of the catalogue that pictures are made from. */
export type ArtRow = Parameters<typeof artOf>[0] & Pick<PictureArt, 'artwork'>;

export function pictureArtOf(row: ArtRow): PictureArt {
  return { ...artOf(row), artwork: row.artwork };
}

/** The uploaded picture from which a kind is cut; `undefined`: it is drawn. */
export function uploadFor(kind: PictureKind, { artwork }: PictureArt): UploadedArtwork | undefined {
  return artworkFor(artwork, specOf(kind).drawing);
}

/** Increase it when pictures are cut or encoded in another way: it is part of their addresses. */
const CUT_VERSION = 1;

/** Returns eight hexadecimal digits of a hash over everything that the picture shows. */
export function pictureHash(kind: PictureKind, art: PictureArt): string {
  const upload = uploadFor(kind, art);
  const made = JSON.stringify(
    upload
      ? ['cut', CUT_VERSION, kind, art.seed, upload.id, upload.x, upload.y]
      : [DRAWING_VERSION, kind, art.seed, art.title, art.genre, art.emblem, art.ground],
  );
  return createHash('sha256').update(made).digest('hex').slice(0, 8);
}

/** The descriptions of pictures: one title is on many pages, and hashing costs time. */
const pictures = new LRUCache<string, Picture>({ max: 20_000 });

/** Describes one picture of an entry. */
export function pictureOf(kind: PictureKind, art: PictureArt): Picture {
  const upload = uploadFor(kind, art);
  const key = upload
    ? `${kind}/${art.seed}//${upload.id}/${upload.x}/${upload.y}`
    : `${kind}/${art.seed}/${art.genre}/${art.emblem}/${art.ground}/${art.title}`;
  const known = pictures.get(key);
  if (known) return known;
  const made = described(kind, art);
  pictures.set(key, made);
  return made;
}

function described(kind: PictureKind, art: PictureArt): Picture {
  const { drawing, widths } = specOf(kind);
  const size = DRAWING_SIZES[drawing];
  const width = widths.at(-1) ?? size.width;
  return {
    base: `/pictures/${kind}/${art.seed}-${pictureHash(kind, art)}`,
    widths,
    width,
    height: Math.round((width * size.height) / size.width),
    placeholder: placeholderOf(kind, art),
  };
}

/** A CSS gradient of the picture's colours: the sky, the middle, the dark below the title. */
function placeholderOf(kind: PictureKind, art: PictureArt): string {
  const upload = uploadFor(kind, art);
  if (upload) {
    const [top, middle, bottom] = upload.colours;
    return `linear-gradient(${top},${middle} 42%,${bottom} 82%)`;
  }
  const { skyLow, main } = paletteOf(art);
  return `linear-gradient(${skyLow},${main} 42%,${INK} 82%)`;
}

export const posterOf = (art: PictureArt): Picture => pictureOf('poster', art);

/**
 * Names the pictures of a category. Its slug is unique in its channel only, so the name has both.
 * `art.repository.ts` builds the same name in SQL.
 */
export function categoryPictureSlug(channel: string, slug: string): string {
  return `${channel}-in-${slug}`;
}

/** The kind of the picture on a card, by owner. */
const LANDSCAPES = {
  title: 'landscape',
  episode: 'episode-landscape',
  channel: 'channel-landscape',
  category: 'category-landscape',
  live: 'live-landscape',
} as const satisfies Record<Exclude<PictureOwner, 'slide'>, PictureKind>;

export function landscapeOf(owner: Exclude<PictureOwner, 'slide'>, art: PictureArt): Picture {
  return pictureOf(LANDSCAPES[owner], art);
}

const HEROES = {
  title: ['hero-tall', 'hero-wide'],
  channel: ['channel-hero-tall', 'channel-hero-wide'],
  category: ['category-hero-tall', 'category-hero-wide'],
  live: ['live-hero-tall', 'live-hero-wide'],
  slide: ['slide-hero-tall', 'slide-hero-wide'],
} as const satisfies Record<Exclude<PictureOwner, 'episode'>, readonly [PictureKind, PictureKind]>;

export function heroOf(owner: Exclude<PictureOwner, 'episode'>, art: PictureArt): HeroPicture {
  const [tall, wide] = HEROES[owner];
  return { tall: pictureOf(tall, art), wide: pictureOf(wide, art) };
}

/** Names the pictures of a slide, which has no slug. `art.repository.ts` builds the same name. */
export function slidePictureSlug(id: number): string {
  return `slide-${id}`;
}

/** The hero of a slide: its own pictures, and those of its title where it has none. */
export function slideHeroOf(
  { id, artwork }: { readonly id: number; readonly artwork: EntryArtwork | null },
  title: PictureArt,
): HeroPicture {
  const ofTitle = heroOf('title', title);
  const own = heroOf('slide', { ...title, seed: slidePictureSlug(id), artwork });
  return {
    tall: artworkFor(artwork, 'hero-tall') ? own.tall : ofTitle.tall,
    wide: artworkFor(artwork, 'hero-wide') ? own.wide : ofTitle.wide,
  };
}

const SHARES = {
  title: 'share',
  episode: 'episode-share',
  channel: 'channel-share',
  category: 'category-share',
} as const satisfies Record<Exclude<PictureOwner, 'live' | 'slide'>, PictureKind>;

/** Returns the address of the picture for shared links. */
export function shareImageOf(
  owner: Exclude<PictureOwner, 'live' | 'slide'>,
  art: PictureArt,
): string {
  const kind = SHARES[owner];
  return `/pictures/${kind}/${art.seed}-${pictureHash(kind, art)}-1200.jpg`;
}

/** The parts of a picture's file name. */
export interface PictureName {
  readonly slug: string;
  readonly hash: string;
  readonly width: number;
  readonly format: PictureFormat;
}

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)-([0-9a-f]{8})-([1-9][0-9]{1,3})\.(avif|webp|jpg)$/;

/** Parses a file name. Returns `undefined` for a name that no picture can have. */
export function parsePictureName(name: string): PictureName | undefined {
  if (name.length > 200) return undefined;
  const [, slug, hash, width, format] = NAME.exec(name) ?? [];
  if (!slug || !hash || !width || !format) return undefined;
  return { slug, hash, width: Number(width), format: format as PictureFormat };
}

export function pictureName({ slug, hash, width, format }: PictureName): string {
  return `${slug}-${hash}-${width}.${format}`;
}
