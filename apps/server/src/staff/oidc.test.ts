import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../app.test-kit.ts';
import { CLIENT, type CompanyPerson, startCompany, visitCompany } from './oidc-company.test-kit.ts';
import { ask, createPerson } from './staff.test-kit.ts';

const ORIGIN = 'http://localhost:3002';
const CALLBACK = `${ORIGIN}/studio/sign-in/oidc/callback`;
let company: Awaited<ReturnType<typeof startCompany>>;
let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  company = await startCompany(CALLBACK);
  product = await createTestProduct({
    LIMITS: 'off',
    STUDIO_OIDC_ISSUER: company.issuer,
    STUDIO_OIDC_CLIENT_ID: CLIENT.id,
    STUDIO_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  studio = await product.studio();
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
  await product.app.staff.accountRows.update(account.id, { email, state: 'invited' });
  return account.id;
}

/** Begins at the studio and signs in at the company; returns what the browser brings back. */
async function atCompany(person: CompanyPerson, fresh = false) {
  company.state.person = person;
  const url = `/studio/sign-in/oidc${fresh ? '?fresh=1' : ''}`;
  const begun = await studio.inject({ url, headers: { host: 'localhost:3002' } });
  const pending = begun.cookies.find(({ name }) => name === 'bonisa_studio_oidc')?.value ?? '';
  const address = await visitCompany(String(begun.headers.location), CALLBACK);
  return { pending, url: address.slice(ORIGIN.length) };
}

const bringBack = (url: string, pending: string) =>
  studio.inject({ url, cookies: { bonisa_studio_oidc: pending } });

async function signIn(person: CompanyPerson, fresh = false) {
  const { url, pending } = await atCompany(person, fresh);
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
    expect(text).toContain('href="/studio/sign-in/oidc?fresh=1"');
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
    const { cookie } = await signIn(person, true);
    const me = await ask(studio, '/studio/api/me', { cookie });
    const codes = () =>
      ask(studio, '/studio/api/me/recovery-codes', { cookie, csrf: me.body.csrf_token, body: {} });
    expect((await codes()).status).toBe(200);
    product.clock.by(5 * 60 + 1);
    expect((await codes()).body.code).toBe('step_up_needed');
  });

  it('is not there where nobody configured it', async () => {
    const plain = await createTestProduct({}, product.open);
    const answer = await (await plain.studio()).inject('/studio/sign-in/oidc');
    expect(answer.statusCode).toBe(404);
    await plain.close();
  });
});
