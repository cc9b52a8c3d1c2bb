import { isUniqueViolation } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import {
  type CategoryInput,
  type ChannelInput,
  categoryInput,
  channelInput,
  checked,
  type GenreInput,
  genreInput,
  type ShelfInput,
  type SlideInput,
  shelfInput,
  slideInput,
  type VideoChangesInput,
  type VideoInput,
  videoChanges,
  videoInput,
} from './catalogue.input.ts';
import type { EditingRepository, VideoChanges } from './catalogue-editing.repository.ts';
import { type Art, artOf, paletteOf } from './pictures/drawing.ts';

/** Draws a tiny stand-in for a picture: a thumbhash in base64. */
export type ThumbhashOf = (art: Art) => Promise<string>;

interface EditorParts {
  readonly repository: EditingRepository;
  readonly now: Date;
  readonly thumbhashOf: ThumbhashOf;
}

export type CatalogueEditor = ReturnType<typeof createEditor>;

/**
 * What can be done within one change of the catalogue. Each function checks what it is given and throws an AppError:
 * `invalid_request` (with the field), `not_found` for something that it refers to, `conflict` for a slug that is taken.
 */
export function createEditor({ repository, now, thumbhashOf }: EditorParts) {
  const stamps = { createdAt: now, updatedAt: now };

  const drawn = async (input: {
    slug: string;
    title: string;
    genre: string;
    artEmblem: string | null;
    artGround: string | null;
    accent?: string | undefined;
  }) => {
    const art = artOf(input);
    return { artEmblem: input.artEmblem, artGround: input.artGround, accent: input.accent ?? paletteOf(art).main, thumbhash: await thumbhashOf(art) };
  };

  const genreId = async (slug: string): Promise<number> => (await repository.genreBySlug(slug))?.id ?? missing('genre', slug);
  const channelId = async (slug: string): Promise<number> => (await repository.channelBySlug(slug))?.id ?? missing('channel', slug);

  return {
    createGenre: (input: GenreInput): Promise<number> => unique('genre', input.slug, () => repository.insertGenre(checked(genreInput, input))),

    async createChannel(input: ChannelInput): Promise<number> {
      const { genre, accent, ...fields } = checked(channelInput, input);
      const values = { ...fields, ...stamps, ...(await drawn({ ...fields, genre, accent })), genreId: await genreId(genre) };
      return await unique('channel', fields.slug, () => repository.insertChannel(values));
    },

    async createCategory(input: CategoryInput): Promise<number> {
      const { channel, ...fields } = checked(categoryInput, input);
      const values = { ...fields, ...stamps, channelId: await channelId(channel) };
      return await unique('category', fields.slug, () => repository.insertCategory(values));
    },

    async createVideo(input: VideoInput): Promise<number> {
      const { genre, channel, category, accent, ...fields } = checked(videoInput, input);
      const inChannel = await channelId(channel);
      const inCategory = category === null ? null : ((await repository.categoryBySlug(inChannel, category))?.id ?? missing('category', category));
      const values = {
        ...fields,
        ...stamps,
        ...(await drawn({ ...fields, genre, accent })),
        genreId: await genreId(genre),
        channelId: inChannel,
        categoryId: inCategory,
      };
      return await unique('video', fields.slug, () => repository.insertVideo(values));
    },

    /** Changes what is given and leaves the rest. A picture is drawn anew where its title or its art changes. */
    async updateVideo(slug: string, input: VideoChangesInput): Promise<void> {
      const changes = withoutUndefined(checked(videoChanges, input));
      const before = (await repository.videoBySlug(slug)) ?? missing('video', slug);
      const after = { ...before.video, ...changes };
      if (after.availableFrom && after.availableUntil && after.availableFrom >= after.availableUntil) {
        throw new AppError('invalid_request', 'availableUntil must be after availableFrom.', {
          fields: [{ field: 'availableUntil', problem: 'must be after availableFrom' }],
        });
      }
      const redrawn = 'title' in changes || 'artEmblem' in changes || 'artGround' in changes;
      const thumbhash = redrawn ? { thumbhash: await thumbhashOf(artOf({ ...after, genre: before.genre })) } : {};
      await repository.updateVideo(slug, { ...changes, ...thumbhash, updatedAt: now });
    },

    async publishVideo(slug: string, published: boolean): Promise<void> {
      if (!(await repository.updateVideo(slug, { published, updatedAt: now }))) missing('video', slug);
    },

    async publishChannel(slug: string, published: boolean): Promise<void> {
      if (!(await repository.updateChannel(slug, { published, updatedAt: now }))) missing('channel', slug);
    },

    async publishShelf(slug: string, published: boolean): Promise<void> {
      if (!(await repository.updateShelf(slug, { published, updatedAt: now }))) missing('shelf', slug);
    },

    async createShelf(input: ShelfInput): Promise<number> {
      const { channel, videos, ...fields } = checked(shelfInput, input);
      const ids = await videoIds(repository, videos);
      const values = { ...fields, ...stamps, channelId: channel === null ? null : await channelId(channel) };
      const id = await unique('shelf', fields.slug, () => repository.insertShelf(values));
      await repository.setShelfItems(id, ids);
      return id;
    },

    /** Replaces a shelf's titles: slugs of videos, in order. */
    async fillShelf(slug: string, videos: readonly string[]): Promise<void> {
      const shelf = (await repository.shelfBySlug(slug)) ?? missing('shelf', slug);
      await repository.setShelfItems(shelf.id, await videoIds(repository, videos));
    },

    async createSlide(input: SlideInput): Promise<number> {
      const { video, ...fields } = checked(slideInput, input);
      const [videoId] = await videoIds(repository, [video]);
      return await unique('slide', video, () => repository.insertSlide({ ...fields, ...stamps, videoId: videoId ?? missing('video', video) }));
    },

    /** Gives videos their media; they become visible when it is ready. Answers how many there were. */
    giveMedia: (videos: readonly string[], assetId: string): Promise<number> => repository.setAsset(videos, assetId, now),
  };
}

async function videoIds(repository: EditingRepository, slugs: readonly string[]): Promise<number[]> {
  const ids = await repository.videoIds(slugs);
  return [...new Set(slugs)].map((slug) => ids.get(slug) ?? missing('video', slug));
}

function missing(kind: string, slug: string): never {
  throw new AppError('not_found', `There is no ${kind} '${slug}'.`);
}

/** Says by name that a slug is taken. The transaction is lost then: the whole change is. */
async function unique<Result>(kind: string, slug: string, insert: () => Promise<Result>): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', `There is already a ${kind} '${slug}'.`, { cause: error });
    throw error;
  }
}

function withoutUndefined(changes: { [Key in keyof VideoChanges]?: VideoChanges[Key] | undefined }): VideoChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as VideoChanges;
}
