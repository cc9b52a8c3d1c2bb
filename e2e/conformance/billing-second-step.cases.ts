/** carrier-billing 0.5.0: the calls after a reservation. */

import type { Sink } from '@bonisa/carriers/billing.port';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { expect } from 'vitest';
import { finish, prepare, validate } from './billing-payments.ts';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';

const BILLING = APIS.billing.basePath;
const WRITE = 'carrier-billing:payments:write';

interface Held {
  paymentId: string;
  msisdn: Msisdn;
}

const charge = (fixture: Fixture, msisdn: Msisdn, sink?: Sink) =>
  fixture.newCharge(msisdn, sink === undefined ? {} : { sink });

async function reserved(fixture: Fixture, sink?: Sink): Promise<Held> {
  const msisdn = fixture.newNumber();
  const { body } = await prepare(fixture, charge(fixture, msisdn, sink));
  const { paymentId, paymentStatus } = body as Record<string, string>;
  if (paymentId === undefined || paymentStatus !== 'reserved')
    throw new Error('nothing was reserved');
  return { paymentId, msisdn };
}

/** A reservation for which the carrier requires a code that it sent to the handset. */
async function waiting(
  fixture: Fixture,
  sink?: Sink,
): Promise<Held & { authorizationId: string; code: string }> {
  const msisdn = fixture.newNumber();
  await fixture.setHandset(msisdn, { payment_validation: true });
  const { body } = await prepare(fixture, charge(fixture, msisdn, sink));
  const { paymentId, validationInfo } = body as {
    paymentId: string;
    validationInfo?: { action: string; authorizationId: string };
  };
  if (validationInfo?.action !== 'validate') throw new Error('the carrier requires no code');
  const code = /\b\d{6}\b/.exec(await fixture.newestMessage(msisdn))?.[0] ?? '';
  return { paymentId, authorizationId: validationInfo.authorizationId, msisdn, code };
}

const validateCases: Case[] = [
  {
    operation: 'validatePayment',
    outcome: '204',
    when: 'and the sink is told',
    act: async (fixture) => validate(fixture, await waiting(fixture, fixture.newSink())),
    events: {
      of: 'preparePaymentNotification',
      types: ['payment-pending-validation', 'payment-reserved'],
    },
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.INVALID_CODE',
    act: async (fixture) => validate(fixture, { ...(await waiting(fixture)), code: 'wrong' }),
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.VALIDATION_FAILED',
    when: 'after five wrong codes, and the sink is told of the denial',
    act: async (fixture) => {
      const held = await waiting(fixture, fixture.newSink());
      for (let tries = 0; tries < 4; tries++) await validate(fixture, { ...held, code: 'wrong' });
      return validate(fixture, { ...held, code: 'wrong' });
    },
    events: {
      of: 'preparePaymentNotification',
      types: ['payment-pending-validation', 'payment-denied'],
    },
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.INVALID_AUTHORIZATION_ID',
    act: async (fixture) =>
      validate(fixture, { ...(await waiting(fixture)), authorizationId: 'another' }),
  },
  {
    operation: 'validatePayment',
    outcome: '409 ALREADY_EXISTS',
    act: async (fixture) => {
      const held = await waiting(fixture);
      await validate(fixture, held);
      return validate(fixture, held);
    },
  },
  {
    operation: 'validatePayment',
    outcome: '404 NOT_FOUND',
    act: (fixture) => validate(fixture, { paymentId: 'none', authorizationId: 'a', code: '1' }),
  },
  {
    operation: 'validatePayment',
    outcome: '429 TOO_MANY_REQUESTS',
    act: async (fixture) => {
      const held = await waiting(fixture);
      await fixture.refuseNext('validate-charge', 'TOO_MANY_REQUESTS');
      return validate(fixture, held);
    },
  },
];

interface Step {
  operation: 'confirmPayment' | 'cancelPayment';
  path: 'confirm' | 'cancel';
  fault: string;
  event: string;
}
const CONFIRM: Step = {
  operation: 'confirmPayment',
  path: 'confirm',
  fault: 'confirm-charge',
  event: 'payment-completed',
};
const CANCEL: Step = {
  operation: 'cancelPayment',
  path: 'cancel',
  fault: 'cancel-charge',
  event: 'payment-cancelled',
};

