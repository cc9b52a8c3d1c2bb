import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthenticatorOptions, createAuthenticator } from './authenticator.test-kit.ts';
import {
  ask,
  createPerson,
  createSession,
  type Person,
  type TestSession,
} from './staff.test-kit.ts';

const ORIGIN = 'http://localhost:3002';
let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
});
afterAll(() => product.close());

const post = (path: string, body: unknown, session?: TestSession) =>
  ask(studio, `/studio/api${path}`, { ...session, body });
const signInOptions = async () => (await post('/sign-in/passkey/options', {})).body;

type Authenticator = ReturnType<typeof createAuthenticator>;

/** Adds a passkey to a person's account. */
async function added(
  person: Person,
  options: AuthenticatorOptions = { origin: ORIGIN },
): Promise<{ authenticator: Authenticator; session: TestSession; status: number }> {
  const session = await createSession(product, person);
  const authenticator = createAuthenticator(options);
  const asked = (await post('/me/passkeys/options', {}, session)).body;
  const response = authenticator.create(asked.options);
  const body = { challenge: asked.challenge, name: 'Laptop', response };
  const { status } = await post('/me/passkeys', body, session);
  return { authenticator, session, status };
}

async function signIn(authenticator: Authenticator) {
  const { challenge, options } = await signInOptions();
  return await post('/sign-in/passkey', { challenge, response: authenticator.get(options) });
}

