// A1 to A10, A13 to A18, P4: every call with input that no client should send.
import * as account from '@bonisa/contract/account.calls';
import { ADDRESSES, type CallName } from '@bonisa/contract/addresses';
import type { Call } from '@bonisa/contract/call';
import * as devices from '@bonisa/contract/devices.calls';
import * as fraud from '@bonisa/contract/fraud.calls';
import * as identity from '@bonisa/contract/identity.calls';
import * as list from '@bonisa/contract/list.calls';
import * as livePlay from '@bonisa/contract/live-play.calls';
import * as play from '@bonisa/contract/play.calls';
import * as search from '@bonisa/contract/search.calls';
import * as subscription from '@bonisa/contract/subscription.calls';
import * as telemetry from '@bonisa/contract/telemetry.calls';
import { schemaArbitrary } from '@bonisa/kit/http/schema-arbitrary.test-kit';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  type Answer,
  createTestProduct,
  freshNumber,
  rowCounts,
  type TestProduct,
  toAccept,
  type Visitor,
} from './app.test-kit.ts';

let product: TestProduct;
let visitor: Visitor;
let token: string;
/** The OpenAPI document: the fields of each call. */
let described: {
  paths: Record<
    string,
    {
      post: {
        requestBody?: { content: { 'application/json': { schema: { properties?: object } } } };
      };
    }
  >;
};
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
  await product.app.scheduler.runDue();
  token = await visitor.csrf();
  described = (await product.site.inject('/docs/json')).json();
});
afterAll(() => product.close());

/** The catalogue registers these. */
const OF_CATALOGUE: readonly string[] = ['play', 'seasonEpisodes', 'categoryVideos'];
/** Every POST of the site. */
const CALLS = (Object.keys(ADDRESSES) as CallName[]).filter(
  (name) => ADDRESSES[name].method === 'POST' && !OF_CATALOGUE.includes(name),
);

/** Calls that accept `{}` and end something. */
const ENDING: readonly string[] = ['signOut', 'unsubscribe'] satisfies CallName[];

/** From a subscriber's own browser, so that no refusal precedes the check of the body. */
const post = (
  name: CallName,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  visitor.send('POST', ADDRESSES[name].path, body, { 'x-csrf-token': token, ...headers });

function expectRefusal(answer: Answer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
    description: expect.stringMatching(/./),
    correlation_id: answer.headers['x-correlation-id'],
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/\/inner|node_modules|\.ts:|select |at Object/);
  expectSafe(answer);
  expect(answer.headers['cache-control']).toBe('no-store');
}

function expectSafe({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-correlation-id': expect.stringMatching(/^[\w-]{8,64}$/),
  });
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  expect(headers['x-powered-by']).toBeUndefined();
}

describe.each(CALLS)('%s', (name) => {
  const bad: [string, string, Record<string, string>?][] = [
    [
      'an unknown field',
      JSON.stringify({ transaction_id: 't', msisdn: '0821234567', isAdmin: true }),
    ],
    ['a list', '[]'],
    ['a list in lists', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['a text', '"x"'],
    ['a figure', '7'],
    ['broken JSON', '{"msisdn": '],
    ['no JSON', '<xml/>'],
    ['NUL in a name', '{"msis\\u0000dn": "0821234567"}'],
    ['a poisoned prototype', '{"__proto__": {"msisdn": "0821234567"}}'],
    ['the wrong content type', '{}', { 'content-type': 'text/plain' }],
    ['a form', 'msisdn=0821234567', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['xml', '<a/>', { 'content-type': 'application/xml' }],
    ['no content type that is one', '{}', { 'content-type': 'json' }],
    ['a body of 100 kB', JSON.stringify({ transaction_id: 'x'.repeat(100_000) })],
  ];

  it('refuses by name a body of another shape, and writes nothing', async () => {
    const before = await rowCounts(product.open);
    for (const [what, body, headers] of bad) {
      const answer = await post(name, body, headers);
      expect([what, answer.status >= 400]).toEqual([what, true]);
      expectRefusal(answer);
    }
    expect(await rowCounts(product.open)).toEqual(before);
  });

  it('refuses wrong types, NUL and lengths in every field', async () => {
    const before = await rowCounts(product.open);
    const known = Object.keys(
      described.paths[ADDRESSES[name].path]?.post.requestBody?.content['application/json'].schema
        .properties ?? {},
    );
    const base = Object.fromEntries(
      Object.entries({ transaction_id: 'refused', msisdn: '0821234567' }).filter(([field]) =>
        known.includes(field),
      ),
    );
    for (const field of [...known, 'isAdmin']) {
      for (const value of [-1.5, [], [['x']], '\u0000', 'x'.repeat(20_000), Number.MAX_VALUE]) {
        expectRefusal(await post(name, JSON.stringify({ ...base, [field]: value })));
      }
    }
    expect(await rowCounts(product.open)).toEqual(before);
  });

  it("refuses a foreign Origin, and accepts an absent one and the site's own", async () => {
    const before = await rowCounts(product.open);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'http://localhost:3001',
      'https://localhost:3000',
    ]) {
      const answer = await post(name, '{}', { origin });
      expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin']);
      expectRefusal(answer);
    }
    expect(await rowCounts(product.open)).toEqual(before);
    if (name === 'signOut' || name === 'unsubscribe') return;
    for (const headers of [
      {},
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:3000' },
    ] as Record<string, string>[]) {
      expect((await post(name, '{}', headers)).body.code).not.toBe('foreign_origin');
    }
  });
});

