// A16, X7, E11, V5: the call that issues a kit.

import { createRegisterCall, type Guards } from '@bonisa/kit/http/call-route';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FraudProtection, FraudUnavailableError, type FraudVisitor } from './fraud.port.ts';
import { fraudRoutes } from './fraud.routes.ts';

const refuse = async () => expect.unreachable('this call has no guard');
const guards: Guards = {
  'anyone+device': refuse,
  csrf: refuse,
  session: refuse,
  'session+device': refuse,
  'session+csrf': refuse,
  bearer: refuse,
};

let app: Awaited<ReturnType<typeof createHttpApp>>;
let asked: FraudVisitor | undefined;
let available = true;

const fraud: FraudProtection = {
  kit: async (visitor) => {
    asked = visitor;
    if (!available) throw new FraudUnavailableError();
    return { script: 'text', token: 'token', run: 'inline' };
  },
  judge: () => expect.unreachable('not judged here'),
  formToken: () => expect.unreachable('no form here'),
  judgeForm: () => expect.unreachable('not judged here'),
  scriptHashes: () => [],
  cspSources: () => ({ 'script-src': [], 'connect-src': [] }),
};

beforeAll(async () => {
  app = await createHttpApp({ logger: pino({ level: 'silent' }), trustProxy: [] });
  const visitOf = async () => ({ visitorId: 'visitor-9' });
  await fraudRoutes({ fraud, visitOf })({
    server: app,
    register: createRegisterCall(app, guards),
  });
  await app.ready();
});

afterAll(() => app?.close());

const call = (payload: unknown) =>
  app.inject({
    method: 'POST',
    url: '/api/dcbprotect/getDCBProtectScript',
    payload: payload as object,
    headers: { 'user-agent': 'a phone' },
  });

describe('getDCBProtectScript', () => {
  it('answers with script, transaction and token', async () => {
    available = true;
    const response = await call({ transaction_id: 'run-3' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      s: 'text',
      transaction_id: 'run-3',
      t: 'token',
      run: 'inline',
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(asked).toEqual({
      transactionId: 'run-3',
      visitorId: 'visitor-9',
      address: '127.0.0.1',
      userAgent: 'a phone',
      requestedWith: undefined,
    });
  });

  it('describes the reason when there is no kit (X7)', async () => {
    available = false;
    const response = await call({ transaction_id: 'run-3' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      code: 'fraud_unavailable',
      description: expect.stringContaining('try again'),
    });
  });

  it.each([[{}], [{ transaction_id: '' }], [{ transaction_id: null }]])(
    'refuses a body without a transaction id: %j',
    async (payload) => {
      const response = await call(payload);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'missing_transaction_id' });
    },
  );

  it.each([
    [{ transaction_id: 7 }],
    [{ transaction_id: ['run'] }],
    [{ transaction_id: 'x'.repeat(129) }],
    [{ transaction_id: 'a\u0000b' }],
    [{ transaction_id: 'run', more: 1 }],
    [[]],
  ])('refuses the malformed body %j', async (payload) => {
    const response = await call(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_request' });
  });
});
