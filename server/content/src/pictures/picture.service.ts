import { setTimeout as pause } from 'node:timers/promises';
import { makePicture, type PictureFormat } from '@bonisa/artwork/painter';
import { createAnswerCache } from '@bonisa/kit/answer-cache';
import type { Clock } from '@bonisa/kit/clock/clock';
import { isDatabaseUnusable } from '@bonisa/kit/database/database-away';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { artworkKey } from './entry-artwork.ts';
import type { PictureStore } from './picture.store.ts';
import {
  type ArtRow,
  type PictureArt,
  type PictureKind,
  type PictureName,
  type PictureOwner,
  pictureArtOf,
  pictureHash,
  pictureName,
  specOf,
  uploadFor,
} from './picture-set.ts';
import { cutPicture } from './uploaded-picture.ts';

export interface PictureParts {
  readonly reading: {
    /**
     * Finds the art of a visible owner by slug, whether or not its media is ready. The slug of a
     * category is `{channel}-in-{category}`.
     */
    pictureArt(owner: PictureOwner, slug: string, now: Date): Promise<ArtRow | undefined>;
  };
  readonly store: PictureStore;
  /** Has the uploaded pictures. */
  readonly files: Pick<FileStore, 'read'>;
  readonly clock: Clock;
  /** The service drops all art that it remembers when this number changes. */
  readonly catalogueVersion: () => number;
}

export type Pictures = ReturnType<typeof createPictures>;

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
  let waiting = 0;

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
      const upload = uploadFor(kind, art);
      if (!upload) return await makePicture(drawing, art, width, format);
      const stored = await files.read(artworkKey(upload.id));
      if (!stored) throw new Error(`the uploaded picture ${upload.id} is missing from the store`);
      return await cutPicture(stored.bytes, upload, drawing, { width, format });
    });
  };

  async function findKnown(
    kind: PictureKind,
    name: PictureName,
    art: PictureArt | undefined,
  ): Promise<Buffer | undefined> {
    if (!art) return undefined;
    if (pictureHash(kind, art) !== name.hash) return await store.read(kind, pictureName(name));
    waiting += 1;
    try {
      return await make(kind, art, name.width, name.format);
    } finally {
      waiting -= 1;
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
     * Makes pictures before visitors ask for them, in AVIF: a scene in all widths, a card in the
     * two that phones request. Makes one at a time, none while a visitor waits for a picture, and
     * rests after each one. Skips stored pictures. Returns how many it made.
     */
    async makeAhead({ signal, wanted, rests = RESTS }: MakeAhead): Promise<number> {
      let made = 0;
      for (const [kind, slug] of wanted) {
        const { owner, drawing, widths, formats } = specOf(kind);
        const [format = 'avif'] = formats;
        const isCard = drawing === 'landscape' || drawing === 'poster';
        const art = signal.aborted ? undefined : await artFor(owner, slug);
        if (!art) continue;
        for (const width of isCard ? widths.slice(0, 2) : widths) {
          while (waiting > 0 && !signal.aborted) await pause(20);
          if (signal.aborted) return made;
          if (await store.has(kind, nameOf(kind, art, width, format))) continue;
          const began = performance.now();
          await make(kind, art, width, format);
          made += 1;
          const ms = rests * (performance.now() - began);
          await pause(ms, undefined, { signal }).catch(() => undefined);
        }
      }
      return made;
    },
  };
}

export interface MakeAhead {
  readonly signal: AbortSignal;
  /** Kinds of pictures, with the slugs of their owners. */
  readonly wanted: Iterable<readonly [kind: PictureKind, slug: string]>;
  /** The rest after a picture, as a multiple of the time that it took. */
  readonly rests?: number;
}

function nameOf(kind: PictureKind, art: PictureArt, width: number, format: PictureFormat): string {
  return pictureName({ slug: art.seed, hash: pictureHash(kind, art), width, format });
}
