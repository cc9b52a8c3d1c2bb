import { setTimeout as pause } from 'node:timers/promises';
import { makePicture, type PictureFormat } from '@bonisa/artwork/painter';
import { createAnswerCache } from '../../platform/answer-cache.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { isDatabaseUnusable } from '../../platform/database/database-away.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { artworkKey } from './entry-artwork.ts';
import type { PictureStore } from './picture.store.ts';
import {
  type ArtRow,
  givenFor,
  LANDSCAPES,
  type PictureArt,
  type PictureKind,
  type PictureName,
  type PictureOwner,
  pictureArtOf,
  pictureHash,
  pictureName,
  specOf,
} from './picture-set.ts';
import { cutPicture } from './uploaded-picture.ts';

/**
 * The art of one owner, and where it is seen first: on a slide (0), in the first view of the home
 * page (1), further down (2), elsewhere (3).
 */
export interface ArtInOrder {
  readonly owner: Exclude<PictureOwner, 'slide'>;
  readonly place: number;
  readonly row: ArtRow;
}

export interface PictureParts {
  readonly reading: {
    /**
     * Finds the art of a visible owner by slug, whether or not its media is ready. The slug of a
     * category is `{channel}-in-{category}`.
     */
    pictureArt(owner: PictureOwner, slug: string, now: Date): Promise<ArtRow | undefined>;
    /** Lists the art of everything visible, ascending by place. */
    artInOrder(now: Date): Promise<readonly ArtInOrder[]>;
  };
  readonly store: PictureStore;
  /** Has the uploaded pictures. */
  readonly files: Pick<FileStore, 'read'>;
  readonly clock: Clock;
  /** The service drops all art that it remembers when this number changes. */
  readonly catalogueVersion: () => number;
}

export type Pictures = ReturnType<typeof createPictures>;

/** The pause after a picture that is made ahead, as a multiple of the time that it took. */
const RESTS = 4;

/** Limits the memory for requests with unknown slugs. */
const MAX_REMEMBERED = 20_000;

/** Finds and makes the pictures of published titles, episodes, channels and categories. */
export function createPictures({ reading, store, files, clock, catalogueVersion }: PictureParts) {
  const remembered = createAnswerCache<PictureArt | undefined>({
    version: catalogueVersion,
    clock,
    maxAgeMs: Number.POSITIVE_INFINITY,
    maxBytes: MAX_REMEMBERED,
    weigh: () => 1,
    mayBeKept: () => true,
  });
  /** The number of requests that wait for a picture. `makeAhead` waits for them. */
  let asked = 0;

  async function artFor(owner: PictureOwner, slug: string): Promise<PictureArt | undefined> {
    const { answer } = await remembered.get(`${owner}/${slug}`, async () => {
      const row = await reading.pictureArt(owner, slug, clock.now());
      return row && pictureArtOf(row);
    });
    return answer;
  }

  const make = (
    kind: PictureKind,
    art: PictureArt,
    width: number,
    format: PictureFormat,
  ): Promise<Buffer> => {
    const { drawing } = specOf(kind);
    return store.readOrMake(kind, nameOf(kind, art, width, format), async () => {
      const given = givenFor(kind, art);
      if (!given) return await makePicture(drawing, art, width, format);
      const stored = await files.read(artworkKey(given.id));
      if (!stored) throw new Error(`the uploaded picture ${given.id} is missing from the store`);
      return await cutPicture(stored.bytes, given, drawing, { width, format });
    });
  };

  async function findKnown(
    kind: PictureKind,
    name: PictureName,
    art: PictureArt | undefined,
  ): Promise<Buffer | undefined> {
    if (!art) return undefined;
    if (pictureHash(kind, art) !== name.hash) return await store.read(kind, pictureName(name));
    asked += 1;
    try {
      return await make(kind, art, name.width, name.format);
    } finally {
      asked -= 1;
    }
  }

  return {
    /** Returns a picture of an entry that viewers may not see yet. */
    make,

    /**
     * Returns the bytes of a picture, or `undefined` if it does not exist. Cached pages may ask for
     * the picture of an older version of a title: it is returned if it is still stored.
     */
    async find(kind: PictureKind, name: PictureName): Promise<Buffer | undefined> {
      const { owner, widths, formats } = specOf(kind);
      if (!widths.includes(name.width) || !formats.includes(name.format)) return undefined;
      try {
        return await findKnown(kind, name, await artFor(owner, name.slug));
      } catch (error) {
        if (!isDatabaseUnusable(error)) throw error;
        // The name contains the hash of the content, so the stored picture is correct without the
        // database.
        const kept = await store.read(kind, pictureName(name));
        if (!kept) throw error;
        return kept;
      }
    },

    /**
     * Makes pictures before visitors ask for them, in AVIF: the first view of the home page, then
     * (without `firstViewOnly`) the rest of the home page and all other cards. Makes one at a time,
     * none while a visitor waits for a picture, and pauses after each one beyond the first view.
     * Skips stored pictures. Returns how many it made.
     */
    async makeAhead({ signal, firstViewOnly = false, onProgress }: MakeAhead): Promise<number> {
      const { firstView, rest } = ahead(await reading.artInOrder(clock.now()));
      const work = firstViewOnly ? firstView : [...firstView, ...rest];
      let made = 0;
      for (const [index, [kind, art, width, format]] of work.entries()) {
        while (asked > 0 && !signal.aborted) await pause(20);
        if (signal.aborted) break;
        if (!(await store.has(kind, nameOf(kind, art, width, format)))) {
          const began = performance.now();
          await make(kind, art, width, format);
          made += 1;
          if (index >= firstView.length)
            await pause(RESTS * (performance.now() - began), undefined, { signal }).catch(
              () => undefined,
            );
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

function nameOf(kind: PictureKind, art: PictureArt, width: number, format: PictureFormat): string {
  return pictureName({ slug: art.seed, hash: pictureHash(kind, art), width, format });
}

type Work = readonly [kind: PictureKind, art: PictureArt, width: number, format: PictureFormat];

/** Lists the pictures to make ahead, in order and without duplicates. */
function ahead(things: readonly ArtInOrder[]): { firstView: Work[]; rest: Work[] } {
  const at = (place: number): Work[] =>
    things
      .filter((thing) => thing.place === place)
      .flatMap(({ owner, row }) => cards(owner, pictureArtOf(row)));
  const scenes = things
    .filter(({ owner, place }) => owner === 'title' && place === 0)
    .map(({ row }) => pictureArtOf(row));
  const first = scenes.slice(0, 1);
  const known = new Set<string>();
  const once = (work: Work[]): Work[] =>
    work.filter(([kind, { seed }, width]) => {
      const key = `${kind}/${seed}/${width}`;
      return !known.has(key) && known.add(key);
    });
  return {
    firstView: once([...each('hero-tall', first), ...at(1), ...each('hero-wide', first)]),
    rest: once([
      ...each('hero-tall', scenes),
      ...at(0),
      ...at(2),
      ...each('hero-wide', scenes),
      ...at(3),
    ]),
  };
}

/** The pictures of a card in the two widths that phones request. */
function cards(owner: ArtInOrder['owner'], art: PictureArt): Work[] {
  if (owner === 'title') return [...each('poster', [art], 2), ...each('landscape', [art], 2)];
  return each(LANDSCAPES[owner], [art], 2);
}

function each(kind: PictureKind, arts: readonly PictureArt[], smallest?: number): Work[] {
  const { widths, formats } = specOf(kind);
  return arts.flatMap((art) =>
    widths.slice(0, smallest).map((width): Work => [kind, art, width, formats[0] ?? 'avif']),
  );
}
