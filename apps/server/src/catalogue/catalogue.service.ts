import type { Clock } from '../platform/clock.ts';
import { type CatalogueEditor, createEditor, type ThumbhashOf } from './catalogue.editor.ts';
import type { Assets, Editing, MediaOwners, ReadyAsset } from './catalogue-editing.repository.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';
import { indexChanges } from './search/search-index.ts';

/** What the media store knows of an asset. */
export interface AssetFacts {
  readonly assetId: string;
  readonly state: 'pending' | 'ready' | 'failed';
  /** Whole; 0 while it is not ready. */
  readonly durationMs: number;
  /** Bytes of the whole asset at each rendition, ascending by height. */
  readonly renditions: readonly { readonly height: number; readonly bytes: number }[];
  /** Language codes of its captions. */
  readonly captions: readonly string[];
}

/** A title that may be played, for the play call. */
export interface Playable {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly assetId: string;
  readonly slug: string;
  readonly title: string;
}

export interface CatalogueParts {
  readonly reading: ReadingRepository;
  readonly editing: Editing;
  readonly clock: Clock;
  readonly thumbhashOf: ThumbhashOf;
}

export type Catalogue = Awaited<ReturnType<typeof createCatalogue>>;

/** How many opening and closing windows are known ahead. */
const EDGES_AHEAD = 500;

/**
 * The catalogue: its changes, its version, and what may be played. Every change moves the version
 * and the search's index in its own transaction. `catalogue-reading.service.ts` has what viewers
 * read.
 */
export async function createCatalogue({ reading, editing, clock, thumbhashOf }: CatalogueParts) {
  let known = await reading.version();
  let edges = await reading.windowEdges(clock.now(), EDGES_AHEAD);
  /**
   * Whether there may be more windows than are known: then they are read again when those have
   * passed.
   */
  let moreEdges = edges.length === EDGES_AHEAD;
  /**
   * Windows that opened or closed since the start: each changes what can be seen as a publication
   * does.
   */
  let edgesPassed = 0;
  const listeners = new Set<() => void>();

  const readEdges = async (): Promise<void> => {
    passEdges();
    const now = clock.now();
    const ahead = await reading.windowEdges(now, EDGES_AHEAD);
    // What has passed while the database answered is counted, not lost.
    passEdges(now);
    edges = ahead;
    moreEdges = ahead.length === EDGES_AHEAD;
  };

  const moved = async (version: number): Promise<void> => {
    await readEdges();
    known = Math.max(known, version);
    for (const listener of listeners) listener();
  };

  function passEdges(until: Date = clock.now()): void {
    const passed = edges.findIndex((edge) => edge > until);
    const count = passed < 0 ? edges.length : passed;
    edges = edges.slice(count);
    edgesPassed += count;
  }

  const catalogue = {
    /**
     * Moves with everything that changes what can be seen, windows that open or close included.
     * Costs nothing: it is what this process knows. It only grows; its numbers mean nothing to
     * another process.
     */
    currentVersion(): number {
      passEdges();
      return known + edgesPassed;
    },

    /**
     * Looks whether another process has changed the catalogue; call it every second or so where
     * there are several.
     */
    async refresh(): Promise<void> {
      const version = await reading.version();
      if (version !== known) await moved(version);
      else if (moreEdges && edges.length === 0) await readEdges();
    },

    /**
     * Has `listener` called after each change that this process makes or learns of. Answers how to
     * stop that.
     */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    isEmpty: (): Promise<boolean> => editing.repository.isEmpty(),

    /**
     * One change: all of `work` or nothing of it, and the version with it. Throws what `work`
     * throws.
     */
    async change<Result>(work: (editor: CatalogueEditor) => Promise<Result>): Promise<Result> {
      const now = clock.now();
      const { result, version } = await editing.inTransaction(async (repository, transaction) => {
        const version = await repository.moveVersion(now);
        const result = await work(createEditor({ repository, now, thumbhashOf }));
        await indexChanges(transaction, { now });
        return { result, version };
      });
      await moved(version);
      return result;
    },

    /**
     * Told by the media store: an asset can be played. Its titles are visible from now on. Telling
     * it again changes nothing but the facts.
     */
    async assetReady(asset: ReadyAsset): Promise<void> {
      const now = clock.now();
      const version = await editing.inTransaction(async (repository, transaction) => {
        const version = await repository.moveVersion(now);
        await repository.putAsset(asset, now);
        await indexChanges(transaction, { now, assetId: asset.id });
        return version;
      });
      await moved(version);
    },

    /** Told by the media store: an asset can be played no more. */
    async assetGone(assetId: string): Promise<void> {
      const now = clock.now();
      const version = await editing.inTransaction(async (repository, transaction) => {
        if (!(await repository.deleteAsset(assetId))) return undefined;
        const version = await repository.moveVersion(now);
        await indexChanges(transaction, { now, assetId });
        return version;
      });
      if (version !== undefined) await moved(version);
    },

    /**
     * Asks the media store about media that became ready while nobody told us (a crash in between),
     * and about `also`. Call it at the start.
     */
    async catchUp(
      assetFacts: (ids: readonly string[]) => Promise<readonly AssetFacts[]>,
      also: readonly string[] = [],
    ): Promise<void> {
      const waiting = [...new Set([...(await editing.repository.assetsNotReady()), ...also])];
      if (waiting.length === 0) return;
      for (const facts of await assetFacts(waiting)) {
        if (facts.state === 'ready') await catalogue.assetReady(readyAsset(facts));
      }
    },

    /** Which media each of these videos and episodes has; a slug that is not there is missing. */
    assetsOf: (owners: MediaOwners): Promise<Assets> => editing.repository.assetsOf(owners),

    /** The media of a video or an episode that is visible now; `undefined` for every other slug. */
    findPlayable: (slug: string): Promise<Playable | undefined> =>
      reading.playableBySlug(slug, clock.now()),
  };
  return catalogue;
}

/** The facts as the catalogue keeps them. */
export function readyAsset({ assetId, durationMs, renditions, captions }: AssetFacts): ReadyAsset {
  return { id: assetId, durationMs, renditions, captions };
}
