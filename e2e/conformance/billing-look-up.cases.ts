/** carrier-billing 0.5.0: looking up payments in the carrier's records. */

import { APIS } from './camara-files.ts';
import { type Case, refusedAlike } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';

const BILLING = APIS.billing.basePath;
const READ = 'carrier-billing:payments:read';

/** A successful payment, and how to look it up. */
async function made(fixture: Fixture) {
  const input = fixture.newCharge(fixture.newNumber());
  const charged = await fixture.carrier.charge(input);
  if (charged.outcome !== 'succeeded') throw new Error('no payment was made');
  const { reference, correlator, msisdn, amountCents } = input;
  const look = {
    reference,
    correlator,
    msisdn,
    amountCents,
    from: new Date(Date.now() - 60_000),
    to: new Date(Date.now() + 60_000),
  };
  return { look, carrierPaymentId: charged.carrierPaymentId };
}

const rawList: RawCall = { method: 'GET', path: `${BILLING}/payments` };
const rawOne = async (fixture: Fixture): Promise<RawCall> => ({
  method: 'GET',
  path: `${BILLING}/payments/${(await made(fixture)).carrierPaymentId}`,
});

/** A lost answer: the payment is unknown, and a look-up returns its outcome. */
const lost = (kind: 'timeout-before' | 'timeout-after', found: Record<string, unknown>): Case => ({
  operation: 'retrievePayments',
  outcome: '200',
  when: `tells what became of a payment (${kind})`,
  act: async (fixture) => {
    const input = fixture.newCharge(fixture.newNumber());
    await fixture.failNext('charge', kind);
    const charged = await fixture.carrier.charge(input);
    const { reference, correlator, msisdn, amountCents } = input;
    const looked = await fixture.carrier.findCharge({
      reference,
      correlator,
      amountCents,
      msisdn,
      from: new Date(Date.now() - 60_000),
      to: new Date(Date.now() + 60_000),
    });
    return { charged, looked };
  },
  port: { charged: { outcome: 'unknown', cause: 'connection_lost' }, looked: found },
});

/** A payment that is decided later: the sink is notified, and the look-up agrees. */
const late = (
  when: string,
  code: string | undefined,
  outcome: 'succeeded' | 'denied',
  event: string,
): Case => ({
  operation: 'retrievePayment',
  outcome: '200',
  when: `tells what became of a payment that was decided later (${when})`,
  act: async (fixture) => {
    const input = fixture.newCharge(fixture.newNumber(), { sink: fixture.newSink() });
    await fixture.delayNext('charge', code);
    const charged = await fixture.carrier.charge(input);
    if (charged.outcome !== 'processing') throw new Error('the payment was not late');
    const look = {
      ...input,
      from: new Date(),
      to: new Date(),
      carrierPaymentId: charged.carrierPaymentId,
    };
    const before = await fixture.carrier.findCharge(look);
    await fixture.decideDelayed();
    return { before, after: await fixture.carrier.findCharge(look) };
  },
  port: {
    before: { decided: { outcome: 'processing' } },
    after: { outcome: 'found', charge: { status: outcome }, decided: { outcome } },
  },
  events: { of: 'createPaymentNotification', types: [event] },
});

async function listed(fixture: Fixture): Promise<Map<string, number>> {
  const amounts = new Map<string, number>();
  const window = { from: new Date(Date.now() - 600_000), to: new Date(Date.now() + 60_000) };
  for await (const { carrierPaymentId, amountCents } of fixture.carrier.listCharges(window))
    amounts.set(carrierPaymentId, amountCents);
  return amounts;
}

