import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, type CompanyPerson, startCompany, visitCompany } from './oidc-company.test-kit.ts';
import { ask, createPerson, createSession } from './staff.test-kit.ts';

const ORIGIN = 'http://localhost:3002';
const CALLBACK = `${ORIGIN}/studio/sign-in/oidc/callback`;
const OIDC = {
  LIMITS: 'off',
  STUDIO_OIDC_CLIENT_ID: CLIENT.id,
  STUDIO_OIDC_CLIENT_SECRET: CLIENT.secret,
};
const TRUST = { STUDIO_OIDC_TRUST_EMAIL: '1' };
/** Of an account whose link nobody used: it has nothing to sign in by. */
const NEVER_IN = { state: 'invited', passwordHash: null, totp: null } as const;
/** A port on which nothing listens. */
const UNUSED = 'http://localhost:1';
const issuer = () => ({ STUDIO_OIDC_ISSUER: company.issuer });
let company: Awaited<ReturnType<typeof startCompany>>;
let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  company = await startCompany(CALLBACK);
  product = await createTestProduct({ ...OIDC, ...issuer() });
  studio = await product.studio();
});
afterEach(() => {
  company.state.token = (claims) => claims;
});
afterAll(async () => {
  await product.close();
  await company.close();
});

let people = 0;
const companyPerson = (more: Partial<CompanyPerson> = {}): CompanyPerson => ({
  sub: `sub-${++people}`,
  email: `colleague${people}@example.org`,
  email_verified: true,
  ...more,
});

async function invited(email: string): Promise<string> {
  const { account } = await createPerson(product, ['finance']);
  await product.app.staff.accountRows.update(account.id, { ...NEVER_IN, email });
  return account.id;
}

/** How a browser begins: asked anew for a dangerous act, with the session that it has. */
interface Begun {
  readonly fresh?: boolean;
  readonly session?: string;
}

/** Begins at the studio and signs in at the company; returns what the browser brings back. */
async function atCompany(person: CompanyPerson, { fresh = false, session }: Begun = {}) {
  company.state.person = person;
  const url = `/studio/sign-in/oidc${fresh ? '?fresh=1' : ''}`;
  const begun = await studio.inject({
    url,
    headers: { host: 'localhost:3002' },
    ...(session === undefined ? {} : { cookies: { bonisa_studio: session } }),
  });
  const pending = begun.cookies.find(({ name }) => name === 'bonisa_studio_oidc')?.value ?? '';
  const address = await visitCompany(String(begun.headers.location), CALLBACK);
  return { pending, url: address.slice(ORIGIN.length) };
}

const bringBack = (url: string, pending: string) =>
  studio.inject({ url, cookies: { bonisa_studio_oidc: pending } });

/** The company's answer comes without the strict cookie of the session, as in a browser. */
async function signIn(person: CompanyPerson, begun: Begun = {}) {
  const { url, pending } = await atCompany(person, begun);
  const answer = await bringBack(url, pending);
  const cookie = answer.cookies.find(({ name }) => name === 'bonisa_studio')?.value;
  return { status: answer.statusCode, cookie, text: answer.body };
}

