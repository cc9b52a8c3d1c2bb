import { type Art, artOf, paletteOf } from '@bonisa/artwork/drawing';
import { isUniqueViolation } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import {
  type CategoryInput,
  type ChannelInput,
  categoryInput,
  channelInput,
  checked,
  type EpisodeInput,
  episodeInput,
  type GenreInput,
  genreInput,
  type LiveCategoryInput,
  type LiveChannelInput,
  liveCategoryInput,
  liveChannelInput,
  type PersonInput,
  personInput,
  type SeasonInput,
  type ShelfInput,
  type ShowInput,
  type SlideInput,
  seasonInput,
  shelfInput,
  showInput,
  slideInput,
  type TitleChangesInput,
  titleChanges,
  type VideoInput,
  videoInput,
} from './catalogue.input.ts';
import {
  categories,
  channels,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  people,
  seasons,
  shelves,
  slides,
  titles,
} from './catalogue.tables.ts';
import type {
  EditingRepository,
  MediaOwners,
  PublishedKind,
  ReadyAsset,
} from './catalogue-editing.repository.ts';
import { wordOf } from './editing/batch.values.ts';
import type { KeyKind } from './editing/entry-kinds.ts';
import type { VersionsRepository } from './editing/versions.repository.ts';
import {
  type Broadcast,
  type LiveRecording,
  noteRecording,
  ratingAt,
  recordedVideo,
} from './live-recording.ts';
import { categoryPictureSlug } from './pictures/picture-set.ts';

/** Draws the placeholder of a picture: a thumbhash in base64. */
export type ThumbhashOf = (art: Art) => Promise<string>;

interface EditorParts {
  readonly repository: EditingRepository;
  readonly versions: Pick<VersionsRepository, 'latest' | 'insert'>;
  readonly now: Date;
  readonly thumbhashOf: ThumbhashOf;
}

export type CatalogueEditor = ReturnType<typeof createEditor>;

type Credits = readonly {
  readonly person: string;
  readonly role: 'cast' | 'presenter' | 'director' | 'writer' | 'music';
  readonly character: string | null;
}[];

/**
 * The operations of one change of the catalogue. Each checks its input and throws an AppError:
 * `invalid_request` (with the field), `not_found` for a missing reference, `conflict` for a slug
 * that is taken.
 */
