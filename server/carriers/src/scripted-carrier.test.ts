// Other tests rely on this carrier, so its records must be right.
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { describe, expect, it } from 'vitest';
import { CarrierUnavailableError } from './carrier-outcome.ts';
import { createScriptedCarrier } from './scripted-carrier.test-kit.ts';

const msisdn = '27821234567' as Msisdn;
const at = new Date('2026-11-20T10:00:00Z');
const charge = (reference: string) => ({
  msisdn,
  amountCents: 500,
  vatCents: 65,
  reference,
  correlator: `c-${reference}`,
  description: 'Daily',
  serviceId: 'demo-daily',
  productId: 'p',
});
const refund = (reference: string, cents?: number) => ({
  carrierPaymentId: 'payment-1',
  amountCents: cents ?? 500,
  reference,
  correlator: `c-${reference}`,
  ...(cents === undefined ? {} : { part: { amountCents: cents, vatCents: 0 } }),
});

async function listOf<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

describe('the scripted carrier', () => {
  it('lists the payments of a window, and can be scripted to list others', async () => {
    let now = at;
    const carrier = createScriptedCarrier(() => now);
    await carrier.charge(charge('a'));
    now = new Date(at.getTime() + 1000);
    await carrier.charge(charge('b'));
    const window = { from: at, to: now };
    expect(await listOf(carrier.listCharges(window))).toMatchObject([
      {
        reference: 'a',
        correlator: 'c-a',
        amountCents: 500,
        status: 'succeeded',
        createdAt: at,
        paidAt: at,
      },
      { reference: 'b', createdAt: now },
    ]);
    expect(await listOf(carrier.listCharges({ from: now, to: now }))).toHaveLength(1);
    carrier.next('listCharges', async (_window, usual) => (await usual()).slice(1));
    expect(await listOf(carrier.listCharges(window))).toMatchObject([{ reference: 'b' }]);
    carrier.next('listCharges', () => Promise.reject(new CarrierUnavailableError('timed_out')));
    await expect(listOf(carrier.listCharges(window))).rejects.toThrow(CarrierUnavailableError);
    expect(carrier.calls('listCharges')).toHaveLength(4);
  });

  it('refunds each once and never more than was taken', async () => {
    const carrier = createScriptedCarrier(() => at);
    expect(await carrier.refund(refund('r-0'))).toMatchObject({
      outcome: 'denied',
      reason: 'payment_not_found',
    });
    await carrier.charge(charge('a'));
    expect(await carrier.refund(refund('r-1', 200))).toEqual({
      outcome: 'succeeded',
      carrierRefundId: 'refund-1',
      at,
    });
    expect(await carrier.refund(refund('r-1', 200))).toEqual({
      outcome: 'unknown',
      cause: 'already_submitted',
    });
    expect(await carrier.refund(refund('r-2', 301))).toMatchObject({
      reason: 'amount_not_allowed',
    });
    carrier.next('refund', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    expect(await carrier.refund(refund('r-3'))).toMatchObject({ outcome: 'unknown' });
    const found = {
      outcome: 'found',
      refund: { reference: 'r-3', kind: 'total', status: 'succeeded' },
    };
    expect(await carrier.findRefund(refund('r-3'))).toMatchObject(found);
    expect(await carrier.findRefund({ ...refund('x'), carrierRefundId: 'refund-2' })).toMatchObject(
      found,
    );
    expect(await carrier.findRefund(refund('r-9'))).toEqual({ outcome: 'not_found' });
    expect(await carrier.refund(refund('r-4'))).toMatchObject({ reason: 'not_eligible' });
    expect(await listOf(carrier.listRefunds({ carrierPaymentId: 'payment-1' }))).toMatchObject([
      { amountCents: 200 },
      { kind: 'total' },
    ]);
    expect([...carrier.refunds.values()].map(({ amountCents }) => amountCents)).toEqual([200, 300]);
  });

  it('reports no number as recycled until a test says so', async () => {
    const carrier = createScriptedCarrier(() => at);
    expect(await carrier.numberRecycled({ msisdn, since: at })).toEqual({
      outcome: 'known',
      recycled: false,
    });
    carrier.recycled.set(msisdn, new Date(at.getTime() + 1));
    expect(await carrier.numberRecycled({ msisdn, since: at })).toEqual({
      outcome: 'known',
      recycled: true,
    });
    carrier.next('numberRecycled', async () => ({ outcome: 'unavailable', cause: 'no_answer' }));
    expect(await carrier.numberRecycled({ msisdn, since: at })).toMatchObject({
      outcome: 'unavailable',
    });
  });
});
