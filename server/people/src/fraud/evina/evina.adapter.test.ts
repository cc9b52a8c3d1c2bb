// The DCBprotect adapter against a test server that answers in the documented shapes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FraudUnavailableError } from '../fraud.port.ts';
import { VISITOR } from '../guard/guard.test-kit.ts';
import { createKitTokens } from '../kit-token.ts';
import { createEvina, type EvinaOptions, type EvinaProblem } from './evina.adapter.ts';
import { hmacSign } from './evina.client.ts';

type Answer = (response: ServerResponse) => void;

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const silence: Answer = () => undefined;
const hangUp: Answer = (response) => response.destroy();
/** Sends the headers at once and never a body. */
const halfAnAnswer: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"t":');

const SCRIPT = { t: 'vendor-token', s: 'window.probe = 1;' };
let answers: { script: Answer; check: Answer };
let asked: URL[] = [];
let problems: EvinaProblem[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    const address = new URL(request.url ?? '/', 'http://stand-in');
    asked.push(address);
    answers[address.pathname.endsWith('/script') ? 'script' : 'check'](response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  asked = [];
  problems = [];
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Of a call that is answered, however busy the machine is. */
const PATIENT_MS = 60_000;
/** Of a check that is never answered, after a script that must be. */
const BRIEF_MS = 1000;

const now = new Date('2026-11-20T08:00:00Z');

function evina(change: Partial<EvinaOptions> = {}) {
  answers = { script: json(SCRIPT), check: json({ ft: 1000 }) };
  return createEvina({
    url,
    username: 'the brand',
    secret: 'a-secret-of-the-vendor',
    tokens: createKitTokens(Buffer.alloc(32, 1)),
    clock: { now: () => now },
    newId: () => 'kit-7',
    onTimeout: 'closed',
    kitOnTimeout: 'closed',
    onProblem: (problem) => problems.push(problem),
    timeoutMs: PATIENT_MS,
    ...change,
  });
}

describe('the Evina script', () => {
  it('is requested with transaction, button, time and signature', async () => {
    const kit = await evina().kit(VISITOR);
    expect(kit).toMatchObject({ script: SCRIPT.s, run: 'blob' });
    const [address] = asked;
    expect(address?.pathname).toBe('/the%20brand/script');
    const sent = Object.fromEntries(address?.searchParams ?? []);
    const query = new URLSearchParams({ ti: 'kit-7', te: '[data-dcb-accept]', ts: '1795161600' });
    expect(sent).toEqual({
      ...Object.fromEntries(query),
      s: hmacSign('a-secret-of-the-vendor')('the brand', query),
    });
    expect(address?.search).not.toContain(VISITOR.transactionId);
  });

  it("is requested with the account's own signature method", async () => {
    await evina({ sign: (username, query) => `${username}/${query.get('ti')}` }).kit(VISITOR);
    expect(asked[0]?.searchParams.get('s')).toBe('the brand/kit-7');
  });

  const failures: [string, Answer][] = [
    ['timeout', silence],
    ['timeout', halfAnAnswer],
    ['connection', hangUp],
    ['status', json({ error: 'no' }, 500)],
    ['status', json({}, 401)],
    ['unreadable', json('<html>')],
    ['unreadable', json({ t: 'only a token' })],
    ['unreadable', json({ t: '', s: '' })],
  ];

  it.each(failures)(
    'answers an error with a description when the request fails (%s) (X7)',
    async (reason, answer) => {
      const adapter = evina(reason === 'timeout' ? { timeoutMs: undefined } : {});
      answers.script = answer;
      const failed = await adapter.kit(VISITOR).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(FraudUnavailableError);
      expect(failed).toMatchObject({
        code: 'fraud_unavailable',
        status: 503,
        message: expect.stringContaining('try again'),
      });
      expect(problems).toEqual([{ operation: 'script', reason }]);
    },
  );

  it('is left out when the request fails and the policy is open', async () => {
    const adapter = evina({ kitOnTimeout: 'open', onTimeout: 'open', timeoutMs: undefined });
    answers.script = silence;
    const { script, token } = await adapter.kit(VISITOR);
    expect(script).toBe('');
    expect(await adapter.judge({ ...VISITOR, token })).toMatchObject({
      kitId: 'kit-7',
      reasons: [],
      evidence: { answer: 'without-script' },
    });
    expect(asked).toHaveLength(1);
  });
});

describe('the Evina check', () => {
  async function judgeWith(answer: Answer, change: Partial<EvinaOptions> = {}) {
    const adapter = evina(change);
    const { token } = await adapter.kit(VISITOR);
    answers.check = answer;
    return await adapter.judge({ ...VISITOR, token });
  }

  it('passes a transaction that the vendor calls authentic', async () => {
    expect(await judgeWith(json({ ft: 1000 }))).toEqual({
      kitId: 'kit-7',
      reasons: [],
      suspicions: [],
      evidence: { age: 0, answer: 1000 },
    });
    expect(asked[1]?.pathname).toBe('/the%20brand/check');
    expect([...(asked[1]?.searchParams.keys() ?? [])]).toEqual(['ti', 'ts', 's']);
  });

  it.each([
    [2100, 'code_injection'],
    [2200, 'malicious_app'],
    [2300, 'clickjacking'],
    [2400, 'spoofing'],
    [2500, 'remote_control'],
    [2593, 'remote_control'],
    ['2593', 'remote_control'],
    [2700, 'evina_replay'],
    [2802, 'evina_bypass'],
    [2999, 'evina_fraud'],
    [1001, 'evina_fraud'],
  ])('names the fraud class of %s', async (ft, reason) => {
    expect((await judgeWith(json({ ft }))).reasons).toEqual([reason]);
  });

  const failures: [string, Answer][] = [
    ['timeout', silence],
    ['timeout', halfAnAnswer],
    ['connection', hangUp],
    ['status', json({}, 503)],
    ['unreadable', json('not json')],
    ['unreadable', json({ ft: 'fine' })],
    ['unreadable', json({ ft: true })],
    ['unreadable', json([])],
  ];

  it.each(failures)('follows the policy when the request fails (%s)', async (reason, answer) => {
    const timeoutMs = reason === 'timeout' ? BRIEF_MS : PATIENT_MS;
    expect(await judgeWith(answer, { timeoutMs })).toMatchObject({
      kitId: 'kit-7',
      reasons: ['provider_unavailable'],
      evidence: { answer: reason },
    });
    expect(await judgeWith(answer, { timeoutMs, onTimeout: 'open' })).toMatchObject({
      reasons: [],
      evidence: { answer: reason },
    });
    expect(problems).toEqual(Array(2).fill({ operation: 'check', reason }));
  });

  it('is not requested for a token of another secret, another visitor or another transaction', async () => {
    const adapter = evina();
    const { token } = await adapter.kit(VISITOR);
    asked = [];
    expect((await adapter.judge({ ...VISITOR, token: SCRIPT.t })).reasons).toEqual(['malformed']);
    expect((await adapter.judge({ ...VISITOR, visitorId: 'another', token })).reasons).toEqual([
      'foreign_visitor',
    ]);
    expect((await adapter.judge({ ...VISITOR, transactionId: 'another', token })).reasons).toEqual([
      'foreign_transaction',
    ]);
    expect(asked).toEqual([]);
  });
});
