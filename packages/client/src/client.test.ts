import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Address, type Bytes, type ClientOptions, createClientOf } from './client.ts';
import { ApiError, NoAnswerError } from './errors.ts';

interface Calls {
  getThing: {
    input: { params: { id: string }; query?: { page?: number } };
    reply: { id: string };
  };
  saveThing: { input: { body?: { name?: string } }; reply: undefined };
  putPicture: { input: { body: Bytes }; reply: { id: string } };
}

const ADDRESSES = {
  getThing: ['GET', '/things/{id}'],
  saveThing: ['POST', '/things', 'bearer'],
  putPicture: ['PUT', '/picture', '', ['application/octet-stream', 'image/png']],
} as const satisfies Record<keyof Calls, Address>;

/** A client whose service answers as `answer` says, and what was sent to it. */
function clientWith(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const sent: { url: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const call = createClientOf<Calls>(ADDRESSES, {
    baseUrl: 'https://watch.example/',
    fetch: async (input, init = {}) => {
      sent.push({
        url: String(input),
        init,
        headers: init.headers as Record<string, string>,
      });
      return await answer(String(input), init);
    },
    ...options,
  });
  return { call, sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** Never answers; fails as `fetch` does once its signal aborts. */
const silent = (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    const fail = (): void => reject(signal?.reason);
    if (signal?.aborted) fail();
    else signal?.addEventListener('abort', fail);
  });

const missing = (): never => {
  throw new TypeError('this platform does not have it');
};
class MissingClass {
  constructor() {
    missing();
  }
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the typed client', () => {
  it('puts parameters and query into the address, each encoded', async () => {
    const { call, sent } = clientWith(() => json({ id: 'a' }));
    await call('getThing', { params: { id: 'a/b?c' }, query: { page: 2 } });
    expect(sent[0]).toMatchObject({
      url: 'https://watch.example/things/a%2Fb%3Fc?page=2',
      init: { method: 'GET', redirect: 'error' },
    });
  });

  it.each(['', '.', '..'])('refuses the parameter %j, which would be another path', async (id) => {
    const { call, sent } = clientWith(() => json({}));
    await expect(call('getThing', { params: { id } })).rejects.toThrow('parameter id is missing');
    expect(sent).toEqual([]);
  });

  it('sends the bearer token with the calls that take one, and with no other', async () => {
    let tokens = 0;
    const { call, sent } = clientWith(() => json({}), { token: () => `token-${++tokens}` });
    await call('getThing', { params: { id: 'a' } });
    await call('saveThing');
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-1']);
    expect(sent[1]?.init.body).toBe('{}');
  });

  // A finding of a review: two bytes of JSON were sent as a picture.
  it.each<[string, Bytes, string]>([
    ['bytes', new Uint8Array([1, 2]), 'application/octet-stream'],
    ['a Blob of a type that the call takes', new Blob(['x'], { type: 'image/png' }), 'image/png'],
    ['a Blob of another', new Blob(['x'], { type: 'text/plain' }), 'application/octet-stream'],
    ['a stream', new Blob(['x']).stream(), 'application/octet-stream'],
  ])('sends %s as they are', async (_what, body, type) => {
    const { call, sent } = clientWith(() => json({ id: 'a' }), { token: 'not sent' });
    await call('putPicture', { body });
    expect(sent[0]?.headers).toMatchObject({ 'content-type': type });
    expect(sent[0]?.headers.authorization).toBeUndefined();
    expect(sent[0]?.init.body).toBe(body);
    const duplex = body instanceof ReadableStream ? { duplex: 'half' } : {};
    expect(sent[0]?.init).toMatchObject(duplex);
  });

  it('sends nothing where the bytes of a file are missing', async () => {
    const { call, sent } = clientWith(() => json({}));
    for (const body of [undefined, {}, 'text'])
      await expect(call('putPicture', { body: body as never })).rejects.toThrow('takes a Blob');
    expect(sent).toEqual([]);
  });

  it('names a refusal by its code, with the fields at fault and the time to wait', async () => {
    const refusal = {
      code: 'invalid_request',
      description: 'The request is not valid.',
      fields: [{ field: 'name', problem: 'must not be empty' }],
      retry_after: 7,
      correlation_id: 'c1',
    };
    const { call } = clientWith(() => json(refusal, 400));
    const error = await call('saveThing').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      operation: 'saveThing',
      status: 400,
      code: 'invalid_request',
      message: 'The request is not valid.',
      fields: refusal.fields,
      retryAfter: 7,
      correlationId: 'c1',
    });
  });

  it('names an answer that is none of the service as unreadable', async () => {
    for (const status of [200, 502]) {
      const { call } = clientWith(() => new Response('<html>', { status }));
      await expect(call('saveThing')).rejects.toMatchObject({ reason: 'unreadable', status });
    }
  });

  it('tells a lost connection and a time that is over apart, and passes an abort on', async () => {
    const lost = clientWith(() => {
      throw new TypeError('fetch failed');
    });
    await expect(lost.call('saveThing')).rejects.toMatchObject({ reason: 'network' });
    const late = clientWith(silent, { timeoutMs: 5 });
    await expect(late.call('saveThing')).rejects.toSatisfy(
      (error) => error instanceof NoAnswerError && error.reason === 'timeout',
    );
    const left = new AbortController();
    const aborted = clientWith(silent).call('saveThing', {}, { signal: left.signal });
    left.abort(new Error('the viewer left'));
    await expect(aborted).rejects.toThrow('the viewer left');
  });

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await clientWith(() => json({})).call('saveThing', {}, { signal });
    await expect(
      clientWith(() => json({}, 500)).call('saveThing', {}, { signal }),
    ).rejects.toMatchObject({ reason: 'unreadable' });
    expect(vi.getTimerCount()).toBe(0);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    expect(removed).toHaveBeenCalledTimes(2);
  });

  it('works where the platform lacks what React Native and older televisions lack', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(missing);
    vi.spyOn(AbortSignal, 'any').mockImplementation(missing);
    vi.stubGlobal('URL', MissingClass);
    vi.stubGlobal('URLSearchParams', MissingClass);
    const bare = (body: unknown): Response => {
      const answer = json(body);
      Object.defineProperty(answer.headers, 'getSetCookie', { value: undefined });
      return answer;
    };
    const { call, sent } = clientWith(() => bare({ id: 'a' }));
    const left = new AbortController();
    const input = { params: { id: 'a' }, query: { page: 2 } };
    await expect(call('getThing', input, { signal: left.signal })).resolves.toEqual({ id: 'a' });
    expect(sent[0]?.url).toBe('https://watch.example/things/a?page=2');
    const late = clientWith(silent, { timeoutMs: 5 });
    await expect(late.call('saveThing', {}, { signal: left.signal })).rejects.toMatchObject({
      reason: 'timeout',
    });
    const aborted = clientWith(silent).call('saveThing', {}, { signal: left.signal });
    left.abort(new Error('the viewer left'));
    await expect(aborted).rejects.toThrow('the viewer left');
    const after = clientWith(silent).call('saveThing', {}, { signal: left.signal });
    await expect(after).rejects.toThrow('the viewer left');
  });

  it('keeps the cookies of the service and forgets those that it ends', async () => {
    const set = ['bonisa_session=s1; Path=/; HttpOnly', 'bonisa_session=; Max-Age=0; Path=/'];
    const { call, sent } = clientWith(() => json({}, 200, { 'set-cookie': set.shift() ?? '' }));
    for (let i = 0; i < 3; i++) await call('saveThing');
    expect(sent.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'bonisa_session=s1',
      undefined,
    ]);
  });

  it.each([
    'ftp://watch.example',
    'https://me:pass@watch.example',
    'https://watch.example/?a=1',
    'https://',
  ])('refuses the base address %s', (baseUrl) => {
    expect(() => createClientOf<Calls>(ADDRESSES, { baseUrl })).toThrow('baseUrl');
  });
});
