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
    const name = pictureName({ slug: art.seed, hash: pictureHash(kind, art), width, format });
    return store.readOrMake(kind, name, () => makePicture(specOf(kind).drawing, art, width, format));
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
     * Makes in the background what visitors will ask for: the home page's first view first, then every card, then the rest.
     * AVIF only: a browser without it is rare, and gets its WebP made when it asks. One at a time, and not while a visitor
     * waits for one. Answers how many there are.
     */
    async makeAhead({ signal, onProgress }: { signal: AbortSignal; onProgress?: (done: number, total: number) => void }): Promise<number> {
      const now = clock.now();
      const work = ahead(await reading.allArt(now), await reading.allChannelArt(now));
      for (const [index, [kind, art, width, format]] of work.entries()) {
        while (asked > 0 && !signal.aborted) await new Promise((resume) => setTimeout(resume, 20));
        if (signal.aborted) return index;
        await make(kind, art, width, format);
        onProgress?.(index + 1, work.length);
      }
      return work.length;
    },
  };
}

type Work = readonly [kind: PictureKind, art: Art, width: number, format: FileFormat];

function ahead(titles: readonly (ArtRow & { place: number })[], channels: readonly ArtRow[]): Work[] {
  const slides = titles.filter(({ place }) => place === 0).map(artOf);
  const shelved = titles.filter(({ place }) => place <= 1).map(artOf);
  const all = titles.map(artOf);
  const every = (kind: PictureKind, arts: readonly Art[], pick: (width: number, index: number) => boolean = () => true): Work[] =>
    arts.flatMap((art) =>
      specOf(kind).widths.flatMap((width, index): Work[] => (pick(width, index) ? [[kind, art, width, specOf(kind).formats[0] ?? 'avif']] : [])),
    );
  const first = (_: number, index: number): boolean => index < 2;
  const channelArt = channels.map(artOf);
  const work: Work[] = [
    ...every('hero-tall', slides.slice(0, 1)),
    ...every('poster', shelved, first),
    ...every('landscape', shelved, first),
    ...every('hero-wide', slides.slice(0, 1)),
    ...every('hero-tall', slides),
    ...every('channel-landscape', channelArt, first),
    ...every('hero-wide', slides),
    ...every('poster', all),
    ...every('landscape', all),
    ...every('hero-tall', all),
    ...every('share', all),
    ...every('channel-landscape', channelArt),
    ...every('channel-hero-tall', channelArt),
    ...every('hero-wide', all),
    ...every('channel-hero-wide', channelArt),
  ];
  const seen = new Set<string>();
  return work.filter(([kind, { seed }, width]) => {
    const key = `${kind}/${seed}/${width}`;
    return !seen.has(key) && seen.add(key);
  });
}
