import { artworkPicture } from '@bonisa/contract/studio/artwork.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import { type EntryState, entryState } from '@bonisa/domain/catalogue/entry-state';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { EntryArtwork } from '../pictures/entry-artwork.ts';
import { type PictureKind, pictureArtOf, pictureHash } from '../pictures/picture-set.ts';
import type { MediaStates } from './batch.media.ts';
import type { ListQuery, ListRow, ListsRepository } from './lists.repository.ts';

export interface EntryListsParts {
  readonly repository: ListsRepository;
  readonly clock: Clock;
  readonly media: Pick<MediaStates, 'failures'>;
}

export type EntryLists = ReturnType<typeof createEntryLists>;

/** Lists entries as editors look for them, with their state and their picture. */
export function createEntryLists({ repository, clock, media }: EntryListsParts) {
  const listed = (kind: EntryKind, row: ListRow, { now, failures }: Known) => {
    const state = stateOf(row, now);
    return {
      kind,
      key: row.key,
      id: row.id,
      slug: row.slug,
      title: row.title,
      of: row.of,
      state,
      available_from: instantOf(row.from)?.toISOString() ?? null,
      available_until: instantOf(row.until)?.toISOString() ?? null,
      position: row.position,
      updated_at: instantOf(row.updated)?.toISOString() ?? null,
      has_media: row.plays === null ? null : row.assetId !== null,
      film: filmOf(row, failures),
      holds: row.holds,
      picture: pictureFor(kind, row),
    };
  };

  /** What the media store knows of the films that do not play, or will be replaced. */
  const knownOf = async (rows: readonly ListRow[], now: Date): Promise<Known> => {
    const ids = rows.flatMap(({ assetId, nextAssetId, plays }) =>
      [plays ? null : assetId, nextAssetId].filter((id) => id !== null),
    );
    return { now, failures: ids.length > 0 ? await media.failures(ids) : new Map() };
  };

  return {
    /** The first entries of each kind that have the words; the kinds that are found most first. */
    async find(search: string, limit: number) {
      const now = clock.now();
      const first = { limit, page: 1, sort: 'title', order: 'asc' } as const;
      const query: ListQuery = { ...first, search, isUncounted: true };
      const found = await Promise.all(
        FOUND.map(async (kind) => {
          const rows = await repository.page(kind, query, now);
          const known = await knownOf(rows, now);
          return rows.map((row) => listed(kind, row, known));
        }),
      );
      return found.flat();
    },

    async page(
      kind: EntryKind,
      { media_failed: isFailed, ...asked }: ListQuery & { readonly media_failed?: boolean },
    ) {
      const now = clock.now();
      const films = isFailed ? [...(await media.failures()).keys()] : undefined;
      if (films?.length === 0) return { data: [], page: asked.page, lastPage: 1, total: 0 };
      const query = { ...asked, films };
      const rows = await repository.page(kind, query, now);
      const total = rows[0]?.total ?? (query.page === 1 ? 0 : await totalOf(kind, query, now));
      const known = await knownOf(rows, now);
      const data = rows.map((row) => listed(kind, row, known));
      const lastPage = Math.max(1, Math.ceil(total / query.limit));
      return { data, page: query.page, lastPage, total };
    },
  };

  /** Past the last page no row tells the count. */
  async function totalOf(kind: EntryKind, query: ListQuery, now: Date): Promise<number> {
    const [first] = await repository.page(kind, { ...query, page: 1, limit: 1 }, now);
    return first?.total ?? 0;
  }
}

interface Known {
  readonly now: Date;
  /** Why films could not be packaged, by asset. */
  readonly failures: ReadonlyMap<string, string>;
}

/** The film of an entry, and the next one where that failed; null: it has none. */
function filmOf({ assetId, nextAssetId, plays }: ListRow, failures: Known['failures']) {
  if (plays === null || assetId === null) return null;
  const problem = failures.get(nextAssetId ?? assetId) ?? failures.get(assetId) ?? null;
  const state = problem === null ? (plays ? 'ready' : 'processing') : 'failed';
  return { state, problem, plays } as const;
}

/** The address of the small picture at the studio: its people need not reach the site for it. */
function pictureFor(kind: EntryKind, row: ListRow): string | null {
  const pictured = PICTURES[kind];
  if (!pictured || row.slug === null || row.genre === null) return null;
  const { key, slug, title, genre, artEmblem, artGround } = row;
  const artwork = row.artwork as EntryArtwork | null;
  const art = pictureArtOf({ slug, title, genre, artEmblem, artGround, artwork });
  const query = { key, use: 'landscape' as const, made: pictureHash(pictured, art) };
  return addressOf(artworkPicture, { params: { kind }, query });
}

/** The order in which kinds are found. */
const FOUND: readonly EntryKind[] = [
  ...(['video', 'show', 'episode', 'season', 'shelf', 'slide', 'channel', 'category'] as const),
  ...(['liveChannel', 'liveCategory', 'person', 'genre'] as const),
];

/** Kinds whose small picture is drawn from the columns of their own row. */
const PICTURES: Readonly<Partial<Record<EntryKind, PictureKind>>> = {
  channel: 'channel-landscape',
  show: 'landscape',
  video: 'landscape',
  liveChannel: 'live-landscape',
};

const instantOf = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

function stateOf({ published, from, until, withdrawn }: ListRow, now: Date): EntryState | null {
  if (published === null) return null;
  return entryState(
    {
      published,
      availableFrom: instantOf(from),
      availableUntil: instantOf(until),
      withdrawnAt: instantOf(withdrawn),
    },
    now,
  );
}