describe('passkeys', () => {
  it('sign a person in without password and code, and are listed and removed', async () => {
    const person = await createPerson(product, ['publisher']);
    const { authenticator, session } = await added(person);
    const done = await signIn(authenticator);
    expect(done).toMatchObject({ status: 200, body: { refused_before: 0 } });
    const me = await ask(studio, '/studio/api/me', { cookie: done.cookie });
    expect(me.body).toMatchObject({ id: person.account.id, roles: ['publisher'] });
    const listed = await ask(studio, '/studio/api/me/passkeys', { cookie: session.cookie });
    expect(listed.body.data).toMatchObject([{ id: authenticator.id, name: 'Laptop' }]);
    const other = await createSession(product, await createPerson(product, ['editor']));
    const remove = `/me/passkeys/${authenticator.id}/remove`;
    expect((await post(remove, {}, other)).status).toBe(404);
    expect((await post(remove, {}, session)).status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(401);
  });

  it('are renamed by their owner alone, with a fresh factor, and the audit has both names', async () => {
    const person = await createPerson(product, ['editor']);
    const { authenticator, session } = await added(person);
    const rename = (name: string, by: TestSession) =>
      post(`/me/passkeys/${authenticator.id}/rename`, { name }, by);
    const other = await createSession(product, await createPerson(product, ['administrator']));
    expect((await rename('Mine now', other)).status).toBe(404);
    expect((await rename('  ', session)).status).toBe(400);
    expect((await rename('x'.repeat(61), session)).status).toBe(400);
    const stale = await createSession(product, person, new Date(0));
    expect((await rename('Phone', stale)).body.code).toBe('step_up_needed');
    const done = await rename(' Phone of Thandi ', session);
    expect(done.body.passkey).toMatchObject({ id: authenticator.id, name: 'Phone of Thandi' });
    const listed = await ask(studio, '/studio/api/me/passkeys', { cookie: session.cookie });
    expect(listed.body.data).toMatchObject([{ name: 'Phone of Thandi', last_used_at: null }]);
    const audited = await product.rows(
      `select details from staff_audit where action = 'studioRenamePasskey'`,
    );
    expect(audited).toEqual([{ details: { passkey: 'Phone of Thandi', before: 'Laptop' } }]);
    expect((await signIn(authenticator)).status).toBe(200);
    const used = await ask(studio, '/studio/api/me/passkeys', { cookie: session.cookie });
    expect(used.body.data[0].last_used_at).toBe(product.clock.now().toISOString());
  });

  it('with the longest id that WebAuthn allows are renamed and removed as well', async () => {
    const person = await createPerson(product, ['editor']);
    const options = { origin: ORIGIN, idBytes: 1023 };
    const { authenticator, session, status } = await added(person, options);
    expect(status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(200);
    const own = `/me/passkeys/${authenticator.id}`;
    expect((await post(`${own}/rename`, { name: 'Phone' }, session)).status).toBe(200);
    expect((await post(`${own}/remove`, {}, session)).status).toBe(200);
    expect((await signIn(authenticator)).status).toBe(401);
  });

  it('count a challenge once, in its time, and for nothing else', async () => {
    const person = await createPerson(product, ['editor']);
    const { authenticator, session } = await added(person);
    const { challenge, options } = await signInOptions();
    const shown = { challenge, response: authenticator.get(options) };
    const both = await Promise.all([
      post('/sign-in/passkey', shown),
      post('/sign-in/passkey', shown),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await signInOptions();
    product.clock.by(SECOND_STEP_MS / 1000);
    const response = authenticator.get(late.options);
    expect((await post('/sign-in/passkey', { ...late, response, options: undefined })).status).toBe(
      401,
    );
    const fresh = await createSession(product, person);
    const mixed = (await post('/me/passkeys/options', {}, fresh)).body;
    const wrong = { challenge: mixed.challenge, response: authenticator.get(mixed.options) };
    expect((await post('/sign-in/passkey', wrong)).status).toBe(401);
    expect((await post('/sign-in/passkey', wrong, session)).status).toBe(401);
  });

  it.each([
    ['the page of another origin', { origin: 'http://localhost:3000' }],
    ['another site', { origin: ORIGIN, rpID: 'evil.example' }],
    ['an authenticator that did not check the person', { origin: ORIGIN, verified: false }],
    ['the page of another site around ours', { origin: ORIGIN, framed: { crossOrigin: true } }],
    ['a frame that says so in another way', { origin: ORIGIN, framed: { crossOrigin: 'true' } }],
    [
      'a page below another site',
      { origin: ORIGIN, framed: { topOrigin: 'https://evil.example' } },
    ],
  ])('are refused when they come from %s', async (_what, options) => {
    const person = await createPerson(product, ['editor']);
    expect((await added(person, options)).status).toBe(401);
  });

  it('sign nobody in inside the page of another site', async () => {
    const framed: { crossOrigin?: boolean } = {};
    const options = { origin: ORIGIN, framed };
    const { authenticator } = await added(await createPerson(product, ['editor']), options);
    expect((await signIn(authenticator)).status).toBe(200);
    framed.crossOrigin = true;
    expect((await signIn(authenticator)).status).toBe(401);
  });

  it('are refused when a copy of them counts behind', async () => {
    const { authenticator } = await added(await createPerson(product, ['editor']));
    expect((await signIn(authenticator)).status).toBe(200);
    const { challenge, options } = await signInOptions();
    const response = authenticator.get(options, -1);
    expect((await post('/sign-in/passkey', { challenge, response })).status).toBe(401);
  });

  it('of another person, or of a disabled account, open nothing', async () => {
    const disabled = await createPerson(product, ['editor']);
    const { authenticator } = await added(disabled);
    await product.app.staff.accountRows.update(disabled.account.id, { state: 'disabled' });
    expect((await signIn(authenticator)).status).toBe(401);
    const mine = await createPerson(product, ['editor']);
    const own = await added(mine);
    const stranger = await added(await createPerson(product, ['administrator']));
    const session = await createSession(product, mine, new Date(0));
    const stepUp = async (by: Authenticator) => {
      const { challenge, options } = await signInOptions();
      return await post('/step-up/passkey', { challenge, response: by.get(options) }, session);
    };
    expect((await stepUp(stranger.authenticator)).status).toBe(401);
    expect((await post('/me/recovery-codes', {}, session)).body.code).toBe('step_up_needed');
    expect((await stepUp(own.authenticator)).status).toBe(200);
    expect((await post('/me/recovery-codes', {}, session)).status).toBe(200);
  });
});
