/**
 * carrier-billing 0.5.0: the scenarios of CAMARA's test definitions that the other cases do not
 * cover.
 */
import { expect } from 'vitest';
import { billingLookUpScenarios } from './billing-look-up-scenarios.cases.ts';
import {
  BASE,
  bodyOf,
  CREATE,
  CREDENTIAL,
  HTTPS_SINK,
  type More,
  reserved,
  WRITE,
} from './billing-payments.ts';
import type { Case } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { requiredFields, sharedScenarios } from './shared-scenarios.ts';

interface Operation {
  operation: 'createPayment' | 'preparePayment';
  path: string;
}

const REQUIRED = [
  'amountTransaction',
  'amountTransaction.paymentAmount',
  'amountTransaction.referenceCode',
  'amountTransaction.paymentAmount.chargingInformation',
  'amountTransaction.paymentAmount.chargingInformation.amount',
  'amountTransaction.paymentAmount.chargingInformation.currency',
  'amountTransaction.paymentAmount.chargingInformation.description',
];

/** Fields of a payment that the reply must repeat. */
const REPEATED_FIELDS: Record<string, More> = {
  'a gross amount': { charging: { isTaxIncluded: true } },
  'a net amount': { charging: { isTaxIncluded: false } },
  'an amount that says nothing of tax': {},
  'a tax amount': { charging: { isTaxIncluded: true, taxAmount: 0.652 } },
  'a merchant': { amount: { chargingMetaData: { merchantIdentifier: 'merchant-7' } } },
  'its items': {
    amount: {
      paymentDetails: [{ id: 'item-1', amount: 5, currency: 'ZAR', description: 'One day' }],
    },
  },
  'a sink': { body: { sink: HTTPS_SINK } },
  'a sink and its credential': { body: { sink: HTTPS_SINK, sinkCredential: CREDENTIAL } },
};

function makingCases({ operation, path }: Operation): Case[] {
  const raw = (fixture: Fixture): RawCall => ({ method: 'POST', path, body: bodyOf(fixture) });
  const refused = (outcome: string, when: string, body: Record<string, unknown>): Case => ({
    operation,
    outcome,
    when,
    act: (fixture) =>
      fixture.raw({
        ...raw(fixture),
        scope: CREATE,
        body: bodyOf(fixture, { body }),
        broken: true,
      }),
  });
  return [
    ...sharedScenarios({
      operation,
      scope: CREATE,
      call: raw,
      success: '201',
      empty: '400 INVALID_ARGUMENT',
    }),
    ...requiredFields(operation, CREATE, raw, REQUIRED),
    ...Object.entries(REPEATED_FIELDS).map(
      ([what, more]): Case => ({
        operation,
        outcome: '201',
        when: `with ${what}`,
        act: async (fixture) => {
          const asked = bodyOf(fixture, more);
          const { body, headers } = await fixture.raw({
            ...raw(fixture),
            scope: CREATE,
            body: asked,
          });
          const { sinkCredential: _secret, ...shown } = { sinkCredential: undefined, ...asked };
          expect(body).toMatchObject(shown);
          expect(body).not.toHaveProperty('sinkCredential');
          const { resourceURL } = (body as { amountTransaction: { resourceURL: string } })
            .amountTransaction;
          expect(headers.location).toBe(resourceURL);
        },
      }),
    ),
    {
      operation,
      outcome: '201',
      when: 'with a clientCorrelator that comes back',
      act: (fixture) => {
        const transaction = { clientCorrelator: `scenario-${operation}` };
        return fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: bodyOf(fixture, { transaction }),
        });
      },
      port: { body: { amountTransaction: { clientCorrelator: `scenario-${operation}` } } },
    },
    refused('400 INVALID_SINK', 'with a sink that is no address', { sink: 'not-an-address' }),
    refused('400 INVALID_SINK', 'with a sink that is plain http', { sink: 'http://example.com/' }),
    refused('400 INVALID_ARGUMENT', 'with a sink that is no text', { sink: 5 }),
    refused('400 INVALID_ARGUMENT', 'with a credential of no type', {
      sink: HTTPS_SINK,
      sinkCredential: {},
    }),
    refused('400 INVALID_CREDENTIAL', 'with a credential of another type', {
      sink: HTTPS_SINK,
      sinkCredential: { credentialType: 'REFRESHTOKEN' },
    }),
    refused('400 INVALID_TOKEN', 'with a token that is no bearer token', {
      sink: HTTPS_SINK,
      sinkCredential: { ...CREDENTIAL, accessTokenType: 'mac' },
    }),
    ...['me', '0821234567', '+0821234567', '+278'].map(
      (phoneNumber): Case => ({
        operation,
        outcome: '400 INVALID_ARGUMENT',
        when: `with ${phoneNumber} for a number`,
        act: (fixture) =>
          fixture.raw({
            ...raw(fixture),
            scope: CREATE,
            body: bodyOf(fixture, { transaction: { phoneNumber } }),
            broken: true,
          }),
      }),
    ),
    ...['+27110000000', '+27911234567', '+346661113334'].map(
      (phoneNumber): Case => ({
        operation,
        outcome: '404 IDENTIFIER_NOT_FOUND',
        when: `for ${phoneNumber}, which is not on the network`,
        act: (fixture) =>
          fixture.raw({
            ...raw(fixture),
            scope: CREATE,
            body: bodyOf(fixture, { transaction: { phoneNumber } }),
          }),
      }),
    ),
    {
      operation,
      outcome: '422 SERVICE_NOT_APPLICABLE',
      when: 'for the line of a machine',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        await fixture.setHandset(msisdn, { machine_line: true });
        return fixture.raw({
          ...raw(fixture),
          scope: CREATE,
          body: bodyOf(fixture, { transaction: { phoneNumber: `+${msisdn}` } }),
        });
      },
    },
    {
      operation,
      outcome: '403 PERMISSION_DENIED',
      when: 'for a subscriber who withdraws the consent after the token was given',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        const body = bodyOf(fixture, { transaction: { phoneNumber: undefined } });
        const meanwhile = () => fixture.setHandset(msisdn, { consent: false });
        return fixture.raw({ ...raw(fixture), scope: CREATE, subject: msisdn, body, meanwhile });
      },
    },
  ];
}