export function createEditor({ repository, versions, now, thumbhashOf }: EditorParts) {
  const stamps = { createdAt: now, updatedAt: now };
  // A change often names the same genre or channel many times.
  const genreId = remembered(
    async (slug: string) => (await repository.genreBySlug(slug))?.id ?? missing('genre', slug),
  );
  const channelId = remembered(
    async (slug: string) => (await repository.channelBySlug(slug))?.id ?? missing('channel', slug),
  );

  const drawn = async (input: Parameters<typeof artOf>[0] & { accent?: string | undefined }) => {
    const art = artOf(input);
    return {
      artEmblem: input.artEmblem,
      artGround: input.artGround,
      accent: input.accent ?? paletteOf(art).main,
      thumbhash: await thumbhashOf(art),
    };
  };

  const categoryId = async (inChannel: number, slug: string): Promise<number> =>
    (await repository.categoryBySlug(inChannel, slug))?.id ?? missing('category', slug);

  const showBySlug = async (slug: string) => {
    const found = await repository.titleBySlug(slug);
    return found?.title.kind === 'show' ? found : missing('show', slug);
  };

  const peopleOf = async (credits: Credits) => {
    const ids = await repository.peopleIds(credits.map(({ person }) => person));
    return credits.map(({ person, role, character }) => ({
      personId: ids.get(person) ?? missing('person', person),
      role,
      character,
    }));
  };

  /** Inserts a row, and gives it its natural key. */
  const created = async (
    kind: KeyKind,
    key: string,
    insert: () => Promise<number>,
  ): Promise<number> => {
    const id = await unique(wordOf(kind), key, insert);
    await repository.putKey(kind, key, id);
    return id;
  };

  const createTitle = async (
    kind: 'video' | 'show',
    input: ReturnType<typeof checkedVideo> | ReturnType<typeof checkedShow>,
  ): Promise<number> => {
    const { genre, channel, category, accent, credits, ...fields } = input;
    const inChannel = await channelId(channel);
    const values = {
      ...fields,
      ...stamps,
      ...(await drawn({ ...fields, genre, accent })),
      kind,
      genreId: await genreId(genre),
      channelId: inChannel,
      categoryId: category === null ? null : await categoryId(inChannel, category),
    };
    const id = await created('title', fields.slug, () => repository.insert(titles, values));
    if (credits.length > 0) await repository.setCredits(id, await peopleOf(credits));
    return id;
  };

  return {
    createGenre: (input: GenreInput): Promise<number> =>
      created('genre', input.slug, () => repository.insert(genres, checked(genreInput, input))),

    createPerson: (input: PersonInput): Promise<number> =>
      created('person', input.slug, () =>
        repository.insert(people, { ...checked(personInput, input), ...stamps }),
      ),

    async createChannel(input: ChannelInput): Promise<number> {
      const { genre, accent, ...fields } = checked(channelInput, input);
      const values = {
        ...fields,
        ...stamps,
        ...(await drawn({ ...fields, genre, accent })),
        genreId: await genreId(genre),
      };
      return await created('channel', fields.slug, () => repository.insert(channels, values));
    },

    async createCategory(input: CategoryInput): Promise<number> {
      const { channel, genre, accent, ...fields } = checked(categoryInput, input);
      const art = await drawn({
        ...fields,
        slug: categoryPictureSlug(channel, fields.slug),
        genre,
        accent,
      });
      const values = {
        ...fields,
        ...stamps,
        ...art,
        channelId: await channelId(channel),
        genreId: await genreId(genre),
      };
      return await created('category', `${channel}/${fields.slug}`, () =>
        repository.insert(categories, values),
      );
    },

    createVideo: (input: VideoInput): Promise<number> => createTitle('video', checkedVideo(input)),

    createShow: (input: ShowInput): Promise<number> => createTitle('show', checkedShow(input)),

    async createSeason(input: SeasonInput): Promise<number> {
      const { show, ...fields } = checked(seasonInput, input);
      const { title } = await showBySlug(show);
      return await created('season', `${show}/${fields.ordinal}`, () =>
        repository.insert(seasons, { ...fields, ...stamps, showId: title.id }),
      );
    },

    async createEpisode(input: EpisodeInput): Promise<number> {
      const { show, season, ...fields } = checked(episodeInput, input);
      const { title, genre } = await showBySlug(show);
      const inSeason =
        (await repository.seasonOf(title.id, season)) ?? missing('season', `${show} ${season}`);
      const thumbhash = await thumbhashOf(artOf({ ...fields, genre }));
      return await created('episode', fields.slug, () =>
        repository.insert(episodes, { ...fields, ...stamps, thumbhash, seasonId: inSeason.id }),
      );
    },

    /**
     * Changes the given fields of a video or a show. Draws its placeholder again if title or art
     * change.
     */
    async updateTitle(slug: string, input: TitleChangesInput): Promise<void> {
      const { credits, ...changes } = withoutUndefined(checked(titleChanges, input));
      const before = (await repository.titleBySlug(slug)) ?? missing('title', slug);
      const after = { ...before.title, ...changes };
      if (
        after.availableFrom &&
        after.availableUntil &&
        after.availableFrom >= after.availableUntil
      ) {
        throw new AppError('invalid_request', 'availableUntil must be after availableFrom.', {
          fields: [{ field: 'availableUntil', problem: 'must be after availableFrom' }],
        });
      }
      const redrawn = 'title' in changes || 'artEmblem' in changes || 'artGround' in changes;
      const thumbhash = redrawn
        ? { thumbhash: await thumbhashOf(artOf({ ...after, genre: before.genre })) }
        : {};
      await repository.updateTitle(slug, { ...changes, ...thumbhash, updatedAt: now });
      if (credits) await repository.setCredits(before.title.id, await peopleOf(credits));
    },

    /** Shows or hides a title (video or show), an episode, a channel, a shelf or a live channel. */
    async publish(kind: PublishedKind, slug: string, published: boolean): Promise<void> {
      if (!(await repository.publish(kind, slug, published, now))) missing(kind, slug);
    },

    async publishCategory(channel: string, slug: string, published: boolean): Promise<void> {
      await repository.publishCategory(
        await categoryId(await channelId(channel), slug),
        published,
        now,
      );
    },

    async publishSeason(show: string, ordinal: number, published: boolean): Promise<void> {
      const season = await repository.seasonOf((await showBySlug(show)).title.id, ordinal);
      await repository.publishSeason(
        season?.id ?? missing('season', `${show} ${ordinal}`),
        published,
        now,
      );
    },

    async createShelf(input: ShelfInput): Promise<number> {
      const { channel, titles: slugs, ...fields } = checked(shelfInput, input);
      const ids = await titleIds(repository, slugs);
      const values = {
        ...fields,
        ...stamps,
        channelId: channel === null ? null : await channelId(channel),
      };
      const id = await created('shelf', fields.slug, () => repository.insert(shelves, values));
      await repository.setShelfItems(id, ids);
      return id;
    },

    /** Replaces the titles of a shelf: slugs of videos and shows, in order. */
    async fillShelf(slug: string, slugs: readonly string[]): Promise<void> {
      const shelf = (await repository.shelfBySlug(slug)) ?? missing('shelf', slug);
      await repository.setShelfItems(shelf.id, await titleIds(repository, slugs));
    },

    async createSlide(input: SlideInput): Promise<number> {
      const { title, ...fields } = checked(slideInput, input);
      const [titleId = missing('title', title)] = await titleIds(repository, [title]);
      return await created('slide', title, () =>
        repository.insert(slides, { ...fields, ...stamps, titleId }),
      );
    },

    createLiveCategory: (input: LiveCategoryInput): Promise<number> =>
      created('liveCategory', input.slug, () =>
        repository.insert(liveCategories, { ...checked(liveCategoryInput, input), ...stamps }),
      ),

    /** Creates a live channel with its weekly programmes. */
    async createLiveChannel(input: LiveChannelInput): Promise<number> {
      const { category, genre, accent, slots, ...fields } = checked(liveChannelInput, input);
      const found =
        (await repository.liveCategoryBySlug(category)) ?? missing('live category', category);
      const values = {
        ...fields,
        ...stamps,
        ...(await drawn({ ...fields, genre, accent })),
        genreId: await genreId(genre),
        liveCategoryId: found.id,
      };
      const id = await created('liveChannel', fields.slug, () =>
        repository.insert(liveChannels, values),
      );
      await repository.setSlots(id, slots);
      return id;
    },

    /** Creates a video from the recording of a live channel, visible when its media are ready. */
    async addRecording({ liveChannelId, ...recording }: LiveRecording) {
      const found =
        (await repository.liveChannelById(liveChannelId)) ??
        missing('live channel', String(liveChannelId));
      const rating = ratingAt(await repository.slotsOf(liveChannelId), recording.startedAt);
      const video = checkedVideo(recordedVideo({ ...found, rating }, recording));
      const made = (await repository.titleBySlug(video.slug))?.title;
      if (made?.assetId === recording.assetId) return made.id;
      const id = await createTitle('video', video);
      await noteRecording(versions, video.slug, now);
      return id;
    },

    /** A live channel shows a contribution since then; undefined: its schedule again. */
    setBroadcast: (liveChannelId: number, broadcast: Broadcast | undefined): Promise<void> =>
      repository.setBroadcast(liveChannelId, broadcast),

    /** Records an asset that is ready, so that the titles to which it is given become visible. */
    putAsset: (asset: ReadyAsset): Promise<void> => repository.putAsset(asset, now),

    /**
     * Assigns an asset to videos and episodes, which become visible when it is ready. Returns how
     * many it changed.
     */
    giveMedia: (owners: MediaOwners, assetId: string): Promise<number> =>
      repository.setAsset(owners, assetId, now),
  };
}

