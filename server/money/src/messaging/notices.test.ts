// F8, S7: the notices in the course of a subscription, and their times.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { describe, expect, it } from 'vitest';
import {
  DAY,
  HOUR,
  handsetSends,
  outboxOf,
  subscribe,
  textsTo,
  until,
} from './messages.test-kit.ts';

/** Each test advances the clock by days, so each has its own product. */
async function withProduct(work: (product: TestProduct) => Promise<void>): Promise<void> {
  const product = await createTestProduct({ LIMITS: 'off' });
  try {
    await work(product);
  } finally {
    await product.close();
  }
}

function refuse(product: TestProduct, times: number): void {
  for (let i = 0; i < times; i++)
    product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail: '',
    }));
}

describe('the notice of the end of a free day', () => {
  it('is sent four hours before it, or the evening before if that is at night, with price and how to stop', () =>
    withProduct(async (product) => {
      // From 10:00: four hours before the end is 06:00.
      const morning = await subscribe(product);
      await until(product, '2026-11-20T17:29:59Z');
      expect(textsTo(product, morning.msisdn)).toHaveLength(1);
      await until(product, '2026-11-20T18:00:00Z');
      expect(textsTo(product, morning.msisdn)[1]).toBe(
        'Bonisa Daily: your free day ends 21 Nov 10:00. Then R5.00/day incl VAT is taken from your airtime. To stop reply STOP. Help: 0800 123 456',
      );
      // From 20:00: four hours before the end is 16:00.
      const evening = await subscribe(product, 'demo-monthly');
      await until(product, '2026-11-21T13:59:59Z');
      expect(textsTo(product, evening.msisdn)).toHaveLength(1);
      await until(product, '2026-11-21T14:00:00Z');
      expect(textsTo(product, evening.msisdn)[1]).toContain('Then R25.00/month incl VAT');
    }));

  it('is not sent at the old price after STOP, a block or a package change', () =>
    withProduct(async (product) => {
      const stopped = await subscribe(product);
      await handsetSends(product, stopped.msisdn, 'STOP');
      const blocked = await subscribe(product);
      await handsetSends(product, blocked.msisdn, 'STOP ALL');
      const changed = await subscribe(product);
      const answer = await changed.visitor.call('changePackage', { service_key: 'demo-weekly' });
      expect(answer.status).toBe(200);
      await product.app.scheduler.runDue();
      expect(textsTo(product, changed.msisdn)[1]).toBe(
        'Bonisa Weekly from 21 Nov 10:00: R10.00/week incl VAT from your airtime. To stop reply STOP. Help: 0800 123 456',
      );
      await until(product, '2026-11-20T18:00:00Z');
      expect(
        textsTo(product, stopped.msisdn).filter((text) => text.includes('free day ends')),
      ).toEqual([]);
      expect(
        textsTo(product, blocked.msisdn).filter((text) => text.includes('free day ends')),
      ).toEqual([]);
      expect(
        textsTo(product, changed.msisdn).filter((text) => text.includes('free day ends')),
      ).toEqual([expect.stringContaining('Then R10.00/week incl VAT')]);
      // The change is taken back after the notice of the end: a notice at once, and no second one.
      await changed.visitor.call('changePackage', { service_key: 'demo-daily' });
      await product.app.scheduler.runDue();
      expect(textsTo(product, changed.msisdn).at(-1)).toContain(
        'Bonisa Daily from 21 Nov 10:00: R5.00/day',
      );
      await until(product, '2026-11-21T08:00:00Z');
      expect(textsTo(product, changed.msisdn)).toHaveLength(4);
    }));
});

