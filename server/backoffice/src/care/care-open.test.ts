// The number behind a dispute and behind a charge: what leads to it, and what the audit has of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

const NOBODYS_ID = '018f0000-0000-7000-8000-000000000000';
const WHY = { reason: 'The dispute is to be decided' };

let bench: CareBench;
let agent: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
});
afterAll(() => bench.close());

/** A dispute that somebody took down and decided to decide later. */
async function disputed() {
  const paid = await bench.paid();
  const { reference } = paid.charge;
  const opened = await agent.act('disputes', paid.msisdn, { reference, words: 'Not mine' });
  return { ...paid, reference, id: String(opened.body.dispute.id) };
}
const localOf = (msisdn: string): string => `0${msisdn.slice(2)}`;

describe('the number of a dispute', () => {
  it('is opened from the list, and the dispute is decided with its handle', async () => {
    const { msisdn, id, reference } = await disputed();
    const listed = (await agent.call('disputes?state=undecided&limit=200')).body;
    expect(listed.data.map((one: { id: string }) => one.id)).toContain(id);
    expect(JSON.stringify(listed)).not.toContain(msisdn.slice(4));
    const { status, body } = await agent.call(`disputes/${id}/open`, WHY);
    expect([status, body.reference]).toEqual([200, reference]);
    expect(body.summary.number.replaceAll(' ', '')).toBe(localOf(msisdn));
    const { handle } = body;
    expect((await agent.call('charge', { handle, reference })).body.dispute.id).toBe(id);
    const told = { handle, dispute_id: id, words: 'You accepted it.' };
    expect((await agent.call('disputes/answer', told)).body.dispute.state).toBe('answered');
  });

  it('stands in the audit by ids, with the reason, and counts as a look', async () => {
    const { msisdn, id } = await disputed();
    const left = async (reason: string) =>
      (await agent.call(`disputes/${id}/open`, { reason })).body.looks_left as number;
    const before = await left(`Says ${msisdn} was charged twice`);
    expect(await left('Looked again')).toBe(before - 1);
    expect((await bench.audit('studioCareOpenDispute')).slice(-2)).toMatchObject([
      { reason: 'Says [number] was charged twice', details: { dispute: id } },
      {
        actor: agent.person.account.name,
        subject: expect.stringMatching(/^subscriber:\d+$/),
        reason: 'Looked again',
        details: { dispute: id },
      },
    ]);
    const all = JSON.stringify(await bench.product.rows('select * from staff_audit'));
    expect(all).not.toContain(msisdn.slice(2));
  });

  it('is not opened without a reason, nor for a dispute that is not there', async () => {
    const { id } = await disputed();
    const before = (await bench.audit('studioCareOpenDispute')).length;
    for (const body of [{}, { reason: '  ' }])
      expect((await agent.call(`disputes/${id}/open`, body)).status).toBe(400);
    expect(await agent.call(`disputes/${NOBODYS_ID}/open`, WHY)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await bench.audit('studioCareOpenDispute')).toHaveLength(before);
  });

  it('is not there any more once the subscriber has removed the data', async () => {
    const { id, reference, visitor } = await disputed();
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    await bench.product.app.scheduler.runDue();
    expect((await agent.call(`disputes/${id}/open`, WHY)).status).toBe(404);
    expect((await agent.call('charges/open', { reference, ...WHY })).status).toBe(404);
  });
});

describe('the number of a charge', () => {
  it('is opened by the reference of the charge, as a look that the audit has', async () => {
    const { msisdn, charge } = await bench.paid();
    const { reference } = charge;
    const { status, body } = await agent.call('charges/open', { reference, ...WHY });
    expect([status, body.reference]).toEqual([200, reference]);
    expect(body.summary.number.replaceAll(' ', '')).toBe(localOf(msisdn));
    expect((await bench.audit('studioCareOpenCharge')).at(-1)).toMatchObject({
      actor: agent.person.account.name,
      subject: expect.stringMatching(/^subscriber:\d+$/),
      reason: WHY.reason,
      details: { charge: reference },
    });
  });

  // A reconciliation exception about a refused refund names the refund and not its charge.
  it('is opened by the reference of a refund, also by who decides reconciliation exceptions', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    const { reference } = charge;
    const { refund } = (await agent.act('refund', msisdn, { reference, amount: '2.00' })).body;
    const finance = await bench.person('finance');
    const asked = { reference: refund.refund_reference, ...WHY };
    const { body } = await finance.call('charges/open', asked);
    expect(body.reference).toBe(reference);
    expect(body.summary.number.replaceAll(' ', '')).toBe(localOf(msisdn));
  });

  it('is not found for a reference of nobody, and not opened without a reason', async () => {
    const { charge } = await bench.paid();
    const before = (await bench.audit('studioCareOpenCharge')).length;
    expect(await agent.call('charges/open', { reference: 'BON-0', ...WHY })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await agent.call('charges/open', { reference: charge.reference })).status).toBe(400);
    expect(await bench.audit('studioCareOpenCharge')).toHaveLength(before);
  });
});
