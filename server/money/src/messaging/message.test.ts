// The outbox sends each message once and provably: fast for many, slowly for a carrier in trouble,
// by day, and only while the message is still true.
import { noticeText } from '@bonisa/domain/notices/notices';
import { newId } from '@bonisa/kit/ids';
import { createTestProduct, freshNumber, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewMessage } from './message.repository.ts';
import { createMessageRepository } from './message.repository.ts';
import { createMessageSource } from './message.service.ts';
import { DAY, HOUR, handsetSends, outboxOf, textsTo, until } from './messages.test-kit.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterEach(() => product.close());

const TERMS = {
  service: 'Bonisa',
  supportNumber: '0800 123 456',
  publicUrl: 'http://localhost:3000',
};

/** Puts messages of a kind for this many numbers into the outbox, due now. */
async function queue(
  template: 'receipt' | 'trial_ends' | 'parked' | 'help' | 'refund',
  count: number,
  makeId: () => string = newId,
): Promise<string[]> {
  const now = product.clock.now();
  const numbers = Array.from({ length: count }, freshNumber);
  const text = noticeText({ kind: 'refund', amount: 500 }, TERMS);
  const rows = numbers.map(
    (msisdn): NewMessage => ({
      id: makeId(),
      msisdn,
      template,
      text,
      state: 'queued',
      attempts: 0,
      createdAt: now,
      dueAt: now,
    }),
  );
  await createMessageRepository(product.open.db).insertAll(rows);
  return numbers;
}

const states = async () =>
  (await product.rows(
    'select state, count(*)::int as count from messages group by 1 order by 1',
  )) as unknown[];