describe('notices of charges', () => {
  it('are receipts for weekly and monthly charges, and none for daily ones', () =>
    withProduct(async (product) => {
      const daily = await subscribe(product);
      const weekly = await subscribe(product, 'demo-weekly');
      await product.advance(2 * DAY);
      expect((await outboxOf(product, daily.msisdn)).map(({ template }) => template)).toEqual([
        'welcome',
        'trial_ends',
      ]);
      expect(textsTo(product, weekly.msisdn)[2]).toBe(
        'Bonisa Weekly: thank you, R10.00 incl VAT was taken from your airtime. Paid until 28 Nov 10:00. To stop reply STOP. Help: 0800 123 456',
      );
    }));

  it('follow a denial, a pause of access and the end, by day', () =>
    withProduct(async (product) => {
      refuse(product, 60);
      await until(product, '2026-11-20T20:00:00Z');
      const { msisdn } = await subscribe(product, 'demo-weekly');
      await until(product, '2026-11-21T20:00:00Z');
      const [told] = await outboxOf(product, msisdn, 'not_paid');
      expect(Date.parse(String(told?.due))).toBeGreaterThanOrEqual(
        Date.parse('2026-11-22T06:00:00Z'),
      );
      expect(Date.parse(String(told?.due))).toBeLessThan(Date.parse('2026-11-22T06:30:00Z'));
      await product.advance(3 * DAY);
      await product.advance(31 * DAY);
      const texts = textsTo(product, msisdn);
      expect(texts).toContain(
        'Bonisa Weekly: we could not take R10.00. We try again; please recharge. Watch until 23 Nov 16:00. To stop reply STOP. Help: 0800 123 456',
      );
      expect(texts).toContain(
        'Bonisa Weekly: not paid, so you cannot watch now. Recharge to go on at R10.00/week incl VAT. To stop reply STOP. Help: 0800 123 456',
      );
      expect(texts.at(-1)).toBe(
        'Bonisa Weekly has ended: it was not paid. Nothing more is taken. Come back: http://localhost:3000. Help: 0800 123 456',
      );
      for (const { template, sent } of await outboxOf(product, msisdn)) {
        const hour = new Date(Date.parse(String(sent)) + 2 * HOUR * 1000).getUTCHours();
        if (template !== 'welcome')
          expect([template, hour >= 8 && hour < 20]).toEqual([template, true]);
      }
    }));

  it('reach the phone before access ends, when a charge fails in the evening', () =>
    withProduct(async (product) => {
      await until(product, '2026-11-20T18:56:00Z');
      const { visitor, msisdn } = await subscribe(product);
      refuse(product, 9);
      // Six hours of grace would end at 02:56, before the quiet hours do.
      await until(product, '2026-11-22T07:29:00Z');
      expect(textsTo(product, msisdn).at(-1)).toContain('Watch until 22 Nov 09:30.');
      expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true });
      await until(product, '2026-11-22T07:31:00Z');
      expect(await outboxOf(product, msisdn)).toMatchObject([
        { template: 'welcome', state: 'sent' },
        { template: 'trial_ends', state: 'sent' },
        { template: 'not_paid', state: 'sent' },
        { template: 'parked', state: 'sent' },
      ]);
      expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
    }));

  it('never announce in the morning a debt that was paid at night', () =>
    withProduct(async (product) => {
      await until(product, '2026-11-20T20:00:00Z');
      const { msisdn } = await subscribe(product);
      refuse(product, 1);
      await until(product, '2026-11-21T20:00:00Z');
      const waiting = async () =>
        (await outboxOf(product, msisdn)).slice(2).map(({ template, state }) => [template, state]);
      expect(await waiting()).toEqual([['not_paid', 'queued']]);
      // The first try of the morning is at 06:00.
      await until(product, '2026-11-22T05:00:00Z');
      expect(await waiting()).toEqual([['not_paid', 'failed']]);
      expect(textsTo(product, msisdn)).toHaveLength(2);
    }));

  it('never announce in the morning a pause that a silent carrier caused, once it was paid', () =>
    withProduct(async (product) => {
      await until(product, '2026-11-20T20:00:00Z');
      const { msisdn } = await subscribe(product);
      let silent = true;
      for (let call = 0; call < 50; call++)
        product.carrier.next('charge', async (_input, usual) =>
          silent ? { outcome: 'unavailable', cause: 'no_answer' } : await usual(),
        );
      await until(product, '2026-11-22T02:30:00Z');
      const parked = async () =>
        (await outboxOf(product, msisdn, 'parked')).map(({ state }) => state);
      expect(await parked()).toEqual(['queued']);
      silent = false;
      await until(product, '2026-11-22T07:00:00Z');
      expect(await parked()).toEqual(['failed']);
    }));

  it('follow when the network allows no more payments', () =>
    withProduct(async (product) => {
      const { msisdn } = await subscribe(product);
      product.carrier.next('charge', async () => ({
        outcome: 'denied',
        reason: 'billing_blocked',
        detail: '',
      }));
      await product.advance(DAY);
      expect(textsTo(product, msisdn).at(-1)).toBe(
        'Bonisa Daily has ended: your network allows no payments from this number. Nothing more is taken. Help: 0800 123 456',
      );
    }));
});

describe('a waiting notice', () => {
  it('is dropped when the subscription ends, except the notice of the end', () =>
    withProduct(async (product) => {
      // Paid at night: its receipt waits for the morning.
      await until(product, '2026-11-20T20:00:00Z');
      const { msisdn } = await subscribe(product, 'demo-weekly');
      await product.advance(DAY);
      expect(await outboxOf(product, msisdn, 'receipt')).toMatchObject([{ state: 'queued' }]);
      await handsetSends(product, msisdn, 'STOP');
      await product.advance(8 * DAY);
      expect(await outboxOf(product, msisdn)).toMatchObject([
        { template: 'welcome', state: 'sent' },
        { template: 'trial_ends', state: 'sent' },
        { template: 'receipt', state: 'failed', sent: null },
        { template: 'goodbye', state: 'sent' },
      ]);
    }));
});