const checkedVideo = (input: VideoInput) => checked(videoInput, input);
const checkedShow = (input: ShowInput) => checked(showInput, input);

/**
 * Caches lookups by slug within a change. A missing name is looked up again, because it may be
 * created later in the change.
 */
function remembered(find: (slug: string) => Promise<number>): (slug: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (slug) => {
    const id = known.get(slug) ?? (await find(slug));
    known.set(slug, id);
    return id;
  };
}

async function titleIds(
  repository: EditingRepository,
  slugs: readonly string[],
): Promise<number[]> {
  const ids = await repository.titleIds(slugs);
  return [...new Set(slugs)].map((slug) => ids.get(slug) ?? missing('title', slug));
}

function missing(kind: string, slug: string): never {
  throw new AppError('not_found', `There is no ${kind} '${slug}'.`);
}

/**
 * Turns a unique violation into the AppError `conflict`. The transaction is lost, and with it the
 * whole change.
 */
async function unique<Result>(
  kind: string,
  slug: string,
  insert: () => Promise<Result>,
): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('conflict', `There is already a ${kind} '${slug}'.`, { cause: error });
    throw error;
  }
}

type Given<Changes> = { [Key in keyof Changes]?: Exclude<Changes[Key], undefined> };

function withoutUndefined<Changes extends object>(changes: Changes): Given<Changes> {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Given<Changes>;
}
