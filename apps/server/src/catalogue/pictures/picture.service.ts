import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseAway } from '../../platform/database-away.ts';
import { type Art, artOf } from './drawing.ts';
import { makePicture } from './picture.maker.ts';
import type { PictureStore } from './picture.store.ts';
import {
  type FileFormat,
  LANDSCAPES,
  type PictureKind,
  type PictureName,
  type PictureOwner,
  pictureHash,
  pictureName,
  specOf,
} from './picture-set.ts';

/** What a picture is drawn from, as the catalogue keeps it. */
export type ArtRow = Parameters<typeof artOf>[0];

/**
 * Whose picture, and when it is first seen: on a slide (0), in the first view of home (1), further
 * down on home (2), elsewhere (3).
 */
export interface ArtInOrder {
  readonly owner: PictureOwner;
  readonly place: number;
  readonly row: ArtRow;
}

export interface PictureParts {
  readonly reading: {
    /**
     * What is visible by this slug (a category's: `{channel}-in-{category}`), whether or not its
     * media is ready.
     */
    pictureArt(owner: PictureOwner, slug: string, now: Date): Promise<ArtRow | undefined>;
    /** Everything visible, ascending by place. */
    artInOrder(now: Date): Promise<readonly ArtInOrder[]>;
  };
  readonly store: PictureStore;
  readonly clock: Clock;
  /** What is remembered of the catalogue is forgotten when this moves. */
  readonly catalogueVersion: () => number;
}

export type Pictures = ReturnType<typeof createPictures>;

/** After each picture that nobody waits for, so many times as long as it took. */
const RESTS = 4;

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
    const row = await reading.pictureArt(owner, slug, clock.now());
    const art = row && artOf(row);
    if (version === rememberedAt) remembered.set(key, art);
    return art;
  }

  const make = (
    kind: PictureKind,
    art: Art,
    width: number,
    format: FileFormat,
  ): Promise<Buffer> => {
    return store.readOrMake(kind, nameOf(kind, art, width, format), () =>
      makePicture(specOf(kind).drawing, art, width, format),
    );
  };

  async function findKnown(
    kind: PictureKind,
    name: PictureName,
    art: Art | undefined,
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
    /**
     * The bytes of a picture; `undefined` where there is none at this address. A picture as it was
     * drawn before its title changed is still answered where it was kept, for pages that were
     * cached before.
     */
    async find(kind: PictureKind, name: PictureName): Promise<Buffer | undefined> {
      const { owner, widths, formats } = specOf(kind);
      if (!widths.includes(name.width) || !formats.includes(name.format)) return undefined;
      try {
        return await findKnown(kind, name, await artFor(owner, name.slug));
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        // The name holds the hash of what is drawn: what is kept under it is right whatever the
        // database would say.
        const kept = await store.read(kind, pictureName(name));
        if (!kept) throw error;
        return kept;
      }
    },

    /**
     * Makes in the background what visitors will ask for: the home page's first view first (with
     * `firstViewOnly` nothing else), then the cards of home, then those of everything; the rest is
     * made when somebody asks. AVIF only: a browser without it is rare. One at a time, not while a
     * visitor waits for one, and after the first view with a longer rest after each than it took:
     * the machine has visitors to serve. What is kept already is left. Answers how many were made.
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

function nameOf(kind: PictureKind, art: Art, width: number, format: FileFormat): string {
  return pictureName({ slug: art.seed, hash: pictureHash(kind, art), width, format });
}

type Work = readonly [kind: PictureKind, art: Art, width: number, format: FileFormat];

/** What is worth making, in order, each once. */
function ahead(things: readonly ArtInOrder[]): { firstView: Work[]; rest: Work[] } {
  const at = (place: number): Work[] =>
    things
      .filter((thing) => thing.place === place)
      .flatMap(({ owner, row }) => cards(owner, artOf(row)));
  const scenes = things
    .filter(({ owner, place }) => owner === 'title' && place === 0)
    .map(({ row }) => artOf(row));
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

/** A card's pictures in the two widths that a phone asks for. */
function cards(owner: PictureOwner, art: Art): Work[] {
  if (owner === 'title') return [...each('poster', [art], 2), ...each('landscape', [art], 2)];
  return each(LANDSCAPES[owner], [art], 2);
}

function each(kind: PictureKind, arts: readonly Art[], smallest?: number): Work[] {
  const { widths, formats } = specOf(kind);
  return arts.flatMap((art) =>
    widths.slice(0, smallest).map((width): Work => [kind, art, width, formats[0] ?? 'avif']),
  );
}