describe('the outbox', () => {
  it("stores the carrier's own id of an accepted message as the proof of the notice", async () => {
    const msisdn = freshNumber();
    product.carrier.next('sendMessage', async () => ({
      outcome: 'accepted',
      messageId: 'the-carriers-own',
    }));
    await handsetSends(product, msisdn, 'HELP');
    expect(await outboxOf(product, msisdn)).toEqual([
      {
        template: 'help',
        state: 'sent',
        attempts: 1,
        due: null,
        sent: product.clock.now().toISOString(),
        carrier: 'the-carriers-own',
      },
    ]);
  });

  it('sends again with the same reference after a lost answer, and delivers once', async () => {
    const msisdn = freshNumber();
    product.carrier.next('sendMessage', async (_message, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await handsetSends(product, msisdn, 'HELP');
    await product.advance(60);
    expect(textsTo(product, msisdn)).toHaveLength(1);
    expect(await outboxOf(product, msisdn)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('drops a message that the carrier refuses', async () => {
    const msisdn = freshNumber();
    product.carrier.next('sendMessage', async () => ({ outcome: 'refused', detail: 'not here' }));
    await handsetSends(product, msisdn, 'HELP');
    expect(await outboxOf(product, msisdn)).toMatchObject([
      { state: 'failed', attempts: 1, due: null },
    ]);
  });

  it('sends ten thousand in parallel lanes, at most sixteen at once, and records the results in bulk', async () => {
    let [inFlight, most] = [0, 0];
    const sent = new Set<string>();
    const source = createMessageSource({
      repository: createMessageRepository(product.open.db),
      clock: product.clock,
      numbers: { blockedAmong: async () => new Set() },
      pseudonymOf: () => 'gone',
      carrierIds: ['karoo'],
      carrierOf: async () => 'karoo',
      carrier: {
        sendMessage: async ({ reference }) => {
          inFlight++;
          most = Math.max(most, inFlight);
          await Promise.resolve();
          sent.add(reference);
          inFlight--;
          return { outcome: 'accepted', messageId: `carrier-${reference}` };
        },
      },
    });
    await queue('receipt', 10_000);
    let batches = 0;
    while ((await source.run()) > 0) batches++;
    expect([sent.size, most, batches]).toEqual([10_000, 16, 20]);
    expect(
      await product.rows(
        "select count(*)::int as count from messages where state = 'sent' and carrier_message_id = 'carrier-' || id",
      ),
    ).toEqual([{ count: 10_000 }]);
  });

  it("sends those due at the same instant in the order of their ids, whatever the database's plan", async () => {
    // Not the order in which they are written.
    await queue('receipt', 60, () => crypto.randomUUID());
    const waiting = (await product.rows('select id from messages where due_at is not null')) as {
      id: string;
    }[];
    const expected = waiting.map(({ id }) => id).sort();
    const lease = new Date(product.clock.now().getTime() + HOUR * 1000);
    const claim = (setting: string) =>
      product.open.db.transaction(async (tx) => {
        await tx.execute(setting);
        return (await createMessageRepository(tx).claim(product.clock.now(), lease, 20)).map(
          ({ id }) => id,
        );
      });
    expect(await claim('set local enable_indexscan = off')).toEqual(expected.slice(0, 20));
    expect(await claim('set local enable_seqscan = off')).toEqual(expected.slice(20, 40));
  });

  it.each([
    [
      'too many requests',
      { outcome: 'unavailable', cause: 'too_many_requests', retryAfterSeconds: 120 },
      120,
    ],
    ['no connection', { outcome: 'unavailable', cause: 'not_connected' }, 5],
  ] as const)(
    'stops calling the carrier after %s: all messages wait, no try counts, and none is lost',
    async (_name, answer, seconds) => {
      const numbers = await queue('receipt', 100);
      for (let i = 0; i < 16; i++) product.carrier.next('sendMessage', async () => answer);
      await product.app.scheduler.runDue();
      // The first calls of the lanes, and none after the first answer.
      const asked = product.carrier.calls('sendMessage').length;
      expect(asked).toBeLessThanOrEqual(16);
      expect(
        await product.rows(
          "select count(*)::int as count from messages where state = 'queued' and attempts = 0",
        ),
      ).toEqual([{ count: 100 }]);
      await product.advance(seconds - 1);
      expect(product.carrier.calls('sendMessage')).toHaveLength(asked);
      await product.advance(10 * 60);
      expect(await states()).toEqual([{ state: 'sent', count: 100 }]);
      for (const msisdn of numbers) expect(textsTo(product, msisdn)).toHaveLength(1);
    },
  );

  it('waits longer each time while the carrier accepts nothing, and sends everything when it recovers', async () => {
    let asked = 0;
    for (let i = 0; i < 40; i++)
      product.carrier.next('sendMessage', async () => {
        asked++;
        return { outcome: 'unavailable', cause: 'not_connected' };
      });
    await queue('refund', 1);
    await product.advance(2 * HOUR);
    // 5, 10, 20 ... seconds, then every five minutes.
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThan(35);
    await product.advance(2 * HOUR);
    expect(await states()).toEqual([{ state: 'sent', count: 1 }]);
  });

  it('continues with the others when one message has no answer', async () => {
    const [first, ...others] = await queue('receipt', 30);
    product.carrier.next('sendMessage', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await product.app.scheduler.runDue();
    expect(await outboxOf(product, String(first))).toMatchObject([
      { state: 'queued', attempts: 1 },
    ]);
    for (const msisdn of others) expect(textsTo(product, msisdn)).toHaveLength(1);
    await product.advance(10);
    expect(textsTo(product, String(first))).toHaveLength(1);
  });

  it('is continued by another process after a crash, and delivers once', async () => {
    const [msisdn] = await queue('receipt', 1);
    product.carrier.next('sendMessage', async (_message, usual) => {
      await usual();
      throw new Error('the process dies here');
    });
    await expect(product.app.scheduler.runDue()).rejects.toThrow('the process dies here');
    product.clock.by(61);
    await product.again().scheduler.runDue();
    expect(textsTo(product, String(msisdn))).toHaveLength(1);
    expect(await outboxOf(product, String(msisdn))).toMatchObject([{ state: 'sent' }]);
  });

  it('does not send a message that was delayed for so long that it is no longer true', async () => {
    for (const template of ['trial_ends', 'parked', 'help', 'refund'] as const)
      await queue(template, 1);
    // Nothing ran for four days, and it is noon.
    product.clock.by(4 * DAY + 2 * HOUR);
    await product.app.scheduler.runDue();
    expect(await product.rows('select template, state from messages order by template')).toEqual([
      { template: 'help', state: 'failed' },
      { template: 'parked', state: 'failed' },
      { template: 'refund', state: 'sent' },
      { template: 'trial_ends', state: 'failed' },
    ]);
  });

  it('sends nothing but answers at night, not even messages that were due by day', async () => {
    await queue('receipt', 50);
    await queue('help', 1);
    // The carrier was unavailable until 22:00.
    product.clock.by(12 * HOUR);
    await product.app.scheduler.runDue();
    expect(await product.rows("select template from messages where state = 'sent'")).toEqual([
      { template: 'help' },
    ]);
    await until(product, '2026-11-21T05:59:59Z');
    expect(await states()).toEqual([
      { state: 'queued', count: 50 },
      { state: 'sent', count: 1 },
    ]);
    await until(product, '2026-11-21T06:30:00Z');
    expect(await states()).toEqual([{ state: 'sent', count: 51 }]);
    const times = await product.rows(
      "select distinct sent_at from messages where template = 'receipt'",
    );
    expect(times.length).toBeGreaterThan(45);
  });

  it('does not revive a message that was dropped during its call', async () => {
    const subscriptionId = crypto.randomUUID();
    const msisdn = freshNumber();
    const now = product.clock.now();
    const repository = createMessageRepository(product.open.db);
    const text = noticeText({ kind: 'refund', amount: 500 }, TERMS);
    await repository.insertAll([
      {
        id: crypto.randomUUID(),
        subscriptionId,
        msisdn,
        template: 'reminder',
        text,
        state: 'queued',
        attempts: 0,
        createdAt: now,
        dueAt: now,
      },
    ]);
    product.carrier.next('sendMessage', async () => {
      await repository.dropAbout([subscriptionId]);
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await product.advance(HOUR);
    expect(await outboxOf(product, msisdn)).toMatchObject([{ state: 'failed', due: null }]);
    expect(product.carrier.calls('sendMessage')).toHaveLength(1);
  });
});
