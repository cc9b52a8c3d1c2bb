import {
  SECOND_STEP_MS,
  SESSION_IDLE_MS,
  SESSION_MOST_MS,
} from '@bonisa/domain/staff/staff-session';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import { createStillClock, createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  codeOf,
  createPerson,
  createSession,
  PASSWORD,
  type Person,
} from './staff.test-kit.ts';
import { runStaffCommand } from './staff-commands.ts';

let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
});
afterAll(() => product.close());

const newPerson = (passwordHash?: string) => createPerson(product, ['editor'], passwordHash);
const begin = (email: string, password = PASSWORD) =>
  ask(studio, '/studio/api/sign-in', { body: { email, password } });
const finish = (challenge: string, code: string, cookie?: string) =>
  ask(studio, '/studio/api/sign-in/code', { body: { challenge, code }, cookie });
const code = ({ secret }: Person, off = 0) => codeOf(secret, product.clock.now(), off);
const challengeOf = async ({ account }: Person): Promise<string> =>
  (await begin(account.email)).body.challenge;

describe('sign-in by password and authenticator app', () => {
  it('takes both steps, sets a strict cookie and tells of the sign-in before', async () => {
    const person = await newPerson(await product.app.staff.passwords.hash(PASSWORD));
    await begin(person.account.email, 'not the password');
    const first = await finish(await challengeOf(person), code(person));
    expect(first).toMatchObject({ status: 200, body: { refused_before: 1, last_sign_in: null } });
    expect(first.setCookie).toMatch(/HttpOnly; SameSite=Strict/);
    const me = await ask(studio, '/studio/api/me', { cookie: first.cookie });
    expect(me.body).toMatchObject({ kind: 'account', roles: ['editor'] });
    expect(me.body.csrf_token).toBe(first.body.csrf_token);
    product.clock.by(60);
    const second = await finish(await challengeOf(person), code(person), first.cookie);
    expect(second.body.last_sign_in).toMatchObject({ method: 'password', network: '127.0.0.1' });
    // The session's secret changes at sign-in, and the one before it has ended.
    expect(second.cookie).not.toBe(first.cookie);
    expect((await ask(studio, '/studio/api/me', { cookie: first.cookie })).status).toBe(401);
    const audited = await product.rows(
      `select action, reason, details from staff_audit where actor_id = '${person.account.id}'`,
    );
    expect(audited).toHaveLength(2);
  });

  it('ends the session of the browser also where the request shows an API key', async () => {
    const person = await newPerson();
    const before = await createSession(product, person);
    const asked = { command: 'key' as const, name: 'Import', scopes: ['audit:read' as const] };
    const told = await runStaffCommand(product.app.staff, { ...asked, days: 1 });
    const headers = { authorization: `Bearer ${told.split('\n')[0]}` };
    const { cookie } = before;
    // A request with both is made by the key, and changes nothing about the session.
    const me = await ask(studio, '/studio/api/me', { cookie, headers });
    expect(me.body).toMatchObject({ kind: 'key', name: 'Import' });
    const body = { challenge: await challengeOf(person), code: code(person) };
    // The embedded database has one connection, which the transaction of the sign-in holds.
    const begun = await ask(studio, '/studio/api/sign-in/code', { body, cookie, headers });
    expect(begun).toMatchObject({ status: 200, cookie: expect.any(String) });
    expect((await ask(studio, '/studio/api/me', { cookie })).status).toBe(401);
  });

  it('answers the same for a wrong password and for an address without an account', async () => {
    const person = await newPerson();
    const disabled = await newPerson();
    await product.app.staff.accountRows.update(disabled.account.id, { state: 'disabled' });
    const answers = [
      await begin(person.account.email, 'not the password'),
      await begin('nobody@example.org'),
      await begin(disabled.account.email),
    ].map(({ status, body }) => [status, body.code, body.description]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([401, 'sign_in_refused']);
  });

  it('limits tries by address of the account, whether there is one or not', async () => {
    const person = await newPerson();
    // A wrong address in the form costs no password hash.
    for (const email of [person.account.email, 'guessed@example.org']) {
      for (let tries = 0; tries < 10; tries++)
        await product.app.staff.limits.take('account', email);
      const refused = await begin(email);
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(refused.body.description).toBe('Too many tries. Try again in 15 minutes.');
    }
    product.clock.by(15 * 60);
    expect((await begin(person.account.email)).status).toBe(200);
  });

  it('counts a code once, also when it is shown twice at the same time', async () => {
    const person = await newPerson();
    const challenges = [await challengeOf(person), await challengeOf(person)];
    const shown = code(person);
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, shown)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await finish(await challengeOf(person), shown)).status).toBe(401);
    expect((await finish(await challengeOf(person), code(person, -1))).status).toBe(401);
    expect((await finish(await challengeOf(person), code(person, 1))).status).toBe(200);
  });

  it('counts a challenge once, for its account and its time', async () => {
    const person = await newPerson();
    const challenge = await challengeOf(person);
    expect((await finish(challenge, code(person))).status).toBe(200);
    product.clock.by(90);
    expect((await finish(challenge, code(person))).status).toBe(401);
    const late = await challengeOf(person);
    product.clock.by(SECOND_STEP_MS / 1000);
    expect((await finish(late, code(person))).status).toBe(401);
    const other = await newPerson();
    expect((await finish(await challengeOf(person), code(other))).status).toBe(401);
    expect((await finish(`${await challengeOf(person)}x`, code(person))).status).toBe(401);
  });

  it('limits guesses of a code although the password is right, and audits them', async () => {
    const person = await newPerson();
    const challenge = await challengeOf(person);
    const wrong = code(person) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries++)
      expect((await finish(challenge, wrong)).status).toBe(401);
    expect((await finish(challenge, code(person))).status).toBe(429);
    const [row] = await product.rows(
      `select count(*)::int as n from staff_audit where subject = 'account:${person.account.id}'`,
    );
    expect(row?.n).toBe(10);
  });

  it('takes a recovery code once instead of the app', async () => {
    const person = await newPerson();
    const { accountRows, signIn } = product.app.staff;
    const codes = await accountRows.transaction((tx) =>
      signIn.newRecoveryCodes(tx, person.account.id),
    );
    const [one = '', two = '', spaced = '', joined = ''] = codes;
    expect((await finish(await challengeOf(person), one.toUpperCase())).status).toBe(200);
    expect((await finish(await challengeOf(person), one)).status).toBe(401);
    // As it is typed from paper: without the dash, or with a space in its place.
    for (const [at, typed] of [spaced.replace('-', ' '), joined.replace('-', '')].entries())
      expect([at, (await finish(await challengeOf(person), typed)).status]).toEqual([at, 200]);
    await accountRows.transaction((tx) => signIn.newRecoveryCodes(tx, person.account.id));
    expect((await finish(await challengeOf(person), two)).status).toBe(401);
    expect(JSON.stringify(await product.rows('select * from staff_recovery_codes'))).not.toContain(
      two,
    );
  });
});

