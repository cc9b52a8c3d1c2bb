import {
  importProblemFile,
  listImports,
  reportImport,
} from '@bonisa/contract/studio/import-history.calls';
import { csvStream, sendCsv } from '@bonisa/kit/http/csv-file';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ImportHistory, ListedImport } from './import-history.service.ts';

/** A thousand problems of the longest texts. */
const MOST_REPORT_BYTES = 4 * 1024 * 1024;

/** The calls of the studio about imports that were written. */
export function importHistoryRoutes(history: ImportHistory): StudioRoutes {
  return ({ register }) => {
    register(reportImport, {
      limit: 'write',
      bodyLimit: MOST_REPORT_BYTES,
      handle: async ({ params: { id }, body, actor, audit }) => {
        const written = await history.report(id, body, actor);
        const { problems: _, ...details } = body;
        await audit.record({ subject: `import:${id}`, details });
        return { import: viewOf(written) };
      },
    });
    register(listImports, {
      limit: 'read',
      handle: async ({ query: { before, limit } }) => {
        const { data, next } = await history.list(before, limit);
        return { data: data.map(viewOf), next };
      },
    });
    register(importProblemFile, {
      limit: 'read',
      handle: async ({ params: { id }, reply }) => {
        const rows = (await history.problemsOf(id)).map((problem) => ({ ...problem }));
        const file = csvStream(['place', 'field', 'problem'], rows);
        return sendCsv(reply, `import-problems-${id.slice(0, 8)}`, file);
      },
    });
  };
}

function viewOf(one: ListedImport) {
  const { id, actor, state, created, changed, unchanged, deleted, refused } = one;
  return {
    ...{ id, actor, state, created, changed, unchanged, deleted, refused },
    source_kind: one.sourceKind,
    source_name: one.sourceName,
    began_at: one.beganAt.toISOString(),
    ended_at: one.endedAt?.toISOString() ?? null,
    problem_count: one.problemCount,
    has_problems: one.hasProblems,
  };
}
