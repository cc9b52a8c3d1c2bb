/** carrier-billing 0.5.0: the calls after a reservation. */
import type { Msisdn } from '@bonisa/domain/msisdn';
import { expect } from 'vitest';
import type { Sink } from '../../apps/server/src/carriers/carrier.port.ts';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';

const BILLING = APIS.billing.basePath;
const WRITE = 'carrier-billing:payments:write';

interface Held {
  carrierPaymentId: string;
  msisdn: Msisdn;
}

async function reserved(fixture: Fixture, sink?: Sink): Promise<Held> {
  const msisdn = fixture.newNumber();
  const prepared = await fixture.carrier.prepareCharge(
    fixture.newCharge(msisdn, sink === undefined ? {} : { sink }),
  );
  if (prepared.outcome !== 'reserved') throw new Error('nothing was reserved');
  return { carrierPaymentId: prepared.carrierPaymentId, msisdn };
}

/** A reservation for which the carrier requires a code that it sent to the handset. */
async function waiting(
  fixture: Fixture,
  sink?: Sink,
): Promise<Held & { authorizationId: string; code: string }> {
  const msisdn = fixture.newNumber();
  await fixture.setHandset(msisdn, { payment_validation: true });
  const prepared = await fixture.carrier.prepareCharge(
    fixture.newCharge(msisdn, sink === undefined ? {} : { sink }),
  );
  if (prepared.outcome !== 'needs_code') throw new Error('no code is wanted');
  const code = /\b\d{6}\b/.exec(await fixture.newestMessage(msisdn))?.[0] ?? '';
  return {
    carrierPaymentId: prepared.carrierPaymentId,
    authorizationId: prepared.authorizationId,
    msisdn,
    code,
  };
}

const validate: Case[] = [
  {
    operation: 'validatePayment',
    outcome: '204',
    when: 'and the sink is told',
    act: async (fixture) =>
      fixture.carrier.validateCharge(await waiting(fixture, fixture.newSink())),
    port: { outcome: 'valid' },
    events: {
      of: 'preparePaymentNotification',
      types: ['payment-pending-validation', 'payment-reserved'],
    },
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.INVALID_CODE',
    act: async (fixture) =>
      fixture.carrier.validateCharge({ ...(await waiting(fixture)), code: 'wrong' }),
    port: { outcome: 'invalid' },
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.VALIDATION_FAILED',
    when: 'after five wrong codes, and the sink is told of the denial',
    act: async (fixture) => {
      const held = await waiting(fixture, fixture.newSink());
      for (let tries = 0; tries < 4; tries++)
        await fixture.carrier.validateCharge({ ...held, code: 'wrong' });
      return fixture.carrier.validateCharge({ ...held, code: 'wrong' });
    },
    port: { outcome: 'attempts_used_up' },
    events: {
      of: 'preparePaymentNotification',
      types: ['payment-pending-validation', 'payment-denied'],
    },
  },
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.INVALID_AUTHORIZATION_ID',
    act: async (fixture) =>
      fixture.carrier.validateCharge({ ...(await waiting(fixture)), authorizationId: 'another' }),
    port: { outcome: 'wrong_authorization' },
  },
  {
    operation: 'validatePayment',
    outcome: '409 ALREADY_EXISTS',
    act: async (fixture) => {
      const held = await waiting(fixture);
      await fixture.carrier.validateCharge(held);
      return fixture.carrier.validateCharge(held);
    },
    port: { outcome: 'already_validated' },
  },
  {
    operation: 'validatePayment',
    outcome: '404 NOT_FOUND',
    act: (fixture) =>
      fixture.carrier.validateCharge({ carrierPaymentId: 'none', authorizationId: 'a', code: '1' }),
    port: { outcome: 'not_found' },
  },
  {
    operation: 'validatePayment',
    outcome: '429 TOO_MANY_REQUESTS',
    act: async (fixture) => {
      const held = await waiting(fixture);
      await fixture.refuseNext('validate-charge', 'TOO_MANY_REQUESTS');
      return fixture.carrier.validateCharge(held);
    },
    port: { outcome: 'unavailable', cause: 'too_many_requests' },
  },
];

