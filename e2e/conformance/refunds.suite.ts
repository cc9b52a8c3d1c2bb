import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { CREATE, HALF, held, paid, pathOf, refunded, refundOf } from './refund-calls.ts';
import { refundsLookUpCases } from './refunds-look-up.cases.ts';
import { refundScenarios } from './refunds-scenarios.cases.ts';

const totalBody = (fixture: Fixture) => ({
  type: 'total',
  amountTransaction: {
    referenceCode: fixture.newCharge(fixture.newNumber()).reference,
    refundAmount: {},
  },
});
const rawRefund = async (fixture: Fixture): Promise<RawCall> => ({
  method: 'POST',
  path: pathOf(await paid(fixture)),
  body: totalBody(fixture),
});

/** A partial refund of a payment made with the raw client, with items and without included tax. */
async function rawPart(
  fixture: Fixture,
  charging: Record<string, unknown>,
  refundDetails?: unknown[],
): Promise<RawCall> {
  const { reference } = fixture.newCharge(fixture.newNumber());
  const paidCharging = { amount: 5, currency: 'ZAR', description: 'One day' };
  const payment = await fixture.raw({
    method: 'POST',
    path: `${APIS.billing.basePath}/payments`,
    scope: 'carrier-billing:payments:create',
    body: {
      amountTransaction: {
        phoneNumber: `+${fixture.newNumber()}`,
        referenceCode: reference,
        paymentAmount: {
          chargingInformation: paidCharging,
          paymentDetails: [{ id: 'item-1', ...paidCharging }],
        },
      },
    },
  });
  const { paymentId } = payment.body as { paymentId: string };
  const chargingInformation = {
    amount: 2.5,
    currency: 'ZAR',
    description: 'Half of it',
    ...charging,
  };
  const refundAmount = {
    chargingInformation,
    ...(refundDetails === undefined ? {} : { refundDetails }),
  };
  return {
    method: 'POST',
    path: pathOf(paymentId),
    scope: CREATE,
    body: { type: 'partial', amountTransaction: { referenceCode: `${reference}-r`, refundAmount } },
  };
}

const refused = (outcome: string, port: Record<string, unknown>): Case => ({
  operation: 'createRefund',
  outcome,
  when: 'by way of a fault',
  act: async (fixture) => {
    const input = refundOf(fixture, await paid(fixture));
    await fixture.refuseNext('refund', outcome.split(' ')[1] ?? '');
    return fixture.carrier.refund(input);
  },
  port,
});

const lateRefund = (
  status: 'succeeded' | 'denied',
  code: string | undefined,
  event: string,
): Case => ({
  operation: 'createRefund',
  outcome: '201',
  when: `that is decided later (${status})`,
  act: async (fixture) => {
    const input = refundOf(fixture, await paid(fixture), { sink: fixture.newSink() });
    await fixture.delayNext('refund', code);
    const asked = await fixture.carrier.refund(input);
    await fixture.decideDelayed();
    return { asked, found: await fixture.carrier.findRefund(input) };
  },
  port: { asked: { outcome: 'processing' }, found: { outcome: 'found', refund: { status } } },
  events: { of: 'createRefundNotification', types: [event] },
});

const withSink = (sink: Record<string, unknown>, broken: boolean) => async (fixture: Fixture) =>
  fixture.raw({
    ...(await rawRefund(fixture)),
    scope: CREATE,
    body: { ...totalBody(fixture), ...sink },
    broken,
  });

