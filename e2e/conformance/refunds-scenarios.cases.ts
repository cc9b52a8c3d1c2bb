/**
 * carrier-billing-refund 0.3.0: the scenarios of CAMARA's test definitions that the other cases do
 * not cover.
 */
import { expect } from 'vitest';
import { APIS } from './camara-files.ts';
import type { Case } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
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

const reference = (fixture: Fixture) => fixture.newCharge(fixture.newNumber()).reference;

/**
 * A payment of R5.00 made with the raw client, and the path of its refunds.
 * @param charging additional fields of its amount.
 */
async function paid(fixture: Fixture, charging: Record<string, unknown> = {}) {
  const msisdn = fixture.newNumber();
  const chargingInformation = { amount: 5, currency: 'ZAR', description: 'One day', ...charging };
  const paymentAmount = {
    chargingInformation,
    paymentDetails: [{ id: 'item-1', ...chargingInformation }],
  };
  const made = await fixture.raw({
    method: 'POST',
    path: `${APIS.billing.basePath}/payments`,
    scope: 'carrier-billing:payments:create',
    body: {
      amountTransaction: {
        phoneNumber: `+${msisdn}`,
        referenceCode: reference(fixture),
        paymentAmount,
      },
    },
  });
  const { paymentId } = made.body as { paymentId: string };
  return { msisdn, path: `${APIS.refunds.basePath}/payments/${paymentId}/refunds` };
}

const total = (
  fixture: Fixture,
  more: Record<string, unknown> = {},
  refundAmount: Record<string, unknown> = {},
) => ({
  type: 'total',
  amountTransaction: { referenceCode: reference(fixture), refundAmount },
  ...more,
});

function partial(
  fixture: Fixture,
  charging: Record<string, unknown> = {},
  refundDetails?: unknown[],
) {
  const chargingInformation = { amount: 2, currency: 'ZAR', description: 'A part', ...charging };
  const refundAmount = { chargingInformation, ...(refundDetails && { refundDetails }) };
  return {
    type: 'partial',
    amountTransaction: { referenceCode: reference(fixture), refundAmount },
  };
}

const call = async (fixture: Fixture): Promise<RawCall> => ({
  method: 'POST',
  path: (await paid(fixture)).path,
  body: total(fixture),
});
const refundAt = async (fixture: Fixture, path: string, body: unknown) =>
  (await fixture.raw({ method: 'POST', path, scope: CREATE, body })).body as { refundId: string };

/** Fields of a refund that the reply must repeat. */
const REPEATED_FIELDS: Record<
  string,
  { of?: Record<string, unknown>; body: (fixture: Fixture) => unknown }
> = {
  'of all': { body: (fixture) => total(fixture) },
  'of all, with a reason': { body: (fixture) => total(fixture, { reason: 'Asked for' }) },
  'of all, with a sink': { body: (fixture) => total(fixture, { sink: HTTPS_SINK }) },
  'of all, with a sink and its credential': {
    body: (fixture) => total(fixture, { sink: HTTPS_SINK, sinkCredential: CREDENTIAL }),
  },
  'of all, with a merchant': {
    body: (fixture) =>
      total(fixture, {}, { chargingMetaData: { merchantIdentifier: 'merchant-7' } }),
  },
  'of a part, tax and all': {
    of: { isTaxIncluded: true },
    body: (fixture) => partial(fixture, { isTaxIncluded: true }),
  },
  'of a part, net': {
    of: { isTaxIncluded: false },
    body: (fixture) => partial(fixture, { isTaxIncluded: false }),
  },
  'of a part, with its tax': {
    of: { isTaxIncluded: true },
    body: (fixture) => partial(fixture, { isTaxIncluded: true, taxAmount: 0.261 }),
  },
  'of a part of an item': {
    body: (fixture) =>
      partial(fixture, {}, [
        { paymentItemId: 'item-1', amount: 2, currency: 'ZAR', description: 'A part' },
      ]),
  },
};

