import { KEY_SCOPES, type Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_LIVE_KEYS } from './api-key.service.ts';
import { staffProof } from './staff.ops-routes.ts';
import { runStaffCommand } from './staff-commands.ts';

let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
});
afterAll(() => product.close());

const DAY = 24 * 60 * 60;

async function newKey(
  scopes: readonly Scope[],
  days = 90,
): Promise<{ id: string; secret: string }> {
  const asked = { command: 'key' as const, name: 'Import', scopes: [...scopes], days };
  const told = await runStaffCommand(product.app.staff, asked);
  const [row] = await product.rows('select id from staff_api_keys order by id desc limit 1');
  return { id: String(row?.id), secret: told.split('\n')[0] ?? '' };
}

async function ask(secret: string, url: string, more: InjectOptions = {}) {
  const headers = { ...more.headers, authorization: `Bearer ${secret}` };
  const answer = await studio.inject({ url, ...more, headers });
  return { status: answer.statusCode, body: answer.json() };
}

describe('API keys of the studio', () => {
  it('say who they are, and may do what their scopes say', async () => {
    const { secret } = await newKey(['audit:read', 'catalogue:write']);
    const me = await ask(secret, '/studio/api/me');
    expect(me.body).toMatchObject({ kind: 'key', name: 'Import', csrf_token: null });
    expect(me.body.scopes).toEqual(['audit:read', 'catalogue:write']);
    expect((await ask(secret, '/studio/api/audit')).status).toBe(200);
    expect(await ask(secret, '/studio/api/keys')).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', description: expect.stringContaining('staff:read') },
    });
  });

  it('are stored as a hash: no table and no list has the secret', async () => {
    const { secret } = await newKey(['staff:read']);
    const stored = JSON.stringify(await product.rows('select * from staff_api_keys'));
    const listed = JSON.stringify((await ask(secret, '/studio/api/keys')).body);
    const audited = JSON.stringify(await product.rows('select * from staff_audit'));
    for (const text of [stored, listed, audited, ...product.log])
      expect(text).not.toContain(secret.slice(20));
  });

  it('stop working when they expire and when they are revoked', async () => {
    const short = await newKey(['audit:read'], 1);
    const revoked = await newKey(['audit:read']);
    const asked = { command: 'revoke-key' as const, id: revoked.id, reason: 'it leaked' };
    await runStaffCommand(product.app.staff, asked);
    product.clock.by(DAY);
    for (const { secret } of [short, revoked])
      expect(await ask(secret, '/studio/api/me')).toMatchObject({
        status: 401,
        body: { code: 'api_key_invalid' },
      });
  });

  it.each([
    ['another key of the same form', `bonisa_key_${'A'.repeat(43)}`],
    ['nothing', ''],
    ['a word', 'secret'],
    ['SQL', "' or 1=1 --"],
  ])('are refused by name when the caller shows %s', async (_what, secret) => {
    expect(await ask(secret, '/studio/api/me')).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid' },
    });
  });

  it('make no keys and revoke none: that needs a person', async () => {
    const { id, secret } = await newKey(KEY_SCOPES);
    const payload = { name: 'More', scopes: ['catalogue:read'] };
    const made = await ask(secret, '/studio/api/keys', { method: 'POST', payload });
    expect(made).toMatchObject({ status: 403, body: { code: 'account_needed' } });
    const url = `/studio/api/keys/${id}/revoke`;
    const revoked = await ask(secret, url, { method: 'POST', payload: { reason: 'x' } });
    expect(revoked).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  it('are limited in number, also when many are asked for at once', async () => {
    const full = await createTestProduct({}, product.open);
    const asked = {
      command: 'key' as const,
      name: 'Many',
      scopes: ['audit:read' as const],
      days: 9,
    };
    // Ten at a time: a command waits five seconds for a connection.
    let refused = 0;
    for (let made = 0; refused === 0 && made <= MOST_LIVE_KEYS; made += 10) {
      const ten = Array.from({ length: 10 }, () => runStaffCommand(full.app.staff, asked));
      const outcomes = await Promise.allSettled(ten);
      refused = outcomes.filter(({ status }) => status === 'rejected').length;
    }
    expect(refused).toBeGreaterThan(0);
    const now = full.clock.now().toISOString();
    const [row] = await product.rows(
      `select count(*)::int as live from staff_api_keys
       where revoked_at is null and expires_at > '${now}'`,
    );
    expect(row?.live).toBe(MOST_LIVE_KEYS);
    await full.site.close();
  });
});

