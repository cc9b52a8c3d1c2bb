// Reads a CSV file with the usual columns.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlacedEntry } from './reconciliation.repository.ts';
import {
  readSettlementFile,
  SettlementFileError,
  SettlementFileTooLargeError,
} from './settlement-file.ts';

const DAY = '2026-11-20';
const HEADER = 'reference,carrier_reference,payment_id,msisdn,amount,currency,status,created_at';
const LINE = 'BON-1,KM-1,pay-1,27821234567,5.00,ZAR,succeeded,2026-11-20T10:00:00+02:00';
const ENTRY = {
  place: 2,
  reference: 'BON-1',
  carrierPaymentId: 'pay-1',
  amount: 500,
  status: 'succeeded',
  at: new Date('2026-11-20T08:00:00.000Z'),
};

async function read(
  text: string | Buffer,
  { limit, chunk = 7 }: { limit?: number; chunk?: number } = {},
): Promise<PlacedEntry[]> {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  const entries: PlacedEntry[] = [];
  for await (const entry of readSettlementFile(
    Readable.from(parts, { objectMode: false }),
    DAY,
    limit,
  ))
    entries.push(entry);
  return entries;
}

async function refusalOf(text: string): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof SettlementFileError) return error.message;
    throw error;
  }
  return 'read';
}

describe('a settlement file', () => {
  it.each([
    ['the usual fields', `${HEADER}\n${LINE}\n`],
    ['without an end of line', `${HEADER}\n${LINE}`],
    ['of Windows, with a mark of its encoding', `\uFEFF${HEADER}\r\n${LINE}\r\n`],
    [
      'in another order with further columns',
      'created_at,note,Status,AMOUNT,payment_id,reference\n2026-11-20T08:00:00Z,"a, b",SUCCEEDED,5,pay-1,BON-1',
    ],
    [
      'with quotes and blanks',
      `${HEADER}\n"BON-1" , KM-1 , pay-1 ,"27821234567", 5.0 , zar , Succeeded , 2026-11-20T10:00:00.000+02:00`,
    ],
  ])('%s', async (_name, text) => {
    expect(await read(text)).toEqual([ENTRY]);
  });

  it('has only a header for a day without payments', async () => {
    expect(await read(HEADER)).toEqual([]);
  });

  it('names a payment by the reference, the payment id or both', async () => {
    const named = await read(
      'reference,payment_id,amount,status,created_at\nBON-1,,5,denied,2026-11-20T08:00:00Z\n\n,pay-2,0,denied,2026-11-20T08:00:00Z',
    );
    expect(
      named.map(({ place, reference, carrierPaymentId }) => [place, reference, carrierPaymentId]),
    ).toEqual([
      [2, 'BON-1', null],
      [4, null, 'pay-2'],
    ]);
  });

  const withField = (column: string, value: string): string => {
    const fields = LINE.split(',');
    fields[HEADER.split(',').indexOf(column)] = value;
    return `${HEADER}\n${LINE}\n${fields.join(',')}\n${LINE}`;
  };
  it.each([
    ['nothing', '', 'line 1: header: is missing'],
    ['no header', LINE, 'line 1: amount: is not in the header'],
    [
      'a header without the state',
      'reference,amount,created_at\n',
      'line 1: status: is not in the header',
    ],
    [
      'a header that names no payment',
      'amount,status,created_at',
      'line 1: reference: is not in the header, and neither is payment_id',
    ],
    ['a column twice', `${HEADER},amount`, 'line 1: amount: stands twice in the header'],
    [
      'no name of a payment',
      `${HEADER}\n${LINE}\n${LINE.replace('BON-1', '').replace('pay-1', '')}`,
      'line 3: reference: must be there, or a payment_id',
    ],
    [
      'a reference with a control character',
      withField('reference', 'BON\u0000-1'),
      'line 3: reference: must be at most 255 printable characters without spaces',
    ],
    ['an amount of cents', withField('amount', '5.001'), 'line 3: amount: must be rand as in 5.00'],
    [
      'an amount below nothing',
      withField('amount', '-5.00'),
      'line 3: amount: must be rand as in 5.00',
    ],
    ['nothing taken', withField('amount', '0.00'), 'line 3: amount: must be rand as in 5.00'],
    ['another currency', withField('currency', 'USD'), 'line 3: currency: must be ZAR'],
    [
      'a time without a zone',
      withField('created_at', '2026-11-20 10:00'),
      'line 3: created_at: must be an instant as in 2026-11-20T08:00:00+02:00',
    ],
    [
      'a day that is none',
      withField('created_at', '2026-02-30T10:00:00Z'),
      'line 3: created_at: must be an instant as in 2026-11-20T08:00:00+02:00',
    ],
    [
      'another day',
      withField('created_at', '2026-11-20T23:00:00Z'),
      'line 3: created_at: must be of the South African day 2026-11-20',
    ],
    [
      'too few fields',
      `${HEADER}\n${LINE}\nBON-2,5.00\n`,
      'line 3: line: must have as many fields as the header',
    ],
    [
      'a quote that never ends',
      `${HEADER}\n${LINE}\n"BON-2`,
      'line 3: line: is not CSV (look at the quotes)',
    ],
  ])('with %s is refused by line and field', async (_name, text, refusal) => {
    expect(await refusalOf(text)).toBe(refusal);
  });

  it('accepts the known statuses only, and an error never repeats the value', async () => {
    const refusal = await refusalOf(withField('status', '27821234567'));
    expect(refusal).toMatch(/^line 3: status: must be one of .*succeeded/);
    expect(refusal).not.toContain('2782');
  });

  it('is refused beyond its size limit', async () => {
    await expect(read(`${HEADER}\n${LINE}\n`, { limit: 100 })).rejects.toThrow(
      SettlementFileTooLargeError,
    );
    await expect(read(`${HEADER}\n${'x'.repeat(20_000)}`)).rejects.toThrow(
      /line 2: line: is too long/,
    );
  });

  it("leaves the request's stream usable, so that an answer can be sent", async () => {
    const rest = Array.from({ length: 1000 }, () => Buffer.alloc(10_000, 'x'));
    const source = Readable.from([Buffer.from(`${HEADER}\nbad\n`), ...rest], { objectMode: false });
    await expect(readSettlementFile(source, DAY).next()).rejects.toThrow(SettlementFileError);
    expect(source.destroyed).toBe(false);
    let left = 0;
    for await (const chunk of source) left += (chunk as Buffer).length;
    expect(left).toBeGreaterThan(5_000_000);
  });

  it('is read or refused by name, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.boolean(),
        async (noise, afterHeader) => {
          try {
            await read(afterHeader ? `${HEADER}\n${noise}` : noise, { chunk: 64 });
          } catch (error) {
            expect(error).toBeInstanceOf(SettlementFileError);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
