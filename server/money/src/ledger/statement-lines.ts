import { monthInput } from '@bonisa/contract/times';
import { parseRand } from '@bonisa/domain/money/rand';
import { invalidRequest } from '@bonisa/kit/http/errors';
import { CsvError, parse } from 'csv-parse/sync';
import type { EnteredStatement } from './carrier-statement.service.ts';

const COLUMNS = [
  'carrier',
  'month',
  'reference',
  'gross',
  'refunds',
  'vat',
  'carrier_share',
  'to_be_paid',
] as const;
type Column = (typeof COLUMNS)[number];
const MOST_LINES = 200;

/**
 * Reads a carrier's statements from CSV: a header line with the names of the fields in any order,
 * and a line for each carrier and month. A bad line is refused by its number and field; its value
 * is never repeated.
 */
export function readStatementLines(csv: string): EnteredStatement[] {
  const [header = [], ...lines] = recordsOf(csv);
  const names = header.map((name) => name.toLowerCase());
  for (const column of COLUMNS)
    if (names.filter((name) => name === column).length !== 1)
      throw refused(1, column, 'must be in the header, once');
  if (lines.length === 0) throw refused(2, 'csv', 'has no line');
  if (lines.length > MOST_LINES) throw refused(MOST_LINES + 2, 'csv', 'has too many lines');
  return lines.map((record, at) => statementOf(record, names, at + 2));
}

function recordsOf(csv: string): string[][] {
  try {
    // The header and one line more than are taken, to know of it.
    const to = MOST_LINES + 2;
    return parse(csv, { bom: true, trim: true, skip_empty_lines: true, max_record_size: 2000, to });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(Number((error as { lines?: unknown }).lines ?? 1), 'csv', 'is not CSV');
  }
}

function statementOf(
  record: readonly string[],
  names: readonly string[],
  line: number,
): EnteredStatement {
  const textOf = (column: Column): string => record[names.indexOf(column)] ?? '';
  const words = (column: Column, max: number): string => {
    const text = textOf(column);
    if (text === '' || text.length > max)
      throw refused(line, column, `must have 1 to ${max} characters`);
    return text;
  };
  const money = (column: Column): number => {
    const cents = parseRand(textOf(column));
    if (cents === undefined) throw refused(line, column, 'must be rand as in 5.00');
    return cents;
  };
  const month = monthInput.safeParse(textOf('month'));
  if (!month.success) throw refused(line, 'month', 'must be a month as in 2026-11');
  return {
    carrier: words('carrier', 64),
    month: month.data,
    reference: words('reference', 100),
    gross: money('gross'),
    refunds: money('refunds'),
    vat: money('vat'),
    carrierShare: money('carrier_share'),
    toBePaid: money('to_be_paid'),
  };
}

function refused(line: number, field: string, problem: string) {
  return invalidRequest([{ field: 'csv', problem: `line ${line}: ${field}: ${problem}` }]);
}
