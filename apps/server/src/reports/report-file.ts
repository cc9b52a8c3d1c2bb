import type { FileRow } from '../platform/http/csv-file.ts';
import type { RequestAudit } from '../platform/http/studio-types.ts';

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
 * A report's rows as a file: what a row is about, its key, stands first. The columns are the
 * contract's: an empty file has them too.
 */
export function fileOf(schema: { readonly shape: object }, rows: readonly FileRow[]): ReportFile {
  const columns = Object.keys(schema.shape);
  const about = columns.filter((column) => column === 'key');
  return { columns: [...new Set([...about, ...columns])], rows };
}