interface Step {
  operation: 'confirmPayment' | 'cancelPayment';
  path: 'confirm' | 'cancel';
  by: 'confirmCharge' | 'cancelCharge';
  fault: string;
  event: string;
}
const CONFIRM: Step = {
  operation: 'confirmPayment',
  path: 'confirm',
  by: 'confirmCharge',
  fault: 'confirm-charge',
  event: 'payment-completed',
};
const CANCEL: Step = {
  operation: 'cancelPayment',
  path: 'cancel',
  by: 'cancelCharge',
  fault: 'cancel-charge',
  event: 'payment-cancelled',
};

function stepCases({ operation, path, by, fault, event }: Step): Case[] {
  const raw = async (fixture: Fixture): Promise<RawCall> => {
    const { carrierPaymentId, msisdn } = await reserved(fixture);
    return {
      method: 'POST',
      path: `${BILLING}/payments/${carrierPaymentId}/${path}`,
      body: { phoneNumber: `+${msisdn}` },
    };
  };
  const after = (outcome: string, first: 'confirmCharge' | 'cancelCharge', port: string): Case => ({
    operation,
    outcome,
    act: async (fixture) => {
      const held = await reserved(fixture);
      await fixture.carrier[first](held);
      return fixture.carrier[by](held);
    },
    port: { outcome: port },
  });
  const refused = (outcome: string, port: Record<string, unknown>): Case => ({
    operation,
    outcome,
    when: 'by way of a fault',
    act: async (fixture) => {
      const held = await reserved(fixture);
      await fixture.refuseNext(fault, outcome.split(' ')[1] ?? '');
      return fixture.carrier[by](held);
    },
    port,
  });
  return [
    {
      operation,
      outcome: '202',
      when: 'and the sink is told',
      act: async (fixture) => fixture.carrier[by](await reserved(fixture, fixture.newSink())),
      port: { outcome: 'accepted' },
      events: { of: 'preparePaymentNotification', types: ['payment-reserved', event] },
    },
    {
      operation,
      outcome: '202',
      when: 'with a token for the number',
      act: async (fixture) => {
        const { carrierPaymentId, msisdn } = await reserved(fixture);
        return fixture.raw({
          method: 'POST',
          path: `${BILLING}/payments/${carrierPaymentId}/${path}`,
          scope: WRITE,
          subject: msisdn,
          body: {},
        });
      },
    },
    after('409 CARRIER_BILLING.PAYMENT_CONFIRMED', 'confirmCharge', 'already_confirmed'),
    after('409 CARRIER_BILLING.PAYMENT_CANCELLED', 'cancelCharge', 'already_cancelled'),
    {
      operation,
      outcome: '404 NOT_FOUND',
      act: (fixture) =>
        fixture.carrier[by]({ carrierPaymentId: 'none', msisdn: fixture.newNumber() }),
      port: { outcome: 'not_found' },
    },
    {
      operation,
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for another number',
      act: async (fixture) =>
        fixture.carrier[by]({ ...(await reserved(fixture)), msisdn: fixture.newNumber() }),
      port: { outcome: 'denied', reason: 'not_on_network' },
    },
    refused('422 SERVICE_NOT_APPLICABLE', { outcome: 'denied', reason: 'billing_blocked' }),
    refused('429 TOO_MANY_REQUESTS', { outcome: 'unavailable', cause: 'too_many_requests' }),
    {
      operation,
      outcome: '422 MISSING_IDENTIFIER',
      act: async (fixture) => fixture.raw({ ...(await raw(fixture)), scope: WRITE, body: {} }),
    },
    {
      operation,
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: async (fixture) => {
        const { carrierPaymentId, msisdn } = await reserved(fixture);
        return fixture.raw({
          method: 'POST',
          path: `${BILLING}/payments/${carrierPaymentId}/${path}`,
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
  ...validate,
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
      return fixture.carrier.confirmCharge(held);
    },
    port: { outcome: 'denied', reason: 'billing_blocked' },
    events: { of: 'preparePaymentNotification', types: ['payment-reserved', 'payment-denied'] },
  },
  ...stepCases(CANCEL),
];
