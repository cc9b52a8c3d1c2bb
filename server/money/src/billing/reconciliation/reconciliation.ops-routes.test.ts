// Tests /ops/reconciliation, its file import, exceptions and metrics over HTTP.

import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { dayOf } from '@bonisa/domain/south-african-time';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import { withoutNumbers } from '@bonisa/kit/logger';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';

let bench: RefundBench;
let operations: Awaited<ReturnType<typeof createOperations>>;
beforeAll(async () => {
  bench = await createRefundBench();
  operations = await createOperations(bench.product.app.operations);
});
afterAll(async () => {
  await operations.close();
  await bench.close();
});

const today = (): string => dayOf(bench.product.clock.now());
const get = async (url: string) => (await bench.ops('GET', url)).body;
const post = (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  bench.ops('POST', url, body, headers);
const reconcile = async (date = today()) => (await post('/ops/reconciliation', { date })).body;
const openExceptions = async () =>
  (await get('/ops/reconciliation-exceptions')).data as Record<string, unknown>[];
const accountOf = async (name: string): Promise<[string, string]> => {
  const accounts = (await get('/ops/ledger')).accounts as {
    account: string;
    debit: string;
    credit: string;
  }[];
  const found = accounts.find(({ account }) => account === name);
  return [found?.debit ?? '0.00', found?.credit ?? '0.00'];
};
const runDue = () => bench.product.app.scheduler.runDue();

/** Returns the charge of a subscriber who paid R5.00 at Accept. */
const charged = async () => (await bench.paid('demo-daily')).charge;

const sendFile = (body: string, query = `date=${today()}`, headers: Record<string, string> = {}) =>
  operations.inject({
    method: 'POST',
    url: `/ops/reconciliation/file?${query}`,
    headers: { 'content-type': 'text/csv', ...headers },
    payload: body,
  });

describe('POST /ops/reconciliation', () => {
  it('answers with the four counts and nothing else', async () => {
    expect(await reconcile()).toEqual({
      matched: 0,
      missing_here: 0,
      missing_there: 0,
      differing: 0,
    });
    await charged();
    expect(await reconcile()).toEqual({
      matched: 1,
      missing_here: 0,
      missing_there: 0,
      differing: 0,
    });
    expect((await get('/ops/reconciliation')).data).toEqual([
      {
        date: today(),
        carrier: 'karoo',
        source: 'list',
        matched: 1,
        missing_here: 0,
        missing_there: 0,
        differing: 0,
        at: bench.product.clock.now().toISOString(),
      },
    ]);
  });

  it.each([
    ['no date', {}, 'date'],
    ['a day that is none', { date: '2026-02-30' }, 'date'],
    ['an instant', { date: '2026-11-20T00:00:00Z' }, 'date'],
    ['the future', { date: '2026-11-21' }, 'date'],
    ['something that is no text', { date: 20_261_120 }, 'date'],
    ['something else besides', { date: '2026-11-20', day: 1 }, ''],
  ])('refuses %s by name', async (_name, body, field) => {
    const answer = await post('/ops/reconciliation', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [expect.objectContaining({ field })] },
    });
  });

  it('names the reason when the list is unavailable', async () => {
    bench.product.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('timed_out');
    });
    expect(await post('/ops/reconciliation', { date: today() })).toMatchObject({
      status: 503,
      body: { code: 'carrier_unavailable' },
    });
  });

  it.each(['from=2026-11-21&to=2026-11-20', 'from=x', 'from=0001-01-01', 'until=2026-11-20'])(
    'refuses a GET with ?%s',
    async (query) => {
      expect((await bench.ops('GET', `/ops/reconciliation?${query}`)).status).toBe(400);
    },
  );
});

describe('money that the carrier took without our knowing', () => {
  it('resolves itself: the exception, the lookup, the ledger, and the exception again', async () => {
    const { product } = bench;
    const before = await accountOf('carrier_receivable');
    const msisdn = await bench.withoutTrial();
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    expect(await bench.lastCharge(msisdn)).toMatchObject({ state: 'unknown' });
    expect(await reconcile()).toMatchObject({ differing: 1 });
    expect(await openExceptions()).toMatchObject([
      { kind: 'differing', proposal: { action: 'look_up', lines: [] } },
    ]);
    await runDue();
    expect(await bench.lastCharge(msisdn)).toMatchObject({ state: 'succeeded' });
    expect(await openExceptions()).toEqual([]);
    expect(await reconcile()).toMatchObject({ differing: 0, missing_here: 0, missing_there: 0 });
    expect(Number((await accountOf('carrier_receivable'))[0]) - Number(before[0])).toBe(5);
  });
});