const refused = (outcome: string, when: string, more: Record<string, unknown>): Case => ({
  operation: 'createRefund',
  outcome,
  when,
  act: async (fixture) =>
    fixture.raw({
      ...(await call(fixture)),
      scope: CREATE,
      body: total(fixture, more),
      broken: true,
    }),
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
  ...Object.entries(REPEATED_FIELDS).map(
    ([when, { of, body }]): Case => ({
      operation: 'createRefund',
      outcome: '201',
      when,
      act: async (fixture) => {
        const { path } = await paid(fixture, of);
        const asked = body(fixture) as Record<string, unknown>;
        const reply = await fixture.raw({ method: 'POST', path, scope: CREATE, body: asked });
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
    act: async (fixture) => {
      const { path } = await paid(fixture);
      const body = partial(fixture);
      await refundAt(fixture, path, body);
      return fixture.raw({ method: 'POST', path, scope: CREATE, body });
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
  body: (fixture: Fixture) => unknown,
  late: 'at once' | 'in process' | 'denied',
  left: number,
])[] = [
  ['all is refunded', (fixture) => total(fixture), 'at once', 0],
  ['all is being refunded', (fixture) => total(fixture), 'in process', 0],
  ['the refund of all is denied', (fixture) => total(fixture), 'denied', 5],
  ['a part is refunded', (fixture) => partial(fixture), 'at once', 3],
  ['a part is being refunded', (fixture) => partial(fixture), 'in process', 3],
  ['the refund of a part is denied', (fixture) => partial(fixture), 'denied', 5],
];

const remaining: Case[] = [
  ...sharedScenarios({
    operation: 'retrievePaymentRemainingAmount',
    scope: READ,
    call: async (fixture) => ({
      method: 'GET',
      path: `${(await paid(fixture)).path}/remaining-amount`,
    }),
    success: '200',
  }),
  ...LEFT.map(
    ([when, body, late, left]): Case => ({
      operation: 'retrievePaymentRemainingAmount',
      outcome: '200',
      when: `while ${when}`,
      act: async (fixture) => {
        const { path } = await paid(fixture);
        if (late !== 'at once')
          await fixture.delayNext(
            'refund',
            late === 'denied' ? 'CARRIER_BILLING_REFUND.REFUND_DENIED' : undefined,
          );
        await refundAt(fixture, path, body(fixture));
        if (late === 'denied') await fixture.decideDelayed();
        const reply = await fixture.raw({
          method: 'GET',
          path: `${path}/remaining-amount`,
          scope: READ,
        });
        await fixture.decideDelayed();
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
    call: async (fixture) => ({ method: 'GET', path: (await paid(fixture)).path }),
    success: '200',
  }),
  ...sharedScenarios({
    operation: 'retrieveRefund',
    scope: READ,
    call: async (fixture) => {
      const { path } = await paid(fixture);
      return {
        method: 'GET',
        path: `${path}/${(await refundAt(fixture, path, total(fixture))).refundId}`,
      };
    },
    success: '200',
  }),
  {
    operation: 'retrieveRefunds',
    outcome: '200',
    when: 'in each state, in either order, by merchant, time and page, for the client and for the number',
    act: async (fixture) => {
      const { msisdn, path } = await paid(fixture);
      const amount = { amount: 0.5 };
      for (let made = 0; made < 4; made++) await refundAt(fixture, path, partial(fixture, amount));
      await fixture.delayNext('refund', 'CARRIER_BILLING_REFUND.REFUND_DENIED');
      await refundAt(fixture, path, partial(fixture, amount));
      await fixture.decideDelayed();
      await fixture.delayNext('refund');
      await refundAt(fixture, path, partial(fixture, amount));
      const list = async (query: string, subject?: typeof msisdn) => {
        const reply = await fixture.raw({
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
      await fixture.decideDelayed();
    },
  },
  ...['page=1000&perPage=1000', 'page=2'].map(
    (query): Case => ({
      operation: 'retrieveRefunds',
      outcome: '400 OUT_OF_RANGE',
      when: `with ${query}`,
      act: async (fixture) =>
        fixture.raw({ method: 'GET', path: `${(await paid(fixture)).path}?${query}`, scope: READ }),
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
      act: async (fixture) =>
        fixture.raw({
          method: 'GET',
          path: (await paid(fixture)).path + below,
          scope: READ,
          subject: fixture.newNumber(),
        }),
    }),
  ),
];

export const refundScenarios: Case[] = [...making, ...remaining, ...lookingUp];
