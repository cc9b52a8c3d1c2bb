import { problemsIn } from '@bonisa/contract/problem-words';
import type { FileRow } from '@bonisa/kit/http/csv-file';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { z } from 'zod';

/** Who took which figures out of the studio. */
export async function recordFile(
  audit: RequestAudit,
  report: string,
  query: object,
  rows: number,
): Promise<void> {
  await audit.record({ subject: `report:${report}`, details: { ...query, rows } });
}

export interface ReportFile {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
}

/**
 * What a file is asked for, by the query of its report. One call serves the files of several
 * reports and takes the fields of all of them: a field that this report does not take is refused as
 * the report refuses it, because a filter that is ignored would look like a right figure.
 */
export function reportQueryOf<Query extends z.ZodType>(
  { query }: { readonly query: Query },
  given: object,
): z.output<Query> {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const read = query.safeParse(Object.fromEntries(named));
  if (read.success) return read.data;
  throw invalidRequest(problemsIn(read.error));
}

/**
 * A report's rows as a file: what a row is about, its key and name, stands first. The columns are
 * the contract's: an empty file has them too.
 */
export function fileOf(schema: { readonly shape: object }, rows: readonly FileRow[]): ReportFile {
  const columns = Object.keys(schema.shape);
  const about = ['key', 'name'].filter((column) => columns.includes(column));
  return { columns: [...new Set([...about, ...columns])], rows };
}

/** A report by day, carrier or package as a file: days have no names. */
export function groupedFile(
  schema: { readonly shape: object },
  { by, data }: { readonly by: string; readonly data: readonly object[] },
): ReportFile {
  const rows = data.map((row) => ({ ...row }) as FileRow);
  const { columns } = fileOf(schema, rows);
  return { columns: columns.filter((column) => by !== 'day' || column !== 'name'), rows };
}
