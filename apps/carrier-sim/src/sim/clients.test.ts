// A client sees its own payments only.
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assertion,
  type Carrier,
  CLIENT_ID,
  payment,
  startCarrier,
  tokenRequest,
} from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let own: string;
let other: string;
beforeAll(async () => {
  carrier = await startCarrier();
  own = await carrier.token();
  other = await register('other-client');
});
afterAll(() => carrier.sim.close());

const PAYMENTS = '/carrier-billing/v0.5/payments';
const MSISDN = '27823330001';

async function register(id: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { status } = await carrier.call('PUT', `/sim/clients/${id}`, {
    body: { jwk: await exportJWK(publicKey) },
  });
  expect(status).toBe(200);
  const client_assertion = await assertion(privateKey, carrier.url, { issuer: id, subject: id });
  return (await tokenRequest(carrier, { form: { client_assertion } })).body.access_token;
}
const pay = async (token: string) =>
  (
    await carrier.call('POST', PAYMENTS, {
      token,
      body: payment({ phoneNumber: `+${MSISDN}`, referenceCode: 'the-same' }),
    })
  ).body;
const listed = async (token: string) => {
  const { body } = await carrier.call('GET', PAYMENTS, { token });
  return body.map(({ paymentId }: { paymentId: string }) => paymentId);
};

test('two clients with payments of one number and one reference each see their own', async () => {
  const [mine, theirs] = [await pay(own), await pay(other)];
  expect([await listed(own), await listed(other)]).toEqual([[mine.paymentId], [theirs.paymentId]]);
  const threeLegged = await carrier.token({ msisdn: MSISDN });
  expect(await listed(threeLegged)).toEqual([mine.paymentId]);
  for (const [token, id] of [
    [own, theirs.paymentId],
    [other, mine.paymentId],
    [threeLegged, theirs.paymentId],
  ]) {
    expect(await carrier.call('GET', `${PAYMENTS}/${id}`, { token })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(
      (await carrier.call('GET', `/carrier-billing-refund/v0.3/payments/${id}/refunds`, { token }))
        .status,
    ).toBe(404);
  }
});

test('a code of one client is unknown to another', async () => {
  const body = { phoneNumber: `+${MSISDN}`, message: '{{code}}' };
  const { authenticationId } = (
    await carrier.call('POST', '/one-time-password-sms/v1/send-code', { token: own, body })
  ).body;
  const [{ text: code }] = (await carrier.call('GET', `/sim/handsets/${MSISDN}/messages`)).body;
  const validate = (token: string) =>
    carrier.call('POST', '/one-time-password-sms/v1/validate-code', {
      token,
      body: { authenticationId, code },
    });
  expect([(await validate(other)).status, (await validate(own)).status]).toEqual([404, 204]);
});

test('the key of our product cannot be changed, and a private key is refused', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const { d: _secret, ...jwk } = await exportJWK(privateKey);
  expect(await carrier.call('PUT', `/sim/clients/${CLIENT_ID}`, { body: { jwk } })).toMatchObject({
    status: 409,
  });
  expect(
    (
      await carrier.call('PUT', '/sim/clients/x', {
        body: { jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } },
      })
    ).status,
  ).toBe(400);
});
