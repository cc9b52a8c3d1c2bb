// A restored backup takes no airtime twice. Payments that the carrier has and the database lacks
// hold all jobs, are written, and the hold is released.

import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, textsTo } from '../messaging/messages.test-kit.ts';
import {
  backupOf,
  createRestoreBench,
  DAY,
  HOUR,
  type RestoreBench,
  type RunningProduct,
} from './recovery.test-kit.ts';

const POOR: ChargeOutcome = {
  outcome: 'denied',
  reason: 'insufficient_airtime',
  detail: 'no airtime',
};

const today = (product: RunningProduct): string =>
  new Date(product.clock.now().getTime() + 2 * HOUR * 1000).toISOString().slice(0, 10);
const ledgerOf = async (product: RunningProduct) => (await product.ops('GET', '/ops/ledger')).body;

describe('fifty subscriptions that were due at the backup and renewed after it', () => {
  let bench: RestoreBench;
  let restored: RunningProduct;
  let asked: number;
  beforeAll(async () => {
    bench = await createRestoreBench();
    await bench.subscribers(50);
    await bench.first.advance(DAY - 60);
    const backup = await bench.backup();
    await bench.first.advance(2 * HOUR);
    expect((await bench.first.books()).filter(({ state }) => state === 'succeeded')).toHaveLength(
      50,
    );
    asked = bench.asked().length;
    restored = await bench.restore(backup);
    await restored.app.scheduler.runDue();
  });
  afterAll(() => bench.close());

  it('are not charged again, and jobs are held with one clear log line and a metric', async () => {
    await restored.advance(30);
    expect(bench.asked()).toHaveLength(asked);
    expect(await restored.hold()).toMatchObject({
      held: true,
      why: 'missing_here',
      missing: 50,
      attached: 50,
      exceptions: 0,
      released_at: null,
    });
    expect(restored.log.filter((line) => line.includes('JOBS ARE HELD'))).toHaveLength(1);
    const { text } = await restored.ops('GET', '/metrics');
    expect(text).toContain('bonisa_jobs_held{carrier="karoo",why="missing_here"} 1');
    expect(text).toContain('bonisa_jobs_held{carrier="karoo",why="list_unread"} 0');
  });

  it('get what they paid for: the same paid time, charges and entries as before', async () => {
    expect(await restored.standing()).toEqual(await bench.first.standing());
    expect(await restored.books()).toEqual(await bench.first.books());
    expect(await ledgerOf(restored)).toEqual(await ledgerOf(bench.first));
    expect(await ledgerOf(restored)).toMatchObject({ balanced: true });
    const { body } = await restored.ops('POST', '/ops/reconciliation', { date: today(restored) });
    expect(body).toEqual({ matched: 50, missing_here: 0, missing_there: 0, differing: 0 });
  });

  it('stay held, with the reason in the database, until an operator releases them with a note', async () => {
    await restored.advance(2 * DAY);
    expect(bench.asked()).toHaveLength(asked);
    expect((await restored.ops('POST', '/ops/hold/release', {})).status).toBe(400);
    expect(await restored.release()).toMatchObject({
      status: 200,
      body: {
        held: false,
        why: null,
        earlier: [{ missing: 50, note: 'Looked at, all is there' }],
      },
    });
    expect((await restored.release()).status).toBe(409);
    await restored.advance(60);
    expect(bench.asked()).toHaveLength(asked + 50);
    await restored.advance(DAY);
    expect(bench.asked()).toHaveLength(asked + 100);
    expect(new Set(bench.asked().map(({ reference }) => reference)).size).toBe(asked + 100);
    expect(await ledgerOf(restored)).toMatchObject({ balanced: true });
  });
});