describe("sign-in at the company's OIDC", () => {
  it('binds an invited account to the person, whatever the address becomes later', async () => {
    const person = companyPerson();
    const id = await invited(person.email);
    const first = await signIn(person);
    expect(first).toMatchObject({ status: 200 });
    const me = await ask(studio, '/studio/api/me', { cookie: first.cookie });
    expect(me.body).toMatchObject({ id, roles: ['finance'] });
    const renamed = await signIn({ ...person, email: 'married@example.org' });
    expect((await ask(studio, '/studio/api/me', { cookie: renamed.cookie })).body.id).toBe(id);
    await product.app.staff.accountRows.update(id, { state: 'disabled' });
    expect(await signIn(person)).toMatchObject({ status: 401, cookie: undefined });
  });

  it('opens no account of a stranger, of an unproven address, or that is in use', async () => {
    const unproven = companyPerson({ email_verified: false });
    await invited(unproven.email);
    const { account } = await createPerson(product, ['administrator']);
    for (const person of [companyPerson(), unproven, companyPerson({ email: account.email })])
      expect(await signIn(person)).toMatchObject({ status: 401, cookie: undefined });
  });

  it('says whom the company named and what to do, to the browser that came back alone', async () => {
    const { text } = await signIn(companyPerson({ email: 'a"<b>&@example.org' }));
    expect(text).toContain('<h2>That was not right</h2>');
    expect(text).toContain('<code>a&quot;&lt;b&gt;&amp;@example.org</code>');
    expect(text).toContain('administrator to invite you');
    expect(text).toContain('href="/studio/sign-in/oidc?again=1"');
    const known = companyPerson();
    const { account } = await createPerson(product, ['administrator']);
    const inUse = await signIn({ ...known, email: account.email });
    const stranger = await signIn(known);
    // It does not tell whether an address has an account.
    expect(inUse.text.replace(account.email, '')).toBe(stranger.text.replace(known.email, ''));
    const { url, pending } = await atCompany(companyPerson());
    const broken = await bringBack(url.replace(/code=[^&]+/, 'code=x'), pending);
    expect(broken.body).toContain('<h2>That was not right</h2>');
    expect(broken.body).not.toContain('<code>');
    expect(String(broken.headers['content-security-policy'])).toContain("default-src 'none'");
  });

  it('counts in the browser that began it, once, and with the answer of the company', async () => {
    const person = companyPerson();
    await invited(person.email);
    const { url, pending } = await atCompany(person);
    const other = await atCompany(person);
    expect((await bringBack(url, '')).statusCode).toBe(401);
    expect((await bringBack(url, other.pending)).statusCode).toBe(401);
    expect((await bringBack(url.replace(/state=[^&]+/, 'state=x'), pending)).statusCode).toBe(401);
    expect((await bringBack(url.replace(/code=[^&]+/, 'code=x'), pending)).statusCode).toBe(401);
    expect((await bringBack(other.url, other.pending)).statusCode).toBe(200);
    expect((await bringBack(other.url, other.pending)).statusCode).toBe(401);
  });

  it('opens dangerous calls after the company has asked the person again', async () => {
    const person = companyPerson();
    await invited(person.email);
    const { cookie } = await signIn(person, { fresh: true });
    const me = await ask(studio, '/studio/api/me', { cookie });
    const codes = () =>
      ask(studio, '/studio/api/me/recovery-codes', { cookie, csrf: me.body.csrf_token, body: {} });
    expect((await codes()).status).toBe(200);
    product.clock.by(5 * 60 + 1);
    expect((await codes()).body.code).toBe('step_up_needed');
  });

  it('says that it was cancelled where the company signed nobody in', async () => {
    const { url, pending } = await atCompany(companyPerson());
    const cancelled = url.replace(/code=[^&]+/, 'error=access_denied');
    const answer = await bringBack(cancelled, pending);
    expect([answer.statusCode, answer.body]).toEqual([
      401,
      expect.stringContaining('<code>access_denied</code>'),
    ]);
  });

  it('answers with a page where the company is away', async () => {
    const away = await createTestProduct({ ...OIDC, STUDIO_OIDC_ISSUER: UNUSED }, product.open);
    for (const path of ['', '?fresh=1', '?again=1']) {
      const answer = await (await away.studio()).inject(`/studio/sign-in/oidc${path}`);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('does not answer');
    }
    await away.close();
  });

  it('is not there where nobody configured it', async () => {
    const plain = await createTestProduct({}, product.open);
    const answer = await (await plain.studio()).inject('/studio/sign-in/oidc');
    expect(answer.statusCode).toBe(404);
    await plain.close();
  });
});

