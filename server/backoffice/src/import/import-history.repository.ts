import type { ImportReport } from '@bonisa/contract/studio/import-report';
import type { ImportProblem } from '@bonisa/contract/studio/import-run';
import type { Database } from '@bonisa/kit/database/database';
import type { StudioActor } from '@bonisa/kit/http/studio-types';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { catalogueImports as imports } from './import.tables.ts';

const { problems: _, ...columns } = getTableColumns(imports);
const shown = { ...columns, hasProblems: sql<boolean>`${imports.problems} is not null` };

/** An import without the text of its problems. */
export type ImportRecord = Omit<typeof imports.$inferSelect, 'problems'> & {
  readonly hasProblems: boolean;
};

export type ImportWriter = Pick<StudioActor, 'kind' | 'id' | 'name'>;

/** SQL of the list of imports. */
export function createImportHistoryRepository(db: Database) {
  return {
    /** Writes a report unless the import has ended or is another's; figures never go back. */
    report: async (
      id: string,
      { source_kind, source_name, problem_count, problems, ...report }: ImportReport,
      { writer, now }: { readonly writer: ImportWriter; readonly now: Date },
    ): Promise<void> => {
      const said = {
        ...report,
        problemCount: problem_count,
        problems: problems.length > 0 ? problems : null,
        reportedAt: now,
        endedAt: report.state === 'writing' ? null : now,
      };
      const most = (column: 'created' | 'changed' | 'unchanged' | 'deleted') =>
        sql`greatest(${imports[column]}, ${report[column]}::int)`;
      await db
        .insert(imports)
        .values({
          ...said,
          id,
          actorKind: writer.kind,
          actorId: writer.id,
          actor: writer.name,
          sourceKind: source_kind,
          sourceName: source_name,
          beganAt: now,
        })
        .onConflictDoUpdate({
          target: imports.id,
          set: {
            ...said,
            created: most('created'),
            changed: most('changed'),
            unchanged: most('unchanged'),
            deleted: most('deleted'),
          },
          setWhere: and(
            isNull(imports.endedAt),
            eq(imports.actorKind, writer.kind),
            eq(imports.actorId, writer.id),
          ),
        });
    },

    find: async (id: string): Promise<ImportRecord | undefined> =>
      (await db.select(shown).from(imports).where(eq(imports.id, id)))[0],

    /** The newest first. */
    page: (before: number | undefined, limit: number): Promise<ImportRecord[]> =>
      db
        .select(shown)
        .from(imports)
        .where(before === undefined ? undefined : lt(imports.ordinal, before))
        .orderBy(desc(imports.ordinal))
        .limit(limit),

    problemsOf: async (id: string): Promise<readonly ImportProblem[] | undefined> => {
      const found = await db
        .select({ problems: imports.problems })
        .from(imports)
        .where(eq(imports.id, id));
      return found[0]?.problems ?? undefined;
    },

    /** Forgets problems that were reported before an instant, and all but the newest imports. */
    purge: async (before: Date, newest: number): Promise<void> => {
      await db
        .update(imports)
        .set({ problems: null })
        .where(and(lt(imports.reportedAt, before), isNotNull(imports.problems)));
      await purgeRows(db, imports, allButNewest(imports, imports.ordinal, newest));
    },
  };
}

export type ImportHistoryRepository = ReturnType<typeof createImportHistoryRepository>;
