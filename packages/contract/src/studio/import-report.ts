import { cutText } from '@bonisa/domain/cut-text';
import type { ImportProblem, ImportResult } from './import-run.ts';

/** What an importer says of an import while it is written: the same for screen and command. */

export const SOURCE_KINDS = ['file', 'feed', 'folder'] as const;
export const REPORTED_STATES = ['writing', 'done', 'stopped'] as const;

/** Problems of an import that are stored; `problem_count` counts all. */
export const MOST_STORED_PROBLEMS = 1000;
/** The longest name, place, field and reason, in characters. */
export const MOST_NAME = 200;
export const MOST_REASON = 500;

export interface ImportSourceName {
  readonly source_kind: (typeof SOURCE_KINDS)[number];
  /** The name of the file or folder, or the host of the feed: never a path or an address. */
  readonly source_name: string;
}

/** An import so far. Figures are totals, so that a report that comes twice changes nothing. */
export interface ImportReport extends ImportSourceName {
  readonly state: (typeof REPORTED_STATES)[number];
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Rows and pictures that were refused. */
  readonly refused: number;
  readonly problem_count: number;
  readonly problems: ImportProblem[];
}

/** Reports an import to where it is written, under an id of its own. */
export function createImportReporter(
  source: ImportSourceName,
  send: (report: ImportReport) => Promise<unknown>,
) {
  const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0 };
  const report = async (
    state: ImportReport['state'],
    given: readonly ImportProblem[] = [],
    unread: readonly string[] = [],
  ): Promise<void> => {
    const refused = new Set(given.map(({ place }) => place)).size;
    const left = unread.map((problem) => ({ place: 'not read', field: '', problem }));
    const problems = [...given, ...left];
    const stored = problems.slice(0, MOST_STORED_PROBLEMS).map(shortened);
    const source_name = storable(source.source_name, MOST_NAME);
    const totals = { ...counts, refused, problem_count: problems.length, problems: stored };
    await send({ ...source, source_name, state, ...totals });
  };
  return {
    begin: () => report('writing'),
    /** A batch is written. */
    written: async (results: readonly Pick<ImportResult, 'result'>[]): Promise<void> => {
      for (const { result } of results) counts[result] += 1;
      await report('writing');
    },
    /** It goes on, with files that take their time. */
    goesOn: () => report('writing'),
    /** `unread`: what is listed with the problems, but was refused to nobody. */
    end: (
      state: 'done' | 'stopped',
      problems: readonly ImportProblem[],
      unread: readonly string[] = [],
    ) => report(state, problems, unread),
  };
}

export type ImportReporter = ReturnType<typeof createImportReporter>;

function shortened({ place, field, problem }: ImportProblem): ImportProblem {
  return {
    place: storable(place, MOST_NAME),
    field: storable(field, MOST_NAME),
    problem: storable(problem, MOST_REASON),
  };
}

/** A problem quotes what a source has, which may be nothing that a database holds. */
function storable(text: string, most: number): string {
  return cutText(text.replaceAll('\u0000', '\ufffd'), most);
}
