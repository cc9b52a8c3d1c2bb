// Many reconciliation exceptions decided at once, over HTTP: as after the restore of a database.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type NewException,
  openExceptions,
} from '../../../money/src/billing/reconciliation/exception.repository.ts';
import { chargeTaken, chargeTakenBack } from '../../../money/src/ledger/postings.ts';
import { ask, createPerson, createSession, type TestSession } from '../staff/staff.test-kit.ts';

let product: TestProduct;
let finance: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  finance = await createSession(product, await createPerson(product, ['finance']));
});
beforeEach(async () => {
  await product.rows('delete from cases');
});
afterAll(() => product.close());

const get = async (path: string) =>
  (await ask(await product.studio(), `/studio/api/${path}`, { cookie: finance.cookie })).body;
const groups = async (query = '') =>
  (await get(`reconciliation-exceptions/groups${query}`)).data as Record<string, unknown>[];
const decide = async (body: object) =>
  ask(await product.studio(), '/studio/api/reconciliation-exceptions/groups/decisions', {
    ...finance,
    body: { reason: 'An hour was restored.', ...body },
  });
const states = async () =>
  (await product.rows('select state, count(*)::int as n from cases group by state order by state'))
    .map(({ state, n }) => `${String(n)} ${String(state)}`)
    .join(', ');

const TAKEN = {
  action: 'post',
  words: 'The carrier took it.',
  lines: chargeTaken(500, 65),
} as const;

/** Opens exceptions about payments of R5 that our books do not have. */
async function open(many: number, change: Partial<NewException> = {}): Promise<void> {
  const { app, clock } = product;
  const theirs = { amount: 500, state: 'succeeded', at: clock.now().toISOString() };
  const found = Array.from({ length: many }, () => {
    const subject = `pay-${uuid()}`;
    const ids = { subject, carrierId: 'karoo', carrierPaymentId: subject };
    return { ...ids, kind: 'missing_here' as const, theirs, proposal: TAKEN, ...change };
  });
  await openExceptions(app.db, found, { at: clock.now(), newId: app.newId });
}

const HERE = { carrier: 'karoo', kind: 'missing_here', posting: 'owed' };

it('open exceptions are shown in groups with their number, sum and choices, also of one day', async () => {
  await open(3);
  await open(2, { day: '2026-11-19' });
  await open(1, { kind: 'differing', proposal: { ...TAKEN, lines: chargeTakenBack(200, 26) } });
  expect(await groups()).toEqual([
    {
      ...HERE,
      count: 5,
      amount: '25.00',
      choices: [
        { choice: 'post', words: 'The carrier took it: post that it owes it' },
        { choice: 'give_back', words: 'Ask the carrier to give it back' },
        { choice: 'dismiss', words: "The carrier's entry is wrong: post nothing" },
      ],
    },
    {
      ...{ carrier: 'karoo', kind: 'differing', posting: 'not_owed', count: 1, amount: '2.00' },
      choices: [expect.objectContaining({ choice: 'post' }), expect.anything()],
    },
  ]);
  expect(await groups('?day=2026-11-19')).toMatchObject([{ count: 2, amount: '10.00' }]);
  const [settlement] = (await get('settlements?carrier=karoo')).data;
  expect(settlement.open_exceptions).toEqual({ count: 6, amount: '27.00' });
});

it('a group is decided in steps, each exception once, with the reason in the audit of each', async () => {
  await open(60);
  const seen = { ...HERE, choice: 'post', count: 60, amount: '300.00' };
  const first = await decide(seen);
  const rest = { count: 10, amount: '50.00', after: expect.any(String) };
  expect(first.body).toEqual({ decided: 50, refused: [], rest });
  // The answer was lost: what was decided is not decided again.
  expect((await decide(seen)).body.code).toBe('conflict');
  expect(await states()).toBe('50 applied, 10 open');
  const last = { ...seen, ...first.body.rest };
  expect((await decide(last)).body).toEqual({ decided: 10, refused: [], rest: null });
  expect((await decide(last)).body).toEqual({ decided: 0, refused: [], rest: null });
  const [posted] = await product.rows(
    "select sum(amount)::int as sum from ledger_lines where cause = 'case' and account = 'carrier_receivable'",
  );
  expect(posted).toEqual({ sum: 30_000 });
  const audit = await product.rows(
    "select subject, reason, details from staff_audit where action = 'studioDecideExceptionGroup' order by id",
  );
  expect(audit[0]).toMatchObject({
    subject: 'reconciliation-exceptions',
    reason: 'An hour was restored.',
    details: { choice: 'post', kind: 'missing_here', count: 60, amount: '300.00' },
  });
  const ofOne = audit.filter(({ subject }) => /^reconciliation-exception:/.test(String(subject)));
  expect(new Set(ofOne.map(({ subject }) => subject)).size).toBe(60);
});

it('nothing is decided where the group is not what the person has seen, or has no such choice', async () => {
  await open(2);
  const seen = { ...HERE, count: 2, amount: '10.00' };
  for (const [body, status] of [
    [{ ...seen, choice: 'post', count: 3 }, 409],
    [{ ...seen, choice: 'post', amount: '5.00' }, 409],
    [{ ...seen, choice: 'write_off' }, 400],
    [{ ...seen, choice: 'post', reason: ' ' }, 400],
  ] as const)
    expect([body, (await decide(body)).status]).toEqual([body, status]);
  const refund = await decide({ ...seen, choice: 'refund' });
  expect(refund.body.decided).toBe(0);
  expect(refund.body.refused).toMatchObject([
    { why: 'This is no choice of these exceptions.' },
    {},
  ]);
  expect(await states()).toBe('2 open');
});

it('what cannot be decided stays open and is named, and the others are decided', async () => {
  const [booked, gone] = [uuid(), uuid()];
  const ours = { amount: 500, refunded: 0, state: 'succeeded', at: '2026-11-20T08:00:00.000Z' };
  await product.rows(
    `insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount, vat, vat_rate, state, created_at, decided_at, lookups)
     values ('${booked}', '${uuid()}', 'karoo', 'BON-${booked}', 1, 'p-grtv-daily-c-01', 500, 65, 1500, 'succeeded', '${ours.at}', '${ours.at}', 0)`,
  );
  const proposal = { ...TAKEN, lines: chargeTakenBack(500, 65) };
  for (const subject of [booked, gone])
    await open(1, { kind: 'missing_there', subject, reference: `BON-${subject}`, ours, proposal });
  const group = { carrier: 'karoo', kind: 'missing_there', posting: 'not_owed' };
  const { body } = await decide({ ...group, choice: 'post', count: 2, amount: '10.00' });
  expect(body).toMatchObject({ decided: 1, rest: null });
  expect(body.refused).toEqual([
    { id: expect.any(String), reference: `BON-${gone}`, why: expect.stringContaining('not there') },
  ]);
  expect(await states()).toBe('1 applied, 1 open');
});
