import type { Clock } from '../../platform/clock.ts';
import type { ArtRow, ReadingRepository } from '../catalogue-reading.repository.ts';
import { type Art, artOf } from './drawing.ts';
import { makePicture } from './picture.maker.ts';
import type { PictureStore } from './picture.store.ts';
import { type FileFormat, type PictureKind, type PictureName, type PictureOwner, pictureHash, pictureName, specOf } from './picture-set.ts';

export interface PictureParts {
  readonly reading: Pick<ReadingRepository, 'titleArt' | 'channelArt' | 'allArt' | 'allChannelArt'>;
  readonly store: PictureStore;
  readonly clock: Clock;
  /** What is remembered of the catalogue is forgotten when this moves. */
  readonly catalogueVersion: () => number;
}

export type Pictures = ReturnType<typeof createPictures>;

/** No address can make us remember more than this many things that are not there. */
const MAX_REMEMBERED = 20_000;

/** Finds and makes pictures of what is published. */
export function createPictures({ reading, store, clock, catalogueVersion }: PictureParts) {
  const remembered = new Map<string, Art | undefined>();
  let rememberedAt = catalogueVersion();
  /** Requests that wait for a picture; the background stands back for them. */
  let asked = 0;

  async function artFor(owner: PictureOwner, slug: string): Promise<Art | undefined> {
    if (rememberedAt !== catalogueVersion() || remembered.size > MAX_REMEMBERED) {
      rememberedAt = catalogueVersion();
      remembered.clear();
    }
    const key = `${owner}/${slug}`;
    if (remembered.has(key)) return remembered.get(key);
    const version = rememberedAt;
    const row = owner === 'title' ? await reading.titleArt(slug, clock.now()) : await reading.channelArt(slug, clock.now());
    const art = row && artOf(row);
    if (version === rememberedAt) remembered.set(key, art);
    return art;
  }

  const make = (kind: PictureKind, art: Art, width: number, format: FileFormat): Promise<Buffer> => {
    return store.readOrMake(kind, nameOf(kind, art, width, format), () => makePicture(specOf(kind).drawing, art, width, format));
  };

  return {
    /**
     * The bytes of a picture; `undefined` where there is none at this address. A picture as it was drawn before its title
     * changed is still answered where it was kept, for pages that were cached before.
     */
    async find(kind: PictureKind, name: PictureName): Promise<Buffer | undefined> {
      const { owner, widths, formats } = specOf(kind);
      if (!widths.includes(name.width) || !formats.includes(name.format)) return undefined;
      const art = await artFor(owner, name.slug);
      if (!art) return undefined;
      if (pictureHash(kind, art) !== name.hash) return await store.read(kind, pictureName(name));
      asked += 1;
      try {
        return await make(kind, art, name.width, name.format);
      } finally {
        asked -= 1;
      }
    },

    /**
     * Makes in the background what visitors will ask for: the home page's first view first (with `firstViewOnly` nothing
     * else), then every card, then the rest. AVIF only: a browser without it is rare, and gets its WebP made when it asks.
     * One at a time, and not while a visitor waits for one. What is kept already is left. Answers how many were made.
     */
    async makeAhead({ signal, firstViewOnly = false, onProgress }: MakeAhead): Promise<number> {
      const now = clock.now();
      const { firstView, rest } = ahead(await reading.allArt(now), await reading.allChannelArt(now));
      const work = firstViewOnly ? firstView : [...firstView, ...rest];
      let made = 0;
      for (const [index, [kind, art, width, format]] of work.entries()) {
        while (asked > 0 && !signal.aborted) await new Promise((resume) => setTimeout(resume, 20));
        if (signal.aborted) break;
        if (!(await store.has(kind, nameOf(kind, art, width, format)))) {
          await make(kind, art, width, format);
          made += 1;
        }
        onProgress?.(index + 1, work.length);
      }
      return made;
    },
  };
}

export interface MakeAhead {
  readonly signal: AbortSignal;
  readonly firstViewOnly?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

function nameOf(kind: PictureKind, art: Art, width: number, format: FileFormat): string {
  return pictureName({ slug: art.seed, hash: pictureHash(kind, art), width, format });
}

type Work = readonly [kind: PictureKind, art: Art, width: number, format: FileFormat];

/** What is worth making, in order, each once. */
function ahead(titles: readonly (ArtRow & { place: number })[], channels: readonly ArtRow[]): { firstView: Work[]; rest: Work[] } {
  const slides = titles.filter(({ place }) => place === 0).map(artOf);
  const seenFirst = titles.filter(({ place }) => place <= 1).map(artOf);
  const all = titles.map(artOf);
  const channelArt = channels.map(artOf);
  const known = new Set<string>();
  const each = (kind: PictureKind, arts: readonly Art[], widths = specOf(kind).widths): Work[] => {
    const format = specOf(kind).formats[0] ?? 'avif';
    return arts.flatMap((art) => widths.map((width): Work => [kind, art, width, format]));
  };
  /** A phone asks for the two smaller ones. */
  const small = (kind: PictureKind): readonly number[] => specOf(kind).widths.slice(0, 2);
  const once = (work: Work[]): Work[] =>
    work.filter(([kind, { seed }, width]) => {
      const key = `${kind}/${seed}/${width}`;
      return !known.has(key) && known.add(key);
    });
  return {
    firstView: once([
      ...each('hero-tall', slides.slice(0, 1)),
      ...each('poster', seenFirst, small('poster')),
      ...each('landscape', seenFirst, small('landscape')),
      ...each('hero-wide', slides.slice(0, 1)),
    ]),
    rest: once([
      ...each('hero-tall', slides),
      ...each('channel-landscape', channelArt, small('channel-landscape')),
      ...each('poster', all),
      ...each('landscape', all),
      ...each('hero-wide', slides),
      ...each('hero-tall', all),
      ...each('share', all),
      ...each('channel-landscape', channelArt),
      ...each('channel-hero-tall', channelArt),
      ...each('hero-wide', all),
      ...each('channel-hero-wide', channelArt),
    ]),
  };
}
