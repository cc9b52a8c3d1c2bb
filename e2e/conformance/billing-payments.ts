/** Payments of carrier-billing 0.5.0 made with the raw client, for the scenarios. */

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

export async function reserved(fixture: Fixture): Promise<{ id: string; phoneNumber: string }> {
  const body = bodyOf(fixture);
  const made = await fixture.raw({ method: 'POST', path: `${BASE}/prepare`, scope: CREATE, body });
  return {
    id: (made.body as { paymentId: string }).paymentId,
    phoneNumber: body.amountTransaction.phoneNumber,
  };
}
