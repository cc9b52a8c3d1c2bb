import { createAnswerCache } from '@bonisa/kit/answer-cache';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { AssetRendition, AssetTrack } from './asset-sizes.ts';
import type {
  Assets,
  Broadcast,
  CatalogueChanges,
  ChangesRepository,
  MediaOwners,
  ReadyAsset,
} from './catalogue-changes.repository.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';
import type { Playable } from './reading/listing.repository.ts';
import { type IndexChange, indexChanges } from './search/search-index.ts';
import { takeOver } from './title-media.repository.ts';

/** The media store's facts about an asset. */
export interface AssetFacts {
  readonly assetId: string;
  readonly state: 'pending' | 'ready' | 'failed';
  /** 0 until the asset is ready. */
  readonly durationMs: number;
  /** The bytes of the whole asset at each rendition, ascending by height, those in AV1 last. */
  readonly renditions: readonly AssetRendition[];
  /** The language codes of its captions. */
  readonly captions: readonly string[];
  /** The tracks of its sound, the first one first; absent: one, or no sound. */
  readonly audio?: readonly AssetTrack[];
}

/** Work on entries in a transaction; without `indexing` it changed nothing. */
export type EntriesWork<Result> = (
  transaction: Database,
  now: Date,
) => Promise<{
  readonly result: Result;
  readonly indexing: Pick<IndexChange, 'formerParents' | 'genres'> | undefined;
}>;

