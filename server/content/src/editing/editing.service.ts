import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Database } from '@bonisa/kit/database/database';
import type { PackageRepository } from '@bonisa/money/packages/package.repository';
import { applyPlan, changedBy, deletedBy } from './batch.apply.ts';
import { type EntryMedia, noteMedia } from './batch.media.ts';
import type { AssumedEntry } from './batch.names.ts';
import { type Drawing, drawPlaceholders, type Thumbhashes } from './batch.pictures.ts';
import { type CaptionsAgain, planBatch } from './batch.plan.ts';
import type { BatchRepository, EntryLine } from './batch.repository.ts';
import type { RowProblem } from './batch.rows.ts';
import type { DeletionRepository, EntryId } from './deletion.repository.ts';
import type { Plan } from './planned-put.ts';
import type { IdentityOf } from './returning-entry.ts';
import type { VersionsRepository } from './versions.repository.ts';
import { beginVersions, COMMAND, type Restored, type Writer } from './versions.service.ts';

/** What became of a row, or what would become of it. */
export interface RowResult {
  readonly row: number;
  readonly kind: EntryKind;
  readonly key: string;
  readonly result: 'created' | 'changed' | 'unchanged' | 'deleted';
  /** The fields that changed. */
  readonly fields: readonly string[];
  /** What went with a deleted entry, by kind, and in how many credits and shelves it was. */
  readonly hangs: Readonly<Record<string, number>>;
}

export interface BatchOutcome {
  /** Nothing was written if there is one. */
  readonly problems: readonly RowProblem[];
  readonly results: readonly RowResult[];
}

/** What the service needs of a transaction. */
export interface BatchTransaction {
  /** For the audit, which is written with what is done. */
  readonly database: Database;
  readonly repository: BatchRepository;
  readonly deletion: DeletionRepository;
  readonly versions: VersionsRepository;
  readonly packages: Pick<PackageRepository, 'existing'>;
  readonly media: EntryMedia;
  /** Removes entries from the search index; call it before they are deleted. */
  forget(entries: readonly EntryId[]): Promise<ReadonlySet<string>>;
}

/** What the change of a batch means for the search index. */
export interface BatchIndexing {
  readonly formerParents: ReadonlySet<string>;
  readonly genres: readonly number[];
}

type ReadingParts = Pick<
  BatchTransaction,
  'repository' | 'deletion' | 'versions' | 'packages' | 'media'
>;

export interface EditingParts {
  /** Reads outside of a transaction. */
  readonly reading: ReadingParts;
  /**
   * Runs `work` in a transaction that no other change runs beside. `work` returns `undefined` for
   * the indexing if it changed nothing; the catalogue's version then stays.
   */
  change<Result>(
    work: (
      transaction: BatchTransaction,
      now: Date,
    ) => Promise<{ result: Result; indexing: BatchIndexing | undefined }>,
  ): Promise<Result>;
  readonly drawing: Drawing;
}

export interface ApplyOptions {
  /** Whether the caller may change what viewers see; else drafts only. */
  readonly mayPublish?: boolean;
  /** Who writes; without it a command. */
  readonly by?: Writer;
  /** The versions that the batch restores; drafts of the past may return with their windows. */
  readonly restored?: Restored;
  /** What the entries were that the batch brings back. */
  readonly identity?: IdentityOf;
  /** The captions that the entries of rows get back with a restored version. */
  readonly captions?: CaptionsAgain | undefined;
  /** Writes the audit of a batch that changes something, in its transaction. */
  readonly record?: (outcome: BatchOutcome, database: Database) => Promise<void>;
}

export interface PreviewOptions extends Pick<ApplyOptions, 'mayPublish'> {
  /** Entries that earlier batches of the same import would create. */
  readonly assumed?: readonly AssumedEntry[];
}

export type EditingService = ReturnType<typeof createEditingService>;

/**
 * Writes entries by the caller's own keys: a batch is one transaction, and the same batch again
 * changes nothing. All problems of a batch are named at once, and nothing is written then.
 */
export function createEditingService({ reading, change, drawing }: EditingParts) {
  const plan = (
    rows: readonly unknown[],
    options: PreviewOptions & Pick<ApplyOptions, 'restored' | 'captions'>,
    from: ReadingParts,
  ): Promise<Plan> => {
    const { assumed = [], mayPublish = true, restored, captions } = options;
    const isReturn = restored !== undefined;
    return planBatch(rows, { ...from, assumed, mayPublish, isReturn, captions });
  };

  return {
    /** Says what a batch would do. */
    async preview(rows: readonly unknown[], options: PreviewOptions = {}): Promise<BatchOutcome> {
      return outcomeOf(await plan(rows, options, reading));
    },

    /** One page of the entries of a kind, by key. */
    entries: (
      kind: EntryKind,
      page: { readonly after?: string | undefined; readonly limit: number },
    ): Promise<EntryLine[]> => reading.repository.entries(kind, page),

    async apply(rows: readonly unknown[], options: ApplyOptions = {}): Promise<BatchOutcome> {
      // Drawing takes a millisecond for each picture, so it happens before other changes wait.
      // Its problems may be of two moments, between which another change was written, so that they
      // are named by the plan of the transaction.
      const first = await plan(rows, options, reading);
      if (first.problems.length === 0 && isEmpty(first)) return outcomeOf(first);
      const { repository } = reading;
      const drawn = await drawPlaceholders(changedBy(first), new Map(), { ...drawing, repository });
      return await change(async (transaction, now) => {
        const current = await plan(rows, options, transaction);
        const result = outcomeOf(current);
        if (current.problems.length > 0 || isEmpty(current)) return { result, indexing: undefined };
        const { repository, deletion, versions } = transaction;
        const { by = COMMAND, restored, identity } = options;
        const writeVersions = await beginVersions(current, {
          ...{ repository, deletion, versions, by, now, restored },
        });
        const indexing = await write(current, drawn, transaction, { now, identity });
        await writeVersions();
        await options.record?.(result, transaction.database);
        return { result, indexing };
      });
    },
  };

  async function write(
    plan: Plan,
    drawn: Thumbhashes,
    { repository, deletion, forget, media }: BatchTransaction,
    { now, identity }: { readonly now: Date; readonly identity: IdentityOf | undefined },
  ): Promise<BatchIndexing> {
    const changed = changedBy(plan);
    const placeholders = await drawPlaceholders(changed, drawn, { ...drawing, repository });
    const formerParents = await forget(deletedBy(plan));
    await applyPlan(plan, { repository, deletion, placeholders, now, identity });
    await noteMedia(changed, media, now);
    const genreKeys = changed.flatMap(({ kind, key }) => (kind === 'genre' ? [key] : []));
    const genres = await repository.idsByKey('genre', genreKeys);
    return { formerParents, genres: [...genres.values()] };
  }
}

function isEmpty(plan: Plan): boolean {
  return plan.deletions.length === 0 && changedBy(plan).length === 0;
}

function outcomeOf({ puts, deletions, problems }: Plan): BatchOutcome {
  if (problems.length > 0) return { problems, results: [] };
  const written = puts.map(({ row, kind, key, before, changed }): RowResult => {
    const result = !before ? 'created' : changed.length > 0 ? 'changed' : 'unchanged';
    return { row, kind, key, result, fields: before ? changed : [], hangs: {} };
  });
  const gone = deletions.map(({ row, kind, key, hangs }): RowResult => {
    return { row, kind, key, result: 'deleted', fields: [], hangs };
  });
  return { problems, results: [...written, ...gone].toSorted((a, b) => a.row - b.row) };
}
