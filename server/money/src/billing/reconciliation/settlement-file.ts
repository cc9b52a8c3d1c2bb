import { pipeline, type Readable, Transform } from 'node:stream';
import { parseRand } from '@bonisa/domain/money/rand';
import { isTakenStatus } from '@bonisa/domain/money/reconciliation';
import { type Day, dayOf } from '@bonisa/domain/south-african-time';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { PlacedEntry } from './reconciliation.repository.ts';

/** About the size of a million entries with all the usual columns. */
export const FILE_LIMIT = 200_000_000;
const LINE_LIMIT = 10_000;

/** A fault of a file by line and field name. It never repeats the value, which may be a number. */
export class SettlementFileError extends Error {
  readonly line: number;
  readonly field: string;
  readonly problem: string;

  constructor(line: number, field: string, problem: string) {
    super(`line ${line}: ${field}: ${problem}`);
    this.name = 'SettlementFileError';
    this.line = line;
    this.field = field;
    this.problem = problem;
  }
}

/** The file is larger than any day's can be. */
export class SettlementFileTooLargeError extends Error {}

/** The columns that are read. All others (such as `msisdn` and `carrier_reference`) are ignored. */
const COLUMNS = ['reference', 'payment_id', 'amount', 'currency', 'status', 'created_at'] as const;
type Column = (typeof COLUMNS)[number];
type Places = Readonly<Partial<Record<Column, number>>>;

/** CAMARA's statuses, and the one that files use for later refunds. */
const STATUSES: readonly string[] = [
  'processing',
  'pending_validation',
  'reserved',
  'succeeded',
  'denied',
  'cancelled',
  'refunded',
];
/** Printable, since it is compared with ids that we and the carrier issued. */
const NAME = /^[\x21-\x7e]{1,255}$/;
const INSTANT = z.iso.datetime({ offset: true });

/**
 * Reads a carrier's settlement file of a South African day: CSV with a header, columns in any
 * order, further columns allowed. The place of each entry is its line. Throws {@link
 * SettlementFileError} at the first bad line, and {@link SettlementFileTooLargeError}. The rest of
 * the source then stays unread.
 */
export async function* readSettlementFile(
  source: Readable,
  day: Day,
  limit = FILE_LIMIT,
): AsyncGenerator<PlacedEntry> {
  const parser = parse({
    bom: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: LINE_LIMIT,
    info: true,
  });
  // The request stays open, because it still needs an answer. The parser below throws its errors.
  const bytes = source.iterator({ destroyOnReturn: false });
  pipeline(bytes, bounded(limit), parser, () => undefined);
  let places: Places | undefined;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      line = info.lines;
      if (places) yield readLine(record, places, line, day);
      else places = readHeader(record, line);
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new SettlementFileError(lineOf(error) ?? line + 1, 'line', problemOf(error))
      : error;
  }
  if (!places) throw new SettlementFileError(1, 'header', 'is missing');
}

function bounded(limit: number): Transform {
  let read = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      if (read > limit) done(new SettlementFileTooLargeError('the file is too large'));
      else done(null, chunk);
    },
  });
}

function readHeader(header: readonly string[], line: number): Places {
  const names = header.map((name) => name.toLowerCase());
  for (const name of COLUMNS) {
    if (names.indexOf(name) !== names.lastIndexOf(name))
      throw new SettlementFileError(line, name, 'stands twice in the header');
  }
  const places = Object.fromEntries(
    COLUMNS.filter((name) => names.includes(name)).map((name) => [name, names.indexOf(name)]),
  ) as Places;
  for (const name of ['amount', 'status', 'created_at'] as const) {
    if (places[name] === undefined)
      throw new SettlementFileError(line, name, 'is not in the header');
  }
  if (places.reference === undefined && places.payment_id === undefined) {
    throw new SettlementFileError(
      line,
      'reference',
      'is not in the header, and neither is payment_id',
    );
  }
  return places;
}

function readLine(record: readonly string[], places: Places, line: number, day: Day): PlacedEntry {
  const textOf = (column: Column): string => record[places[column] ?? -1] ?? '';
  const fail = (field: Column, problem: string): never => {
    throw new SettlementFileError(line, field, problem);
  };
  const nameOf = (column: Column): string | null => {
    const text = textOf(column);
    if (text === '') return null;
    return NAME.test(text)
      ? text
      : fail(column, 'must be at most 255 printable characters without spaces');
  };
  const reference = nameOf('reference');
  const carrierPaymentId = nameOf('payment_id');
  if (reference === null && carrierPaymentId === null)
    fail('reference', 'must be there, or a payment_id');
  const status = textOf('status').toLowerCase();
  if (!STATUSES.includes(status)) fail('status', `must be one of ${STATUSES.join(', ')}`);
  if (places.currency !== undefined && textOf('currency').toUpperCase() !== 'ZAR')
    fail('currency', 'must be ZAR');
  const amount = parseRand(textOf('amount'));
  if (amount === undefined || (amount === 0 && isTakenStatus(status)))
    return fail('amount', 'must be rand as in 5.00');
  return {
    place: line,
    reference,
    carrierPaymentId,
    amount,
    status,
    at: instantOf(textOf('created_at'), day, fail),
  };
}

function instantOf(
  text: string,
  day: Day,
  fail: (field: 'created_at', problem: string) => never,
): Date {
  if (!INSTANT.safeParse(text).success)
    return fail('created_at', 'must be an instant as in 2026-11-20T08:00:00+02:00');
  const at = new Date(text);
  return dayOf(at) === day ? at : fail('created_at', `must be of the South African day ${day}`);
}

function lineOf(error: CsvError): number | undefined {
  const { lines } = error as { lines?: unknown };
  return typeof lines === 'number' ? lines : undefined;
}

function problemOf(error: CsvError): string {
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return 'must have as many fields as the header';
    case 'CSV_MAX_RECORD_SIZE':
      return 'is too long';
    default:
      return 'is not CSV (look at the quotes)';
  }
}
