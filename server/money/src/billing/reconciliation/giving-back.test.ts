// A payment that the carrier took and that is no charge here is given back through the carrier, by
// the carrier's id of it: once, whatever becomes of the answer.
import {
  type CareBench,
  type CarePerson,
  createCareBench,
} from '@bonisa/backoffice/care/care.test-kit';
import type { ChargeInput, RefundInput } from '@bonisa/carriers/billing.port';
import { dayOf } from '@bonisa/domain/south-african-time';
import { freshNumber } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: CareBench;
let thandi: CarePerson;
let sipho: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  thandi = await bench.person('finance');
  sipho = await bench.person('finance');
});
beforeEach(() => bench.product.carrier.usually('refund'));
afterAll(() => bench.close());

const EXCEPTIONS = '../reconciliation-exceptions';
const LIMIT = 2000;

/** A payment that the carrier took under a reference that nobody here has. */
async function takeUnknown(amountCents = 500) {
  const { carrier, clock } = bench.product;
  const reference = `foreign-${uuid()}`;
  const msisdn = freshNumber() as ChargeInput['msisdn'];
  const taken = await carrier.charge({
    msisdn,
    amountCents,
    vatCents: 65,
    reference,
    correlator: reference,
    description: 'Elsewhere',
    serviceId: 'other',
    productId: 'other',
  });
  if (taken.outcome !== 'succeeded') throw new Error('the carrier takes it');
  const payment = taken.carrierPaymentId;
  return { msisdn, payment, reference, day: dayOf(clock.now()) };
}

/** The same as a reconciliation exception. */
async function unknownPayment(amountCents?: number) {
  const taken = await takeUnknown(amountCents);
  await bench.ops('POST', '/ops/reconciliation', { date: taken.day });
  const row = async () =>
    (
      await bench.product.rows(
        `select id, state, note from cases where kind = 'missing_here' and subject = '${taken.payment}'`,
      )
    )[0] ?? {};
  const id = String((await row()).id);
  const decide = (by: CarePerson, choice = 'give_back') =>
    by.call(`${EXCEPTIONS}/${id}/decisions`, { choice, reason: 'It is of another shop' });
  const asked = () =>
    (bench.product.carrier.calls('refund') as RefundInput[]).filter(
      ({ carrierPaymentId }) => carrierPaymentId === taken.payment,
    );
  const refunds = () =>
    bench.product.rows(
      `select id, state, reference, charge_id from refunds where case_id = '${id}' order by created_at, id`,
    );
  return { ...taken, id, row, decide, asked, refunds };
}

const runJobs = () => bench.product.app.scheduler.runDue();
const choicesIn = ({ body }: { body: { exception?: { choices: { choice: string }[] } } }) =>
  body.exception?.choices.map(({ choice }) => choice);
const GIVEN_BACK = [
  { account: 'carrier_receivable', amount: -500 },
  { account: 'carrier_receivable', amount: 500 },
  { account: 'refunds', amount: 435 },
  { account: 'revenue', amount: -435 },
  { account: 'vat_output', amount: -65 },
  { account: 'vat_output', amount: 65 },
];
const linesOf = async (id: string) =>
  await bench.product.rows(
    `select account, amount::int from ledger_lines where cause_id = '${id}' order by account, amount`,
  );

