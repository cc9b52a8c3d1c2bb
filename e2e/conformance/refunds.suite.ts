import type { Bench, RawCall } from './bench.ts';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import { CREATE, HALF, held, paid, pathOf, refunded, refundOf } from './refund-calls.ts';
import { refundsLookUpCases } from './refunds-look-up.cases.ts';
import { refundScenarios } from './refunds-scenarios.cases.ts';

const totalBody = (bench: Bench) => ({
  type: 'total',
  amountTransaction: {
    referenceCode: bench.newCharge(bench.newNumber()).reference,
    refundAmount: {},
  },
});
const rawRefund = async (bench: Bench): Promise<RawCall> => ({
  method: 'POST',
  path: pathOf(await paid(bench)),
  body: totalBody(bench),
});

/** A partial refund of a payment made with the raw client, with items and without included tax. */
async function rawPart(
  bench: Bench,
  charging: Record<string, unknown>,
  refundDetails?: unknown[],
): Promise<RawCall> {
  const { reference } = bench.newCharge(bench.newNumber());
  const paidCharging = { amount: 5, currency: 'ZAR', description: 'One day' };
  const payment = await bench.raw({
    method: 'POST',
    path: `${APIS.billing.basePath}/payments`,
    scope: 'carrier-billing:payments:create',
    body: {
      amountTransaction: {
        phoneNumber: `+${bench.newNumber()}`,
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
  act: async (bench) => {
    const input = refundOf(bench, await paid(bench));
    await bench.refuseNext('refund', outcome.split(' ')[1] ?? '');
    return bench.carrier.refund(input);
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
  act: async (bench) => {
    const input = refundOf(bench, await paid(bench), { sink: bench.newSink() });
    await bench.delayNext('refund', code);
    const asked = await bench.carrier.refund(input);
    await bench.decideDelayed();
    return { asked, found: await bench.carrier.findRefund(input) };
  },
  port: { asked: { outcome: 'processing' }, found: { outcome: 'found', refund: { status } } },
  events: { of: 'createRefundNotification', types: [event] },
});

const withSink = (sink: Record<string, unknown>, broken: boolean) => async (bench: Bench) =>
  bench.raw({
    ...(await rawRefund(bench)),
    scope: CREATE,
    body: { ...totalBody(bench), ...sink },
    broken,
  });

const making: Case[] = [
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of all',
    act: (bench) => refunded(bench),
    port: {},
  },
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of all, with a reason, and the sink is told',
    act: (bench) => refunded(bench, { reason: 'Asked for', sink: bench.newSink() }),
    port: {},
    events: { of: 'createRefundNotification', types: ['refund-completed'] },
  },
  lateRefund('succeeded', undefined, 'refund-completed'),
  lateRefund('denied', 'CARRIER_BILLING_REFUND.REFUND_DENIED', 'refund-denied'),
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of a part',
    act: (bench) => refunded(bench, { part: HALF, reason: 'Half a day lost' }),
    port: {},
  },
  {
    operation: 'createRefund',
    outcome: '201',
    when: 'of an item',
    act: async (bench) =>
      bench.raw(
        await rawPart(bench, {}, [
          { paymentItemId: 'item-1', amount: 2.5, currency: 'ZAR', description: 'Half of it' },
        ]),
      ),
    port: { status: 201 },
  },
  {
    operation: 'createRefund',
    outcome: '404 NOT_FOUND',
    act: (bench) => bench.carrier.refund(refundOf(bench, 'none')),
    port: { outcome: 'denied', reason: 'payment_not_found' },
  },
  {
    operation: 'createRefund',
    outcome: '403 CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND',
    when: 'when all was refunded',
    act: async (bench) => {
      const { input } = await refunded(bench);
      return bench.carrier.refund(refundOf(bench, input.carrierPaymentId));
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
    act: async (bench) => {
      const input = refundOf(bench, await paid(bench));
      await bench.failNext('refund', 'error');
      return bench.carrier.refund(input);
    },
    port: { outcome: 'unknown', cause: 'carrier_error' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT',
    when: 'for more than is left',
    act: async (bench) =>
      bench.carrier.refund(
        refundOf(bench, await paid(bench), { part: { amountCents: 501, vatCents: 65 } }),
      ),
    port: { outcome: 'denied', reason: 'amount_not_allowed' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS',
    when: 'for a reservation',
    act: async (bench) => bench.carrier.refund(refundOf(bench, await held(bench))),
    port: { outcome: 'denied', reason: 'payment_not_taken' },
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.TAXES_MANAGEMENT_MISMATCH',
    act: async (bench) => bench.raw(await rawPart(bench, { isTaxIncluded: true })),
  },
  {
    operation: 'createRefund',
    outcome: '422 CARRIER_BILLING_REFUND.REFUND_DETAILS_MISMATCH',
    act: async (bench) =>
      bench.raw(
        await rawPart(bench, {}, [
          { paymentItemId: 'another', amount: 2.5, currency: 'ZAR', description: 'x' },
        ]),
      ),
  },
  {
    operation: 'createRefund',
    outcome: '409 ALREADY_EXISTS',
    when: 'for a reference that was used',
    act: async (bench) => {
      const { input } = await refunded(bench, { part: HALF });
      return bench.carrier.refund({ ...input, correlator: `${input.correlator}-2` });
    },
    port: { outcome: 'unknown', cause: 'already_submitted' },
  },
  {
    operation: 'createRefund',
    outcome: '400 INVALID_ARGUMENT',
    when: 'for a correlator that is in use',
    act: async (bench) => {
      const { input } = await refunded(bench, { part: HALF });
      return bench.carrier.refund({ ...input, reference: `${input.reference}-2` });
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
