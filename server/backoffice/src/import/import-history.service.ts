import type { ImportReport } from '@bonisa/contract/studio/import-report';
import type { ImportProblem } from '@bonisa/contract/studio/import-run';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type {
  ImportHistoryRepository,
  ImportRecord,
  ImportWriter,
} from './import-history.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
const PROBLEMS_MS = 90 * DAY_MS;
const SILENT_MS = 15 * 60_000;
const MOST_IMPORTS = 10_000;

/** An import as the list shows it. */
export interface ListedImport extends Omit<ImportRecord, 'state'> {
  readonly state: ImportRecord['state'] | 'interrupted';
}

/** The list of imports that were written. */
export function createImportHistory({
  repository,
  clock,
}: {
  readonly repository: ImportHistoryRepository;
  readonly clock: Clock;
}) {
  const listed = (one: ImportRecord): ListedImport => {
    const isSilent = clock.now().getTime() - one.reportedAt.getTime() >= SILENT_MS;
    return one.state === 'writing' && isSilent ? { ...one, state: 'interrupted' } : one;
  };
  return {
    /** Writes how far an import is. Throws `conflict` for an import of somebody else. */
    report: async (
      id: string,
      report: ImportReport,
      writer: ImportWriter,
    ): Promise<ListedImport> => {
      await repository.report(id, report, { writer, now: clock.now() });
      const found = await repository.find(id);
      if (!found || found.actorKind !== writer.kind || found.actorId !== writer.id)
        throw new AppError('conflict', 'An import of somebody else has this id.');
      return listed(found);
    },

    /** The newest imports first; `next` is where the next page begins. */
    list: async (before: number | undefined, limit: number) => {
      const found = await repository.page(before, limit + 1);
      const data = found.slice(0, limit).map(listed);
      return { data, next: found.length > limit ? (data.at(-1)?.ordinal ?? null) : null };
    },

    /** The stored problems. Throws `not_found` without any, and after 90 days. */
    problemsOf: async (id: string): Promise<readonly ImportProblem[]> => {
      const problems = await repository.problemsOf(id);
      if (!problems) throw new AppError('not_found', 'There are no problems of this import.');
      return problems;
    },

    purge: () => repository.purge(new Date(clock.now().getTime() - PROBLEMS_MS), MOST_IMPORTS),
  };
}

export type ImportHistory = ReturnType<typeof createImportHistory>;