/** The schema of each call's body, by path. */
const BODIES = new Map(
  [account, devices, fraud, identity, list, livePlay, play, search, subscription, telemetry]
    .flatMap((calls): unknown[] => Object.values(calls))
    .filter(
      (call): call is Call<z.ZodType | undefined, z.ZodType> =>
        typeof call === 'object' && call !== null && 'path' in call,
    )
    // Calls of other methods, which take no body, may share a path.
    .flatMap(({ path, body }) => (body ? [[path, body] as const] : [])),
);

describe('fuzzing', () => {
  it.each(CALLS)(
    '%s from its own schema causes no internal error, and a refusal writes no row',
    async (name) => {
      // Each with its own browser: some of these calls end the session.
      const own = product.visitor();
      await own.call('subscribe', await toAccept(product, own, freshNumber()));
      await product.app.scheduler.runDue();
      const csrf = await own.csrf();
      const schema = BODIES.get(ADDRESSES[name].path);
      if (!schema) throw new Error(`${name} takes no body`);
      let before = await rowCounts(product.open);
      await fc.assert(
        fc.asyncProperty(schemaArbitrary(schema), async (body) => {
          const answer = await own.send('POST', ADDRESSES[name].path, JSON.stringify(body) ?? '', {
            'x-csrf-token': csrf,
          });
          expect(answer.status).toBeLessThan(500);
          expectSafe(answer);
          const after = await rowCounts(product.open);
          if (answer.status >= 400) {
            expectRefusal(answer);
            expect(after).toEqual(before);
          }
          before = after;
        }),
        { numRuns: 15 },
      );
      expect(product.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );

  it('any call with a body that is not our JSON causes no internal error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CALLS.filter((name) => !ENDING.includes(name))),
        fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
        async (name, text) => {
          const answer = await post(name, text);
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400) expectRefusal(answer);
          expectSafe(answer);
        },
      ),
      { numRuns: 250 },
    );
    // A number that must be proven cannot be guessed: no run of the fuzz knows a code.
    expect(await product.rows('select count(*)::int as n from subscriptions')).toEqual([
      { n: 1 + CALLS.length },
    ]);
    expect(product.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('every answer', () => {
  it.each([
    ['GET', '/api/csrf-token', 200],
    ['GET', '/api/viewer', 200],
    ['HEAD', '/api/viewer', 200],
    ['GET', '/healthz/live', 200],
    ['GET', '/healthz/ready', 200],
    ['GET', '/docs/json', 200],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/nothing', 404],
    ['GET', '/api/subscribe', 404],
    ['DELETE', '/api/subscribe', 404],
    ['GET', '/nothing', 404],
    ['GET', '/%zz', 400],
    ['GET', `/api/${'x'.repeat(5000)}`, 404],
    ['GET', '/api/viewer?x=%00', 200],
  ] as const)(
    '%s %s is %i, with safety headers and a correlation id',
    async (method, url, status) => {
      const response = await product.site.inject({ method, url });
      expect(response.statusCode).toBe(status);
      expectSafe({ status, body: {}, headers: response.headers });
      if (status >= 400)
        expectRefusal({ status, body: response.json(), headers: response.headers });
    },
  );

  it('with personal data is stored by no cache', async () => {
    for (const name of [
      'csrfToken',
      'viewer',
      'profile',
      'bearerToken',
      'authStatus',
      'statusCheck',
      'fraudScript',
      'enrich',
    ] as const) {
      const answer = await visitor
        .call(
          name,
          name === 'profile' || name === 'bearerToken'
            ? {}
            : {
                transaction_id: 't',
                ...(name === 'authStatus' || name === 'statusCheck'
                  ? { msisdn: '0821234567' }
                  : {}),
              },
        )
        .then((given) => given);
      expect([name, answer.headers['cache-control']]).toEqual([name, 'no-store']);
    }
  });

  it("has the caller's correlation id if it is well-formed, and otherwise its own", async () => {
    const id = async (given: string) =>
      (await visitor.send('GET', '/api/viewer', undefined, { 'x-correlation-id': given })).headers[
        'x-correlation-id'
      ];
    expect(await id('abc-12345')).toBe('abc-12345');
    for (const bad of ['x', 'has space', 'a'.repeat(65), '"quoted"1'])
      expect(await id(bad)).not.toBe(bad);
  });

  it('to an internal error reveals nothing of its cause', async () => {
    product.carrier.next('contentLock', async () => {
      throw new Error('select secret from /inner/room');
    });
    const answer = await visitor.call('statusCheck', {
      transaction_id: 'a fault',
      msisdn: freshNumber(),
      service_key: 'demo-daily',
    });
    expect([answer.status, answer.body.code, answer.body.description]).toEqual([
      500,
      'internal',
      'An error occurred.\nPlease try again or contact support',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('inside');
    expectSafe(answer);
    product.log.length = 0;
  });

  it('to an empty body treats it as a body without fields', async () => {
    const answer = await product.site.inject({
      method: 'POST',
      url: '/api/auth/token',
      headers: { cookie: `bonisa_session=${visitor.cookies.get('bonisa_session')}` },
    });
    expect(answer.statusCode).toBe(200);
    expect((await visitor.send('POST', '/api/auth/status_check', '')).status).toBe(400);
  });
});

describe('health and documents', () => {
  it('are live while the process runs, and ready only while it accepts visitors', async () => {
    const ready = async () => (await product.site.inject('/healthz/ready')).statusCode;
    product.app.readiness.started(false);
    expect(await ready()).toBe(503);
    expect((await product.site.inject('/healthz/ready')).json()).toMatchObject({
      code: 'unavailable',
      description: expect.any(String),
    });
    expect((await product.site.inject('/healthz/live')).statusCode).toBe(200);
    product.app.readiness.started(true);
    expect(await ready()).toBe(200);
  });

  it('/docs/json is a valid OpenAPI document with every call and its errors', async () => {
    const document = (await product.site.inject('/docs/json')).json();
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    for (const [name, { method, path }] of Object.entries(ADDRESSES)) {
      if (OF_CATALOGUE.includes(name)) continue;
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect([path, Object.keys(operation?.responses ?? {})]).toEqual([
        path,
        expect.arrayContaining(['200']),
      ]);
    }
    expect(document.paths['/api/subscribe'].post.security).toEqual([{ csrf: [] }]);
    expect(Object.keys(document.paths['/api/auth/enrich'].post.responses)).toContain('204');
  });

  it('/docs is a page whose scripts its own policy allows', async () => {
    const page = await product.site.inject('/docs/');
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe('limits by network address', () => {
  it('name the waiting time in the shape of every error, for each address separately', async () => {
    const limited = await createTestProduct({ TRUST_PROXY: '127.0.0.1' }, product.open);
    const from = (address: string) =>
      limited.site.inject({
        method: 'POST',
        url: '/api/subscribe/unsubscribe',
        headers: { 'x-forwarded-for': address },
        payload: {},
      });
    let answer = await from('196.25.1.1');
    for (let i = 0; i < 480 && answer.statusCode !== 429; i++) answer = await from('196.25.1.1');
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: 'too_many_requests',
      description: expect.stringMatching(
        /^Too many requests\. Try again in \d+ (second|minute)s?\.$/,
      ),
      retry_after: expect.any(Number),
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('196.25.1.2')).statusCode).toBe(403);
    await limited.site.close();
  });

  it("cannot be evaded by a client's header without a trusted proxy", async () => {
    const { visitor: own, msisdn } = { visitor: product.visitor(), msisdn: freshNumber() };
    const accept = await toAccept(product, own, msisdn);
    await own.call('subscribe', accept, { 'x-forwarded-for': '8.8.8.8' });
    expect(await product.rows(`select address from consents where msisdn = '${msisdn}'`)).toEqual([
      { address: '127.0.0.1' },
    ]);
  });
});