describe('a payment that is no charge here', () => {
  it('is posted, asked for by its id, and closed and told by the answer of the carrier', async () => {
    const one = await unknownPayment();
    const answer = await one.decide(thandi);
    expect([answer.status, answer.body.exception]).toMatchObject([
      200,
      { state: 'applied', refund: { state: 'intended' } },
    ]);
    expect(choicesIn(answer)).toEqual([]);
    await runJobs();
    expect(one.asked()).toMatchObject([{ carrierPaymentId: one.payment, amountCents: 500 }]);
    expect(one.asked()[0]?.part).toBeUndefined();
    expect(await one.row()).toMatchObject({ state: 'returned', note: 'It is of another shop' });
    expect(await linesOf(one.id)).toEqual(GIVEN_BACK);
    const told = bench.product.carrier.messages.filter(({ msisdn }) => msisdn === one.msisdn);
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('R5.00')]);
    // The number is nobody's here: it stays in no row.
    expect(await bench.toldTo(one.msisdn)).toEqual([]);
    expect(await bench.audit('studioDecideException')).toContainEqual(
      expect.objectContaining({ subject: `reconciliation-exception:${one.id}` }),
    );
  });

  it('is given back once where the same choice is made again, then and later', async () => {
    const one = await unknownPayment();
    await one.decide(thandi);
    expect((await one.decide(thandi)).status).toBe(200);
    await runJobs();
    expect((await one.decide(sipho)).body.exception).toMatchObject({ state: 'returned' });
    expect((await one.decide(sipho, 'returned')).body.exception).toMatchObject({
      state: 'returned',
    });
    await runJobs();
    expect([one.asked().length, await linesOf(one.id)]).toEqual([1, GIVEN_BACK]);
  });

  it('is given back once where two agents press at the same time', async () => {
    const one = await unknownPayment();
    const answers = await Promise.all([one.decide(thandi), one.decide(sipho), one.decide(thandi)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all([runJobs(), runJobs()]);
    expect(one.asked()).toHaveLength(1);
    expect(await one.refunds()).toMatchObject([{ state: 'succeeded', charge_id: null }]);
    expect(await linesOf(one.id)).toEqual(GIVEN_BACK);
  });

  it('is refused a second refund by the database itself', async () => {
    const one = await unknownPayment();
    await one.decide(thandi);
    const second = bench.product.rows(
      `insert into refunds (id, case_id, carrier_id, reference, amount, vat, state, why, created_at, lookups)
       select '${uuid()}', case_id, carrier_id, 'second', amount, vat, 'intended', why, created_at, 0
       from refunds where case_id = '${one.id}'`,
    );
    await expect(second).rejects.toThrow();
    await runJobs();
  });

  it('is looked up and not asked for again where the answer is lost', async () => {
    const one = await unknownPayment();
    bench.product.carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await one.decide(thandi);
    await runJobs();
    expect(await one.refunds()).toMatchObject([{ state: 'unknown' }]);
    expect((await one.decide(thandi, 'returned')).status).toBe(409);
    await bench.product.advance(6);
    expect(await one.refunds()).toMatchObject([{ state: 'succeeded' }]);
    expect([one.asked().length, (await one.row()).state]).toEqual([1, 'returned']);
    expect(await linesOf(one.id)).toEqual(GIVEN_BACK);
  });

  it('can be asked for again by hand or through the carrier once the carrier has refused', async () => {
    const one = await unknownPayment();
    const denied = { outcome: 'denied', reason: 'not_eligible', detail: 'No' } as const;
    bench.product.carrier.next('refund', async () => denied);
    await one.decide(thandi);
    await runJobs();
    const [refund] = await one.refunds();
    expect([refund?.state, (await one.row()).state]).toEqual(['denied', 'applied']);
    const [found] = await bench.product.rows(
      `select id from cases where kind = 'refund_denied' and subject = '${refund?.id}'`,
    );
    const again = { choice: 'refund', reason: 'They take it now' };
    expect((await thandi.call(`${EXCEPTIONS}/${found?.id}/decisions`, again)).status).toBe(200);
    await runJobs();
    expect((await one.refunds()).map(({ state }) => state)).toEqual(['denied', 'succeeded']);
    expect([one.asked().length, await linesOf(one.id)]).toEqual([2, GIVEN_BACK]);
  });

  it('waits where the carrier does not say whose it is, and is refused where its amount differs', async () => {
    const [waits, differs] = [await unknownPayment(), await unknownPayment()];
    const { carrier, clock } = bench.product;
    carrier.next('findCharge', async () => ({ outcome: 'unavailable', cause: 'carrier_error' }));
    await waits.decide(thandi);
    await runJobs();
    expect([waits.asked().length, await waits.refunds()]).toMatchObject([
      0,
      [{ state: 'intended' }],
    ]);
    const done = { amount: 7, currency: 'ZAR', status: 'succeeded', at: clock.now() };
    carrier.next('findCharge', async () => ({
      outcome: 'not_as_asked',
      carrierPaymentId: differs.payment,
      done,
    }));
    await differs.decide(thandi);
    await runJobs();
    expect([differs.asked().length, await differs.refunds()]).toMatchObject([
      0,
      [{ state: 'denied' }],
    ]);
    await bench.product.advance(60);
    expect(await waits.refunds()).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('above the limit of refunds', () => {
  const writeOffs = async (by: CarePerson) =>
    (await by.call('../settlements/write-offs?state=waiting')).body.data;
  const verdict = (by: CarePerson, id: string, word: 'approve' | 'refuse') =>
    by.call(`../settlements/write-offs/${id}/${word}`, { reason: 'Looked at it' });

  it('a payment is given back when a second person approves it, and not before', async () => {
    const one = await unknownPayment(LIMIT + 1);
    const asked = await one.decide(thandi);
    expect(asked.body.exception).toMatchObject({ state: 'open', write_off: { gives_back: true } });
    expect(choicesIn(asked)).toEqual(['post', 'dismiss']);
    expect((await one.decide(thandi)).status).toBe(200);
    expect((await one.decide(sipho)).status).toBe(409);
    const [request] = await writeOffs(thandi);
    expect(request).toMatchObject({ exception_id: one.id, gives_back: true, own: true });
    expect((await verdict(thandi, request.id, 'approve')).body.code).toBe('own_request');
    await runJobs();
    expect(one.asked()).toEqual([]);
    for (let times = 0; times < 2; times++)
      expect((await verdict(sipho, request.id, 'approve')).status).toBe(200);
    await runJobs();
    expect([one.asked().length, (await one.row()).state]).toEqual([1, 'returned']);
    const written = await bench.product.rows(
      `select id from ledger_lines where account = 'write_off'`,
    );
    expect(written).toEqual([]);
  });

  it('a payment that the second person refuses is not given back', async () => {
    const one = await unknownPayment(LIMIT + 1);
    await one.decide(thandi);
    const request = (await writeOffs(sipho)).find(
      (each: { exception_id: string }) => each.exception_id === one.id,
    );
    expect((await verdict(sipho, request.id, 'refuse')).status).toBe(200);
    await runJobs();
    expect([one.asked(), (await one.row()).state]).toEqual([[], 'open']);
    await one.decide(thandi, 'dismiss');
  });
});

it('gives back a group at once, as it was shown, and says which of it needs a second person', async () => {
  await bench.product.rows(`update cases set state = 'dismissed' where state = 'open'`);
  const small = [await takeUnknown(), await takeUnknown()];
  const large = await unknownPayment(LIMIT + 1);
  const { body } = await thandi.call(`${EXCEPTIONS}/groups`);
  const [group] = body.data;
  const { choices, ...named } = group;
  expect(choices.map(({ choice }: { choice: string }) => choice)).toContain('give_back');
  const decision = { ...named, choice: 'give_back', reason: 'A test of another shop' };
  const stale = await thandi.call(`${EXCEPTIONS}/groups/decisions`, {
    ...decision,
    count: named.count + 1,
  });
  expect(stale.status).toBe(409);
  const decided = await thandi.call(`${EXCEPTIONS}/groups/decisions`, decision);
  expect(decided.body).toMatchObject({
    decided: 2,
    refused: [{ id: large.id, why: expect.stringContaining('second person') }],
  });
  await runJobs();
  const paid = (bench.product.carrier.calls('refund') as RefundInput[]).map(
    ({ carrierPaymentId }) => carrierPaymentId,
  );
  for (const { payment } of small) expect(paid.filter((one) => one === payment)).toEqual([payment]);
  expect(large.asked()).toEqual([]);
});