describe('a backup that is days old', () => {
  let bench: RestoreBench;
  beforeAll(async () => {
    bench = await createRestoreBench();
  });
  afterAll(() => bench.close());

  it('gets every period that was paid since, in order of time, with retries and packages', async () => {
    const daily = await bench.subscribers(3);
    const weekly = await bench.subscribers(2, 'demo-weekly');
    await bench.first.advance(2 * DAY + HOUR);
    const backup = await bench.backup();
    // One subscription is denied and pays hours later; one changes its package at once.
    const [changing] = daily;
    bench.carrier.next('charge', async () => POOR);
    await bench.first.advance(DAY);
    await changing?.visitor.call('changePackage', { service_key: 'demo-monthly', at_once: true });
    await bench.first.advance(8 * DAY);
    const asked = bench.asked().length;
    const restored = await bench.restore(backup);
    await restored.app.scheduler.runDue();
    expect(bench.asked()).toHaveLength(asked);
    expect(await restored.hold()).toMatchObject({ held: true, exceptions: 0 });
    const [was, is] = [await bench.first.books(), await restored.books()];
    expect(is.filter(({ state }) => state === 'succeeded')).toEqual(
      was.filter(({ state }) => state === 'succeeded'),
    );
    expect(is.length).toBeGreaterThan(15);
    expect(await restored.standing()).toEqual(await bench.first.standing());
    expect(
      await restored.ops('POST', '/ops/reconciliation', { date: today(restored) }),
    ).toMatchObject({ body: { missing_here: 0, differing: 0 } });
    await restored.release();
    await restored.advance(DAY);
    expect(new Set(bench.asked().map(({ reference }) => reference)).size).toBe(
      bench.asked().length,
    );
    expect(weekly).toHaveLength(2);
  });
});

