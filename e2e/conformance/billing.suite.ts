/**
 * carrier-billing 0.5.0: payments in one step (through the adapter) and in two (over plain HTTP),
 * look-ups, and notifications to the sink.
 */
import type { ChargeInput } from '@bonisa/carriers/billing.port';
import { lookUpCases } from './billing-look-up.cases.ts';
import { paymentBody, prepare } from './billing-payments.ts';
import { billingScenarios } from './billing-scenarios.cases.ts';
import { twoStepCases } from './billing-second-step.cases.ts';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';

const BILLING = APIS.billing.basePath;
const CREATE = 'carrier-billing:payments:create';

type Step = {
  operation: 'createPayment' | 'preparePayment';
  path: string;
  make: (fixture: Fixture, input: ChargeInput) => Promise<unknown>;
  done: Record<string, unknown>;
  event: string;
};
const ONE: Step = {
  operation: 'createPayment',
  path: '/payments',
  make: (fixture, input) => fixture.carrier.charge(input),
  done: { outcome: 'succeeded' },
  event: 'payment-completed',
};
const TWO: Step = {
  operation: 'preparePayment',
  path: '/payments/prepare',
  make: prepare,
  done: { status: 201, body: { paymentStatus: 'reserved' } },
  event: 'payment-reserved',
};

/** A body with one field of the transaction or of the amount changed. */
function changed(
  fixture: Fixture,
  transaction: Record<string, unknown>,
  charging: Record<string, unknown> = {},
) {
  const { amountTransaction } = paymentBody(fixture.newCharge(fixture.newNumber()));
  const { chargingInformation } = amountTransaction.paymentAmount;
  return {
    amountTransaction: {
      ...amountTransaction,
      paymentAmount: { chargingInformation: { ...chargingInformation, ...charging } },
      ...transaction,
    },
  };
}

const submit =
  ({ make }: Step, handset: Record<string, unknown> = {}, more: Partial<ChargeInput> = {}) =>
  async (fixture: Fixture) => {
    const msisdn = fixture.newNumber();
    await fixture.setHandset(msisdn, { airtime: '50.00', ...handset });
    return make(fixture, fixture.newCharge(msisdn, more));
  };