describe('a person who is signed in and shows a factor at the company', () => {
  const codesOf = async (cookie: string | undefined) => {
    const me = await ask(studio, '/studio/api/me', { cookie });
    const asked = { cookie, csrf: me.body.csrf_token, body: {} };
    return await ask(studio, '/studio/api/me/recovery-codes', asked);
  };
  const auditOf = (id: string) =>
    product.rows(
      `select action, actor_id, details from staff_audit
       where subject = 'account:${id}' and action = 'studioOidcStepUp'`,
    );
  /** Signed in two hours ago. */
  const signedIn = async () => {
    const person = companyPerson();
    const id = await invited(person.email);
    const { cookie = '' } = await signIn(person);
    const twoHours = `factor_at - interval '2 hours'`;
    await product.rows(
      `update staff_sessions set factor_at = ${twoHours} where account_id = '${id}'`,
    );
    expect((await codesOf(cookie)).body.code).toBe('step_up_needed');
    return { person, id, cookie };
  };

  // A finding of a review: such a person had no code to show, and nothing led to the company.
  it('opens dangerous calls in the same session, which goes on', async () => {
    const { person, id, cookie } = await signedIn();
    const before = await ask(studio, '/studio/api/me', { cookie });
    expect(before.body.factors).toEqual(['company']);
    const shown = await signIn(person, { fresh: true, session: cookie });
    expect(shown).toMatchObject({ status: 200, cookie: undefined });
    expect(shown.text).toContain('Close this tab');
    const after = await ask(studio, '/studio/api/me', { cookie });
    expect(after.body).toEqual(before.body);
    expect((await codesOf(cookie)).status).toBe(200);
    expect(await auditOf(id)).toMatchObject([{ actor_id: id, details: { method: 'oidc' } }]);
    product.clock.by(5 * 60 + 1);
    expect((await codesOf(cookie)).body.code).toBe('step_up_needed');
  });

  it('confirms nothing, and signs nobody in, as another person at the company', async () => {
    const { id, cookie } = await signedIn();
    const other = companyPerson();
    const otherId = await invited(other.email);
    const stranger = companyPerson();
    for (const person of [other, stranger]) {
      const shown = await signIn(person, { fresh: true, session: cookie });
      expect(shown).toMatchObject({ status: 401, cookie: undefined });
      expect(shown.text).toContain('another person');
      expect(shown.text).toContain(`<code>${person.email}</code>`);
    }
    expect((await ask(studio, '/studio/api/me', { cookie })).body.id).toBe(id);
    expect((await codesOf(cookie)).body.code).toBe('step_up_needed');
    const [account] = await product.rows(
      `select state from staff_accounts where id = '${otherId}'`,
    );
    expect(account?.state).toBe('invited');
    expect((await auditOf(id)).map(({ details }) => details)).toEqual([
      { refused: 'another person at the company' },
      { refused: 'another person at the company' },
    ]);
  });

  it('confirms no session that has ended meanwhile, and none of an account without the company', async () => {
    const { person, id, cookie } = await signedIn();
    const { url, pending } = await atCompany(person, { fresh: true, session: cookie });
    await product.rows(`update staff_sessions set ended_at = now() where account_id = '${id}'`);
    const late = await bringBack(url, pending);
    expect([late.statusCode, late.body]).toEqual([
      401,
      expect.stringContaining('Your session has ended'),
    ]);
    const own = await createPerson(product, ['finance']);
    const session = await createSession(product, own, new Date(0));
    const shown = await signIn(companyPerson({ email: own.account.email }), {
      fresh: true,
      session: session.cookie,
    });
    expect(shown.status).toBe(401);
    expect((await codesOf(session.cookie)).body.code).toBe('step_up_needed');
    const me = await ask(studio, '/studio/api/me', { cookie: session.cookie });
    expect(me.body.factors).toEqual(['password', 'authenticator']);
  });

  it('is refused where the company did not ask again', async () => {
    const { person, cookie } = await signedIn();
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    company.state.token = (claims) => ({ ...claims, auth_time: hourAgo });
    const shown = await signIn(person, { fresh: true, session: cookie });
    expect(shown).toMatchObject({ status: 401, cookie: undefined });
    expect(shown.text).toContain('asked you too long ago');
    expect((await codesOf(cookie)).body.code).toBe('step_up_needed');
  });
});

describe('a company that leaves out claims', () => {
  const withoutTime = ({ auth_time: _left, ...claims }: Readonly<Record<string, unknown>>) =>
    claims;

  it('lets people in without auth_time, with an old factor, and confirms nothing', async () => {
    company.state.token = withoutTime;
    const person = companyPerson();
    await invited(person.email);
    const { status, cookie } = await signIn(person);
    expect(status).toBe(200);
    const me = await ask(studio, '/studio/api/me', { cookie });
    const asked = { cookie, csrf: me.body.csrf_token, body: {} };
    const codes = await ask(studio, '/studio/api/me/recovery-codes', asked);
    expect(codes.body.code).toBe('step_up_needed');
    const shown = await signIn(person, { fresh: true, session: cookie ?? '' });
    expect(shown.status).toBe(401);
    expect(shown.text).toContain('<code>auth_time</code>');
  });

  it('lets nobody in at first without email_verified, and says so', async () => {
    const { email_verified: _left, ...person } = companyPerson();
    await invited(person.email);
    const refused = await signIn(person);
    expect(refused).toMatchObject({ status: 401, cookie: undefined });
    expect(refused.text).toContain('<code>email_verified</code>');
    expect(refused.text).not.toContain('used before');
  });

  it('is trusted for its addresses by a setting, but for those that it calls unproven', async () => {
    const trusting = await createTestProduct({ ...OIDC, ...TRUST, ...issuer() }, product.open);
    const plain = studio;
    studio = await trusting.studio();
    const { email_verified: _left, ...person } = companyPerson();
    await invited(person.email);
    expect((await signIn(person)).status).toBe(200);
    const unproven = companyPerson({ email_verified: false });
    await invited(unproven.email);
    expect((await signIn(unproven)).status).toBe(401);
    studio = plain;
    await trusting.close();
  });
});