function stepCases({ operation, path, fault, event }: Step): Case[] {
  const raw = async (fixture: Fixture): Promise<RawCall> => {
    const { paymentId, msisdn } = await reserved(fixture);
    return {
      method: 'POST',
      path: `${BILLING}/payments/${paymentId}/${path}`,
      body: { phoneNumber: `+${msisdn}` },
    };
  };
  const after = (outcome: string, first: Step['path']): Case => ({
    operation,
    outcome,
    act: async (fixture) => {
      const held = await reserved(fixture);
      await finish(fixture, first, held);
      return finish(fixture, path, held);
    },
  });
  const refused = (outcome: string): Case => ({
    operation,
    outcome,
    when: 'by way of a fault',
    act: async (fixture) => {
      const held = await reserved(fixture);
      await fixture.refuseNext(fault, outcome.split(' ')[1] ?? '');
      return finish(fixture, path, held);
    },
  });
  return [
    {
      operation,
      outcome: '202',
      when: 'and the sink is told',
      act: async (fixture) => finish(fixture, path, await reserved(fixture, fixture.newSink())),
      events: { of: 'preparePaymentNotification', types: ['payment-reserved', event] },
    },
    {
      operation,
      outcome: '202',
      when: 'with a token for the number',
      act: async (fixture) => {
        const { paymentId, msisdn } = await reserved(fixture);
        return fixture.raw({
          method: 'POST',
          path: `${BILLING}/payments/${paymentId}/${path}`,
          scope: WRITE,
          subject: msisdn,
          body: {},
        });
      },
    },
    after('409 CARRIER_BILLING.PAYMENT_CONFIRMED', 'confirm'),
    after('409 CARRIER_BILLING.PAYMENT_CANCELLED', 'cancel'),
    {
      operation,
      outcome: '404 NOT_FOUND',
      act: (fixture) => finish(fixture, path, { paymentId: 'none', msisdn: fixture.newNumber() }),
    },
    {
      operation,
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for another number',
      act: async (fixture) =>
        finish(fixture, path, { ...(await reserved(fixture)), msisdn: fixture.newNumber() }),
    },
    refused('422 SERVICE_NOT_APPLICABLE'),
    refused('429 TOO_MANY_REQUESTS'),
    {
      operation,
      outcome: '422 MISSING_IDENTIFIER',
      act: async (fixture) => fixture.raw({ ...(await raw(fixture)), scope: WRITE, body: {} }),
    },
    {
      operation,
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: async (fixture) => {
        const { paymentId, msisdn } = await reserved(fixture);
        return fixture.raw({
          method: 'POST',
          path: `${BILLING}/payments/${paymentId}/${path}`,
          scope: WRITE,
          subject: msisdn,
          body: { phoneNumber: `+${msisdn}` },
        });
      },
    },
    ...refusedAlike(operation, WRITE, raw),
    ...refusedBodies(operation, WRITE, raw, {
      'with a number that is none': { phoneNumber: 'me' },
      'with a list for a body': [],
    }),
  ];
}

const rawValidate: RawCall = {
  method: 'POST',
  path: `${BILLING}/payments/none/validate`,
  body: { authorizationId: 'a', code: '1' },
};

export const twoStepCases: Case[] = [
  {
    operation: 'preparePayment',
    outcome: '201',
    when: 'for a number that must give a code',
    act: waiting,
    port: { code: expect.stringMatching(/^\d{6}$/) },
  },
  ...validateCases,
  ...refusedAlike('validatePayment', WRITE, () => rawValidate),
  ...refusedBodies('validatePayment', WRITE, () => rawValidate, {
    'without a code': { authorizationId: 'a' },
    'without an authorizationId': { code: '1' },
  }),
  ...stepCases(CONFIRM),
  {
    operation: 'confirmPayment',
    outcome: '403 CARRIER_BILLING.PAYMENT_DENIED',
    when: 'for a number that blocks content billing, and the sink is told of the denial',
    act: async (fixture) => {
      const held = await reserved(fixture, fixture.newSink());
      await fixture.setHandset(held.msisdn, { billing_blocked: true });
      return finish(fixture, 'confirm', held);
    },
    events: { of: 'preparePaymentNotification', types: ['payment-reserved', 'payment-denied'] },
  },
  ...stepCases(CANCEL),
];
