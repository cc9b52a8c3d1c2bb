// Finding a number: what is shown of it, to whom, how often, and what the audit keeps.

import { TERMS_VERSION } from '@bonisa/kit/brand/legal-versions';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import { freshNumber } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
beforeAll(async () => {
  bench = await createCareBench();
});
afterAll(() => bench.close());

describe('finding a number', () => {
  it('shows what it has, until when it is paid, and the next charge, however it is typed', async () => {
    const agent = await bench.person('care');
    const { msisdn } = await bench.paid('demo-weekly');
    for (const typed of [msisdn, `+${msisdn}`, `0${msisdn.slice(2, 4)} ${msisdn.slice(4)}`]) {
      const { status, body } = await agent.call('find', { msisdn: typed, reason: 'Asks' });
      expect([status, body.summary]).toMatchObject([
        200,
        {
          known: true,
          state: 'active',
          package_name: 'Weekly',
          price: '10.00',
          paid_until: '2026-11-27T08:00:00.000Z',
          served_now: true,
          next_charge: { at: '2026-11-27T08:00:00.000Z', amount: '10.00' },
          taken: { count: 1, amount: '10.00' },
          may: { cancel: true, block: true, unblock: false, send_confirmation: true },
        },
      ]);
      expect(body.summary.words.join(' ')).toContain('27 Nov 2026, 10:00:00');
    }
  });

  it('says of an unknown number that it never subscribed, and refuses what is no number', async () => {
    const agent = await bench.person('care');
    const { body } = await agent.call('find', { msisdn: freshNumber(), reason: 'Asks' });
    expect(body.summary).toMatchObject({ known: false, state: 'none', next_charge: null });
    expect(await agent.call('find', { msisdn: '12', reason: 'Asks' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_msisdn' },
    });
    expect(await agent.call('find', { msisdn: freshNumber() })).toMatchObject({ status: 400 });
  });

  it('writes who looked and why into the audit, with an id and never the number', async () => {
    const agent = await bench.person('care');
    const { msisdn } = await bench.paid();
    const unknown = freshNumber();
    await agent.call('find', { msisdn, reason: `Caller ${msisdn} asks` });
    await agent.call('find', { msisdn: unknown, reason: 'Asks' });
    const [first, second] = (await bench.audit('studioCareFind')).slice(-2);
    expect(first).toMatchObject({ actor: agent.person.account.name });
    expect(first?.subject).toMatch(/^subscriber:\d+$/);
    expect(second?.subject).toMatch(/^number:[A-Za-z0-9_-]{24}$/);
    const all = JSON.stringify(await bench.product.rows('select * from staff_audit'));
    expect(all).not.toContain(msisdn);
    expect(all).not.toContain(unknown);
  });

  it('is limited by person: the limit is told, and another person is not held up', async () => {
    const agent = await bench.person('care');
    const msisdn = freshNumber();
    const looks: number[] = [];
    for (let look = 0; look < 60; look++)
      looks.push((await agent.call('find', { msisdn, reason: 'Asks' })).body.looks_left as number);
    expect([looks[0], looks.at(-1)]).toEqual([59, 0]);
    const again = await bench.session(agent.person);
    expect(await again.call('find', { msisdn, reason: 'Asks' })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', retry_after: 3600 },
    });
    const other = await bench.person('care');
    expect((await other.call('find', { msisdn, reason: 'Asks' })).status).toBe(200);
  });
});

describe('the handle of a number', () => {
  it('discloses no number, and opens it for this session only', async () => {
    const agent = await bench.person('care');
    const { msisdn } = await bench.paid();
    const handle = await agent.open(msisdn);
    expect(Buffer.from(handle, 'base64url').toString('latin1')).not.toContain(msisdn.slice(2));
    expect((await agent.call('timeline', { handle })).status).toBe(200);
    const program = await bench.program('care:read');
    const others = [await bench.session(agent.person), await bench.person('care'), program];
    for (const other of others)
      expect(await other.call('timeline', { handle })).toMatchObject({
        status: 410,
        body: { code: 'handle_invalid' },
      });
    expect((await agent.call('timeline', { handle: `${handle}A` })).status).toBe(410);
    expect((await agent.call('timeline', { handle: 'A' })).status).toBe(410);
  });

  it('expires after half an hour', async () => {
    const agent = await bench.person('care');
    const handle = await agent.open(freshNumber());
    bench.product.clock.by(29 * 60);
    expect((await agent.call('timeline', { handle })).status).toBe(200);
    bench.product.clock.by(61);
    expect((await agent.call('timeline', { handle })).status).toBe(410);
  });
});

