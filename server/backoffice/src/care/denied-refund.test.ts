// A refund that the carrier refused, asked for again by its reconciliation exception or in care:
// given once, audited.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
let finance: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
  finance = await bench.person('finance');
});
afterAll(() => bench.close());

const DENIED = { outcome: 'denied', reason: 'not_eligible', detail: 'Not this one' } as const;
const denyNext = () => bench.product.carrier.next('refund', async () => DENIED);
const exceptionOf = async (reference: unknown) => {
  const [found] = await bench.product.rows(
    `select id, state, note from cases where kind = 'refund_denied' and reference = '${reference}'`,
  );
  return found ?? {};
};
const decide = (id: unknown, reason = 'They take it now') =>
  finance.call(`../reconciliation-exceptions/${id}/decisions`, { choice: 'refund', reason });
const audited = async (id: unknown) =>
  (await bench.audit('studioDecideException')).flatMap(({ subject, details }) =>
    subject === `reconciliation-exception:${id}` ? [details] : [],
  );
const giveBack = async (msisdn: string, reference: string, amount?: string) =>
  (await agent.act('refund', msisdn, { reference, ...(amount === undefined ? {} : { amount }) }))
    .body.refund;
const outcomesOf = async (charge: { id: string }) =>
  (await bench.refundsOf(charge)).map(({ state, amount }) => [state, Number(amount)]);
/** A charge of R10.00 with R4.00 that care asked for and the carrier refused. */
const deniedPart = async () => {
  const { msisdn, charge } = await bench.paid('demo-weekly');
  denyNext();
  const { refund_reference: reference } = await giveBack(msisdn, charge.reference, '4.00');
  return { msisdn, charge, found: await exceptionOf(reference), now: () => exceptionOf(reference) };
};

describe('a refused refund that its reconciliation exception asks for again', () => {
  it('is made once and audited where it is the whole charge', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    denyNext();
    const { refund_reference: reference } = await giveBack(msisdn, charge.reference);
    const { id } = await exceptionOf(reference);
    const { status, body } = await decide(id);
    expect([status, body.exception?.state]).toEqual([200, 'resolved']);
    const steps = [
      { choice: 'refund', state: 'asked' },
      { choice: 'refund', state: 'done' },
    ];
    expect(await audited(id)).toEqual(steps);
    expect((await decide(id)).status).toBe(200);
    expect(await audited(id)).toEqual(steps);
    expect(await outcomesOf(charge)).toEqual([
      ['denied', 1000],
      ['succeeded', 1000],
    ]);
    expect(await exceptionOf(reference)).toMatchObject({
      note: 'Asked for again: They take it now',
    });
  });

  it('ends its own reconciliation exception, and not that of another refund of the same amount', async () => {
    const { carrier } = bench.product;
    const { msisdn, charge } = await bench.paid('demo-weekly');
    carrier.next('refund', async () => ({ outcome: 'processing', carrierRefundId: 'slow-1' }));
    const slow = (await giveBack(msisdn, charge.reference, '4.00')).refund_reference;
    denyNext();
    const quick = (await giveBack(msisdn, charge.reference, '4.00')).refund_reference;
    const createdAt = bench.product.clock.now();
    carrier.next('findRefund', async () => ({
      outcome: 'found',
      refund: {
        carrierRefundId: 'slow-1',
        reference: slow,
        kind: 'partial',
        status: 'denied',
        createdAt,
      },
    }));
    await bench.product.advance(120);
    expect(await exceptionOf(slow)).toMatchObject({ state: 'open' });
    expect((await decide((await exceptionOf(quick)).id)).status).toBe(200);
    expect([await exceptionOf(quick), await exceptionOf(slow)]).toMatchObject([
      { state: 'resolved' },
      { state: 'open' },
    ]);
    expect((await decide((await exceptionOf(slow)).id)).status).toBe(200);
    expect(await outcomesOf(charge)).toHaveLength(4);
  });

  it('is refused again in a new reconciliation exception, and its own is closed', async () => {
    const { charge, found, now } = await deniedPart();
    denyNext();
    expect((await decide(found.id)).status).toBe(200);
    expect(await now()).toMatchObject({ state: 'resolved' });
    const [, again] = await bench.refundsOf(charge);
    expect(await exceptionOf(again?.reference)).toMatchObject({ state: 'open' });
  });

  it('is not asked for by a reconciliation exception that a person has dismissed', async () => {
    const { charge, found } = await deniedPart();
    await finance.call(`../reconciliation-exceptions/${found.id}/decisions`, {
      choice: 'dismiss',
      reason: 'Cash',
    });
    expect((await decide(found.id)).status).toBe(409);
    expect(await outcomesOf(charge)).toEqual([['denied', 400]]);
  });
});

describe('a refused refund that care asks for again', () => {
  it('ends the reconciliation exception, so that it is not given twice', async () => {
    const { msisdn, charge, found, now } = await deniedPart();
    expect((await giveBack(msisdn, charge.reference, '4.00')).outcome).toBe('succeeded');
    expect(await now()).toMatchObject({ state: 'resolved' });
    expect((await decide(found.id)).status).toBe(409);
    expect(await outcomesOf(charge)).toEqual([
      ['denied', 400],
      ['succeeded', 400],
    ]);
  });

  it('leaves the reconciliation exception open where another amount was given', async () => {
    const { msisdn, charge, now } = await deniedPart();
    expect((await giveBack(msisdn, charge.reference, '1.00')).outcome).toBe('succeeded');
    expect(await now()).toMatchObject({ state: 'open' });
  });

  it('is not asked for by the reconciliation exception while the carrier has not answered', async () => {
    const { msisdn, charge, found, now } = await deniedPart();
    bench.product.carrier.next('refund', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    expect((await giveBack(msisdn, charge.reference, '4.00')).outcome).toBe('unknown');
    const refused = await decide(found.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await outcomesOf(charge)).toEqual([
      ['denied', 400],
      ['unknown', 400],
    ]);
    expect(await now()).toMatchObject({ state: 'open' });
  });

  it('has one reconciliation exception where the carrier refuses it again', async () => {
    const { msisdn, charge, now } = await deniedPart();
    denyNext();
    const { refund_reference: second } = await giveBack(msisdn, charge.reference, '4.00');
    expect([await now(), await exceptionOf(second)]).toMatchObject([
      { state: 'resolved' },
      { state: 'open' },
    ]);
  });
});
