import { type Case, refusedAlike } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { HALF, paid, pathOf, READ, refunded, refundOf, remaining } from './refund-calls.ts';

const limited = (
  operation: string,
  fault: string,
  act: (fixture: Fixture) => Promise<unknown>,
): Case => ({
  operation,
  outcome: '429 TOO_MANY_REQUESTS',
  act: async (fixture) => {
    await fixture.refuseNext(fault, 'TOO_MANY_REQUESTS');
    return act(fixture);
  },
  port: { outcome: 'unavailable', cause: 'too_many_requests' },
});

const none = { carrierPaymentId: 'none', amountCents: 500, reference: 'r', correlator: 'c' };
const rawList = async (fixture: Fixture): Promise<RawCall> => ({
  method: 'GET',
  path: pathOf(await paid(fixture)),
});
const rawQuery = (query: string, broken: boolean) => async (fixture: Fixture) =>
  fixture.raw({
    method: 'GET',
    path: `${pathOf(await paid(fixture))}?${query}`,
    scope: READ,
    broken,
  });
const rawOne = async (fixture: Fixture): Promise<RawCall> => {
  const { input, carrierRefundId } = await refunded(fixture);
  return { method: 'GET', path: `${pathOf(input.carrierPaymentId)}/${carrierRefundId}` };
};
const rawRemaining = async (fixture: Fixture): Promise<RawCall> => ({
  method: 'GET',
  path: `${pathOf(await paid(fixture))}/remaining-amount`,
});

export const refundsLookUpCases: Case[] = [
  {
    operation: 'retrieveRefunds',
    outcome: '200',
    when: 'finds a refund by its reference',
    act: async (fixture) =>
      fixture.carrier.findRefund((await refunded(fixture, { part: HALF })).input),
    port: { outcome: 'found', refund: { kind: 'partial', amountCents: 250, status: 'succeeded' } },
  },
  {
    operation: 'retrieveRefunds',
    outcome: '200',
    when: 'with none',
    act: async (fixture) =>
      fixture.carrier.findRefund({ ...none, carrierPaymentId: await paid(fixture) }),
    port: { outcome: 'not_found' },
  },
  {
    operation: 'retrieveRefunds',
    outcome: '200',
    when: 'takes every filter',
    act: rawQuery(
      'page=1&perPage=5&order=asc&refundStatus=succeeded&merchantIdentifier=x&refundCreationDate.gte=2020-01-01T00:00:00Z&refundCreationDate.lte=2099-01-01T00:00:00Z',
      false,
    ),
  },
  {
    operation: 'retrieveRefunds',
    outcome: '404 NOT_FOUND',
    act: (fixture) => fixture.carrier.findRefund(none),
    port: { outcome: 'not_found' },
  },
  { operation: 'retrieveRefunds', outcome: '400 OUT_OF_RANGE', act: rawQuery('page=0', false) },
  {
    operation: 'retrieveRefunds',
    outcome: '400 CARRIER_BILLING_REFUND.INVALID_DATE_RANGE',
    act: rawQuery(
      'refundCreationDate.gte=2026-02-01T00:00:00Z&refundCreationDate.lte=2026-01-01T00:00:00Z',
      false,
    ),
  },
  {
    operation: 'retrieveRefunds',
    outcome: '400 CARRIER_BILLING_REFUND.TOO_MANY_MATCHING_RECORDS',
    act: async (fixture) => {
      const { input } = await refunded(fixture);
      await fixture.refuseNext('list-refunds', 'CARRIER_BILLING_REFUND.TOO_MANY_MATCHING_RECORDS');
      return fixture.carrier.findRefund(input);
    },
    port: { outcome: 'unavailable', cause: 'carrier_error' },
  },
  {
    operation: 'retrieveRefunds',
    outcome: '400 INVALID_ARGUMENT',
    when: 'with a status that is none',
    act: rawQuery('refundStatus=paid', true),
  },
  limited('retrieveRefunds', 'list-refunds', (fixture) => fixture.carrier.findRefund(none)),
  ...refusedAlike('retrieveRefunds', READ, rawList),
  {
    operation: 'retrieveRefund',
    outcome: '200',
    act: async (fixture) => {
      const { input, carrierRefundId } = await refunded(fixture);
      return fixture.carrier.findRefund({ ...input, carrierRefundId });
    },
    port: { outcome: 'found', refund: { kind: 'total', status: 'succeeded' } },
  },
  {
    operation: 'retrieveRefund',
    outcome: '404 NOT_FOUND',
    act: async (fixture) =>
      fixture.carrier.findRefund({
        ...none,
        carrierPaymentId: await paid(fixture),
        carrierRefundId: 'none',
      }),
    port: { outcome: 'not_found' },
  },
  limited('retrieveRefund', 'look-up', (fixture) =>
    fixture.carrier.findRefund({ ...none, carrierRefundId: 'none' }),
  ),
  ...refusedAlike('retrieveRefund', READ, rawOne),
  {
    operation: 'retrievePaymentRemainingAmount',
    outcome: '200',
    when: 'before and after',
    act: async (fixture) => {
      const { input } = await refunded(fixture, { part: HALF });
      const half = await remaining(fixture, input.carrierPaymentId);
      await fixture.carrier.refund(refundOf(fixture, input.carrierPaymentId));
      return { half, all: await remaining(fixture, input.carrierPaymentId) };
    },
    port: {
      half: { status: 200, body: { amount: 2.5, currency: 'ZAR' } },
      all: { status: 200, body: { amount: 0, currency: 'ZAR' } },
    },
  },
  {
    operation: 'retrievePaymentRemainingAmount',
    outcome: '404 NOT_FOUND',
    act: (fixture) => remaining(fixture, 'none'),
  },
  {
    operation: 'retrievePaymentRemainingAmount',
    outcome: '429 TOO_MANY_REQUESTS',
    act: async (fixture) => {
      await fixture.refuseNext('look-up', 'TOO_MANY_REQUESTS');
      return remaining(fixture, 'none');
    },
  },
  ...refusedAlike('retrievePaymentRemainingAmount', READ, rawRemaining),
];
