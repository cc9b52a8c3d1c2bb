/**
 * carrier-billing-refund 0.3.0: the scenarios of CAMARA's test definitions that the other cases do
 * not cover.
 */
import { expect } from 'vitest';
import type { Bench, RawCall } from './bench.ts';
import { APIS } from './camara-files.ts';
import type { Case } from './cases.ts';
import { requiredFields, sharedScenarios } from './shared-scenarios.ts';

const CREATE = 'carrier-billing-refund:refunds:create';
const READ = 'carrier-billing-refund:refunds:read';
const HTTPS_SINK = 'https://example.com/carrier/events';
const CREDENTIAL = {
  credentialType: 'ACCESSTOKEN',
  accessToken: 't',
  accessTokenExpiresUtc: '2099-01-01T00:00:00Z',
  accessTokenType: 'bearer',
};

const reference = (bench: Bench) => bench.newCharge(bench.newNumber()).reference;

/**
 * A payment of R5.00 made with the raw client, and the path of its refunds.
 * @param charging additional fields of its amount.
 */
async function paid(bench: Bench, charging: Record<string, unknown> = {}) {
  const msisdn = bench.newNumber();
  const chargingInformation = { amount: 5, currency: 'ZAR', description: 'One day', ...charging };
  const paymentAmount = {
    chargingInformation,
    paymentDetails: [{ id: 'item-1', ...chargingInformation }],
  };
  const made = await bench.raw({
    method: 'POST',
    path: `${APIS.billing.basePath}/payments`,
    scope: 'carrier-billing:payments:create',
    body: {
      amountTransaction: {
        phoneNumber: `+${msisdn}`,
        referenceCode: reference(bench),
        paymentAmount,
      },
    },
  });
  const { paymentId } = made.body as { paymentId: string };
  return { msisdn, path: `${APIS.refunds.basePath}/payments/${paymentId}/refunds` };
}

const total = (
  bench: Bench,
  more: Record<string, unknown> = {},
  refundAmount: Record<string, unknown> = {},
) => ({
  type: 'total',
  amountTransaction: { referenceCode: reference(bench), refundAmount },
  ...more,
});

function partial(bench: Bench, charging: Record<string, unknown> = {}, refundDetails?: unknown[]) {
  const chargingInformation = { amount: 2, currency: 'ZAR', description: 'A part', ...charging };
  const refundAmount = { chargingInformation, ...(refundDetails && { refundDetails }) };
  return { type: 'partial', amountTransaction: { referenceCode: reference(bench), refundAmount } };
}

const call = async (bench: Bench): Promise<RawCall> => ({
  method: 'POST',
  path: (await paid(bench)).path,
  body: total(bench),
});
const refundAt = async (bench: Bench, path: string, body: unknown) =>
  (await bench.raw({ method: 'POST', path, scope: CREATE, body })).body as { refundId: string };

/** Fields of a refund that the reply must repeat. */
const SAID: Record<string, { of?: Record<string, unknown>; body: (bench: Bench) => unknown }> = {
  'of all': { body: (bench) => total(bench) },
  'of all, with a reason': { body: (bench) => total(bench, { reason: 'Asked for' }) },
  'of all, with a sink': { body: (bench) => total(bench, { sink: HTTPS_SINK }) },
  'of all, with a sink and its credential': {
    body: (bench) => total(bench, { sink: HTTPS_SINK, sinkCredential: CREDENTIAL }),
  },
  'of all, with a merchant': {
    body: (bench) => total(bench, {}, { chargingMetaData: { merchantIdentifier: 'merchant-7' } }),
  },
  'of a part, tax and all': {
    of: { isTaxIncluded: true },
    body: (bench) => partial(bench, { isTaxIncluded: true }),
  },
  'of a part, net': {
    of: { isTaxIncluded: false },
    body: (bench) => partial(bench, { isTaxIncluded: false }),
  },
  'of a part, with its tax': {
    of: { isTaxIncluded: true },
    body: (bench) => partial(bench, { isTaxIncluded: true, taxAmount: 0.261 }),
  },
  'of a part of an item': {
    body: (bench) =>
      partial(bench, {}, [
        { paymentItemId: 'item-1', amount: 2, currency: 'ZAR', description: 'A part' },
      ]),
  },
};