const making: Case[] = [
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of all',
    act: (fixture) => refunded(fixture),
    port: {},
  },
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of all, with a reason, and the sink is told',
    act: (fixture) => refunded(fixture, { reason: 'Asked for', sink: fixture.newSink() }),
    port: {},
    events: { of: 'createRefundNotification', types: ['refund-completed'] },
  },
  lateRefund('succeeded', undefined, 'refund-completed'),
  lateRefund('denied', 'CARRIER_BILLING_REFUND.REFUND_DENIED', 'refund-denied'),
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of a part',
    act: (fixture) => refunded(fixture, { part: HALF, reason: 'Half a day lost' }),
    port: {},
  },
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of an item',
    act: async (fixture) =>
      fixture.raw(
        await rawPart(fixture, {}, [
          { paymentItemId: 'item-1', amount: 2.5, currency: 'ZAR', description: 'Half of it' },
        ]),
      ),
    port: { status: 201 },
  },
  {
    operation: 'createRefund',
    outcome: '404 NOT_FOUND',
    act: (fixture) => fixture.carrier.refund(refundOf(fixture, 'none')),
    port: { outcome: 'denied', reason: 'payment_not_found' },
  },
  {
    operation: 'createRefund',
    outcome: '403 CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND',
    when: 'when all was refunded',
    act: async (fixture) => {
      const { input } = await refunded(fixture);
      return fixture.carrier.refund(refundOf(fixture, input.carrierPaymentId));
    },
    port: { outcome: 'denied', reason: 'not_eligible' },
  },
  refused('403 CARRIER_BILLING_REFUND.REFUND_DENIED', { outcome: 'denied', reason: 'refused' }),
  refused('422 CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED', {
    outcome: 'denied',
    reason: 'spending_limit',
  }),
  refused('429 TOO_MANY_REQUESTS', { outcome: 'unavailable', cause: 'too_many_requests' }),
  {
    operation: 'createRefund',
    outcome: '503 UNAVAILABLE',
    act: async (fixture) => {
      const input = refundOf(fixture, await paid(fixture));
      await fixture.failNext('refund', 'error');
      return fixture.carrier.refund(input);
    },
    port: { outcome: 'unknown', cause: 'carrier_error' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT',
    when: 'for more than is left',
    act: async (fixture) =>
      fixture.carrier.refund(
        refundOf(fixture, await paid(fixture), { part: { amountCents: 501, vatCents: 65 } }),
      ),
    port: { outcome: 'denied', reason: 'amount_not_allowed' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS',
    when: 'for a reservation',
    act: async (fixture) => fixture.carrier.refund(refundOf(fixture, await held(fixture))),
    port: { outcome: 'denied', reason: 'payment_not_taken' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.TAXES_MANAGEMENT_MISMATCH',
    act: async (fixture) => fixture.raw(await rawPart(fixture, { isTaxIncluded: true })),
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.REFUND_DETAILS_MISMATCH',
    act: async (fixture) =>
      fixture.raw(
        await rawPart(fixture, {}, [
          { paymentItemId: 'another', amount: 2.5, currency: 'ZAR', description: 'x' },
        ]),
      ),
  },
  {
    operation: 'createRefund',
    outcome: '409 ALREADY_EXISTS',
    when: 'for a reference that was used',
    act: async (fixture) => {
      const { input } = await refunded(fixture, { part: HALF });
      return fixture.carrier.refund({ ...input, correlator: `${input.correlator}-2` });
    },
    port: { outcome: 'unknown', cause: 'already_submitted' },
  },
  {
    operation: 'createRefund',
    outcome: '400 INVALID_ARGUMENT',
    when: 'for a correlator that is in use',
    act: async (fixture) => {
      const { input } = await refunded(fixture, { part: HALF });
      return fixture.carrier.refund({ ...input, reference: `${input.reference}-2` });
    },
    port: { outcome: 'unknown', cause: 'already_submitted' },
  },
  {
    operation: 'createRefund',
    outcome: '400 INVALID_SINK',
    act: withSink({ sink: 'ftp://example.com/' }, true),
  },
  {
    operation: 'createRefund',
    outcome: '400 INVALID_CREDENTIAL',
    act: withSink(
      {
        sink: 'https://example.com/',
        sinkCredential: { credentialType: 'PLAIN', identifier: 'me', secret: 's' },
      },
      false,
    ),
  },
  {
    operation: 'createRefund',
    outcome: '400 INVALID_TOKEN',
    act: withSink(
      {
        sink: 'https://example.com/',
        sinkCredential: {
          credentialType: 'ACCESSTOKEN',
          accessToken: 't',
          accessTokenExpiresUtc: '2030-01-01T00:00:00Z',
          accessTokenType: 'mac',
        },
      },
      true,
    ),
  },
  ...refusedAlike('createRefund', CREATE, rawRefund),
  ...refusedBodies('createRefund', CREATE, rawRefund, {
    'without a type': { amountTransaction: { referenceCode: 'r', refundAmount: {} } },
    'without a transaction': { type: 'total' },
    'for a part without an amount': {
      type: 'partial',
      amountTransaction: { referenceCode: 'r', refundAmount: {} },
    },
  }),
];

export const refundsSuite: Suite = {
  api: APIS.refunds,
  never: {},
  cases: [...making, ...refundsLookUpCases, ...refundScenarios],
};
