import { Readable } from 'node:stream';
import { type CsvCell, csvLine } from '@bonisa/domain/csv';
import type { FastifyReply } from 'fastify';
import type { RequestAudit } from '../platform/http/studio-types.ts';

/** Lines that are sent at once. */
const BLOCK = 500;

/** Rows of a report; the columns are the names of the first one. */
export type FileRow = Readonly<Record<string, CsvCell>>;

/**
 * A CSV file as a stream: a header line, also without rows, and a line for each row. `columns` are
 * the fields in their order.
 */
export function csvStream(
  columns: readonly string[],
  rows: Iterable<FileRow> | AsyncIterable<FileRow>,
): Readable {
  return Readable.from(blocksOf(columns, rows));
}

async function* blocksOf(
  columns: readonly string[],
  rows: Iterable<FileRow> | AsyncIterable<FileRow>,
): AsyncGenerator<string> {
  let block = csvLine(columns);
  let lines = 1;
  for await (const row of rows) {
    block += csvLine(columns.map((column) => row[column] ?? null));
    if (++lines % BLOCK === 0) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
}

/** Sends a file of this name; a browser saves it and does not show it. */
export function sendCsv(reply: FastifyReply, name: string, file: Readable): string {
  void reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`);
  // The listener answers with the stream as it is; the contract calls its text a string.
  return file as unknown as string;
}

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

/** A report's rows as a file. The columns are the contract's: an empty file has them too. */
export function fileOf(schema: { readonly shape: object }, rows: readonly FileRow[]): ReportFile {
  return { columns: Object.keys(schema.shape), rows };
}
