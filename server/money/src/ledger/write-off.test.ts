// Write-offs over HTTP: one person asks, another one decides, and nothing is posted before.

import {
  ask,
  createPerson,
  createSession,
  type Person,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeTaken } from './postings.ts';

const PATH = '/studio/api/settlements/write-offs';
const APPROVAL_SECONDS = 3 * 24 * 3600;

let product: TestProduct;
let studio: FastifyInstance;
let asking: Person;
let thandi: TestSession;
let sipho: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  asking = await createPerson(product, ['finance']);
  thandi = await createSession(product, asking);
  const other = await createPerson(product, ['finance', 'operator']);
  sipho = await createSession(product, other);
  const { app, clock } = product;
  // Karoo owes R7.39: R10.00 less its share.
  const lines = chargeTaken(1000, 130);
  const entry = { cause: 'charge', causeId: app.newId(), carrierId: 'karoo', at: clock.now() };
  await app.ledger.post(app.db, [{ ...entry, lines }]);
});
afterAll(() => product.close());

let keys = 0;
const asked = (amount: string, more: object = {}) => ({
  carrier: 'karoo',
  month: '2026-11',
  amount,
  reason: 'The carrier is insolvent',
  once_key: `w-${++keys}`,
  ...more,
});
const post = (by: TestSession, body: unknown, path = '') =>
  ask(studio, `${PATH}${path}`, { ...by, body });
const decide = (by: TestSession, id: string, verdict: 'approve' | 'refuse') =>
  post(by, { reason: 'Looked at it' }, `/${id}/${verdict}`);
const list = async (by: TestSession, state = '') =>
  (await ask(studio, `${PATH}?state=${state}`, { cookie: by.cookie })).body.data;
const posted = () =>
  product.rows(
    `select account, amount::int as amount from ledger_lines where cause = 'write_off' order by id`,
  );
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe('a write-off', () => {
  it('is posted once, when another person than the one who asked approves it', async () => {
    const given = asked('4.00');
    const { status, body } = await post(thandi, given);
    expect([status, body.request]).toMatchObject([200, { state: 'waiting', own: true }]);
    const { id } = body.request;
    expect((await post(thandi, given)).body.request.id).toBe(id);
    expect(outcome(await post(thandi, { ...given, amount: '5.00' }))).toEqual([409, 'conflict']);
    expect(outcome(await decide(thandi, id, 'approve'))).toEqual([403, 'own_request']);
    const elsewhere = await createSession(product, asking);
    expect(outcome(await decide(elsewhere, id, 'approve'))).toEqual([403, 'own_request']);
    expect(await posted()).toEqual([]);
    expect(await list(sipho, 'waiting')).toMatchObject([{ id, own: false }]);
    for (let times = 0; times < 2; times++)
      expect((await decide(sipho, id, 'approve')).body.request.state).toBe('approved');
    expect(outcome(await decide(sipho, id, 'refuse'))).toEqual([409, 'already_decided']);
    expect(await posted()).toEqual([
      { account: 'write_off', amount: 400 },
      { account: 'carrier_share', amount: 261 },
      { account: 'carrier_receivable', amount: -661 },
    ]);
    const audited = await product.rows(
      `select action, subject, reason, details from staff_audit where details->>'request' = '${id}' order by id`,
    );
    expect(audited).toMatchObject([
      { action: 'studioAskWriteOff', subject: 'carrier:karoo', reason: given.reason },
      { action: 'studioApproveWriteOff', reason: 'Looked at it', details: { amount: '4.00' } },
    ]);
  });

  it('is never more than is outstanding, less what waits, also when asked at once', async () => {
    expect(outcome(await post(thandi, asked('3.40')))).toEqual([409, 'conflict']);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(thandi, asked('1.00')).then(outcome)),
    );
    expect(answers.filter(([status]) => status === 200)).toHaveLength(3);
    expect(answers.filter(([status]) => status === 409)).toHaveLength(1);
    for (const { id } of await list(sipho, 'waiting'))
      expect((await decide(sipho, id, 'refuse')).body.request).toMatchObject({
        state: 'refused',
        decided_reason: 'Looked at it',
      });
    expect(await posted()).toHaveLength(3);
  });

  it('is not approved while the account that asked is disabled', async () => {
    const { id } = (await post(thandi, asked('1.00'))).body.request;
    const { accountRows } = product.app.staff;
    await accountRows.update(asking.account.id, { state: 'disabled' });
    expect(outcome(await decide(sipho, id, 'approve'))).toEqual([409, 'asker_disabled']);
    await accountRows.update(asking.account.id, { state: 'active' });
    expect(await posted()).toHaveLength(3);
    expect((await decide(sipho, id, 'refuse')).status).toBe(200);
  });

  it('waits for three days, and can be asked for again afterwards', async () => {
    const { id } = (await post(thandi, asked('3.39'))).body.request;
    product.clock.by(APPROVAL_SECONDS);
    // The sessions have ended with the days.
    const [one, other] = await Promise.all([
      createPerson(product, ['finance']).then((person) => createSession(product, person)),
      createPerson(product, ['administrator']).then((person) => createSession(product, person)),
    ]);
    expect(outcome(await decide(other, id, 'approve'))).toEqual([410, 'approval_expired']);
    expect(await list(other, 'expired')).toMatchObject([{ id, state: 'expired' }]);
    const again = await post(one, asked('3.39'));
    expect(again.status).toBe(200);
    expect((await decide(other, again.body.request.id, 'approve')).status).toBe(200);
    expect(outcome(await post(one, asked('0.01')))).toEqual([409, 'conflict']);
    expect(outcome(await decide(other, product.app.newId(), 'approve'))).toEqual([
      404,
      'not_found',
    ]);
  });

  it.each([
    { amount: '0.00' },
    { amount: '-1.00' },
    { amount: `1${'0'.repeat(20)}` },
    { carrier: 'nowhere' },
    { month: '2026-13' },
    { month: '2027-01' },
    { month: undefined },
    { reason: ' ' },
    { once_key: '' },
  ])('is refused as %j', async (wrong) => {
    const person = await createPerson(product, ['finance']);
    const session = await createSession(product, person);
    expect(outcome(await post(session, asked('1.00', wrong)))).toEqual([400, 'invalid_request']);
  });
});
