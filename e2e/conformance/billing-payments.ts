/**
 * Payments of carrier-billing 0.5.0 made over plain HTTP. The product charges in one step, so its
 * adapter has no calls for reservations.
 */

import type { ChargeInput } from '@bonisa/carriers/billing.port';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { APIS } from './camara-files.ts';
import type { Fixture } from './fixture.ts';

export const BASE = `${APIS.billing.basePath}/payments`;
export const CREATE = 'carrier-billing:payments:create';
export const WRITE = 'carrier-billing:payments:write';
export const READ = 'carrier-billing:payments:read';
export const HTTPS_SINK = 'https://example.com/carrier/events';
export const CREDENTIAL = {
  credentialType: 'ACCESSTOKEN',
  accessToken: 't',
  accessTokenExpiresUtc: '2099-01-01T00:00:00Z',
  accessTokenType: 'bearer',
};

export interface More {
  transaction?: Record<string, unknown>;
  amount?: Record<string, unknown>;
  charging?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export function bodyOf(
  fixture: Fixture,
  { transaction = {}, amount = {}, charging = {}, body = {} }: More = {},
) {
  const { reference } = fixture.newCharge(fixture.newNumber());
  const chargingInformation = { amount: 5, currency: 'ZAR', description: 'One day', ...charging };
  return {
    amountTransaction: {
      phoneNumber: `+${fixture.newNumber()}`,
      referenceCode: reference,
      paymentAmount: { chargingInformation, ...amount },
      ...transaction,
    },
    ...body,
  };
}

/** The body of a payment for this charge. */
export function paymentBody(input: ChargeInput, more: Record<string, unknown> = {}) {
  return {
    amountTransaction: {
      phoneNumber: `+${input.msisdn}`,
      clientCorrelator: input.correlator,
      referenceCode: input.reference,
      paymentAmount: {
        chargingInformation: {
          amount: input.amountCents / 100,
          currency: 'ZAR',
          description: input.description,
        },
      },
    },
    ...sinkOf(input),
    ...more,
  };
}

function sinkOf({ sink }: ChargeInput): Record<string, unknown> {
  if (sink === undefined) return {};
  return {
    sink: sink.url,
    sinkCredential: {
      ...CREDENTIAL,
      accessToken: sink.token,
      accessTokenExpiresUtc: sink.expires.toISOString(),
    },
  };
}

/** Reserves money: the first of two steps. */
export const prepare = (fixture: Fixture, input: ChargeInput) =>
  fixture.raw({
    method: 'POST',
    path: `${BASE}/prepare`,
    scope: CREATE,
    body: paymentBody(input),
    headers: { 'x-correlator': input.correlator },
  });

/** Gives the code that the carrier requires for a reservation. */
export const validate = (
  fixture: Fixture,
  { paymentId, authorizationId, code }: Record<'paymentId' | 'authorizationId' | 'code', string>,
) =>
  fixture.raw({
    method: 'POST',
    path: `${BASE}/${paymentId}/validate`,
    scope: WRITE,
    body: { authorizationId, code },
  });

/** Takes the reserved money, or releases it. */
export const finish = (
  fixture: Fixture,
  step: 'confirm' | 'cancel',
  { paymentId, msisdn }: { paymentId: string; msisdn: Msisdn },
) =>
  fixture.raw({
    method: 'POST',
    path: `${BASE}/${paymentId}/${step}`,
    scope: WRITE,
    body: { phoneNumber: `+${msisdn}` },
  });

export async function reserved(fixture: Fixture): Promise<{ id: string; phoneNumber: string }> {
  const body = bodyOf(fixture);
  const made = await fixture.raw({ method: 'POST', path: `${BASE}/prepare`, scope: CREATE, body });
  return {
    id: (made.body as { paymentId: string }).paymentId,
    phoneNumber: body.amountTransaction.phoneNumber,
  };
}
