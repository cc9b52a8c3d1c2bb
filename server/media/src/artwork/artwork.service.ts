import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EntryArtwork } from '@bonisa/content/pictures/entry-artwork';
import { type ArtworkUse, artworkKey } from '@bonisa/content/pictures/entry-artwork';
import type {
  PicturedEntry,
  StoredArtwork,
} from '@bonisa/content/pictures/uploaded-artwork.repository';
import type {
  EntryName,
  PictureWriting,
  UploadedArtworkService,
} from '@bonisa/content/pictures/uploaded-artwork.service';
import { shrinkPicture } from '@bonisa/content/pictures/uploaded-picture';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import { type PreparedPicture, type PrepareTask, preparePicture } from './prepare-picture.ts';
import { receivePicture, removeFiles } from './receive-picture.ts';

/** Takes pictures in: receives, checks and stores them, and gives them to entries. */

export interface FrameOfVideo {
  readonly file: string;
  readonly seconds: number;
}

export interface ArtworkParts {
  readonly artwork: UploadedArtworkService;
  /** The frames of an asset that can stand for it. */
  readonly frames: {
    of(assetId: string): Promise<readonly FrameOfVideo[]>;
    read(assetId: string, file: string): Promise<Buffer | undefined>;
  };
  readonly files: Pick<FileStore, 'putFile' | 'read'>;
  readonly scratch: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly prepare?: (task: PrepareTask) => Promise<PreparedPicture>;
}

/** A picture for an entry. */
export interface NewPicture {
  readonly name: EntryName;
  readonly use: ArtworkUse;
  readonly focal: { readonly x: number; readonly y: number };
}

/** How many pictures are received or decoded at once in a process, and how many may wait. */
const AT_ONCE = 2;
const MOST_IN_HAND = 12;
/** The largest side of a picture in the history, in pixels. */
const SMALL_WIDTH = 480;

export type ArtworkService = ReturnType<typeof createArtworkService>;

export function createArtworkService({
  artwork,
  frames,
  files,
  scratch,
  clock,
  newId,
  prepare = preparePicture,
}: ArtworkParts) {
  let inHand = 0;
  let decoding = 0;
  const queue: (() => void)[] = [];

  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (decoding >= AT_ONCE) await new Promise<void>((go) => queue.push(go));
    else decoding += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else decoding -= 1;
    }
  }

  /** Bounds how many pictures a process holds on its disk and in its queue. */
  async function bounded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inHand >= MOST_IN_HAND)
      throw new AppError('unavailable', 'Many pictures arrive at the moment. Try again.', {
        retryAfter: 5,
      });
    inHand += 1;
    try {
      return await work();
    } finally {
      inHand -= 1;
    }
  }

  /** Stores a picture that has no name in the store yet. */
  async function store(id: string, input: string): Promise<StoredArtwork> {
    const known = await artwork.stored(id);
    if (known) return known;
    const output = `${input}.jpg`;
    try {
      const prepared = await turn(() => prepare({ input, output }));
      await files.putFile(artworkKey(id), output);
      return { id, ...prepared, createdAt: clock.now() };
    } finally {
      await removeFiles([output]);
    }
  }

  /** Receives, checks and stores a picture, and hands it on. */
  async function received<Result>(
    body: AsyncIterable<Uint8Array>,
    work: (stored: StoredArtwork) => Promise<Result>,
  ): Promise<Result> {
    return await bounded(async () => {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      const input = join(scratch, newId());
      try {
        const id = await receivePicture(body, input);
        return await work(await store(id, input));
      } finally {
        await removeFiles([input]);
      }
    });
  }

  async function give(
    { name, use, focal }: NewPicture,
    body: AsyncIterable<Uint8Array>,
    writing?: PictureWriting,
  ): Promise<PicturedEntry> {
    // Before the bytes are read: nobody waits for a refusal that is certain.
    await artwork.find(name);
    return await received(body, (stored) => artwork.give(name, use, stored, focal, writing));
  }

  async function frame(name: EntryName, file: string): Promise<Buffer> {
    const { row } = await artwork.find(name);
    const found = typeof row.assetId === 'string' && (await frames.read(row.assetId, file));
    if (!found) throw new AppError('not_found', 'The video has no such frame.');
    return found;
  }

  return {
    ...artwork,
    give,
    /** The bytes of a frame of an entry's own video. */
    frame,

    /** Takes a picture in that rows of a batch will name. */
    upload: (body: AsyncIterable<Uint8Array>): Promise<StoredArtwork> =>
      received(body, async (stored) => {
        await artwork.add(stored);
        return stored;
      }),

    framesOf: async ({ row }: PicturedEntry): Promise<readonly FrameOfVideo[]> =>
      typeof row.assetId === 'string' ? await frames.of(row.assetId) : [],

    /** Makes a frame of its own video the picture of an entry. */
    async giveFrame(
      picture: NewPicture,
      file: string,
      writing?: PictureWriting,
    ): Promise<PicturedEntry> {
      const found = await frame(picture.name, file);
      return await give(picture, Readable.from([found]), writing);
    },

    /** An uploaded picture that entries show or showed, small. */
    async small(id: string): Promise<Buffer> {
      const found = (await artwork.stored(id)) && (await files.read(artworkKey(id)));
      if (!found) throw new AppError('not_found', 'This picture is not kept any more.');
      return await shrinkPicture(found.bytes, SMALL_WIDTH);
    },

    /** A picture that was given, before it is cut. */
    async original(name: EntryName, use: ArtworkUse): Promise<Buffer> {
      const { row } = await artwork.find(name);
      const id = (row.artwork as EntryArtwork | null)?.[use]?.id;
      const found = id === undefined ? undefined : await files.read(artworkKey(id));
      if (!found) throw new AppError('not_found', `No picture was given for '${use}'.`);
      return found.bytes;
    },
  };
}