describe('GET and POST /ops/reconciliation/exceptions', () => {
  it('lists exceptions, applies one once and dismisses one', async () => {
    const { product } = bench;
    const charge = await charged();
    const stray = await charged();
    // The carrier's list loses one payment of ours, and has another with an unknown reference.
    const [lost, renamed] = [charge, stray].map(({ reference }) =>
      product.carrier.payments.get(reference),
    );
    if (!lost || !renamed) throw new Error('the carrier has both');
    product.carrier.payments.delete(charge.reference);
    product.carrier.payments.delete(stray.reference);
    const odd = {
      ...renamed,
      input: { ...renamed.input, reference: 'ODD-1' },
      outcome: { ...renamed.outcome, carrierPaymentId: 'odd-payment' },
    };
    product.carrier.payments.set('ODD-1', odd as typeof renamed);
    expect(await reconcile()).toMatchObject({ missing_here: 1, missing_there: 2 });
    const found = await openExceptions();
    expect(found).toHaveLength(3);
    const here = found.find(({ kind }) => kind === 'missing_here');
    expect(here).toMatchObject({
      reference: 'ODD-1',
      carrier_payment_id: 'odd-payment',
      date: today(),
      ours: null,
      theirs: { amount: '5.00', state: 'succeeded' },
      proposal: {
        action: 'post',
        lines: [
          { account: 'carrier_receivable', debit: '5.00', credit: '0.00' },
          { account: 'revenue', debit: '0.00', credit: '4.35' },
          { account: 'vat_output', debit: '0.00', credit: '0.65' },
        ],
      },
    });
    // Digits of a random id may read like a number.
    expect(withoutNumbers(JSON.stringify(found))).toBe(JSON.stringify(found));
    const [, before] = await accountOf('revenue');
    for (let times = 0; times < 2; times++)
      expect(await post(`/ops/reconciliation-exceptions/${String(here?.id)}/apply`)).toMatchObject({
        status: 200,
        body: { state: 'applied' },
      });
    expect(Number((await accountOf('revenue'))[1]) - Number(before)).toBeCloseTo(4.35);
    const returned = await post(`/ops/reconciliation-exceptions/${String(here?.id)}/returned`, {
      note: 'Given back at the counter.',
    });
    expect(returned).toMatchObject({
      status: 200,
      body: { state: 'returned', note: 'Given back at the counter.' },
    });
    const there = found.filter(({ kind }) => kind === 'missing_there');
    const dismissed = await post(`/ops/reconciliation-exceptions/${String(there[0]?.id)}/dismiss`, {
      note: 'The carrier has found it.',
    });
    expect(dismissed.body).toMatchObject({ state: 'dismissed', note: 'The carrier has found it.' });
    expect(
      await post(`/ops/reconciliation-exceptions/${String(there[0]?.id)}/apply`),
    ).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await openExceptions()).toHaveLength(1);
    expect(
      (await get('/ops/reconciliation-exceptions?state=dismissed&kind=missing_there')).total,
    ).toBe(1);
    expect((await get('/ops/ledger')).balanced).toBe(true);

    // The carrier's list is corrected: open exceptions resolve themselves.
    product.carrier.payments.set(charge.reference, lost);
    product.carrier.payments.set(stray.reference, renamed);
    await reconcile();
    expect(await openExceptions()).toEqual([]);
  });

  it.each([
    ['GET', '/ops/reconciliation-exceptions?state=closed', undefined, 400],
    ['GET', '/ops/reconciliation-exceptions?limit=1000', undefined, 400],
    ['POST', '/ops/reconciliation-exceptions/1/apply', {}, 400],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/apply',
      undefined,
      404,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/dismiss',
      {},
      400,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/dismiss',
      { note: ' ' },
      400,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/dismiss',
      { note: '\u0000' },
      400,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/dismiss',
      { note: 'x' },
      404,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/returned',
      {},
      400,
    ],
    [
      'POST',
      '/ops/reconciliation-exceptions/019aa000-0000-7000-8000-000000000000/returned',
      { note: 'x' },
      404,
    ],
  ] as const)('refuses %s %s %j', async (method, url, body, status) => {
    expect((await bench.ops(method, url, body)).status).toBe(status);
  });
});

