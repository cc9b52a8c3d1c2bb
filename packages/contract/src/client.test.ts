// B5 B6 X1 X2 X3 P4: the browser's client of the calls.
import { describe, expect, it } from 'vitest';
import { CallError, createClient, platformOf } from './client.ts';

function clientThat(answer: () => Promise<Response>) {
  const asked: { path: string; init: RequestInit }[] = [];
  const fetcher = async (path: unknown, init?: RequestInit) => {
    asked.push({ path: String(path), init: init ?? {} });
    return await answer();
  };
  return {
    asked,
    call: createClient({ fetch: fetcher as typeof fetch, platform: () => 'web-mobile' }),
  };
}

const json =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

describe('the client', () => {
  it("sends a call to its address with the site's headers, the CSRF token and the body", async () => {
    const { asked, call } = clientThat(json({ csrfToken: 'x', status: 'success' }));
    expect(await call('csrfToken')).toEqual({ csrfToken: 'x', status: 'success' });
    await call('subscribe', { msisdn: '27821234567' }, { csrfToken: 'token' });
    await call('bearerToken');
    expect(asked.map(({ path, init }) => [init.method, path, init.body])).toEqual([
      ['GET', '/api/csrf-token', undefined],
      ['POST', '/api/subscribe', '{"msisdn":"27821234567"}'],
      ['POST', '/api/auth/token', '{}'],
    ]);
    expect(asked[1]?.init).toMatchObject({
      credentials: 'same-origin',
      headers: {
        'x-platform': 'web-mobile',
        'x-site-version': '1.7',
        'x-country': 'South Africa',
        'x-locale': 'za',
        'x-csrf-token': 'token',
        'content-type': 'application/json',
      },
    });
    expect(asked[0]?.init.headers).not.toHaveProperty('content-type');
  });

  it('returns undefined for an answer without a body (204)', async () => {
    const { call } = clientThat(async () => new Response(null, { status: 204 }));
    expect(await call('enrich', { transaction_id: 't' })).toBeUndefined();
  });

  it("throws an error with the server's description when a call fails", async () => {
    const { call } = clientThat(json({ code: 'invalid_msisdn', description: 'Not a number' }, 400));
    await expect(call('viewer')).rejects.toMatchObject({
      status: 400,
      description: 'Not a number',
      body: { code: 'invalid_msisdn' },
    });
  });

  it.each([
    ['a page instead of JSON', 502, '<html>'],
    ['an empty answer', 500, ''],
    ['no description', 500, '{}'],
    ['an empty description', 500, '{"description":""}'],
    ['a description that is none', 400, '{"description":7}'],
    ['JSON that is no object', 200, 'null'],
    ['JSON that is a text', 200, '"fine"'],
    ['a page with status 200', 200, '<html>'],
  ])(
    'throws an error without a description for an unreadable answer: %s',
    async (_what, status, body) => {
      const { call } = clientThat(async () => new Response(body, { status }));
      const error = await call('viewer').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({ status, description: undefined });
    },
  );

  it('throws status 0 when no answer arrives, and rethrows the abort reason when the page aborted the call', async () => {
    const lost = clientThat(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(lost.call('viewer')).rejects.toMatchObject({
      name: 'CallError',
      status: 0,
      description: undefined,
    });
    const reason = new Error('left the page');
    const given = clientThat(() => Promise.reject(reason));
    await expect(
      given.call('viewer', undefined, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});

describe('the platform label', () => {
  it.each([
    [{ touch: false, width: 360, height: 640 }, 'web-desktop'],
    [{ touch: true, width: 360, height: 640 }, 'web-mobile'],
    [{ touch: true, width: 900, height: 412 }, 'web-mobile'],
    [{ touch: true, width: 600, height: 960 }, 'web-tablet'],
  ] as const)('%j is %s', (device, label) => {
    expect(platformOf(device)).toBe(label);
  });
});
