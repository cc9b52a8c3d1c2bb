import { AUTHENTICATOR_SETUP_MS } from '@bonisa/domain/staff/staff-session';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from './authenticator.test-kit.ts';
import {
  ask,
  codeOf,
  createPerson,
  createSession,
  PASSWORD,
  type TestSession,
} from './staff.test-kit.ts';

const NEW_PASSWORD = 'ibhasi eluhlaza 77';
let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
});
afterAll(() => product.close());

const post = (path: string, body: object, session?: TestSession) =>
  ask(studio, `/studio/api${path}`, { ...session, body });
const isSignedIn = async ({ cookie }: TestSession): Promise<boolean> =>
  (await ask(studio, '/studio/api/me', { cookie })).status === 200;
const auditOf = (id: string, action: string) =>
  product.rows(
    `select actor_id, details from staff_audit
     where subject = 'account:${id}' and action = '${action}'`,
  );

/** A person with a session in two browsers. */
async function setUp() {
  const person = await createPerson(product, ['editor']);
  const here = await createSession(product, person);
  const there = await createSession(product, person);
  const { id, email } = person.account;
  /** Both steps of a sign-in, a minute later: a code counts once. */
  const signIn = async (secret: string, password = PASSWORD): Promise<number> => {
    product.clock.by(60);
    const begun = await post('/sign-in', { email, password });
    if (begun.status !== 200) return begun.status;
    const code = codeOf(secret, product.clock.now());
    return (await post('/sign-in/code', { challenge: begun.body.challenge, code })).status;
  };
  return { id, person, here, there, signIn, secret: person.secret };
}

const newApp = async (session: TestSession) =>
  (await post('/me/authenticator/secret', {}, session)).body;