describe('requests of another origin', () => {
  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin of the site', { origin: 'http://localhost:3000' }],
    ['a foreign Host', { host: 'evil.example' }],
    ['a read that another site causes', { 'sec-fetch-site': 'cross-site' }],
    ['a read that the site on this machine causes', { 'sec-fetch-site': 'same-site' }],
    ['Origin null', { origin: 'null' }],
  ])('are refused by name: %s', async (_what, headers) => {
    const { secret } = { secret: 'not looked at' };
    for (const url of ['/studio/api/me', '/studio/api/audit', '/studio%2Fapi/me'])
      expect((await ask(secret, url, { headers })).status).toBeGreaterThanOrEqual(400);
    expect(await ask(secret, '/studio/api/me', { headers })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
  });
});

describe('the audit', () => {
  it('has who, what, when and why, newest first, page by page, without any number', async () => {
    const { app } = product;
    const audit = app.staff.commandAudit('command test');
    for (const name of ['one', 'two', 'three'])
      await audit.record({
        subject: 'subscriber:7',
        reason: `${name}: the owner of 082 123 4567 called`,
        details: { to: '+27821234567', also: ['27 82 123 4567'] },
      });
    // The test before has made as many keys as there may be.
    await product.rows(`update staff_api_keys set revoked_at = created_at`);
    const { secret } = await newKey(['audit:read']);
    const first = await ask(secret, '/studio/api/audit?subject=subscriber:7&limit=2');
    expect(first.body.data.map(({ reason }: { reason: string }) => reason)).toEqual([
      'three: the owner of [number] called',
      'two: the owner of [number] called',
    ]);
    expect(JSON.stringify(first.body)).not.toMatch(/82 ?123 ?4567/);
    const url = `/studio/api/audit?subject=subscriber:7&limit=2&before=${first.body.next}`;
    expect((await ask(secret, url)).body).toMatchObject({ data: [expect.anything()], next: null });
  });

  it.each([
    "update staff_audit set actor = 'x'",
    'delete from staff_audit',
    'truncate staff_audit',
  ])('is append only, held by the database: %s', async (statement) => {
    await expect(product.rows(statement)).rejects.toThrow();
  });
});

describe('POST /ops/staff', () => {
  it('answers only to a command that can read the secrets of the product', async () => {
    const { createOperations } = await import('@bonisa/kit/http/operations-listener');
    const operations = await createOperations(product.app.operations);
    const body = { command: 'keys' };
    const time = new Date().toISOString();
    const key = product.app.secrets.key('staff command');
    const send = (headers: Record<string, string>) =>
      operations.inject({ method: 'POST', url: '/ops/staff', payload: body, headers });
    const right = { 'x-bonisa-time': time, 'x-bonisa-proof': staffProof(key, time, body) };
    expect((await send(right)).json().text).toContain('Import');
    const old = new Date(Date.now() - 120_000).toISOString();
    for (const wrong of [
      {},
      { ...right, 'x-bonisa-time': old },
      { 'x-bonisa-time': old, 'x-bonisa-proof': staffProof(key, old, body) },
      { ...right, 'x-bonisa-proof': staffProof(Buffer.alloc(32), time, body) },
      { ...right, 'x-bonisa-proof': staffProof(key, time, { command: 'key' }) },
    ])
      expect((await send(wrong)).json()).toMatchObject({ code: 'invalid_token' });
    await operations.close();
  });
});

describe('the OpenAPI document', () => {
  it('has the calls of the studio, with their address, their scope and their errors', async () => {
    const document = (await product.site.inject('/docs/json')).json();
    const call = document.paths['/studio/api/audit'];
    expect(call.servers).toEqual([{ url: 'http://localhost:3002' }]);
    expect(call.get).toMatchObject({ operationId: 'studioAudit' });
    expect(call.get.security).toEqual([{ studioSession: [] }, { studioKey: [] }]);
    expect(call.get.description).toContain('audit:read');
    expect(document.components.securitySchemes).toHaveProperty('studioKey');
    expect(Object.keys(call.get.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '429']),
    );
  });
});