const refused = (outcome: string, when: string, more: Record<string, unknown>): Case => ({
  operation: 'createRefund',
  outcome,
  when,
  act: async (bench) =>
    bench.raw({ ...(await call(bench)), scope: CREATE, body: total(bench, more), broken: true }),
});

const making: Case[] = [
  ...sharedScenarios({
    operation: 'createRefund',
    scope: CREATE,
    call,
    success: '201',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...requiredFields('createRefund', CREATE, call, [
    'type',
    'amountTransaction',
    'amountTransaction.refundAmount',
    'amountTransaction.referenceCode',
  ]),
  ...Object.entries(SAID).map(
    ([when, { of, body }]): Case => ({
      operation: 'createRefund',
      outcome: '201',
      when,
      act: async (bench) => {
        const { path } = await paid(bench, of);
        const asked = body(bench) as Record<string, unknown>;
        const reply = await bench.raw({ method: 'POST', path, scope: CREATE, body: asked });
        const { sinkCredential: _secret, ...shown } = asked;
        expect(reply.body).toMatchObject({ ...shown, refundStatus: 'succeeded' });
        expect(reply.body).not.toHaveProperty('sinkCredential');
        expect(reply.headers.location).toBe(
          `${path}/${(reply.body as { refundId: string }).refundId}`,
        );
      },
    }),
  ),
  {
    operation: 'createRefund',
    outcome: '409 ALREADY_EXISTS',
    when: 'for a reference that was used, without a correlator',
    act: async (bench) => {
      const { path } = await paid(bench);
      const body = partial(bench);
      await refundAt(bench, path, body);
      return bench.raw({ method: 'POST', path, scope: CREATE, body });
    },
  },
  refused('400 INVALID_SINK', 'with a sink that is plain http', { sink: 'http://example.com/' }),
  refused('400 INVALID_ARGUMENT', 'with a sink that is no text', { sink: 5 }),
  refused('400 INVALID_ARGUMENT', 'with a credential of no type', {
    sink: HTTPS_SINK,
    sinkCredential: {},
  }),
];

/** The remaining amount after a refund in each of its states, in rand. */
const LEFT: readonly (readonly [
  when: string,
  body: (bench: Bench) => unknown,
  late: 'at once' | 'in process' | 'denied',
  left: number,
])[] = [
  ['all is refunded', (bench) => total(bench), 'at once', 0],
  ['all is being refunded', (bench) => total(bench), 'in process', 0],
  ['the refund of all is denied', (bench) => total(bench), 'denied', 5],
  ['a part is refunded', (bench) => partial(bench), 'at once', 3],
  ['a part is being refunded', (bench) => partial(bench), 'in process', 3],
  ['the refund of a part is denied', (bench) => partial(bench), 'denied', 5],
];

const remaining: Case[] = [
  ...sharedScenarios({
    operation: 'retrievePaymentRemainingAmount',
    scope: READ,
    call: async (bench) => ({
      method: 'GET',
      path: `${(await paid(bench)).path}/remaining-amount`,
    }),
    success: '200',
  }),
  ...LEFT.map(
    ([when, body, late, left]): Case => ({
      operation: 'retrievePaymentRemainingAmount',
      outcome: '200',
      when: `while ${when}`,
      act: async (bench) => {
        const { path } = await paid(bench);
        if (late !== 'at once')
          await bench.delayNext(
            'refund',
            late === 'denied' ? 'CARRIER_BILLING_REFUND.REFUND_DENIED' : undefined,
          );
        await refundAt(bench, path, body(bench));
        if (late === 'denied') await bench.decideDelayed();
        const reply = await bench.raw({
          method: 'GET',
          path: `${path}/remaining-amount`,
          scope: READ,
        });
        await bench.decideDelayed();
        return reply;
      },
      port: { body: { amount: left, currency: 'ZAR' } },
    }),
  ),
];

const day = (days: number) =>
  encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString());

const lookingUp: Case[] = [
  ...sharedScenarios({
    operation: 'retrieveRefunds',
    scope: READ,
    call: async (bench) => ({ method: 'GET', path: (await paid(bench)).path }),
    success: '200',
  }),
  ...sharedScenarios({
    operation: 'retrieveRefund',
    scope: READ,
    call: async (bench) => {
      const { path } = await paid(bench);
      return {
        method: 'GET',
        path: `${path}/${(await refundAt(bench, path, total(bench))).refundId}`,
      };
    },
    success: '200',
  }),
  {
    operation: 'retrieveRefunds',
    outcome: '200',
    when: 'in each state, in either order, by merchant, time and page, for the client and for the number',
    act: async (bench) => {
      const { msisdn, path } = await paid(bench);
      const amount = { amount: 0.5 };
      for (let made = 0; made < 4; made++) await refundAt(bench, path, partial(bench, amount));
      await bench.delayNext('refund', 'CARRIER_BILLING_REFUND.REFUND_DENIED');
      await refundAt(bench, path, partial(bench, amount));
      await bench.decideDelayed();
      await bench.delayNext('refund');
      await refundAt(bench, path, partial(bench, amount));
      const list = async (query: string, subject?: typeof msisdn) => {
        const reply = await bench.raw({
          method: 'GET',
          path: `${path}?${query}`,
          scope: READ,
          ...(subject && { subject }),
        });
        expect(reply.status).toBe(200);
        return reply.body as { refundStatus: string; refundCreationDate: string }[];
      };
      expect([(await list('')).length, (await list('', msisdn)).length]).toEqual([6, 6]);
      const states = ['processing', 'denied', 'succeeded'].map(
        async (state) => (await list(`refundStatus=${state}`)).length,
      );
      expect(await Promise.all(states)).toEqual([1, 1, 4]);
      const times = (await list('order=asc')).map(({ refundCreationDate }) => refundCreationDate);
      expect(times).toEqual([...times].sort());
      expect(
        (await list('order=desc')).map(({ refundCreationDate }) => refundCreationDate),
      ).toEqual(times.toReversed());
      expect(await list('merchantIdentifier=nobody')).toEqual([]);
      expect([
        (await list('page=1&perPage=5')).length,
        (await list('page=2&perPage=5')).length,
      ]).toEqual([5, 1]);
      expect([
        (await list(`refundCreationDate.gte=${day(1)}`)).length,
        (await list(`refundCreationDate.lte=${day(1)}`)).length,
      ]).toEqual([6, 0]);
      await bench.decideDelayed();
    },
  },
  ...['page=1000&perPage=1000', 'page=2'].map(
    (query): Case => ({
      operation: 'retrieveRefunds',
      outcome: '400 OUT_OF_RANGE',
      when: `with ${query}`,
      act: async (bench) =>
        bench.raw({ method: 'GET', path: `${(await paid(bench)).path}?${query}`, scope: READ }),
    }),
  ),
  ...(['', '/remaining-amount', '/none'] as const).map(
    (below): Case => ({
      operation: {
        '': 'retrieveRefunds',
        '/remaining-amount': 'retrievePaymentRemainingAmount',
        '/none': 'retrieveRefund',
      }[below],
      outcome: '404 NOT_FOUND',
      when: 'with a token for another number',
      act: async (bench) =>
        bench.raw({
          method: 'GET',
          path: (await paid(bench)).path + below,
          scope: READ,
          subject: bench.newNumber(),
        }),
    }),
  ),
];

export const refundScenarios: Case[] = [...making, ...remaining, ...lookingUp];
