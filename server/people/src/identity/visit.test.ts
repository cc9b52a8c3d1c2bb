// Which cookies count as a visit or a session, and how they are named.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let https: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
  https = await createTestProduct({ PUBLIC_URL: 'https://watch.example' });
});
afterAll(async () => {
  await product.close();
  await https.close();
});

const COOKIE = 'bonisa_session';
const signIn = async (
  visitor: Visitor,
  { on = product, msisdn = freshNumber() } = {},
): Promise<string> => {
  expect((await visitor.call('subscribe', await toAccept(on, visitor, msisdn))).body.status).toBe(
    'success',
  );
  return msisdn;
};
const setCookies = (headers: Record<string, unknown>): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String);
/** The visit that a browser with this cookie gets at its first call. */
const firstCall = async (cookie: string) => {
  const visitor = product.visitor();
  visitor.cookies.set(COOKIE, cookie);
  const { body, headers } = await visitor.send('GET', '/api/csrf-token', undefined);
  return {
    visitor,
    token: String(body.csrfToken),
    begun: setCookies(headers).some((one) => one.startsWith(`${COOKIE}=v1.`)),
  };
};

describe('over https', () => {
  it('cookies have the prefix __Host-, are Secure, and apply to the whole site without a domain', async () => {
    const visitor = https.visitor();
    const first = await visitor.send('GET', '/api/csrf-token', undefined);
    expect(setCookies(first.headers)).toEqual([
      expect.stringMatching(
        /^__Host-bonisa_session=v1\.[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const signedIn = await visitor.call('subscribe', await toAccept(https, visitor, freshNumber()));
    const cookies = setCookies(signedIn.headers);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-bonisa_session=s1\.[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-bonisa_hint=1; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/),
    ]);
    expect(cookies.join()).not.toMatch(/domain/i);
    expect((await visitor.call('viewer')).body.signed_in).toBe(true);
  });

  it('the same cookie under its plain name is ignored', async () => {
    const visitor = https.visitor();
    await signIn(visitor, { on: https });
    const planted = https.visitor();
    planted.cookies.set(COOKIE, visitor.cookies.get(`__Host-${COOKIE}`) ?? '');
    expect((await planted.call('viewer')).body.signed_in).toBe(false);
    expect(await planted.csrf()).not.toBe(await visitor.csrf());
  });

  it('signing out removes the cookies under both names', async () => {
    const visitor = https.visitor();
    await signIn(visitor, { on: https });
    const { headers } = await visitor.call('signOut');
    const cleared = setCookies(headers).map((one) => one.split('=', 1)[0]);
    expect(cleared.sort()).toEqual([
      '__Host-bonisa_hint',
      '__Host-bonisa_session',
      'bonisa_hint',
      'bonisa_session',
    ]);
    for (const one of setCookies(headers)) expect(one).toMatch(/=; Max-Age=0; Path=\/; .*Secure/);
    expect(visitor.cookies.size).toBe(0);
  });
});

describe('a cookie that we did not make', () => {
  it.each([
    's1.chosen-by-somebody',
    's1.chosen.signature',
    's1..',
    `s1.${'A'.repeat(43)}.${'A'.repeat(43)}`,
    's1.a.b.c',
    'v1.chosen.signature',
    'x',
  ])('%s starts a new visit for each browser that sends it', async (cookie) => {
    const [one, other] = [await firstCall(cookie), await firstCall(cookie)];
    expect([one.begun, other.begun]).toEqual([true, true]);
    expect(one.token).not.toBe(other.token);
    // No CSRF token is valid for the sent cookie either.
    const chosen = product.visitor();
    chosen.cookies.set(COOKIE, cookie);
    const refused = await chosen.send('POST', '/api/subscribe', {}, { 'x-csrf-token': one.token });
    expect([refused.status, refused.body.code]).toEqual([403, 'csrf_token_invalid']);
  });

  it("an anonymous visit's signature opens no session", async () => {
    const visitor = product.visitor();
    await visitor.csrf();
    const anonymous = visitor.cookies.get(COOKIE) ?? '';
    expect((await firstCall(anonymous)).begun).toBe(false);
    expect((await firstCall(anonymous.replace('v1.', 's1.'))).begun).toBe(true);
  });
});

describe('a session that has ended', () => {
  it.each(['signing out', 'signing out everywhere', 'its time', 'the removal of the data'])(
    'by %s is no visit any more',
    async (how) => {
      const visitor = product.visitor();
      await signIn(visitor);
      const cookie = visitor.cookies.get(COOKIE) ?? '';
      const token = await visitor.csrf();
      expect((await firstCall(cookie)).token).toBe(token);
      if (how === 'signing out') await visitor.call('signOut');
      else if (how === 'signing out everywhere')
        await visitor.call('signOut', { everywhere: true });
      else if (how === 'its time') product.clock.by(31 * 86_400);
      else
        expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
      const after = await firstCall(cookie);
      expect([after.begun, after.token === token]).toEqual([true, false]);
      // The old token with the old cookie is refused as well.
      const old = product.visitor();
      old.cookies.set(COOKIE, cookie);
      expect((await old.send('POST', '/api/subscribe', {}, { 'x-csrf-token': token })).status).toBe(
        403,
      );
    },
  );

  it.each(['signing out everywhere', 'its time'])(
    'by %s loses the sign-in hint with the answer that nobody is signed in',
    async (how) => {
      const visitor = product.visitor();
      const msisdn = await signIn(visitor);
      const elsewhere = product.visitor();
      await signIn(elsewhere, { msisdn });
      if (how === 'its time') product.clock.by(31 * 86_400);
      else await elsewhere.call('signOut', { everywhere: true });
      const { body, headers } = await visitor.call('viewer');
      expect(body).toEqual({ signed_in: false });
      expect(setCookies(headers)).toEqual([
        'bonisa_hint=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax',
      ]);
      expect(setCookies((await visitor.call('viewer')).headers)).toEqual([]);
    },
  );

  it('by another sign-in keeps the hint, because the cookies of that one may be on the way', async () => {
    const visitor = product.visitor();
    const msisdn = await signIn(visitor);
    const before = new Map(visitor.cookies);
    await signIn(visitor, { msisdn });
    const late = product.visitor();
    for (const [name, value] of before) late.cookies.set(name, value);
    const { body, headers } = await late.call('viewer');
    expect([body.signed_in, setCookies(headers)]).toEqual([false, []]);
  });

  it('by another sign-in in the same browser remains the visit for a lost answer, for 15 minutes and until sign-out', async () => {
    const visitor = product.visitor();
    const msisdn = await signIn(visitor);
    const before = visitor.cookies.get(COOKIE) ?? '';
    const token = await visitor.csrf();
    await signIn(visitor, { msisdn });
    const replaced = await firstCall(before);
    expect([replaced.begun, replaced.token]).toEqual([false, token]);
    expect((await replaced.visitor.call('viewer')).body.signed_in).toBe(false);
    const second = visitor.cookies.get(COOKIE) ?? '';
    product.clock.by(15 * 60);
    expect((await firstCall(before)).begun).toBe(true);
    await signIn(visitor, { msisdn });
    expect((await firstCall(second)).begun).toBe(false);
    await visitor.call('signOut');
    expect((await firstCall(second)).begun).toBe(true);
  });

  it('a number is signed in on at most twenty devices, and the oldest is signed out', async () => {
    const first = product.visitor();
    const msisdn = await signIn(first);
    const [subscriber] = await product.rows(
      `select id from subscribers where msisdn = '${msisdn}'`,
    );
    await product.rows(
      `insert into sessions (id_hash, subscriber_id, created_at, last_seen_at, expires_at)
       select 'device ' || n, ${Number(subscriber?.id)}, created_at + n * interval '1 second', last_seen_at, expires_at from sessions, generate_series(1, 19) n
       where subscriber_id = ${Number(subscriber?.id)} returning 1`,
    );
    expect((await first.call('viewer')).body.signed_in).toBe(true);
    product.clock.by(60);
    const last = product.visitor();
    await signIn(last, { msisdn });
    expect((await first.call('viewer')).body.signed_in).toBe(false);
    expect((await last.call('viewer')).body.signed_in).toBe(true);
    expect(
      await product.rows(
        `select count(*)::int as n from sessions where subscriber_id = ${Number(subscriber?.id)}`,
      ),
    ).toEqual([{ n: 20 }]);
  });
});