export const lookUpCases: Case[] = [
  late('taken', undefined, 'succeeded', 'payment-completed'),
  late('denied', 'CARRIER_BILLING.PAYMENT_DENIED', 'denied', 'payment-denied'),
  {
    operation: 'retrievePayments',
    outcome: '200',
    when: 'of books that are wrong in three places',
    act: async (fixture) => {
      await Promise.all([made(fixture), made(fixture), made(fixture)]);
      await fixture.failNext('list', 'wrong-entries');
      const wrong = await listed(fixture);
      const right = await listed(fixture);
      return {
        leftOut: [...right.keys()].filter((id) => !wrong.has(id)).length,
        invented: [...wrong.keys()].filter((id) => !right.has(id)).length,
        differing: [...right].filter(([id, cents]) => wrong.has(id) && wrong.get(id) !== cents)
          .length,
      };
    },
    port: { leftOut: 1, invented: 1, differing: 1 },
  },
  {
    operation: 'retrievePayments',
    outcome: '200',
    when: 'finds a payment by its reference',
    act: async (fixture) => fixture.carrier.findCharge((await made(fixture)).look),
    port: {
      outcome: 'found',
      decided: { outcome: 'succeeded' },
      charge: { amountCents: 500, status: 'succeeded' },
    },
  },
  {
    operation: 'retrievePayments',
    outcome: '200',
    when: 'does not find what was never made',
    act: async (fixture) =>
      fixture.carrier.findCharge({
        ...(await made(fixture)).look,
        reference: 'none',
        correlator: 'none',
      }),
    port: { outcome: 'not_found' },
  },
  {
    operation: 'retrievePayments',
    outcome: '200',
    when: 'lists everything of a window',
    act: async (fixture) => {
      const { look, carrierPaymentId } = await made(fixture);
      const ids: string[] = [];
      for await (const charge of fixture.carrier.listCharges({ from: look.from, to: look.to }))
        ids.push(charge.carrierPaymentId);
      return { last: ids.at(-1) === carrierPaymentId, once: new Set(ids).size === ids.length };
    },
    port: { last: true, once: true },
  },
  {
    operation: 'retrievePayments',
    outcome: '200',
    when: 'takes every filter',
    act: (fixture) =>
      fixture.raw({
        ...rawList,
        path: `${rawList.path}?page=1&perPage=2&order=desc&paymentStatus=succeeded&paymentStatus=denied&merchantIdentifier=bonisa-1&paymentCreationDate.gte=2020-01-01T00:00:00Z&paymentCreationDate.lte=2099-01-01T00:00:00%2B02:00`,
        scope: READ,
      }),
    port: { status: 200, body: [{ paymentStatus: 'succeeded' }] },
  },
  {
    operation: 'retrievePayments',
    outcome: '400 CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS',
    when: 'and the adapter cuts the window',
    act: async (fixture) => {
      const { look } = await made(fixture);
      await fixture.refuseNext('list-payments', 'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS');
      return fixture.carrier.findCharge(look);
    },
    port: { outcome: 'found' },
  },
  {
    operation: 'retrievePayments',
    outcome: '429 TOO_MANY_REQUESTS',
    act: async (fixture) => {
      const { look } = await made(fixture);
      await fixture.refuseNext('list-payments', 'TOO_MANY_REQUESTS');
      return fixture.carrier.findCharge(look);
    },
    port: { outcome: 'unavailable', cause: 'too_many_requests' },
  },
  {
    operation: 'retrievePayments',
    outcome: '400 OUT_OF_RANGE',
    act: (fixture) => fixture.raw({ ...rawList, path: `${rawList.path}?page=0`, scope: READ }),
  },
  {
    operation: 'retrievePayments',
    outcome: '400 CARRIER_BILLING.INVALID_DATE_RANGE',
    act: (fixture) =>
      fixture.raw({
        ...rawList,
        path: `${rawList.path}?paymentCreationDate.gte=2026-02-01T00:00:00Z&paymentCreationDate.lte=2026-01-01T00:00:00Z`,
        scope: READ,
      }),
  },
  ...[
    'page=one',
    'order=up',
    'paymentStatus=paid',
    'paymentCreationDate.gte=yesterday',
    'paymentCreationDate.gte=2026-01-01T00:00:00',
  ].map(
    (query): Case => ({
      operation: 'retrievePayments',
      outcome: '400 INVALID_ARGUMENT',
      when: `with ${query}`,
      act: (fixture) =>
        fixture.raw({ ...rawList, path: `${rawList.path}?${query}`, scope: READ, broken: true }),
    }),
  ),
  ...refusedAlike('retrievePayments', READ, () => rawList),
  {
    operation: 'retrievePayment',
    outcome: '200',
    act: async (fixture) => {
      const { look, carrierPaymentId } = await made(fixture);
      return fixture.carrier.findCharge({ ...look, carrierPaymentId });
    },
    port: { outcome: 'found', decided: { outcome: 'succeeded' } },
  },
  {
    operation: 'retrievePayment',
    outcome: '404 NOT_FOUND',
    when: 'by an id that it does not have, and then the list tells',
    act: async (fixture) =>
      fixture.carrier.findCharge({ ...(await made(fixture)).look, carrierPaymentId: 'none' }),
    port: { outcome: 'found', decided: { outcome: 'succeeded' } },
  },
  {
    operation: 'retrievePayment',
    outcome: '404 NOT_FOUND',
    when: 'with a token for another number',
    act: async (fixture) =>
      fixture.raw({ ...(await rawOne(fixture)), scope: READ, subject: fixture.newNumber() }),
  },
  {
    operation: 'retrievePayment',
    outcome: '429 TOO_MANY_REQUESTS',
    act: async (fixture) => {
      const { look, carrierPaymentId } = await made(fixture);
      await fixture.refuseNext('look-up', 'TOO_MANY_REQUESTS');
      return fixture.carrier.findCharge({ ...look, carrierPaymentId });
    },
    port: { outcome: 'unavailable', cause: 'too_many_requests' },
  },
  ...refusedAlike('retrievePayment', READ, rawOne),
  lost('timeout-before', { outcome: 'not_found' }),
  lost('timeout-after', { outcome: 'found', decided: { outcome: 'succeeded' } }),
];