describe('the timeline of a number', () => {
  it('has the words and the price shown, the proof, the charge, the messages and the sign-in', async () => {
    const agent = await bench.person('care');
    const { msisdn } = await bench.paid();
    await handsetSends(bench.product, msisdn, 'help');
    const { body } = await agent.call('timeline', { handle: await agent.open(msisdn) });
    const of = (kind: string) => body.data.filter((one: { kind: string }) => one.kind === kind);
    const [optIn] = of('opt_in');
    expect(optIn.text).toContain('R25.00/month');
    expect(optIn.text).toContain('reply STOP');
    expect(JSON.stringify(optIn.facts)).toContain('one-time code');
    expect(optIn.facts).toContainEqual({ name: 'Version of the terms', value: TERMS_VERSION });
    expect(of('charge')).toMatchObject([
      { tone: 'good', charge: { amount: '25.00', left: '25.00', outcome: 'succeeded' } },
    ]);
    expect(of('charge')[0].text).toContain('It paid for the service until');
    expect(of('message_sent').map(({ title }: { title: string }) => title)).toContain(
      'Confirmation of the subscription: sent',
    );
    expect(of('message_received')).toMatchObject([{ text: 'help' }]);
    expect(of('code')).toMatchObject([{ title: 'One-time code: entered correctly' }]);
    expect(of('sign_in')).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(msisdn);
  });

  it('tells a refusal of the carrier in plain words, with the next try', async () => {
    await bench.product.everybodyStops();
    const { msisdn } = await bench.paid('demo-daily');
    const detail = 'INSUFFICIENT FUNDS';
    bench.product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail,
    }));
    await bench.product.advance(86_400);
    const agent = await bench.person('care');
    const { body } = await agent.call('timeline', { handle: await agent.open(msisdn) });
    const denied = body.data.find(
      (one: { charge: { outcome: string } | null }) => one.charge?.outcome === 'denied',
    );
    expect(denied.title).toContain('not enough airtime');
    expect(denied.text).toMatch(/Nothing was taken\. It is tried again at \d+ Nov 2026/);
  });

  it('comes newest first in pages that leave nothing out and show nothing twice', async () => {
    const { msisdn } = await bench.paid('demo-daily');
    await bench.product.advance(4 * 86_400);
    const agent = await bench.person('care');
    const handle = await agent.open(msisdn);
    const whole = (await agent.call('timeline', { handle, limit: 200 })).body;
    const pages: { id: string; at: string }[] = [];
    let before: string | null = null;
    do {
      const { body } = await agent.call('timeline', { handle, limit: 3, before });
      pages.push(...body.data);
      before = body.next as string | null;
    } while (before !== null);
    expect(pages.map(({ id }) => id)).toEqual(whole.data.map(({ id }: { id: string }) => id));
    expect(pages).toHaveLength(whole.total);
    const times = pages.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  // The place of a page has the id that the carrier gave a message.
  it('goes on after a message with the longest id that a carrier may give', async () => {
    const { msisdn } = await bench.paid();
    await bench.product.advance(60);
    const id = 'm'.repeat(256);
    expect(await handsetSends(bench.product, msisdn, 'hello', id)).toBeLessThan(300);
    const agent = await bench.person('care');
    const handle = await agent.open(msisdn);
    const whole = (await agent.call('timeline', { handle, limit: 200 })).body.data;
    const limit = 1 + whole.findIndex((one: object) => JSON.stringify(one).includes(id));
    const { next } = (await agent.call('timeline', { handle, limit })).body;
    expect([limit > 0, typeof next]).toEqual([true, 'string']);
    const older = await agent.call('timeline', { handle, limit: 200, before: next });
    expect([older.status, older.body.data]).toEqual([200, whole.slice(limit)]);
  });

  it('has nothing of a former owner of the number', async () => {
    const agent = await bench.person('care');
    const { msisdn, visitor } = await bench.paid();
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    await bench.product.app.scheduler.runDue();
    const { recycled } = bench.product.app.subscription.repository.numbers.namesOf(msisdn);
    for (const table of ['consents', 'messages'])
      await bench.product.rows(
        `update ${table} set msisdn = '${recycled}' where msisdn like 'forgotten-%'`,
      );
    const { body } = await agent.call('timeline', { handle: await agent.open(msisdn) });
    expect(body).toMatchObject({ data: [], total: 0 });
  });
});