describe('after a backup', () => {
  let bench: RestoreBench;
  beforeAll(async () => {
    bench = await createRestoreBench();
  });
  afterAll(() => bench.close());

  it('a lost refund is not made again, and ends the access that it had ended', async () => {
    const [one, other] = await bench.subscribers(2);
    await bench.first.advance(DAY + HOUR);
    const backup = await bench.backup();
    const references = async (msisdn = '') =>
      (
        (await bench.first.ops('GET', `/ops/subscriptions/${msisdn}`)).body.charges as {
          reference: string;
        }[]
      ).map(({ reference }) => reference);
    const [before] = await references(one?.msisdn);
    expect(
      (await bench.first.ops('POST', '/ops/refunds', { reference: before, reason: 'Asked for' }))
        .body,
    ).toMatchObject({ outcome: 'succeeded' });
    await bench.first.advance(DAY);
    const after = (await references(other?.msisdn)).at(-1);
    expect(
      (
        await bench.first.ops('POST', '/ops/refunds', {
          reference: after,
          amount: '2.00',
          reason: 'Asked for',
        })
      ).body,
    ).toMatchObject({
      outcome: 'succeeded',
    });
    const given = bench.carrier.refunds.size;
    const told = textsTo(bench.first, one?.msisdn ?? '').length;
    const restored = await bench.restore(backup);
    await restored.advance(60);
    expect(await restored.hold()).toMatchObject({
      missing: 1,
      attached: 1,
      refunds: 2,
      refunds_unread: false,
    });
    expect(await ledgerOf(restored)).toEqual(await ledgerOf(bench.first));
    const state = async (msisdn = '') =>
      (await restored.ops('GET', `/ops/subscriptions/${msisdn}`)).body;
    expect(await state(one?.msisdn)).toMatchObject({
      state: 'cancelled',
      charges: [{ outcome: 'refunded' }],
    });
    expect(await state(other?.msisdn)).toMatchObject({ state: 'active' });
    await restored.release();
    await restored.advance(60);
    expect(bench.carrier.refunds.size).toBe(given);
    expect(textsTo(restored, one?.msisdn ?? '')).toHaveLength(told);
  });

  it('a lost opt-in becomes a reconciliation exception with instructions, and Accept charges nothing meanwhile', async () => {
    const backup = await bench.backup();
    const msisdn = freshNumber();
    const at = bench.clock.now().toISOString();
    for (const product of [bench.first])
      await product.rows(
        `insert into subscribers (msisdn, trial_used_at, created_at) values ('${msisdn}', '${at}', '${at}')`,
      );
    const visitor = bench.first.visitor();
    expect(
      (await visitor.call('subscribe', await toAccept(bench.first, visitor, msisdn))).body.status,
    ).toBe('success');
    const asked = bench.asked().length;
    const restored = await bench.restore(backup);
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({
      why: 'missing_here',
      missing: 1,
      attached: 0,
      exceptions: 1,
    });
    const { data } = (await restored.ops('GET', '/ops/reconciliation-exceptions?state=open'))
      .body as {
      data: { kind: string; words: string }[];
    };
    expect(data).toMatchObject([
      {
        kind: 'missing_here',
        proposal: { words: expect.stringContaining('opened after the backup') },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(msisdn);
    await restored.rows(
      `insert into subscribers (msisdn, trial_used_at, created_at) values ('${msisdn}', '${at}', '${at}')`,
    );
    const again = restored.visitor();
    expect(
      (await again.call('subscribe', await toAccept(restored, again, msisdn))).body,
    ).toMatchObject({
      status: 'failed',
      outcome: 'not_asked',
    });
    expect(bench.asked()).toHaveLength(asked);
  });

  it('the list is read before the first Accept is charged, whatever Accept has written already', async () => {
    const [one] = await bench.subscribers(1);
    await bench.first.advance(DAY - HOUR);
    const backup = await bench.backup();
    await bench.first.advance(4 * HOUR);
    const asked = bench.asked().length;
    const restored = await bench.restore(backup);
    const msisdn = freshNumber();
    const at = bench.clock.now().toISOString();
    await restored.rows(
      `insert into subscribers (msisdn, trial_used_at, created_at) values ('${msisdn}', '${at}', '${at}')`,
    );
    const visitor = restored.visitor();
    expect(
      (await visitor.call('subscribe', await toAccept(restored, visitor, msisdn))).body,
    ).toMatchObject({ outcome: 'not_asked' });
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({ why: 'missing_here' });
    expect(bench.asked()).toHaveLength(asked);
    expect((await restored.ops('GET', `/ops/subscriptions/${one?.msisdn}`)).body).toMatchObject({
      state: 'active',
    });
  });

  it('the list is read again when the backup was made during a hold that was released since', async () => {
    await bench.subscribers(2);
    await bench.first.advance(DAY - HOUR);
    const early = await bench.backup();
    await bench.first.advance(2 * HOUR);
    const held = await bench.restore(early);
    await held.app.scheduler.runDue();
    expect(await held.hold()).toMatchObject({ held: true, exceptions: 0 });
    const during = await backupOf(held.open);
    await held.release();
    await held.advance(DAY);
    const asked = bench.asked().length;
    const restored = await bench.restore(during);
    await restored.app.scheduler.runDue();
    const { missing, attached_at } = await restored.hold();
    expect(attached_at).not.toBe(null);
    expect(Number(missing)).toBeGreaterThan(Number((await held.hold()).missing ?? 0));
    await restored.release();
    await restored.advance(60);
    expect(bench.asked()).toHaveLength(asked);
    expect(await ledgerOf(restored)).toEqual(await ledgerOf(held));
  });

  it('a lost STOP that the carrier delivers again ends the subscription before jobs are released', async () => {
    const [one] = await bench.subscribers(1);
    await bench.first.advance(DAY - HOUR);
    const backup = await bench.backup();
    await bench.first.advance(2 * HOUR);
    await handsetSends(bench.first, one?.msisdn ?? '', 'STOP', 'stop-after-the-backup');
    await bench.first.advance(DAY);
    const asked = bench.asked().length;
    const restored = await bench.restore(backup);
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({ held: true });
    expect(await handsetSends(restored, one?.msisdn ?? '', 'STOP', 'stop-after-the-backup')).toBe(
      204,
    );
    await restored.release();
    await restored.advance(2 * DAY);
    const ofOne = bench
      .asked()
      .slice(asked)
      .filter((input) => input.msisdn === one?.msisdn);
    expect(ofOne).toEqual([]);
  });
});