export interface CatalogueServiceDependencies {
  readonly reading: ReadingRepository;
  readonly changes: CatalogueChanges;
  readonly clock: Clock;
  /** Increases with every change of the prices that pages show. */
  readonly pricesChanged?: () => number;
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

/** The number of upcoming window edges in memory. */
const EDGES_AHEAD = 500;

/** Titles whose media is remembered: about ten megabytes. */
const MOST_PLAYABLES = 10_000;

/**
 * The changes of the catalogue, its version, and what may be played. Every change increases the
 * version and, where search could find something else, updates the search index, in one
 * transaction: what a live channel broadcasts (`setBroadcast`) is in no index.
 * `catalogue-reading.service.ts` has what viewers read.
 */
export function createCatalogueService({
  reading,
  changes,
  clock,
  pricesChanged = () => 0,
}: CatalogueServiceDependencies) {
  /** The mark of the change that the database had as its last one when this process looked. */
  let seen = '';
  /**
   * The number of changes that this process has made or detected. It only increases, whatever the
   * database says: a replica that was promoted, or a backup, may lack the last changes.
   */
  let moves = 0;
  let edges: readonly Date[] = [];
  /**
   * Whether the database may have further edges. They are read when those in memory have passed.
   */
  let moreEdges = true;
  /** The number of windows that opened or closed since the start. Each changes what is visible. */
  let edgesPassed = 0;
  /** Whether viewers had something to watch when this process looked. */
  let isOpen = false;
  /** The windows that had passed then. */
  let edgesAtLook = 0;
  const listeners = new Set<() => void>();

  const lookForTitles = async (): Promise<void> => {
    const now = clock.now();
    passEdges(now);
    edgesAtLook = edgesPassed;
    isOpen = (await reading.hasTitle(now)) || (await reading.hasLive(now));
  };

  const readEdges = async (): Promise<void> => {
    passEdges();
    const now = clock.now();
    const ahead = await reading.windowEdges(now, EDGES_AHEAD);
    // Counts the edges that passed during the read.
    passEdges(now);
    edges = ahead;
    moreEdges = ahead.length === EDGES_AHEAD;
    await lookForTitles();
  };

  const moved = async (mark: string): Promise<void> => {
    await readEdges();
    seen = mark;
    move();
  };

  const move = (): void => {
    moves += 1;
    for (const listener of listeners) listener();
  };

  /** Looks anew: pages that were made since a window opened or closed may be wrong. */
  const lookAgain = async (): Promise<boolean> => {
    const before = isOpen;
    await lookForTitles();
    if (isOpen !== before) move();
    return isOpen;
  };

  function passEdges(until: Date = clock.now()): void {
    const passed = edges.findIndex((edge) => edge > until);
    const count = passed < 0 ? edges.length : passed;
    edges = edges.slice(count);
    edgesPassed += count;
  }

  /** Runs `work` in a transaction that moves the version. */
  async function moving<Result>(
    work: (parts: {
      readonly repository: ChangesRepository;
      readonly transaction: Database;
      readonly now: Date;
    }) => Promise<Result>,
  ): Promise<Result> {
    const now = clock.now();
    const { result, mark } = await changes.inTransaction(async (repository, transaction) => {
      const mark = await repository.moveVersion(now);
      return { result: await work({ repository, transaction, now }), mark };
    });
    await moved(mark);
    return result;
  }

  const currentVersion = (): number => {
    passEdges();
    return moves + edgesPassed + pricesChanged();
  };

  /** Every play asks for its title. Unknown names are not remembered: they cannot fill it. */
  const playables = createAnswerCache<Playable | undefined>({
    version: currentVersion,
    clock,
    maxBytes: MOST_PLAYABLES,
    weigh: () => 1,
    mayBeKept: (answer) => answer !== undefined,
  });

  const catalogue = {
    /** Reads the last change and the next windows. Call it once, before anything is asked for. */
    async start(): Promise<void> {
      seen = await reading.mark();
      await readEdges();
    },

    /**
     * Increases with everything that changes what is visible, windows and prices included. Reads
     * memory only. The number has no meaning for other processes.
     */
    currentVersion,

    /** Checks whether another process has changed the catalogue. Call it about every second. */
    async refresh(): Promise<void> {
      const before = seen;
      const mark = await reading.mark();
      // A change of this process was faster than the look, which may be older.
      if (seen !== before) return;
      if (mark !== seen) await moved(mark);
      else if (moreEdges && edges.length === 0) await readEdges();
      else {
        passEdges();
        if (edgesPassed !== edgesAtLook) await lookAgain();
      }
    },

    /**
     * Whether viewers have something to watch: a title that plays, or a live channel with
     * programmes. Before that nothing is sold. As this process last looked; `refresh` looks.
     */
    isOpen: (): boolean => isOpen,

    /** The same for a sale, which looks again where nothing was seen. */
    isOpenForSale: async (): Promise<boolean> => isOpen || (await lookAgain()),

    /**
     * Calls `listener` after each change that this process makes or detects. Returns a function
     * that stops it.
     */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    isEmpty: (): Promise<boolean> => changes.repository.isEmpty(),

    /**
     * Runs `work` in a transaction beside which no other change runs. The version moves only if
     * `work` says what to index.
     */
    async changeEntries<Result>(work: EntriesWork<Result>): Promise<Result> {
      const now = clock.now();
      const { result, mark } = await changes.inTransaction(async (repository, transaction) => {
        await repository.holdVersion(now);
        const { result, indexing } = await work(transaction, now);
        if (!indexing) return { result, mark: undefined };
        const mark = await repository.moveVersion(now);
        await indexChanges(transaction, { now, ...indexing });
        return { result, mark };
      });
      if (mark !== undefined) await moved(mark);
      return result;
    },

    /** Notes that a live channel shows a live ingest session; undefined: its schedule again. */
    setBroadcast: (liveChannelId: number, broadcast: Broadcast | undefined): Promise<void> =>
      moving(async ({ repository }) => await repository.setBroadcast(liveChannelId, broadcast)),

    /**
     * Call it when an asset is ready: its titles become visible, and it takes over where it waits
     * for that. Safe to repeat. Returns the assets that it has replaced.
     */
    assetReady: (asset: ReadyAsset): Promise<readonly string[]> => catalogue.assetsReady([asset]),

    /** The same for a few assets, in one change. */
    assetsReady: (assets: readonly ReadyAsset[]): Promise<readonly string[]> =>
      moving(async ({ repository, transaction, now }) => {
        const replaced = new Set<string>();
        for (const asset of assets) {
          await repository.putAsset(asset, now);
          for (const id of await takeOver(transaction, asset.id, now)) replaced.add(id);
        }
        await indexChanges(transaction, { now, assetIds: assets.map(({ id }) => id) });
        return [...replaced];
      }),

    /**
     * Call it when an asset is gone. `remove` removes the asset in the same transaction, beside
     * which no other change runs; what it throws leaves everything as it is.
     */
    async assetGone(
      assetId: string,
      remove: (transaction: Database) => Promise<void> = async () => undefined,
    ): Promise<void> {
      const now = clock.now();
      const mark = await changes.inTransaction(async (repository, transaction) => {
        await repository.holdVersion(now);
        await remove(transaction);
        if (!(await repository.deleteAsset(assetId))) return undefined;
        const mark = await repository.moveVersion(now);
        await indexChanges(transaction, { now, assetIds: [assetId] });
        return mark;
      });
      if (mark !== undefined) await moved(mark);
    },

    /**
     * Asks the media store about assets that became ready during a crash, and about `also`. Call it
     * at the start.
     */
    async catchUp(
      assetFacts: (ids: readonly string[]) => Promise<readonly AssetFacts[]>,
      also: readonly string[] = [],
    ): Promise<void> {
      const waiting = [...new Set([...(await changes.repository.assetsNotReady()), ...also])];
      if (waiting.length === 0) return;
      for (const facts of await assetFacts(waiting)) {
        if (facts.state === 'ready') await catalogue.assetReady(readyAsset(facts));
      }
    },

    /**
     * What each of these videos and episodes plays, or will as soon as that is ready. An unknown
     * key is missing.
     */
    assetsOf: (owners: MediaOwners): Promise<Assets> => changes.repository.assetsOf(owners),

    /** Finds the media of a visible video or episode: once for each version of the catalogue. */
    findPlayable: async (slug: string): Promise<Playable | undefined> =>
      (await playables.get(slug, () => reading.playableBySlug(slug, clock.now()))).answer,
  };
  return catalogue;
}

/** Maps the facts to the catalogue's columns. */
export function readyAsset({ assetId, state: _, ...facts }: AssetFacts): ReadyAsset {
  return { id: assetId, ...facts };
}
