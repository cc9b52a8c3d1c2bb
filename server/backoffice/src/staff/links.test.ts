import { LINK_MS } from '@bonisa/domain/staff/staff-session';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareStaff } from './first-start.ts';
import { ask, codeOf, createPerson, createSession, PASSWORD } from './staff.test-kit.ts';
import { runStaffCommand } from './staff-commands.ts';

let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
});
beforeEach(async () => {
  await product.rows('delete from staff_accounts');
  await product.rows('delete from staff_links');
});
afterAll(() => product.close());

const tokenOf = (text: string): string => /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
const open = (token: string) => ask(studio, '/studio/api/links/open', { body: { token } });
const accept = async (token: string, more: Record<string, unknown> = {}) => {
  const { totp } = (await open(token)).body;
  const code = totp ? codeOf(totp.secret, product.clock.now()) : '000000';
  const body = { token, password: PASSWORD, code, ...more };
  return await ask(studio, '/studio/api/links/accept', { body });
};
const FIRST = { email: 'Naledi@Example.org', name: 'Naledi Dlamini' };
const firstLink = async () =>
  tokenOf(await runStaffCommand(product.app.staff, { command: 'first-administrator' }));
const production = () =>
  prepareStaff({ ...product.app, config: { ...product.app.config, mode: 'production' } });

