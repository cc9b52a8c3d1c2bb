// A finding from outside: one administrator invited a second account, received its link, and
// approved the own refund with it.
import { BOUND_MS } from '@bonisa/domain/staff/second-person';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../staff/staff.test-kit.ts';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
let boss: CarePerson;
let other: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  boss = await bench.person('administrator');
});
afterAll(() => bench.close());

let people = 0;
const invite = async (by: CarePerson, ...roles: string[]) => {
  const body = { email: `puppet${++people}@example.org`, name: `Puppet ${people}`, roles };
  return await by.call('../accounts', body);
};
/** A person as whom somebody signs in by a link that they were shown. */
const joined = async (invited: { body: { account: { id: string } } }): Promise<CarePerson> => {
  const { id } = invited.body.account;
  await bench.product.rows(`update staff_accounts set state = 'active' where id = '${id}'`);
  const account = await bench.product.app.staff.accounts.byId(id);
  return await bench.session({ account, secret: '' });
};
const request = async (by: CarePerson): Promise<string> => {
  const { msisdn, charge } = await bench.paid();
  const { body } = await by.act('refund', msisdn, { reference: charge.reference });
  return String(body.refund.approval_id);
};
const approve = async (by: CarePerson, id: string) => {
  const { status, body } = await by.call(`approvals/${id}/approve`, { reason: 'Evidence agrees' });
  return [status, body.code];
};
const REFUSED = [403, 'not_independent'];

describe('one administrator alone', () => {
  it('is given the link of a person where nobody else can show it, who approves nothing of theirs', async () => {
    const invited = await invite(boss, 'finance');
    expect(invited.body.link).toContain('/welcome#');
    const puppet = await joined(invited);
    const id = await request(boss);
    expect(await approve(puppet, id)).toEqual(REFUSED);
    const { body } = await puppet.call('approvals?state=waiting');
    expect(body.data.find((one: { id: string }) => one.id === id)).toMatchObject({
      own: false,
      bound: true,
    });
    expect(body.may_decide).toBe(0);
  });

  it('does not ask as one account that they made and approve as another', async () => {
    const agent = await joined(await invite(boss, 'care'));
    const finance = await joined(await invite(boss, 'finance'));
    const id = await request(agent);
    expect(await approve(finance, id)).toEqual(REFUSED);
    expect(await approve(boss, id)).toEqual(REFUSED);
    expect((await finance.call(`approvals/${id}/refuse`, { reason: 'Not so' })).status).toBe(200);
  });

  it('does not take over the account that asks, or that approves', async () => {
    const agent = await bench.person('care');
    const finance = await bench.person('finance');
    const reset = (by: CarePerson, { person }: CarePerson) =>
      by.call(`../accounts/${person.account.id}/reset`, { reason: 'lost the phone' });
    await reset(boss, agent);
    const again = await bench.session(agent.person);
    expect(await approve(boss, await request(again))).toEqual(REFUSED);
    const independent = await request(await bench.person('care'));
    await boss.call(`../accounts/${finance.person.account.id}`, {
      roles: ['finance', 'editor'],
      reason: 'More to do',
    });
    expect(await approve(finance, await request(boss))).toEqual(REFUSED);
    expect(await approve(finance, independent)).toEqual([200, undefined]);
  });

  it('may have it approved when 7 days are over', async () => {
    const puppet = await joined(await invite(boss, 'finance'));
    await bench.product.advance(BOUND_MS / 1000);
    boss = await bench.session(boss.person);
    const id = await request(boss);
    expect(await approve(await bench.session(puppet.person), id)).toEqual([200, undefined]);
  });
});

describe('a link of an account', () => {
  it('is shown to another administrator than the one who asked for it, once', async () => {
    other = await bench.person('administrator');
    await createSession(bench.product, other.person);
    const invited = await invite(boss, 'finance');
    expect(invited.body).toMatchObject({ link: null, expires_at: null });
    const { id } = invited.body.account;
    const show = (by: CarePerson) => by.call(`../accounts/${id}/link`, {});
    const seen = async (by: CarePerson) =>
      (await by.call('../accounts')).body.data.find((one: { id: string }) => one.id === id).link;
    expect([await seen(boss), await seen(other)]).toEqual(['with_another', 'to_show']);
    expect((await show(boss)).body.code).toBe('own_request');
    expect((await show(other)).body.link).toContain('/welcome#');
    expect((await show(other)).body.code).toBe('conflict');
    expect(await seen(other)).toBeNull();
    // Both may have it now: whoever showed it counts as whoever asked for it.
    const puppet = await joined(invited);
    for (const by of [boss, other])
      expect(await approve(puppet, await request(by))).toEqual(REFUSED);
  });

  it('of a reset waits too, and the others are told', async () => {
    const { account } = (await bench.person('finance')).person;
    const reset = await boss.call(`../accounts/${account.id}/reset`, { reason: 'lost the phone' });
    expect(reset.body.link).toBeNull();
    const told = async (by: CarePerson) =>
      (await by.call('../accounts')).body.changes.filter(
        (one: { account_id: string }) => one.account_id === account.id,
      );
    const change = { action: 'studioResetAccount', reason: 'lost the phone' };
    expect(await told(other)).toMatchObject([{ ...change, own: false }]);
    expect(await told(boss)).toMatchObject([{ ...change, own: true }]);
  });
});
