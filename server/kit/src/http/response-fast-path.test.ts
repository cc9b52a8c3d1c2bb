import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { type EncodedBody, encodeBody, sendBody, sendNotModified } from './encoded-body.ts';
import { createHttpApp } from './http-app.ts';
import { type AnsweredRequest, createResponseFastPath } from './response-fast-path.ts';

const body = encodeBody(Buffer.from('Ekhaya '.repeat(200)), { effort: 5 });
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A listening site with one cached body at `/page`, which counts how often Fastify sent it. */
async function setUp(sent: EncodedBody = body) {
  const body = sent;
  const answers: AnsweredRequest[] = [];
  const lines: Record<string, unknown>[] = [];
  const state = { ready: true, routed: 0, requests: 0 };
  const fastPath = createResponseFastPath();
  fastPath.addSource((url) => (url === '/page' && state.ready ? body : undefined));
  const app = await createHttpApp({
    logger: createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) }),
    trustProxy: [],
    fastPath,
    onRequest: () => void state.requests++,
    onAnswer: (answer) => answers.push(answer),
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/page',
    handler: async (request, reply) => {
      state.routed += 1;
      reply.headers({
        'cache-control': 'public',
        'content-type': 'text/plain',
        etag: body.etag,
        vary: 'accept-encoding',
      });
      if (request.method === 'GET') fastPath.remember(body, request, reply);
      return sendNotModified(request, reply, body) ?? sendBody(request, reply, body);
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  stops.push(() => app.close());
  const get = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${url}/page`, { ...init, headers: { 'accept-encoding': 'br', ...headers } });
  return { get, state, answers, lines };
}

/** The headers without those that belong to one response. */
function headersOf(response: Response): Record<string, string> {
  const {
    date: _date,
    'x-correlation-id': _id,
    'x-page-cache': _cache,
    ...same
  } = Object.fromEntries(response.headers);
  return same;
}

describe('the response fast path', () => {
  it('sends a cached body without routing and with the headers that Fastify sent', async () => {
    const { get, state } = await setUp();
    const [first, second] = [await get(), await get()];
    expect(state.routed).toBe(1);
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(second.headers.get('x-content-type-options')).toBe('nosniff');
    expect(second.headers.get('x-page-cache')).toBe('hit');
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('x-correlation-id')).not.toBe(first.headers.get('x-correlation-id'));
  });

  it('reports, logs and observes a hit as it does a routed request', async () => {
    const { get, state, answers, lines } = await setUp();
    await get({ 'x-correlation-id': 'routed-1' });
    await get({ 'x-correlation-id': 'cached-1' });
    await get({ 'x-correlation-id': 'cached-2', 'if-none-match': body.etag });
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    const answer = (status: number, correlationId: string, fromMemory = true) => ({
      method: 'GET',
      route: '/page',
      status,
      seconds: expect.any(Number),
      correlationId,
      ...(fromMemory ? { fromMemory } : {}),
    });
    expect(answers).toEqual([
      answer(200, 'routed-1', false),
      answer(200, 'cached-1'),
      answer(304, 'cached-2'),
    ]);
    const answered = lines.filter(({ msg }) => msg === 'answered');
    const shapeOf = ({ time: _time, ms: _ms, correlation_id: _id, ...line }: (typeof lines)[0]) =>
      line;
    const [routed, hit, notModified] = answered.map(shapeOf);
    expect(hit).toEqual(routed);
    expect(notModified).toEqual({ ...routed, status: 304 });
    expect(answered.map((line) => line.correlation_id)).toEqual([
      'routed-1',
      'cached-1',
      'cached-2',
    ]);
    expect([state.requests, state.routed]).toEqual([3, 1]);
  });

  it('answers 304 with the correlation id of the request to a client that has the body', async () => {
    const { get, state } = await setUp();
    await get();
    const answer = await get({ 'if-none-match': body.etag, 'x-correlation-id': 'mine-12345' });
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('x-correlation-id'),
      answer.headers.get('etag'),
    ]).toEqual([304, '', 'mine-12345', body.etag]);
    expect(state.routed).toBe(1);
  });

  it('leaves other methods and bodies that left the cache to Fastify', async () => {
    const { get, state } = await setUp();
    await get();
    await get({ 'content-type': 'application/json' }, { method: 'POST', body: '{}' });
    expect(state.routed).toBe(2);
    state.ready = false;
    await get();
    expect(state.routed).toBe(3);
  });

  it('leaves a request to Fastify while the body is still being compressed', async () => {
    const { get } = await setUp();
    await get();
    const gzipped = await get({ 'accept-encoding': 'gzip' });
    expect([gzipped.headers.get('content-encoding'), await gzipped.text()]).toEqual([
      'gzip',
      body.plain.toString(),
    ]);
    const plain = await get({ 'accept-encoding': 'identity' });
    expect([
      plain.headers.get('content-encoding'),
      Number(plain.headers.get('content-length')),
    ]).toEqual([null, body.plain.length]);
  });

  it('sends the length of the better compressed bytes that replaced the first ones', async () => {
    const jobs: (() => Promise<void>)[] = [];
    const words = Buffer.from(
      Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 1009} Ekhaya`).join(' '),
    );
    const { get, state } = await setUp(
      encodeBody(words, { effort: 9, background: { add: (job) => jobs.push(job) > 0 } }),
    );
    await get();
    const fast = Number((await get()).headers.get('content-length'));
    await jobs[0]?.();
    const answer = await get();
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(fast);
    expect(await answer.text()).toBe(words.toString());
    expect(state.routed).toBe(1);
  });
});
