/** An adapter in 3-legged mode: the number is in the token (JWT bearer) and in no body. */
import { expect, it } from 'vitest';
import type { Fixture } from './fixture.ts';

const THREE = { legs: 3 } as const;
const APIS = {
  'carrier-billing': THREE,
  'carrier-billing-refund': THREE,
  'kyc-age-verification': THREE,
  'number-recycling': THREE,
};

/** Registers the tests. The tests call `fixture` when they run. */
export function threeLeggedTests(fixture: () => Fixture): void {
  it('charges, looks up, refunds and verifies with a token for the number', async () => {
    // Removes the exchanges of other cases.
    fixture().exchanges();
    const carrier = fixture().adapterWith(APIS);
    const msisdn = fixture().newNumber();
    const charge = fixture().newCharge(msisdn);
    const taken = await carrier.charge(charge);
    expect(taken).toMatchObject({ outcome: 'succeeded' });
    const carrierPaymentId = taken.outcome === 'succeeded' ? taken.carrierPaymentId : '';
    const { reference, correlator, amountCents } = charge;
    const look = {
      reference,
      correlator,
      amountCents,
      msisdn,
      from: new Date(Date.now() - 60_000),
      to: new Date(Date.now() + 60_000),
    };
    expect(await carrier.findCharge({ ...look, carrierPaymentId })).toMatchObject({
      outcome: 'found',
      decided: { outcome: 'succeeded' },
    });
    expect(await carrier.findCharge(look)).toMatchObject({ outcome: 'found' });
    const refund = {
      carrierPaymentId,
      amountCents,
      msisdn,
      reference: `r-${reference}`,
      correlator: `r-${correlator}`,
    };
    expect(await carrier.refund(refund)).toMatchObject({ outcome: 'succeeded' });
    expect(await carrier.findRefund(refund)).toMatchObject({ outcome: 'found' });
    expect(await carrier.contentLock(msisdn)).toEqual({ outcome: 'known', locked: false });
    expect(await carrier.numberRecycled({ msisdn, since: new Date() })).toMatchObject({
      outcome: 'known',
    });
    const exchanges = fixture().exchanges();
    expect(exchanges).toHaveLength(7);
    for (const { requestBody } of exchanges) expect(requestBody).not.toContain('phoneNumber');
  });
}
