// What care does for a caller: with a reason, once for a key, in the audit, by the real services.

import { freshNumber } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench, freshKey } from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
});
afterAll(() => bench.close());

const opsState = async (msisdn: string) =>
  (await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body.state;

describe('an act of care', () => {
  it('stops a subscription by a person, serves what is paid, and tells the number', async () => {
    const { msisdn } = await bench.paid();
    const { status, body } = await agent.act('cancel', msisdn, {});
    expect([status, body.summary]).toMatchObject([
      200,
      { state: 'cancelled', served_now: true, next_charge: null, may: { cancel: false } },
    ]);
    expect(await bench.toldTo(msisdn)).toContain('goodbye');
    expect(await opsState(msisdn)).toBe('cancelled');
    expect((await bench.audit('studioCareCancel')).at(-1)).toMatchObject({
      actor: agent.person.account.name,
      reason: 'Caller asks for it',
    });
    expect(await agent.act('cancel', msisdn, {})).toMatchObject({
      status: 409,
      body: { code: 'not_subscribed' },
    });
  });

  it('blocks a number that never subscribed, and unblocks it with the reason on record', async () => {
    const msisdn = freshNumber();
    expect((await agent.act('block', msisdn, {})).body.summary.state).toBe('blocked');
    expect(await agent.act('block', msisdn, {})).toMatchObject({
      body: { code: 'already_blocked' },
    });
    expect(await bench.toldTo(msisdn)).toEqual(['blocked']);
    expect((await agent.act('unblock', msisdn, {})).body.summary.state).toBe('none');
    expect(await agent.act('unblock', msisdn, {})).toMatchObject({ body: { code: 'not_blocked' } });
    const { body } = await agent.call('timeline', { handle: await agent.open(msisdn) });
    const titles = body.data.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Number unblocked', 'Number blocked']));
  });

  it('ends a running subscription by a block, in words that name our people', async () => {
    const { msisdn } = await bench.paid();
    expect((await agent.act('block', msisdn, {})).body.summary).toMatchObject({
      state: 'blocked',
      served_now: false,
      next_charge: null,
    });
    const { body } = await agent.call('timeline', { handle: await agent.open(msisdn) });
    expect(body.data.map(({ title }: { title: string }) => title)).toContain(
      'Subscription ended: blocked by our people',
    );
  });

  it('is done once for its key, answers a repetition alike, and refuses the key for another', async () => {
    const { msisdn } = await bench.paid();
    const key = freshKey();
    const handle = await agent.open(msisdn);
    const body = { handle, key, text: 'Called about the price.' };
    const twice = await Promise.all([agent.call('note', body), agent.call('note', body)]);
    expect(twice.map(({ status }) => status).filter((status) => status === 200)).not.toEqual([]);
    expect((await agent.call('note', body)).status).toBe(200);
    const rows = await bench.product.rows(`select text from care_notes`);
    expect(rows.filter(({ text }) => text === 'Called about the price.')).toHaveLength(1);
    expect(await agent.call('note', { ...body, text: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(JSON.stringify(await bench.product.rows('select * from care_acts'))).not.toContain(
      msisdn.slice(4),
    );
  });

  // Its answer shows the number again, so the audit names the number again.
  it('stands in the audit by its number and reason also when it is repeated', async () => {
    const { msisdn, charge } = await bench.paid();
    const handle = await agent.open(msisdn);
    const { reference } = charge;
    const why = { reason: 'Caller asks for it' };
    const acts: readonly (readonly [string, string, Record<string, unknown>, string?])[] = [
      ['note', 'studioCareNote', { text: 'Called twice.' }, 'Caller asks'],
      ['send_again', 'studioCareSendAgain', { message: 'confirmation', ...why }],
      ['refund', 'studioCareRefund', { reference, amount: '1.00', ...why }],
      ['disputes', 'studioCareDispute', { reference, words: 'Not mine' }, 'Caller asks'],
      ['cancel', 'studioCareCancel', why],
      ['block', 'studioCareBlock', why],
      ['unblock', 'studioCareUnblock', why],
    ];
    for (const [path, action, body, reason = why.reason] of acts) {
      const asked = { handle, key: freshKey(), ...body };
      expect([path, (await agent.call(path, asked)).status]).toEqual([path, 200]);
      expect([path, (await agent.call(path, asked)).status]).toEqual([path, 200]);
      const [first, again] = (await bench.audit(action)).slice(-2);
      expect(first).toMatchObject({ subject: expect.stringMatching(/^subscriber:\d+$/), reason });
      expect(again).toMatchObject({
        actor: agent.person.account.name,
        subject: first?.subject,
        reason,
        details: { repeated: true },
      });
    }
    const [dispute] = await bench.product.rows(
      `select id from care_disputes where reference = '${reference}'`,
    );
    const decision = { handle, key: freshKey(), dispute_id: dispute?.id, verdict: 'rejected' };
    for (const _ of [1, 2]) await agent.call('disputes/decide', { ...decision, ...why });
    expect((await bench.audit('studioCareDecideDispute')).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^subscriber:/),
      reason: why.reason,
      details: { repeated: true },
    });
  });

  it('sends the last confirmation again in the same words, three times a day', async () => {
    const { msisdn } = await bench.paid();
    const before = await bench.product.rows(
      `select text from messages where msisdn = '${msisdn}' and template = 'welcome'`,
    );
    const message = 'confirmation';
    for (let time = 0; time < 3; time++)
      expect((await agent.act('send_again', msisdn, { message })).status).toBe(200);
    await bench.product.app.scheduler.runDue();
    const sent = await bench.product.rows(
      `select distinct text, state from messages where msisdn = '${msisdn}' and template = 'welcome'`,
    );
    expect(sent).toEqual([{ text: before[0]?.text, state: 'sent' }]);
    expect(await agent.act('send_again', msisdn, { message })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    expect(await agent.act('send_again', msisdn, { message: 'receipt' })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_send' },
    });
  });

  it('is refused without a reason, without a key, and to who may only look', async () => {
    const { msisdn } = await bench.paid();
    const handle = await agent.open(msisdn);
    const whole = { handle, key: freshKey(), reason: 'Asked' };
    for (const body of [{ ...whole, reason: ' ' }, { ...whole, key: 'short' }, { handle }])
      expect((await agent.call('cancel', body)).status).toBe(400);
    const finance = await bench.person('finance');
    expect(await finance.act('cancel', msisdn, {})).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
    expect(await opsState(msisdn)).toBe('active');
  });

  it('leaves with the data of the number: notes are gone, a dispute is closed without words', async () => {
    const { msisdn, charge, visitor } = await bench.paid();
    await agent.act('note', msisdn, { text: 'Spoke about privacy' });
    const words = 'Never heard of it';
    await agent.act('disputes', msisdn, { reference: charge.reference, words });
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    const left = await bench.product.rows(
      `select subscriber_id, words, state from care_disputes where reference = '${charge.reference}'`,
    );
    expect(left).toEqual([{ subscriber_id: null, words: '', state: 'rejected' }]);
    const notes = await bench.product.rows(`select 1 from care_notes where text like '%privacy%'`);
    expect(notes).toEqual([]);
  });

  it('leaves no note after three years, and no key after a week', async () => {
    const { msisdn } = await bench.paid();
    await agent.act('note', msisdn, { text: 'Old note' });
    const left = async () =>
      (
        await bench.product.rows(
          `select (select count(*)::int from care_notes) as notes, (select count(*)::int from care_acts) as acts`,
        )
      )[0];
    expect(await left()).toMatchObject({ notes: expect.any(Number) });
    bench.product.clock.by(8 * 86_400);
    for (const purge of bench.product.app.purges) await purge();
    expect((await left())?.acts).toBe(0);
    expect((await left())?.notes).toBeGreaterThan(0);
    bench.product.clock.by(3 * 366 * 86_400);
    for (const purge of bench.product.app.purges) await purge();
    expect((await left())?.notes).toBe(0);
  });
});
