import { describe, expect, it } from 'vitest';
import { endMySession } from './accounts.calls.ts';
import { audit } from './audit.calls.ts';
import { me } from './staff.calls.ts';
import { createStudioClient } from './studio-client.ts';

function clientThat(answer: () => Promise<Response>) {
  const asked: { path: string; init: RequestInit }[] = [];
  const fetcher = async (path: unknown, init?: RequestInit) => {
    asked.push({ path: String(path), init: init ?? {} });
    return await answer();
  };
  return {
    asked,
    call: createStudioClient({ fetch: fetcher as typeof fetch, csrfToken: () => 'token' }),
  };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

describe('the typed client of the studio', () => {
  it('fills the address, sends the body, and shows the token only where something changes', async () => {
    const { asked, call } = clientThat(async () => json({}));
    await call(me);
    await call(audit, { query: { action: 'studio & co', limit: 10 } });
    await call(endMySession, { params: { id: 'a/b' }, body: {} });
    expect(asked.map(({ path, init }) => [init.method, path, init.body])).toEqual([
      ['GET', '/studio/api/me', undefined],
      ['GET', '/studio/api/audit?action=studio+%26+co&limit=10', undefined],
      ['POST', '/studio/api/me/sessions/a%2Fb/end', '{}'],
    ]);
    expect(asked.map(({ init }) => new Headers(init.headers).get('x-csrf-token'))).toEqual([
      null,
      null,
      'token',
    ]);
  });

  it("throws a refusal with its code, its fields and the server's sentence", async () => {
    const fields = [{ field: 'rows.0.title', problem: 'is too long' }];
    const { call } = clientThat(async () =>
      json({ code: 'invalid_request', description: 'No.', fields }, 400),
    );
    await expect(call(me)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      description: 'No.',
      fields,
    });
  });

  it('throws with status 0 where no answer came, and with no code where it was unreadable', async () => {
    const away = clientThat(() => Promise.reject(new TypeError('failed')));
    await expect(away.call(me)).rejects.toMatchObject({ status: 0, code: undefined });
    const broken = clientThat(async () => new Response('<html>', { status: 502 }));
    await expect(broken.call(me)).rejects.toMatchObject({ status: 502, code: undefined });
  });
});
