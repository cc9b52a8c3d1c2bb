import { Readable } from 'node:stream';
import { CSV_MARK, type CsvCell, csvLine } from '@bonisa/domain/csv';
import type { FastifyReply } from 'fastify';

/** Lines that are sent at once. */
const BLOCK = 500;

/** A row of a file; the columns are the names of the first one. */
export type FileRow = Readonly<Record<string, CsvCell>>;

/**
 * A CSV file as a stream: the mark of UTF-8, a header line, also without rows, and a line for each
 * row. `columns` are the fields in their order.
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
  let block = CSV_MARK + csvLine(columns);
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

declare module 'fastify' {
  interface FastifyInstance {
    /** The brand's name as the beginning of file names. */
    readonly filePrefix: string;
  }
}

/** Sends a file of the brand with this name; a browser saves it and does not show it. */
export function sendCsv(reply: FastifyReply, name: string, file: Readable): string {
  void reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${reply.server.filePrefix}-${name}.csv"`);
  // The listener answers with the stream as it is; the contract calls its text a string.
  return file as unknown as string;
}

/**
 * The rows of a list that is read by pages, so that a file of any length holds one page at a time.
 * `next` names the last row of a page; `undefined` ends the list.
 */
export async function* rowsByPage<Next>(
  read: (
    after: Next | undefined,
  ) => Promise<{ readonly rows: readonly FileRow[]; readonly next: Next | undefined }>,
): AsyncGenerator<FileRow> {
  let after: Next | undefined;
  do {
    const { rows, next } = await read(after);
    yield* rows;
    after = next;
  } while (after !== undefined);
}