describe('a clock of the product that a test has moved', () => {
  it('leaves the codes of an authenticator app valid, in sign-in and links', async () => {
    const machine = createStillClock();
    const clock = Object.assign(createMovableClock(0, machine), { by: machine.by });
    const moved = await createTestProduct({ LIMITS: 'off' }, undefined, { clock });
    const desk = await moved.studio();
    const { account, secret } = await createPerson(moved, ['administrator']);
    clock.moveTo(new Date(machine.now().getTime() + 86_400_000));
    const send = (path: string, body: object) => ask(desk, `/studio/api${path}`, { body });
    const signIn = async (at: Date): Promise<number> => {
      const { email } = account;
      const { challenge } = (await send('/sign-in', { email, password: PASSWORD })).body;
      return (await send('/sign-in/code', { challenge, code: codeOf(secret, at) })).status;
    };
    // The product's own time counts too, and hides no code of the real one; each counts once.
    const times = [clock.now(), clock.now(), machine.now(), machine.now()];
    const tried: number[] = [];
    for (const at of times) tried.push(await signIn(at));
    expect(tried).toEqual([200, 401, 200, 401]);
    const { links, accountRows } = moved.app.staff;
    const { link } = await accountRows.transaction((tx) => links.issue(tx, 'reset', account.id));
    const token = link.split('#')[1];
    const { totp } = (await send('/links/open', { token })).body;
    const code = codeOf(totp.secret, machine.now());
    const accepted = await send('/links/accept', { token, password: PASSWORD, code });
    expect(accepted.status).toBe(200);
    await moved.close();
  });
});