describe('the first administrator of production', () => {
  it('is made by a link that is printed at the first start alone, and works once', async () => {
    const token = tokenOf((await production()).join('\n'));
    expect(await production()).toEqual([]);
    expect((await open(token)).body).toMatchObject({ purpose: 'first administrator', email: null });
    const made = await accept(token, FIRST);
    expect(made).toMatchObject({ status: 200, body: { refused_before: 0 } });
    expect(made.body.recovery_codes).toHaveLength(10);
    const me = await ask(studio, '/studio/api/me', { cookie: made.cookie });
    expect(me.body).toMatchObject({ name: 'Naledi Dlamini', roles: ['administrator'] });
    expect(await accept(token, { email: 'second@example.org', name: 'Second' })).toMatchObject({
      status: 410,
      body: { code: 'link_invalid' },
    });
    await expect(firstLink()).rejects.toThrow('There is an administrator');
    expect(await production()).toEqual([]);
  });

  it('is one, although two people use two links at the same time', async () => {
    const first = await firstLink();
    const other = randomToken();
    const now = product.clock.now();
    // As if a second process had made it at the same moment.
    await product.app.staff.accountRows.insertLink({
      tokenHash: hashToken(other),
      purpose: 'first administrator',
      accountId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_MS),
      usedAt: null,
    });
    const answers = await Promise.all([
      accept(first, FIRST),
      accept(first, { ...FIRST, email: 'b@example.org' }),
      accept(other, { ...FIRST, email: 'c@example.org' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('disables the accounts of a demo that the database served before', async () => {
    await prepareStaff(product.app);
    const lines = (await production()).join('\n');
    expect(tokenOf(lines)).not.toBe('');
    const states = await product.rows('select distinct state from staff_accounts');
    expect(states).toEqual([{ state: 'disabled' }]);
  });

  it('needs a password that is not easily guessed, and a code of the shown secret', async () => {
    const token = await firstLink();
    const easy = await accept(token, { ...FIRST, password: 'naledi-12345' });
    expect(easy.body).toMatchObject({ code: 'invalid_request', fields: [{ field: 'password' }] });
    expect((await accept(token, { ...FIRST, code: '000000' })).status).toBe(401);
    expect((await accept(token, {})).body.fields).toHaveLength(2);
    expect((await accept(token, FIRST)).status).toBe(200);
  });
});

describe('one-time links', () => {
  it('stop working with their time, when they are used, and when a newer one is made', async () => {
    const early = await firstLink();
    const newer = await firstLink();
    expect((await open(early)).status).toBe(410);
    product.clock.by(LINK_MS / 1000);
    expect((await open(newer)).status).toBe(410);
  });

  it('are never guessed from another one, and are stored as a hash', async () => {
    const token = await firstLink();
    await fc.assert(
      fc.asyncProperty(fc.nat(42), fc.constantFrom(...'ABCxyz019_-'), async (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        expect((await open(changed)).status).toBe(changed === token ? 200 : 410);
      }),
      { numRuns: 20 },
    );
    expect(JSON.stringify(await product.rows('select * from staff_links'))).not.toContain(token);
  });
});

describe('an administrator', () => {
  const setUp = async () => {
    const person = await createPerson(product, ['administrator']);
    return { ...(await createSession(product, person)), person };
  };

  /** Another administrator, who shows the links that the first one asks for. */
  const another = async () => {
    const { cookie, csrf } = await setUp();
    return async (id: string): Promise<string> => {
      const path = `/studio/api/accounts/${id}/link`;
      return tokenOf((await ask(studio, path, { cookie, csrf, body: {} })).body.link);
    };
  };

  it('invites a person, whose link makes the account, and resets it', async () => {
    const { cookie, csrf } = await setUp();
    const show = await another();
    const by = { cookie, csrf };
    const body = { email: 'Sipho@Example.org', name: 'Sipho', roles: ['care', 'finance'] };
    const invited = await ask(studio, '/studio/api/accounts', { ...by, body });
    expect(invited.body.account).toMatchObject({ email: 'sipho@example.org', state: 'invited' });
    const again = await ask(studio, '/studio/api/accounts', { ...by, body });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(invited.body.link).toBeNull();
    const token = await show(invited.body.account.id);
    const joined = await accept(token, { email: 'other@example.org' });
    const me = await ask(studio, '/studio/api/me', { cookie: joined.cookie });
    expect(me.body).toMatchObject({ name: 'Sipho', roles: ['care', 'finance'] });
    const { id } = invited.body.account;
    const reset = await ask(studio, `/studio/api/accounts/${id}/reset`, {
      ...by,
      body: { reason: 'lost the phone' },
    });
    expect((await ask(studio, '/studio/api/me', { cookie: joined.cookie })).status).toBe(401);
    expect(reset.body.link).toBeNull();
    expect((await accept(await show(id))).status).toBe(200);
    const audited = await product.rows(
      `select action, reason from staff_audit where subject = 'account:${id}' order by id`,
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'studioInvite',
      'studioShowLink',
      'studioAcceptLink',
      'studioResetAccount',
      'studioShowLink',
      'studioAcceptLink',
    ]);
  });

  // A finding of a review: the old password and app signed in until the link was used.
  it('leaves nothing of a reset account that signs in, but the link', async () => {
    const { cookie, csrf } = await setUp();
    const show = await another();
    const { accountRows, signIn } = product.app.staff;
    const lost = await createPerson(product, ['finance']);
    const { id, email } = lost.account;
    const [recovery = ''] = await accountRows.transaction((tx) => signIn.newRecoveryCodes(tx, id));
    const begin = () => ask(studio, '/studio/api/sign-in', { body: { email, password: PASSWORD } });
    const begun = await begin();
    const reset = await ask(studio, `/studio/api/accounts/${id}/reset`, {
      cookie,
      csrf,
      body: { reason: 'lost the phone' },
    });
    expect(reset.status).toBe(200);
    expect((await begin()).body.code).toBe('sign_in_refused');
    for (const code of [codeOf(lost.secret, product.clock.now()), recovery]) {
      const body = { challenge: begun.body.challenge, code };
      expect((await ask(studio, '/studio/api/sign-in/code', { body })).status).toBe(401);
    }
    expect((await accept(await show(id))).body.recovery_codes).toHaveLength(10);
    expect((await begin()).status).toBe(200);
  });

  it('can reset itself, and is not counted on before it has used its link', async () => {
    const { cookie, csrf, person } = await setUp();
    const other = await createPerson(product, ['administrator']);
    const by = await createSession(product, other);
    const own = person.account.id;
    const body = { reason: 'lost the phone' };
    const reset = await ask(studio, `/studio/api/accounts/${own}/reset`, { cookie, csrf, body });
    const leave = () =>
      ask(studio, `/studio/api/accounts/${other.account.id}`, {
        ...by,
        body: { disabled: true, reason: 'leaves' },
      });
    expect((await leave()).body.code).toBe('last_administrator');
    await expect(firstLink()).rejects.toThrow('There is an administrator');
    expect((await accept(tokenOf(reset.body.link))).status).toBe(200);
    expect((await leave()).status).toBe(200);
  });

  it('changes roles at once, and is never the last one to go', async () => {
    const { cookie, csrf, person } = await setUp();
    const by = { cookie, csrf };
    const change = (id: string, body: object) =>
      ask(studio, `/studio/api/accounts/${id}`, { ...by, body: { reason: 'a test', ...body } });
    const own = person.account.id;
    for (const body of [{ disabled: true }, { roles: ['editor'] }])
      expect((await change(own, body)).body.code).toBe('last_administrator');
    const other = await createPerson(product, ['editor']);
    const session = await createSession(product, other);
    const keys = () => ask(studio, '/studio/api/keys', { cookie: session.cookie });
    expect((await keys()).status).toBe(403);
    expect((await change(other.account.id, { roles: ['administrator'] })).status).toBe(200);
    expect((await keys()).status).toBe(200);
    const both = await Promise.all([
      change(own, { disabled: true }),
      change(other.account.id, { disabled: true }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('gives no role back that another administrator took away meanwhile', async () => {
    const { cookie, csrf } = await setUp();
    const { account } = await createPerson(product, ['care', 'finance']);
    const change = (body: object) =>
      ask(studio, `/studio/api/accounts/${account.id}`, {
        cookie,
        csrf,
        body: { reason: 'a test', ...body },
      });
    const seen = { seen_roles: ['finance', 'care'] };
    expect((await change({ ...seen, roles: ['care'] })).status).toBe(200);
    const refused = await change({ ...seen, roles: ['editor', 'care', 'finance'] });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.fields).toMatchObject([{ field: 'seen_roles' }]);
    const stored = async () => (await product.app.staff.accounts.byId(account.id)).roles;
    expect(await stored()).toEqual(['care']);
    const both = await Promise.all(
      (['editor', 'finance'] as const).map((role) =>
        change({ seen_roles: ['care'], roles: ['care', role] }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stored()).toHaveLength(2);
    // A program that does not say what it saw.
    expect((await change({ roles: ['operator'] })).status).toBe(200);
    expect(await stored()).toEqual(['operator']);
  });

  it('makes a key whose secret is shown once and audited without it', async () => {
    const { cookie, csrf } = await setUp();
    const body = { name: 'Import', scopes: ['catalogue:write'] };
    const made = await ask(studio, '/studio/api/keys', { cookie, csrf, body });
    const headers = { authorization: `Bearer ${made.body.secret}` };
    expect((await ask(studio, '/studio/api/me', { headers })).body.scopes).toEqual(body.scopes);
    const [row] = await product.rows(
      `select * from staff_audit where subject = 'key:${made.body.key.id}'`,
    );
    expect(row).toMatchObject({ actor_kind: 'account', action: 'studioCreateApiKey' });
    expect(JSON.stringify(row)).not.toContain(made.body.secret);
    const wide = { name: 'All', scopes: ['staff:manage'] };
    const refused = await ask(studio, '/studio/api/keys', { cookie, csrf, body: wide });
    expect(refused.status).toBe(400);
  });
});

describe('the accounts of the demo', () => {
  it('are one for each role, printed with their secrets at every start', async () => {
    const lines = (await prepareStaff(product.app)).join('\n');
    expect((await prepareStaff(product.app)).join('\n')).toBe(lines);
    const password = /password (\S+),/.exec(lines)?.[1];
    const secret = /secret ([A-Z2-7]+)\)/.exec(lines)?.[1] ?? '';
    const email = 'finance@demo.example';
    const { challenge } = (await ask(studio, '/studio/api/sign-in', { body: { email, password } }))
      .body;
    const body = { challenge, code: codeOf(secret, product.clock.now()) };
    expect((await ask(studio, '/studio/api/sign-in/code', { body })).status).toBe(200);
  });
});