describe('the own password', () => {
  it('is changed with a fresh factor, and ends every other session', async () => {
    const { id, person, here, there, signIn, secret } = await setUp();
    const stale = await createSession(product, person, new Date(0));
    const change = (password: string, by: TestSession) => post('/me/password', { password }, by);
    expect((await change(NEW_PASSWORD, stale)).body.code).toBe('step_up_needed');
    expect((await change('letmein-1234', here)).body.fields).toMatchObject([{ field: 'password' }]);
    expect((await change(NEW_PASSWORD, here)).body).toEqual({ sessions_ended: 2 });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect(await signIn(secret)).toBe(401);
    expect(await signIn(secret, NEW_PASSWORD)).toBe(200);
    expect(await auditOf(id, 'studioChangePassword')).toEqual([
      { actor_id: id, details: { ended: 2 } },
    ]);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)(
  'a change under way while the account is reset',
  () => {
    it('is refused after it, so that what it wrote is not what signs in', async () => {
      const { id, here } = await setUp();
      const { accountRows, sessionRows } = product.app.staff;
      let change: ReturnType<typeof post> | undefined;
      await accountRows.transaction(async (tx) => {
        await accountRows.within(tx).lock(id);
        change = post('/me/password', { password: NEW_PASSWORD }, here);
        // It has passed the gate, and waits for the account.
        await vi.waitFor(
          async () =>
            expect(
              await product.rows(
                `select 1 from pg_stat_activity where wait_event_type = 'Lock'
               and datname = current_database() and query like '%staff_accounts%'`,
              ),
            ).toHaveLength(1),
          { timeout: 20_000 },
        );
        await sessionRows.within(tx).end(id, {}, product.clock.now());
        await accountRows.within(tx).update(id, { passwordHash: null });
      });
      expect((await change)?.body.code).toBe('not_signed_in');
      expect(
        await product.rows(
          `select 1 from staff_accounts where id = '${id}' and password_hash is null`,
        ),
      ).toHaveLength(1);
    });
  },
);

describe('what is added while the account is reset', () => {
  /** Resets the account once a call has passed the gate, before its transaction begins. */
  const resetFirst = (id: string): void => {
    const { accountRows, accounts } = product.app.staff;
    const transaction = accountRows.transaction;
    vi.spyOn(accountRows, 'transaction').mockImplementationOnce(async (work) => {
      const actor = { kind: 'command', id: '', name: 'npm run staff', scopes: new Set() } as never;
      const audit = { record: async () => undefined };
      await accounts.reset(id, 'The laptop was stolen', { actor, audit });
      return await transaction(work);
    });
  };

  it('is no passkey of a session that the reset has ended', async () => {
    const { id, here } = await setUp();
    const { challenge, options } = (await post('/me/passkeys/options', {}, here)).body;
    const origin = product.app.config.studio.url;
    const response = createAuthenticator({ origin }).create(options);
    resetFirst(id);
    const added = await post('/me/passkeys', { challenge, name: 'Theirs', response }, here);
    expect([added.status, added.body.code]).toEqual([401, 'not_signed_in']);
    expect(await product.app.staff.passkeyRows.of(id)).toEqual([]);
  });

  it('is no set of recovery codes either', async () => {
    const { id, here } = await setUp();
    resetFirst(id);
    const made = await post('/me/recovery-codes', {}, here);
    expect([made.status, made.body.code]).toEqual([401, 'not_signed_in']);
    expect(
      await product.rows(`select 1 from staff_recovery_codes where account_id = '${id}'`),
    ).toEqual([]);
  });
});

describe('the own authenticator app', () => {
  it('is in force once a code of it was shown: the earlier one and other sessions end', async () => {
    const { id, here, there, signIn, secret } = await setUp();
    const { challenge, totp } = await newApp(here);
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    expect(await signIn(secret)).toBe(200);
    const ofOld = codeOf(secret, product.clock.now());
    const wrong = await post('/me/authenticator', { challenge, code: ofOld }, here);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in_refused']);
    expect(await signIn(secret)).toBe(200);
    expect(await isSignedIn(there)).toBe(true);
    expect(await auditOf(id, 'studioChangeAuthenticator')).toEqual([]);
    const code = codeOf(totp.secret, product.clock.now());
    const changed = await post('/me/authenticator', { challenge, code }, here);
    // Two by the sign-ins of this test, and the other browser.
    expect([changed.status, changed.body]).toEqual([200, { sessions_ended: 3 }]);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect(await signIn(secret)).toBe(401);
    expect(await signIn(totp.secret)).toBe(200);
    const entries = await auditOf(id, 'studioChangeAuthenticator');
    expect(entries).toEqual([{ actor_id: id, details: { ended: 3 } }]);
    expect(JSON.stringify(await product.rows('select * from staff_audit'))).not.toContain(
      totp.secret,
    );
  });

  it('takes a fresh factor, and a secret of its own person, in its time, once', async () => {
    const { person, here, secret } = await setUp();
    const stale = await createSession(product, person, new Date(0));
    for (const path of ['/me/authenticator/secret', '/me/authenticator'])
      expect((await post(path, {}, stale)).body.code).toBe('step_up_needed');
    const { challenge, totp, expires_at } = await newApp(here);
    const until = new Date(product.clock.now().getTime() + AUTHENTICATOR_SETUP_MS);
    expect(expires_at).toBe(until.toISOString());
    const show = async (by: TestSession) => {
      const code = codeOf(totp.secret, product.clock.now());
      return (await post('/me/authenticator', { challenge, code }, by)).status;
    };
    const other = await setUp();
    expect(await show(other.here)).toBe(401);
    expect(await show(here)).toBe(200);
    // The same secret again: a code that was seen must not set it a second time.
    expect(await show(here)).toBe(401);
    const late = await newApp(other.here);
    product.clock.by(AUTHENTICATOR_SETUP_MS / 1000);
    const code = codeOf(late.totp.secret, product.clock.now());
    const fresh = await createSession(product, other.person);
    const body = { challenge: late.challenge, code };
    expect((await post('/me/authenticator', body, fresh)).status).toBe(401);
    expect(await other.signIn(other.secret)).toBe(200);
    expect(secret).not.toBe(totp.secret);
  });

  it('counts no code of the new app twice: not for the change and for what comes next', async () => {
    const { here } = await setUp();
    const { challenge, totp } = await newApp(here);
    const code = codeOf(totp.secret, product.clock.now());
    expect((await post('/me/authenticator', { challenge, code }, here)).status).toBe(200);
    expect((await post('/step-up', { code }, here)).status).toBe(401);
    product.clock.by(60);
    const next = codeOf(totp.secret, product.clock.now());
    expect((await post('/step-up', { code: next }, here)).status).toBe(200);
  });

  it('is a first one for somebody who signs in at the company alone', async () => {
    const { id, here } = await setUp();
    await product.app.staff.accountRows.update(id, { passwordHash: null, totp: null });
    const factors = async () =>
      (await ask(studio, '/studio/api/me', { cookie: here.cookie })).body.factors;
    expect(await factors()).toEqual([]);
    const { challenge, totp } = await newApp(here);
    const code = codeOf(totp.secret, product.clock.now());
    expect((await post('/me/authenticator', { challenge, code }, here)).status).toBe(200);
    expect(await factors()).toEqual(['authenticator']);
  });
});