describe('a session of the studio', () => {
  it('ends when it is idle, and after a working day however busy', async () => {
    const person = await newPerson();
    const idle = await createSession(product, person);
    const busy = await createSession(product, person);
    const status = async ({ cookie }: { cookie: string }) =>
      (await ask(studio, '/studio/api/me', { cookie })).status;
    const step = SESSION_IDLE_MS / 2000;
    for (let at = step; at < SESSION_MOST_MS / 1000; at += step) {
      product.clock.by(step);
      expect([at, await status(busy)]).toEqual([at, 200]);
    }
    expect(await status(idle)).toBe(401);
    product.clock.by(step);
    expect(await status(busy)).toBe(401);
  });

  it('is listed and ended by its owner, and by nobody else without the right', async () => {
    const person = await newPerson();
    const [here, there] = [
      await createSession(product, person),
      await createSession(product, person),
    ];
    const listed = await ask(studio, '/studio/api/me/sessions', { cookie: here.cookie });
    expect(listed.body.data).toHaveLength(2);
    const stranger = await createSession(product, await newPerson());
    const end = (by: { cookie: string; csrf: string }, id: string) =>
      ask(studio, `/studio/api/me/sessions/${id}/end`, { ...by, body: {} });
    expect((await end(stranger, there.id)).status).toBe(404);
    expect((await end(here, there.id)).body).toEqual({ ended: 1 });
    expect((await ask(studio, '/studio/api/me', { cookie: there.cookie })).status).toBe(401);
    expect((await ask(studio, '/studio/api/sign-out', { ...here, body: {} })).status).toBe(200);
    expect((await ask(studio, '/studio/api/me', { cookie: here.cookie })).status).toBe(401);
  });

  it('ends at once when its account is disabled', async () => {
    const person = await newPerson();
    const { cookie } = await createSession(product, person);
    await product.app.staff.accountRows.update(person.account.id, { state: 'disabled' });
    expect((await ask(studio, '/studio/api/me', { cookie })).status).toBe(401);
  });

  it('shows a factor again by a fresh code, which counts once', async () => {
    const person = await newPerson();
    const session = await createSession(product, person, new Date(0));
    const codes = () => ask(studio, '/studio/api/me/recovery-codes', { ...session, body: {} });
    expect(await codes()).toMatchObject({ status: 403, body: { code: 'step_up_needed' } });
    const stepUp = (shown: string) =>
      ask(studio, '/studio/api/step-up', { ...session, body: { code: shown } });
    const shown = code(person);
    expect((await stepUp(shown)).status).toBe(200);
    expect((await codes()).body.recovery_codes).toHaveLength(10);
    expect((await stepUp(shown)).status).toBe(401);
    product.clock.by(5 * 60 + 1);
    expect((await codes()).status).toBe(403);
  });
});

describe('the cookie in production', () => {
  it('has the prefix __Host- and is only sent over https', async () => {
    const https = await createTestProduct(
      { STUDIO_URL: 'https://studio.example.org' },
      product.open,
    );
    const secure = await https.studio();
    const person = await createPerson(https, ['care']);
    const headers = { host: 'studio.example.org', origin: 'https://studio.example.org' };
    const body = { email: person.account.email, password: PASSWORD };
    const { challenge } = (await ask(secure, '/studio/api/sign-in', { body, headers })).body;
    const shown = codeOf(person.secret, https.clock.now());
    const done = await ask(secure, '/studio/api/sign-in/code', {
      body: { challenge, code: shown },
      headers,
    });
    expect(done.setCookie).toMatch(
      /^__Host-bonisa_studio=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const local = { headers: { host: 'localhost:3002', origin: 'http://localhost:3002' } };
    expect((await ask(secure, '/studio/api/me', local)).body.code).toBe('foreign_origin');
    await https.close();
  });
});