function stepCases(
  operation: 'confirmPayment' | 'cancelPayment',
  step: 'confirm' | 'cancel',
): Case[] {
  const call = async (fixture: Fixture): Promise<RawCall> => {
    const { id, phoneNumber } = await reserved(fixture);
    return { method: 'POST', path: `${BASE}/${id}/${step}`, body: { phoneNumber } };
  };
  return [
    ...sharedScenarios({
      operation,
      scope: WRITE,
      call,
      success: '202',
      empty: '422 MISSING_IDENTIFIER',
    }),
    {
      operation,
      outcome: '422 SERVICE_NOT_APPLICABLE',
      when: 'for the line of a machine',
      act: async (fixture) => {
        const { id, phoneNumber } = await reserved(fixture);
        await fixture.sim('PUT', `/sim/handsets/${phoneNumber.slice(1)}`, { machine_line: true });
        return fixture.raw({
          method: 'POST',
          path: `${BASE}/${id}/${step}`,
          scope: WRITE,
          body: { phoneNumber },
        });
      },
    },
  ];
}

/** A reservation that waits for its handset's code. */
async function waiting(
  fixture: Fixture,
): Promise<{ path: string; authorizationId: string; code: string }> {
  const msisdn = fixture.newNumber();
  await fixture.setHandset(msisdn, { payment_validation: true });
  const body = bodyOf(fixture, { transaction: { phoneNumber: `+${msisdn}` } });
  const made = (await fixture.raw({ method: 'POST', path: `${BASE}/prepare`, scope: CREATE, body }))
    .body;
  const { paymentId, validationInfo } = made as {
    paymentId: string;
    validationInfo: { authorizationId: string };
  };
  const code = /\b\d{6}\b/.exec(await fixture.newestMessage(msisdn))?.[0] ?? '';
  return {
    path: `${BASE}/${paymentId}/validate`,
    authorizationId: validationInfo.authorizationId,
    code,
  };
}

const validateCall = async (fixture: Fixture): Promise<RawCall> => {
  const { path, authorizationId, code } = await waiting(fixture);
  return { method: 'POST', path, body: { authorizationId, code } };
};

const validateCases: Case[] = [
  ...sharedScenarios({
    operation: 'validatePayment',
    scope: WRITE,
    call: validateCall,
    success: '204',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...requiredFields('validatePayment', WRITE, validateCall, ['authorizationId', 'code']),
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.VALIDATION_FAILED',
    when: 'at each try after the last one, with the right code too',
    act: async (fixture) => {
      const { path, authorizationId, code } = await waiting(fixture);
      const guess = (guessed: string) =>
        fixture.raw({
          method: 'POST',
          path,
          scope: WRITE,
          body: { authorizationId, code: guessed },
        });
      const outcomes: unknown[] = [];
      for (const guessed of ['x', 'x', 'x', 'x', 'x', 'x', code])
        outcomes.push(((await guess(guessed)).body as { code: string }).code);
      return { outcomes };
    },
    port: {
      outcomes: [
        ...Array(4).fill('CARRIER_BILLING.INVALID_CODE'),
        ...Array(3).fill('CARRIER_BILLING.VALIDATION_FAILED'),
      ],
    },
  },
];

export const billingScenarios: Case[] = [
  ...makingCases({ operation: 'createPayment', path: BASE }),
  ...makingCases({ operation: 'preparePayment', path: `${BASE}/prepare` }),
  ...stepCases('confirmPayment', 'confirm'),
  ...stepCases('cancelPayment', 'cancel'),
  ...validateCases,
  ...billingLookUpScenarios,
];
