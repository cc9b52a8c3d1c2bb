// Interfaces 'Start and stop': while SECRET_KEY is changed process after process, processes of two
// neighbouring steps serve one database, and each continues what the other has begun (decision
// 47).

import {
  ask,
  codeOf,
  createPerson,
  createSession,
  PASSWORD,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import { SESSION_COOKIE } from '@bonisa/money/signup/signup.test-kit';
import { askToSignIn, deviceOf, post } from '@bonisa/people/identity/devices/devices.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshNumber, toAccept } from './app.test-kit.ts';
import {
  beginSignIn,
  chargedNumber,
  chargesOf,
  createSteps,
  isSignedIn,
  movedTo,
  paid,
  type Running,
  subscriber,
  tokensOf,
} from './key-rotation.test-kit.ts';

let bench: Awaited<ReturnType<typeof createSteps>>;
const ofStep = (step: number): Running => bench.ofStep(step);
beforeAll(async () => {
  bench = await createSteps();
});
afterAll(() => bench.close());

/**
 * Presses as a page does: while the carrier has not answered the charge of the same press at
 * another process, it asks again.
 */
async function askedAgain(
  visitor: ReturnType<typeof movedTo>,
  body: Record<string, unknown>,
): Promise<unknown> {
  const press = async () => (await visitor.call('subscribe', body)).body.outcome;
  return await vi.waitUntil(
    async () => {
      const outcome = await press();
      return outcome === 'payment_pending' ? false : outcome;
    },
    { timeout: 60_000 },
  );
}

/** Begun at a process of one step, continued at one of a neighbouring step. */
describe.each([
  [0, 1],
  [1, 0],
  [1, 2],
  [2, 1],
  [2, 3],
  [3, 2],
])('begun in step %i and continued in step %i', (from, to) => {
  let a: Running;
  let b: Running;
  beforeAll(() => {
    [a, b] = [ofStep(from), ofStep(to)];
  });

  it('a viewer stays signed in, and the page has the right CSRF token', async () => {
    const { visitor } = await subscriber(a);
    const token = await visitor.csrf();
    const moved = movedTo(b, visitor);
    expect(await isSignedIn(moved)).toBe(true);
    const { status } = await moved.send(
      'POST',
      '/api/subscribe/unsubscribe',
      {},
      {
        'x-csrf-token': token,
      },
    );
    expect(status).toBe(200);
  });

  it('a sign-up is one sign-up and one charge, although Accept is repeated there', async () => {
    const msisdn = await chargedNumber(a);
    const before = chargesOf(a, msisdn);
    const visitor = a.product.visitor();
    const body = await toAccept(a.product, visitor, msisdn);
    // The code was asked for here; the press goes there, its answer is lost, and it is repeated
    // here with the cookie of before.
    const [there, here] = [movedTo(b, visitor), movedTo(a, visitor)];
    const pressed = (await there.call('subscribe', body)).body;
    const repeated = (await here.call('subscribe', body)).body;
    expect(pressed).toMatchObject({ status: 'success', outcome: 'subscribed' });
    expect(repeated).toEqual(pressed);
    expect(here.cookies.get(SESSION_COOKIE)).toBe(there.cookies.get(SESSION_COOKIE));
    expect(await isSignedIn(here)).toBe(true);
    expect(chargesOf(a, msisdn) - before).toBe(1);
  });

  it('two presses at the same time at both are one charge', async () => {
    const msisdn = await chargedNumber(a);
    const before = chargesOf(a, msisdn);
    const visitor = a.product.visitor();
    const body = await toAccept(a.product, visitor, msisdn);
    const both = [movedTo(a, visitor), movedTo(b, visitor)];
    const answers = await Promise.all(both.map((one) => askedAgain(one, body)));
    expect(answers).toEqual(['subscribed', 'subscribed']);
    expect(both[0]?.cookies.get(SESSION_COOKIE)).toBe(both[1]?.cookies.get(SESSION_COOKIE));
    expect(chargesOf(a, msisdn) - before).toBe(1);
    const rows = await a.product.rows(
      `select state from accept_attempts where subscription_id in (select s.id from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' and s.status = 'active')`,
    );
    expect(rows).toEqual([{ state: 'accepted' }]);
  });

  it('a used code is recognised as used, and opens nothing else', async () => {
    const { product } = a;
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const body = await toAccept(product, visitor, msisdn);
    const otp = product.app.identity.otp;
    const owner = { msisdn, transactionId: String(body.transaction_id) };
    const [row] = await product.rows(
      `select visitor_id from otp_challenges where msisdn = '${msisdn}'`,
    );
    const challenge = await otp.newest({ ...owner, visitorId: String(row?.visitor_id) } as never);
    if (!challenge) throw new Error('no code was sent');
    expect(await otp.prove(challenge, String(body.otp))).toBe('proven');
    const there = b.product.app.identity.otp;
    const used = await there.newest({ ...owner, visitorId: challenge.visitorId } as never);
    expect(await there.prove(used ?? challenge, String(body.otp))).toBe('proven');
    const wrong = String(body.otp) === '0000' ? '1111' : '0000';
    expect(await there.prove(used ?? challenge, wrong)).toBe('expired');
  });

  it('a removed number has no second free day and stays counted', async () => {
    const { visitor, msisdn } = await subscriber(a);
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    b.product.clock.by(601);
    const again = b.product.visitor();
    const asked = { transaction_id: `again-${msisdn}`, msisdn, service_key: 'demo-daily' };
    expect((await again.call('statusCheck', asked)).body.hasFreeTrial).toBe(false);
    // Both names of the number: what was sent before its removal still counts.
    const [counted] = await b.product.rows(
      `select count(*)::int as sent from otp_challenges where msisdn like 'removed-%'`,
    );
    expect(counted?.sent).toBeGreaterThan(0);
  });

  it('a television signs in, refreshes, and is signed out of the list', async () => {
    const { visitor } = await subscriber(a);
    const { device_code, user_code } = await askToSignIn(a.product.site);
    const there = movedTo(b, visitor);
    expect((await there.call('findDeviceRequest', { user_code })).body).toMatchObject({
      state: 'waiting',
      same_network: true,
    });
    const answer = await there.call('answerDeviceRequest', { user_code, approve: true });
    expect(answer.body.state).toBe('approved');
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const client_id = 'television';
    const first = await post(a.product.site, '/oauth/token', {
      grant_type,
      device_code,
      client_id,
    });
    const { access_token, refresh_token } = first.body as Record<string, string>;
    const device = deviceOf(b.product.site, String(access_token));
    expect((await device.call('list')).status).toBe(200);
    const more = { grant_type: 'refresh_token', refresh_token: String(refresh_token), client_id };
    expect((await post(b.product.site, '/oauth/token', more)).status).toBe(200);
    const listed = (await visitor.call('devices')).body.devices as { id: string; type: string }[];
    const id = listed.find(({ type }) => type === 'device')?.id;
    expect((await there.call('endDevice', { id })).body).toEqual({ ended: true });
  });

  it("tokens count: an app's, media, live, the carrier's events, the fraud kit", async () => {
    const { visitor } = await subscriber(a);
    const token = String((await visitor.call('bearerToken')).body.access_token);
    const asApp = { authorization: `Bearer ${token}` };
    const list = await b.product.visitor().send('POST', '/content/v1/playlist', {}, asApp);
    expect(list.status).toBe(200);
    for (const valid of tokensOf(a, b)) expect(valid).toBe(true);
  });

  it('the studio keeps its sessions, and takes the second step and recovery codes', async () => {
    const studio = await b.product.studio();
    const person = await createPerson(a.product, ['editor']);
    const session = await createSession(a.product, person);
    const me = await ask(studio, '/studio/api/me', { cookie: session.cookie });
    expect(me.status).toBe(200);
    const ended = { cookie: session.cookie, csrf: session.csrf, method: 'POST' };
    expect((await ask(studio, '/studio/api/sign-out', ended)).status).toBeLessThan(300);
    const begun = await beginSignIn(a, person);
    const code = codeOf(person.secret, a.product.clock.now());
    const body = { challenge: begun, code };
    expect((await ask(studio, '/studio/api/sign-in/code', { body })).status).toBe(200);
    const [recovery] = await a.product.app.staff.accountRows.transaction((tx) =>
      a.product.app.staff.signIn.newRecoveryCodes(tx, person.account.id),
    );
    const other = { challenge: await beginSignIn(a, person), code: recovery };
    expect((await ask(studio, '/studio/api/sign-in/code', { body: other })).status).toBe(200);
  });

  it('an authenticator app that was set up there is accepted here', async () => {
    const asked = { command: 'reset' as const, email: '' };
    const person = await createPerson(a.product, ['editor']);
    const text = await runStaffCommand(a.product.app.staff, {
      ...asked,
      email: person.account.email,
    });
    const token = /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
    const shown = await ask(await a.product.studio(), '/studio/api/links/open', {
      body: { token },
    });
    const code = codeOf(shown.body.totp.secret, a.product.clock.now());
    const accepted = await ask(await b.product.studio(), '/studio/api/links/accept', {
      body: { token, code, password: PASSWORD },
    });
    expect(accepted.status).toBe(200);
  });

  it("an agent's number stays open, and a refund is made once", async () => {
    const { visitor, msisdn } = await paid(a);
    const person = await createPerson(a.product, ['care']);
    const credentials = await createSession(a.product, person);
    const call = async (running: Running, path: string, body: unknown) =>
      ask(await running.product.studio(), `/studio/api/care/${path}`, { ...credentials, body });
    const { handle } = (await call(a, 'find', { msisdn, reason: 'Caller asks' })).body;
    const [charge] = await a.product.rows(
      `select c.reference from charges c join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
    );
    const asked = {
      ...{ handle, key: `key-${msisdn}`, reason: 'Caller asks for it' },
      ...{ reference: charge?.reference, amount: '1.00' },
    };
    const first = await call(b, 'refund', asked);
    expect(first).toMatchObject({ status: 200, body: { refund: { outcome: 'succeeded' } } });
    expect((await call(a, 'refund', asked)).body).toEqual(first.body);
    const [sum] = await a.product.rows(
      `select count(*)::int as made from refunds r join charges c on c.id = r.charge_id where c.reference = '${String(charge?.reference)}'`,
    );
    expect(sum).toEqual({ made: 1 });
    expect(await isSignedIn(visitor)).toBe(true);
  });
});

describe('after the earlier key was dropped', () => {
  it('the old key is worth nothing, and sessions go on', async () => {
    const [thief, product] = [ofStep(0), ofStep(3)];
    const { visitor } = await subscriber(thief);
    const there = movedTo(product, visitor);
    expect(await isSignedIn(there)).toBe(true);
    // Whoever has the old key signs all of these.
    const asApp = {
      authorization: `Bearer ${(await visitor.call('bearerToken')).body.access_token}`,
    };
    const list = await product.product.visitor().send('POST', '/content/v1/playlist', {}, asApp);
    expect(list.status).toBe(401);
    const csrf = { 'x-csrf-token': await visitor.csrf() };
    const { body } = await there.send('POST', '/api/subscribe/unsubscribe', {}, csrf);
    expect(body.code).toBe('csrf_token_invalid');
    expect(tokensOf(thief, product)).toEqual([false, false, false, false, false]);
    const person = await createPerson(thief.product, ['care']);
    const studio = await product.product.studio();
    const stolen = {
      challenge: await beginSignIn(thief, person),
      code: codeOf(person.secret, thief.product.clock.now()),
    };
    expect((await ask(studio, '/studio/api/sign-in/code', { body: stolen })).status).toBe(401);
    const credentials = await createSession(product.product, person);
    const { handle } = (
      await ask(await thief.product.studio(), '/studio/api/care/find', {
        cookie: credentials.cookie,
        csrf: thief.product.app.staff.sessions.csrfTokenOf(credentials.cookie),
        body: { msisdn: freshNumber(), reason: 'Caller asks' },
      })
    ).body;
    const opened = await ask(studio, '/studio/api/care/summary', {
      ...credentials,
      body: { handle: handle ?? 'none' },
    });
    expect(opened.status).toBeGreaterThanOrEqual(400);
    // An invented session of a thief of the database passes the cookie's check, and is none.
    const [own] = [...(visitor.cookies.get(SESSION_COOKIE)?.split('.') ?? [])];
    const invented = thief.product.app.identity.visits.sessionOf('an-invented-seed');
    const browser = product.product.visitor();
    browser.cookies.set(SESSION_COOKIE, invented.secret);
    expect([own, await isSignedIn(browser)]).toEqual(['s1', false]);
  });

  it('the secrets of authenticator apps are sealed by the new key', async () => {
    const [before, during, after] = [ofStep(1), ofStep(2), ofStep(3)];
    const person = await createPerson(before.product, ['editor']);
    const code = (running: Running) => codeOf(person.secret, running.product.clock.now());
    const signIn = async (running: Running) => {
      running.product.clock.by(60);
      const challenge = await beginSignIn(running, person);
      const body = { challenge, code: code(running) };
      return (await ask(await running.product.studio(), '/studio/api/sign-in/code', { body }))
        .status;
    };
    expect(await signIn(after)).toBe(401);
    await before.product.app.staff.sealAnew();
    expect(await signIn(after)).toBe(401);
    await during.product.app.staff.sealAnew();
    expect(await signIn(after)).toBe(200);
    expect(await signIn(before)).toBe(200);
  });
});
