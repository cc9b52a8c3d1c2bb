// Refunds that a restored database lacks are read payment by payment: the carrier's answer about
// one payment says nothing about the others.

import { CarrierUnavailableError, type UnavailableCause } from '@bonisa/carriers/carrier-outcome';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subscribed } from '../messaging/messages.test-kit.ts';
import {
  type Backup,
  createRestoreBench,
  DAY,
  HOUR,
  type RestoreBench,
  type RunningProduct,
} from './recovery.test-kit.ts';

let bench: RestoreBench;
let backup: Backup;
let [refunded, other]: Subscribed[] = [];
const asked = (): number => bench.carrier.calls('listRefunds').length;

beforeAll(async () => {
  bench = await createRestoreBench();
  [refunded, other] = await bench.subscribers(2);
  await bench.first.advance(DAY + HOUR);
  backup = await bench.backup();
  const [charge] = await paymentsOf(refunded);
  await bench.first.ops('POST', '/ops/refunds', { reference: charge?.reference, reason: 'Asked' });
  // The other one's next charge is missing in the backup, so that jobs are held.
  await bench.first.advance(DAY);
});
afterAll(() => bench.close());

async function paymentsOf(person: Subscribed | undefined) {
  const rows = await bench.first.rows(
    `select c.reference, c.carrier_payment_id as id from charges c join subscriptions s on s.id = c.subscription_id
     join subscribers n on n.id = s.subscriber_id where n.msisdn = '${person?.msisdn}' order by c.created_at`,
  );
  return rows as { reference: string; id: string }[];
}

/** A start on the backup; the carrier does not list the refunds of a payment so many times. */
async function restoredWithout(
  payment: string | undefined,
  cause: UnavailableCause,
  times: number,
): Promise<RunningProduct> {
  bench.carrier.usually('listRefunds');
  let left = times;
  for (let call = 0; call < 100; call++)
    bench.carrier.next('listRefunds', async ({ carrierPaymentId }, usual) => {
      if (carrierPaymentId !== payment || left-- <= 0) return await usual();
      throw new CarrierUnavailableError(cause);
    });
  const restored = await bench.restore(backup);
  await restored.app.scheduler.runDue();
  return restored;
}

it('asks about a charge that was written long before the backup and sent again since', async () => {
  const restored = await bench.restore(backup);
  const [payment] = await paymentsOf(refunded);
  await restored.rows(
    `update charges set sent_at = created_at, created_at = created_at - interval '4 days'
     where reference = '${payment?.reference}'`,
  );
  await restored.rows(
    `insert into charge_resends (charge_id, carrier_id, sent_at)
     select id, carrier_id, sent_at from charges where sent_at is not null`,
  );
  const before = asked();
  await restored.app.scheduler.runDue();
  expect(await restored.hold()).toMatchObject(READ);
  const own = (bench.carrier.calls('listRefunds') as { carrierPaymentId: string }[])
    .slice(before)
    .map(({ carrierPaymentId }) => carrierPaymentId);
  expect(own).toContain(payment?.id);
});

const READ = { missing: 1, refunds: 1, refunds_unread: false };
const UNREAD = { missing: 1, refunds: 1, refunds_unread: true };

it('reads the refunds of all others where the carrier refuses those of one payment', async () => {
  const [first] = await paymentsOf(other);
  const restored = await restoredWithout(first?.id, 'misconfigured', 100);
  expect(await restored.hold()).toMatchObject(UNREAD);
});

it.each(['too_many_requests', 'timed_out', 'not_connected', 'no_token', 'carrier_error'] as const)(
  'continues later after %s, and asks about no payment again that was read',
  async (cause) => {
    const before = asked();
    const [payment] = await paymentsOf(refunded);
    const restored = await restoredWithout(payment?.id, cause, 1);
    expect(await restored.hold()).toMatchObject({ held: true, attached_at: null, problem: cause });
    await restored.advance(60);
    expect(await restored.hold()).toMatchObject({ ...READ, problem: null });
    expect(asked() - before).toBe(4);
    const state = await restored.ops('GET', `/ops/subscriptions/${refunded?.msisdn}`);
    expect(state.body).toMatchObject({ charges: [{ outcome: 'refunded' }] });
  },
);

it('gives up a payment that the carrier never answers for, so that jobs can be released', async () => {
  const [first] = await paymentsOf(other);
  const restored = await restoredWithout(first?.id, 'timed_out', 100);
  await restored.advance(5 * 60);
  expect(await restored.hold()).toMatchObject({ attached_at: null });
  await restored.advance(HOUR);
  expect(await restored.hold()).toMatchObject(UNREAD);
  expect((await restored.release()).status).toBe(200);
});