describe('POST /ops/reconciliation with a file', () => {
  const HEADER = 'msisdn,reference,payment_id,amount,currency,status,created_at';
  const lineOf = ({ reference }: { reference: string }): string =>
    `27821234567,${reference},,5.00,ZAR,succeeded,${bench.product.clock.now().toISOString()}`;

  it('compares the file like a list', async () => {
    const charge = await charged();
    const answer = await sendFile(
      `${HEADER}\n${lineOf(charge)}\n27820000000,NOT-OURS,p-1,10.00,ZAR,succeeded,${today()}T10:00:00+02:00\n`,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      matched: 1,
      missing_here: 1,
      differing: 0,
      edges_compared: true,
    });
    expect((await get(`/ops/reconciliation?from=${today()}&to=${today()}`)).data).toMatchObject([
      { source: 'file', matched: 1 },
      { source: 'list' },
    ]);
    const logged = bench.product.log.join('');
    expect(logged).not.toContain('27821234567');
    expect(logged).not.toContain('27820000000');
  });

  it('compares the file although the list is unavailable', async () => {
    bench.product.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('timed_out');
    });
    const answer = await sendFile(`${HEADER}\n${lineOf(await charged())}\n`);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ matched: 1, edges_compared: false }),
    ]);
  });

  it('refuses a bad line by line and field, and stores nothing of the file', async () => {
    const before = await bench.product.rows(
      'select (select count(*) from cases)::int + (select count(*) from reconciliation_entries)::int as n',
    );
    const answer = await sendFile(
      `${HEADER}\n${lineOf(await charged())}\n${lineOf({ reference: 'NEW-1' })}\n27821234567,X,,five,ZAR,succeeded,x\n`,
    );
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      [{ field: 'amount', problem: 'line 4: must be rand as in 5.00' }],
    ]);
    expect(
      await bench.product.rows(
        'select (select count(*) from cases)::int + (select count(*) from reconciliation_entries)::int as n',
      ),
    ).toEqual(before);
  });

  it('answers over a real connection although a long file begins badly', async () => {
    const address = await operations.listen({ host: '127.0.0.1', port: 0 });
    const rest = `${lineOf({ reference: 'X' })}\n`.repeat(100_000);
    const response = await fetch(`${address}/ops/reconciliation/file?date=${today()}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: `${HEADER}\nbad\n${rest}`,
    });
    expect(response.status).toBe(400);
    expect((await response.json()) as unknown).toMatchObject({
      fields: [{ field: 'line', problem: 'line 2: must have as many fields as the header' }],
    });
    expect((await fetch(`${address}/ops/ledger`)).status).toBe(200);
  });

  it.each([
    ['no date', '', {}, 400],
    ['the future', 'date=2027-01-01', {}, 400],
    ['another type', `date=2026-11-20`, { 'content-type': 'application/json' }, 415],
    ['a length beyond all files', `date=2026-11-20`, { 'content-length': '300000000' }, 413],
  ])('refuses a file with %s', async (_name, query, headers, status) => {
    expect((await sendFile('{}', query, headers)).statusCode).toBe(status);
  });
});

it('shows the operator open exceptions and the latest comparison as metrics', async () => {
  const { text } = await bench.ops('GET', '/metrics');
  expect(text).toContain('bonisa_ledger_imbalance_cents 0');
  expect(text).toMatch(/bonisa_cases_open\{kind="missing_here"\} \d/);
  expect(text).toMatch(/bonisa_reconciliation_differences\{carrier="karoo",kind="differing"\} 0/);
  expect(text).toContain(
    `bonisa_reconciliation_day_seconds{carrier="karoo"} ${Date.parse(today()) / 1000}`,
  );
});

it('compares each day on the next morning by itself in the whole product', async () => {
  const { product } = bench;
  const day = today();
  await product.advance(86_400);
  const found = (await get(`/ops/reconciliation?from=${day}&to=${day}`)).data as {
    source: string;
  }[];
  expect(found.find(({ source }) => source === 'list')).toMatchObject({
    at: '2026-11-21T04:00:00.000Z',
    missing_here: 1,
    missing_there: 0,
    differing: 0,
  });
});
