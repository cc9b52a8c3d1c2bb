// /ops/ledger, the carrier's settlement and write-offs, over HTTP.

import { createOperations } from '@bonisa/kit/http/operations-listener';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../billing/refunds/refund.test-kit.ts';

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

const get = async (url: string) => (await bench.ops('GET', url)).body;
const post = (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  bench.ops('POST', url, body, headers);
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

describe('the settlement with the carrier', () => {
  const rand = (text: unknown): number => Math.round(Number(text) * 100);

  it("shows a month's charges, refunds, VAT and share, what the carrier must pay, and what it paid", async () => {
    const before = await get('/ops/settlement?month=2026-11');
    const kept = await charged();
    const back = await charged();
    await post('/ops/refunds', { reference: back.reference, reason: 'Asked for.' });
    await runDue();
    expect(kept.state).toBe('succeeded');
    const statement = await get('/ops/settlement?month=2026-11');
    expect(rand(statement.gross) - rand(before.gross)).toBe(1000);
    expect(rand(statement.refunds) - rand(before.refunds)).toBe(500);
    expect(rand(statement.vat) - rand(before.vat)).toBe(65);
    expect(rand(statement.net)).toBe(
      rand(statement.gross) - rand(statement.refunds) - rand(statement.vat),
    );
    expect(rand(statement.carrier_share)).toBe(Math.floor((rand(statement.net) * 30 + 50) / 100));
    expect(rand(statement.net_after_share)).toBe(
      rand(statement.net) - rand(statement.carrier_share),
    );
    expect(rand(statement.to_be_paid)).toBe(
      rand(statement.gross) - rand(statement.refunds) - rand(statement.carrier_share),
    );
    expect(statement).toMatchObject({
      month: '2026-11',
      carrier_share_percent: '30.00',
      paid: '0.00',
      outstanding: statement.to_be_paid,
      settlements: [],
    });
    expect(await get('/ops/settlement?month=2026-10')).toMatchObject({
      gross: '0.00',
      to_be_paid: '0.00',
    });

    // Paid in two parts: the carrier's share is posted once.
    const part = { month: '2026-11', paid: '1.00', reference: 'KM-2026-11-a' };
    const first = await post('/ops/settlement', part);
    expect([first.status, first.body.carrier_share]).toEqual([201, statement.carrier_share]);
    expect(await post('/ops/settlement', part)).toMatchObject({ status: 200, body: first.body });
    expect(await post('/ops/settlement', { ...part, paid: '2.00' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const rest = ((rand(statement.to_be_paid) - 100) / 100).toFixed(2);
    expect(
      (await post('/ops/settlement', { month: '2026-11', paid: rest, reference: 'KM-2026-11-b' }))
        .body,
    ).toMatchObject({
      carrier_share: '0.00',
    });
    expect(await get('/ops/settlement?month=2026-11')).toMatchObject({
      outstanding: '0.00',
      paid: statement.to_be_paid,
    });
    expect(await accountOf('settlement')).toEqual([statement.to_be_paid, '0.00']);
    const [debit, credit] = await accountOf('carrier_receivable');
    expect(debit).toBe(credit);
    expect((await get('/ops/ledger')).balanced).toBe(true);
  });

  it('writes off an amount that nobody will pay, once, and never more than the carrier owes', async () => {
    await charged();
    const { outstanding } = await get('/ops/settlement?month=2026-11');
    const more = { month: '2026-11', reason: 'The carrier went out of business.' };
    const body = { ...more, amount: '2.00' };
    const first = await post('/ops/write-off', body, { 'idempotency-key': 'w-1' });
    expect(first).toMatchObject({ status: 201, body });
    expect(await post('/ops/write-off', body, { 'idempotency-key': 'w-1' })).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });
    expect(await accountOf('write_off')).toEqual(['2.00', '0.00']);
    const left = ((rand(outstanding) - 200) / 100).toFixed(2);
    expect(await get('/ops/settlement?month=2026-11')).toMatchObject({
      written_off: '2.00',
      written_off_charges: '0.00',
      outstanding: left,
      posted_elsewhere: null,
    });
    expect(
      await post('/ops/write-off', { ...body, amount: '3.00' }, { 'idempotency-key': 'w-1' }),
    ).toMatchObject({ status: 409 });
    expect(await post('/ops/write-off', { ...body, amount: '1000.00' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const tooMuch = ((rand(left) + 1) / 100).toFixed(2);
    expect((await post('/ops/write-off', { ...body, amount: tooMuch })).status).toBe(409);
    expect((await post('/ops/write-off', { ...body, amount: left })).status).toBe(201);
    const [debit, credit] = await accountOf('carrier_receivable');
    expect(debit).toBe(credit);
  });

  it.each([
    ['GET', '/ops/settlement', undefined],
    ['GET', '/ops/settlement?month=2026-13', undefined],
    ['GET', '/ops/settlement?month=2026-12', undefined],
    ['POST', '/ops/settlement', { month: '2026-11', paid: '1.00' }],
    ['POST', '/ops/settlement', { month: '2026-11', paid: 1, reference: 'r' }],
    ['POST', '/ops/settlement', { month: '2026-11', paid: '0.00', reference: 'r' }],
    ['POST', '/ops/settlement', { month: '2026-12', paid: '1.00', reference: 'r' }],
    ['POST', '/ops/settlement', { month: '2026-11', paid: '1.00', reference: '' }],
    ['POST', '/ops/write-off', { month: '2026-11', amount: '-1.00', reason: 'x' }],
    ['POST', '/ops/write-off', { month: '2026-11', amount: '1.00', reason: '  ' }],
    ['POST', '/ops/write-off', { month: '2026-11', amount: '1.001', reason: 'x' }],
    ['POST', '/ops/write-off', { month: '2026-12', amount: '1.00', reason: 'x' }],
  ] as const)('refuses %s %s %j by name', async (method, url, body) => {
    expect(await bench.ops(method, url, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  it('writes off of the newest month that owes as much where none is named', async () => {
    await charged();
    const body = { amount: '2.00', reason: 'The carrier went out of business.' };
    bench.product.clock.by(40 * 86_400);
    const answer = await post('/ops/write-off', body, { 'idempotency-key': 'w-2' });
    expect(answer).toMatchObject({ status: 201, body: { ...body, month: '2026-11' } });
    expect(await post('/ops/write-off', body, { 'idempotency-key': 'w-2' })).toMatchObject({
      status: 200,
      body: { id: answer.body.id },
    });
    expect(await post('/ops/write-off', { ...body, amount: '1000.00' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });
});
