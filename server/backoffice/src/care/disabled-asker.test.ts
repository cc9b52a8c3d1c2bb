// A finding of a review: what a disabled person left went on. Keys worked, requests were approved.
// A person whose roles were lowered had made keys that nobody was told of.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
let boss: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  boss = await bench.person('administrator');
});
afterAll(() => bench.close());

const change = (id: string, body: object) =>
  boss.call(`../accounts/${id}`, { reason: 'has left', ...body });
const isKeyLive = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await bench.studio.inject({ url: '/studio/api/me', headers })).statusCode === 200;
};

/** A person who has made a key and asked for a refund of R25.00. */
const leaver = async () => {
  const person = await bench.person('administrator');
  const { body: made } = await person.call('../keys', { name: 'Import', scopes: ['audit:read'] });
  const { msisdn, charge } = await bench.paid();
  const { body } = await person.act('refund', msisdn, { reference: charge.reference });
  const request = String(body.refund.approval_id);
  const { id } = person.person.account;
  // What somebody does to the account comes after what it asked for.
  bench.product.clock.by(1);
  return { id, key: made.key, secret: String(made.secret), request };
};
const approve = (request: string) =>
  boss.call(`approvals/${request}/approve`, { reason: 'Evidence agrees' });

describe('a disabled account', () => {
  it('is told what it leaves: keys that go on, and requests that wait', async () => {
    const { id, key, secret, request } = await leaver();
    const { status, body } = await change(id, { disabled: true });
    expect([status, body.account.state]).toEqual([200, 'disabled']);
    expect(body.left).toEqual({
      keys: [{ id: key.id, name: 'Import', expires_at: key.expires_at, revoked: false }],
      requests: [{ kind: 'refund', id: request, amount: '25.00', expires_at: expect.any(String) }],
    });
    expect(await isKeyLive(secret)).toBe(true);
    const [entry] = (await bench.audit('studioChangeAccount')).slice(-1);
    expect(entry).toMatchObject({ details: { keys: [key.id], keys_revoked: false } });
    // Nothing of the keys of others.
    const other = await leaver();
    const { left } = (await change(id, { disabled: true, revoke_keys: true })).body;
    expect(left.keys).toMatchObject([{ id: key.id, revoked: true }]);
    expect([await isKeyLive(secret), await isKeyLive(other.secret)]).toEqual([false, true]);
  });

  it('loses its keys with it if asked to, each with an entry in the audit', async () => {
    const { id, key, secret } = await leaver();
    const { body } = await change(id, { disabled: true, revoke_keys: true });
    expect(body.left.keys).toMatchObject([{ id: key.id, revoked: true }]);
    expect(await isKeyLive(secret)).toBe(false);
    const entries = (await bench.audit('studioChangeAccount')).slice(-2);
    expect(entries).toMatchObject([
      { subject: `key:${key.id}`, reason: 'has left', details: { name: 'Import' } },
      { subject: `account:${id}`, details: { keys: [key.id], keys_revoked: true } },
    ]);
    expect((await change(id, { disabled: false })).body.left).toBeNull();
    expect(await isKeyLive(secret)).toBe(false);
    const alone = await change(id, { revoke_keys: true });
    expect(alone).toMatchObject({ status: 400, body: { fields: [{ field: 'revoke_keys' }] } });
  });

  it('has no refund approved before it is enabled again; it can be refused', async () => {
    const { id, request } = await leaver();
    const second = await leaver();
    await change(id, { disabled: true });
    await change(second.id, { disabled: true });
    expect(await approve(request)).toMatchObject({ status: 409, body: { code: 'asker_disabled' } });
    const refused = await boss.call(`approvals/${second.request}/refuse`, { reason: 'Unclear' });
    expect(refused.body.approval.state).toBe('refused');
    await change(id, { disabled: false });
    expect((await approve(request)).body.approval).toMatchObject({ state: 'approved' });
  });
});

describe('an account that loses a role', () => {
  it('is told which API keys go on with the scopes that they have', async () => {
    const { id, key, secret } = await leaver();
    const more = await change(id, { roles: ['administrator', 'care'] });
    expect([more.status, more.body.left]).toEqual([200, null]);
    const { body } = await change(id, { roles: ['care'] });
    // What it asked for can be approved: it is not disabled.
    expect(body.left).toEqual({
      keys: [{ id: key.id, name: 'Import', expires_at: key.expires_at, revoked: false }],
      requests: [],
    });
    expect(await isKeyLive(secret)).toBe(true);
    const [entry] = (await bench.audit('studioChangeAccount')).slice(-1);
    expect(entry).toMatchObject({ details: { keys: [key.id], keys_revoked: false } });
    expect((await change(id, { name: 'Another name' })).body.left).toBeNull();
  });

  it('loses its keys with it if asked to, and goes on itself', async () => {
    const { id, key, secret, request } = await leaver();
    const other = await leaver();
    const { body } = await change(id, { roles: ['editor'], revoke_keys: true });
    expect(body.account).toMatchObject({ state: 'active', roles: ['editor'] });
    expect(body.left.keys).toMatchObject([{ id: key.id, revoked: true }]);
    expect([await isKeyLive(secret), await isKeyLive(other.secret)]).toEqual([false, true]);
    const entries = (await bench.audit('studioChangeAccount')).slice(-2);
    expect(entries).toMatchObject([
      { subject: `key:${key.id}`, reason: 'has left', details: { name: 'Import' } },
      { subject: `account:${id}`, details: { keys: [key.id], keys_revoked: true } },
    ]);
    expect((await approve(request)).status).toBe(200);
    const renamed = await change(other.id, { name: 'Another name', revoke_keys: true });
    expect(renamed).toMatchObject({ status: 400, body: { fields: [{ field: 'revoke_keys' }] } });
  });

  // Somebody else may have taken the role a moment before.
  it('loses its keys also where the roles are those that it has', async () => {
    const { id, key } = await leaver();
    const { body } = await change(id, { roles: ['administrator'], revoke_keys: true });
    expect(body.left.keys).toMatchObject([{ id: key.id, revoked: true }]);
  });
});