function makingCases(step: Step): Case[] {
  const { operation, path, make } = step;
  /** The adapter's result for an answer; of a plain call only the answer is compared. */
  const read = (port: Record<string, unknown>) => (step === ONE ? { port } : {});
  const raw = (fixture: Fixture): RawCall => ({
    method: 'POST',
    path: BILLING + path,
    body: paymentBody(fixture.newCharge(fixture.newNumber())),
  });
  const refused = (outcome: string, port: Record<string, unknown>): Case => ({
    operation,
    outcome,
    when: 'by way of a fault',
    act: async (fixture) => {
      await fixture.refuseNext('charge', outcome.split(' ')[1] ?? '');
      return submit(step)(fixture);
    },
    ...read(port),
  });
  const withSink = (fixture: Fixture, sink: unknown) =>
    fixture.raw({
      ...raw(fixture),
      scope: CREATE,
      body: paymentBody(fixture.newCharge(fixture.newNumber()), sink as Record<string, unknown>),
    });
  const credential = {
    credentialType: 'ACCESSTOKEN',
    accessToken: 't',
    accessTokenExpiresUtc: '2030-01-01T00:00:00Z',
    accessTokenType: 'bearer',
  };

  return [
    { operation, outcome: '201', act: submit(step), port: step.done },
    {
      operation,
      outcome: '201',
      when: 'with a sink that is told',
      act: async (fixture) => submit(step, {}, { sink: fixture.newSink() })(fixture),
      port: step.done,
      events: { of: `${operation}Notification`, types: [step.event] },
    },
    {
      operation,
      outcome: '201',
      when: 'with a sink that is told twice',
      act: async (fixture) => {
        await fixture.failNext('charge', 'duplicate-notification');
        return submit(step, {}, { sink: fixture.newSink() })(fixture);
      },
      port: step.done,
      events: { of: `${operation}Notification`, types: [step.event, step.event] },
    },
    {
      operation,
      outcome: '201',
      when: 'with everything that a payment can say, and a token for the number',
      act: (fixture) => {
        const { amountTransaction } = changed(
          fixture,
          {},
          { isTaxIncluded: true, taxAmount: 0.652 },
        );
        const { phoneNumber: _left, ...transaction } = amountTransaction;
        const chargingMetaData = {
          merchantName: 'Bonisa',
          merchantIdentifier: 'bonisa-1',
          fee: 10.5,
          purchaseCategoryCode: 'video',
          channel: 'web',
          serviceId: 's',
          productId: 'p',
        };
        const paymentDetails = [
          {
            id: 'item-1',
            amount: 5,
            currency: 'ZAR',
            description: 'One day',
            isTaxIncluded: true,
            taxAmount: 0.652,
          },
        ];
        const paymentAmount = { ...transaction.paymentAmount, chargingMetaData, paymentDetails };
        return fixture.raw({
          method: 'POST',
          path: BILLING + path,
          scope: CREATE,
          subject: fixture.newNumber(),
          body: { amountTransaction: { ...transaction, paymentAmount } },
        });
      },
      port: { status: 201 },
    },
    {
      operation,
      outcome: '403 CARRIER_BILLING.PAYMENT_DENIED',
      when: 'for too little airtime',
      act: submit(step, { airtime: '4.99' }),
      ...read({ outcome: 'denied', reason: 'insufficient_airtime' }),
    },
    {
      operation,
      outcome: '403 CARRIER_BILLING.PAYMENT_DENIED',
      when: 'for a number that blocks content billing',
      act: submit(step, { billing_blocked: true }),
      ...read({ outcome: 'denied', reason: 'billing_blocked' }),
    },
    refused('403 CARRIER_BILLING.PAYMENT_DENIED', { outcome: 'denied', reason: 'refused' }),
    {
      operation,
      outcome: '422 CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED',
      when: 'over the spending limit',
      act: submit(step, { spend_limit: '4.00' }),
      ...read({ outcome: 'denied', reason: 'spending_limit' }),
    },
    {
      operation,
      outcome: '422 CARRIER_BILLING.UNAUTHORIZED_AMOUNT',
      when: 'for an amount beyond the carrier’s own',
      act: submit(step, { airtime: '100000.00' }, { amountCents: 9_000_000, vatCents: 0 }),
      ...read({ outcome: 'denied', reason: 'spending_limit' }),
    },
    {
      operation,
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for a number that is not on the network',
      act: submit(step, { on_network: false }),
      ...read({ outcome: 'denied', reason: 'not_on_network' }),
    },
    refused('422 SERVICE_NOT_APPLICABLE', { outcome: 'denied', reason: 'billing_blocked' }),
    refused('429 TOO_MANY_REQUESTS', { outcome: 'unavailable', cause: 'too_many_requests' }),
    {
      operation,
      outcome: '503 UNAVAILABLE',
      act: async (fixture) => {
        await fixture.failNext('charge', 'error');
        return submit(step)(fixture);
      },
      ...read({ outcome: 'unknown', cause: 'carrier_error' }),
    },
    {
      operation,
      outcome: '409 ALREADY_EXISTS',
      when: 'for a reference that was used',
      act: async (fixture) => {
        const input = fixture.newCharge(fixture.newNumber());
        await make(fixture, input);
        return make(fixture, { ...input, correlator: `${input.correlator}-2` });
      },
      ...read({ outcome: 'unknown', cause: 'already_submitted' }),
    },
    {
      operation,
      outcome: '400 INVALID_ARGUMENT',
      when: 'for a correlator that is in use',
      act: async (fixture) => {
        const input = fixture.newCharge(fixture.newNumber());
        await make(fixture, input);
        return make(fixture, { ...input, reference: `${input.reference}-2` });
      },
      ...read({ outcome: 'unknown', cause: 'already_submitted' }),
    },
    {
      operation,
      outcome: '201',
      when: 'sent again word for word takes nothing twice',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        const input = fixture.newCharge(msisdn);
        await fixture.setHandset(msisdn, { airtime: '50.00' });
        await Promise.all([make(fixture, input), make(fixture, input)]);
        await make(fixture, input);
        return fixture.sim('GET', `/sim/handsets/${msisdn}`);
      },
      port: { airtime: '45.00' },
    },
    {
      operation,
      outcome: '422 MISSING_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: changed(fixture, { phoneNumber: undefined }),
        }),
    },
    {
      operation,
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({ ...raw(fixture), scope: CREATE, subject: fixture.newNumber() }),
    },
    {
      operation,
      outcome: '400 INVALID_SINK',
      act: (fixture) =>
        fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: { ...changed(fixture, {}), sink: 'ftp://example.com/' },
          broken: true,
        }),
    },
    {
      operation,
      outcome: '400 INVALID_CREDENTIAL',
      act: (fixture) =>
        withSink(fixture, {
          sink: 'https://example.com/',
          sinkCredential: { credentialType: 'PLAIN', identifier: 'me', secret: 's' },
        }),
    },
    {
      operation,
      outcome: '400 INVALID_TOKEN',
      act: (fixture) =>
        fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: {
            ...changed(fixture, {}),
            sink: 'https://example.com/',
            sinkCredential: { ...credential, accessTokenType: 'mac' },
          },
          broken: true,
        }),
    },
    {
      operation,
      outcome: '400 INVALID_ARGUMENT',
      when: 'for a currency that is unknown',
      act: (fixture) =>
        fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: changed(fixture, {}, { currency: 'EUR' }),
        }),
    },
    ...refusedAlike(operation, CREATE, raw),
    ...refusedBodies(operation, CREATE, raw, {
      'without a transaction': {},
      'without a reference': {
        amountTransaction: {
          phoneNumber: '+27821234567',
          paymentAmount: { chargingInformation: { amount: 5, currency: 'ZAR', description: 'x' } },
        },
      },
      'with nothing to pay': {
        amountTransaction: {
          phoneNumber: '+27821234567',
          referenceCode: 'r',
          paymentAmount: { chargingInformation: { amount: 0, currency: 'ZAR', description: 'x' } },
        },
      },
      'with an amount as text': {
        amountTransaction: {
          phoneNumber: '+27821234567',
          referenceCode: 'r',
          paymentAmount: {
            chargingInformation: { amount: '5.00', currency: 'ZAR', description: 'x' },
          },
        },
      },
    }),
  ];
}

export const billingSuite: Suite = {
  api: APIS.billing,
  never: {
    'confirmPayment: 409 ALREADY_EXISTS':
      'being confirmed or cancelled already has codes of its own',
    'cancelPayment: 409 ALREADY_EXISTS':
      'being confirmed or cancelled already has codes of its own',
  },
  cases: [
    ...makingCases(ONE),
    ...makingCases(TWO),
    ...lookUpCases,
    ...twoStepCases,
    ...billingScenarios,
  ],
};
