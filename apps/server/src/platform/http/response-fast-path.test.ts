import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpApp } from './http-app.ts';
import { type PreparedBody, prepareBody, sendBody, sendNotModified } from './prepared-body.ts';
import { createQuickAnswers } from './quick-answers.ts';

const body = prepareBody(Buffer.from('Ekhaya '.repeat(200)), { effort: 5 });
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/**
 * A listening site with one prepared answer at `/page`, which counts how often it was sent the long
 * way.
 */
async function setUp(sent: PreparedBody = body) {
  const body = sent;
  const told: unknown[] = [];
  const state = { ready: true, longWay: 0 };
  const quick = createQuickAnswers({ onAnswer: ({ route, status }) => told.push([route, status]) });
  quick.addSource((url) => (url === '/page' && state.ready ? body : undefined));
  const app = await createHttpApp({ logger: createLogger('silent'), trustProxy: [], quick });
  app.route({
    method: ['GET', 'POST'],
    url: '/page',
    handler: async (request, reply) => {
      state.longWay += 1;
      reply.headers({
        'cache-control': 'public',
        'content-type': 'text/plain',
        etag: body.etag,
        vary: 'accept-encoding',
      });
      if (request.method === 'GET') quick.remember(body, request, reply);
      return sendNotModified(request, reply, body) ?? sendBody(request, reply, body);
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  stops.push(() => app.close());
  const get = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${url}/page`, { ...init, headers: { 'accept-encoding': 'br', ...headers } });
  return { get, state, told };
}

/** Without what is each answer's own. */
function headersOf(response: Response): Record<string, string> {
  const {
    date: _date,
    'x-correlation-id': _id,
    'x-page-cache': _cache,
    ...same
  } = Object.fromEntries(response.headers);
  return same;
}

describe('prepared answers', () => {
  it('are sent before any routing, with the very headers of the long way', async () => {
    const { get, state, told } = await setUp();
    const [first, second] = [await get(), await get()];
    expect(state.longWay).toBe(1);
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(second.headers.get('x-page-cache')).toBe('hit');
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('x-correlation-id')).not.toBe(first.headers.get('x-correlation-id'));
    expect(told).toEqual([['/page', 200]]);
  });

  it('are not sent again to who has them', async () => {
    const { get, told } = await setUp();
    await get();
    const answer = await get({ 'if-none-match': body.etag, 'x-correlation-id': 'mine-12345' });
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('x-correlation-id'),
      answer.headers.get('etag'),
    ]).toEqual([304, '', 'mine-12345', body.etag]);
    expect(told).toEqual([['/page', 304]]);
  });

  it('take no other method, and nothing that is no longer kept', async () => {
    const { get, state } = await setUp();
    await get();
    await get({ 'content-type': 'application/json' }, { method: 'POST', body: '{}' });
    expect(state.longWay).toBe(2);
    state.ready = false;
    await get();
    expect(state.longWay).toBe(3);
  });

  it('are sent the long way while an encoding is still being made', async () => {
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

  it('have the length of better compressed bytes once these have taken the place of the first ones', async () => {
    const jobs: (() => Promise<void>)[] = [];
    const words = Buffer.from(
      Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 1009} Ekhaya`).join(' '),
    );
    const { get, state } = await setUp(
      prepareBody(words, { effort: 9, background: { add: (job) => jobs.push(job) > 0 } }),
    );
    await get();
    const fast = Number((await get()).headers.get('content-length'));
    await jobs[0]?.();
    const answer = await get();
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(fast);
    expect(await answer.text()).toBe(words.toString());
    expect(state.longWay).toBe(1);
  });
});
