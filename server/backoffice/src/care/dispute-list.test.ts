// Disputes in their list: without numbers that somebody typed, counted while they are undecided,
// and with what really became of their refund.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
let second: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
  second = await bench.person('finance');
});
afterAll(() => bench.close());

type Paid = Awaited<ReturnType<CareBench['paid']>>;

async function disputed(key?: string, words = 'Not mine'): Promise<Paid & { id: string }> {
  const paid = await bench.paid(key);
  const asked = { reference: paid.charge.reference, words };
  const opened = await agent.act('disputes', paid.msisdn, asked);
  return { ...paid, id: String(opened.body.dispute.id) };
}
const decide = (msisdn: string, id: string, more: Record<string, unknown> = {}) =>
  agent.act('disputes/decide', msisdn, { dispute_id: id, verdict: 'upheld', ...more });
/** The dispute in the list and in the file, as somebody sees it who has looked at no number. */
async function listed(id: string) {
  const { body } = await second.call('disputes?limit=200');
  const file = await bench.studio.inject({
    url: '/studio/api/care/disputes/file',
    headers: { cookie: `bonisa_studio=${second.credentials.cookie}` },
  });
  const line = file.body.split('\r\n').find((one) => one.startsWith(id));
  return { ...body.data.find((one: { id: string }) => one.id === id), line };
}
const denyNextRefund = () =>
  bench.product.carrier.next('refund', async () => ({
    outcome: 'denied',
    reason: 'not_eligible',
    detail: 'Not this one',
  }));

describe('a dispute whose subscriber removes their data', () => {
  const undecided = async () => (await second.call('disputes?state=undecided')).body.undecided;
  it('is closed where nobody had decided it, and waits for nobody', async () => {
    const before = await undecided();
    const { visitor, id } = await disputed('demo-weekly');
    expect(await undecided()).toBe(before + 1);
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    await bench.product.app.scheduler.runDue();
    expect(await undecided()).toBe(before);
    expect(await listed(id)).toMatchObject({
      state: 'rejected',
      words: '',
      decided_by: 'Removal of personal data',
    });
  });

  it('keeps its decision, also where its refund is refused later', async () => {
    const before = await undecided();
    const { msisdn, visitor, id } = await disputed();
    const { refund } = (await decide(msisdn, id)).body;
    expect(refund.outcome).toBe('waiting');
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    await bench.product.app.scheduler.runDue();
    await second.call(`approvals/${refund.approval_id}/refuse`, { reason: 'Not so' });
    expect(await listed(id)).toMatchObject({ state: 'upheld' });
    expect(await undecided()).toBe(before);
  });
});

describe('the list of disputes', () => {
  it('has no number that somebody typed; it is whole at the number', async () => {
    const words = 'Caller 082 123 4567 never subscribed';
    const { msisdn, charge, id } = await disputed(undefined, words);
    const handle = await agent.open(msisdn);
    await agent.call('disputes/answer', { handle, dispute_id: id, words: 'Told +27821234567' });
    await decide(msisdn, id, { verdict: 'rejected', reason: 'Says 0821234567 is his' });
    const seen = await listed(id);
    expect(seen).toMatchObject({
      words: 'Caller [number] never subscribed',
      answer: 'Told [number]',
      decided_reason: 'Says [number] is his',
    });
    expect(seen.line).toContain('Caller [number] never subscribed');
    const { dispute } = (await agent.call('charge', { handle, reference: charge.reference })).body;
    expect([dispute.words, dispute.answer]).toEqual([words, 'Told +27821234567']);
  });

  it('counts and shows what nobody has decided, answered or not', async () => {
    const undecided = async () =>
      (await agent.call('disputes?state=rejected&limit=1')).body.undecided as number;
    const before = await undecided();
    const [open, answered] = [await disputed(), await disputed()];
    const handle = await agent.open(answered.msisdn);
    await agent.call('disputes/answer', { handle, dispute_id: answered.id, words: 'Wait' });
    expect(await undecided()).toBe(before + 2);
    const { data } = (await agent.call('disputes?state=undecided')).body;
    expect(data).toMatchObject([
      { id: answered.id, state: 'answered' },
      { id: open.id, state: 'open' },
    ]);
    for (const { msisdn, id } of [open, answered])
      await decide(msisdn, id, { verdict: 'rejected' });
    expect(await undecided()).toBe(before);
  });
});

describe('the refund of an upheld dispute', () => {
  it('waits for the second person, and is given back only once the carrier says so', async () => {
    const { msisdn, id } = await disputed();
    expect(await listed(id)).toMatchObject({ refund_amount: null, refund_state: null });
    const { dispute, refund } = (await decide(msisdn, id)).body;
    expect(dispute).toMatchObject({ refund_amount: '25.00', refund_state: 'waits' });
    const waits = await listed(id);
    expect(waits).toMatchObject({ state: 'upheld', refund_state: 'waits' });
    expect(waits.line).toMatch(/,25\.00,waits$/);
    await second.call(`approvals/${refund.approval_id}/approve`, { reason: 'Right' });
    expect(await listed(id)).toMatchObject({ refund_amount: '25.00', refund_state: 'given_back' });
  });

  it('is asked for while the carrier has not answered', async () => {
    const { msisdn, charge, id } = await disputed('demo-weekly');
    expect((await decide(msisdn, id)).body.dispute.refund_state).toBe('given_back');
    for (const state of ['unknown', 'intended']) {
      await bench.product.rows(
        `update refunds set state = '${state}' where charge_id = '${charge.id}'`,
      );
      expect((await listed(id)).refund_state).toBe('asked');
    }
  });

  it('is denied where the carrier denies it, until it is asked for again', async () => {
    const { msisdn, charge, id } = await disputed('demo-weekly');
    denyNextRefund();
    const { dispute, refund } = (await decide(msisdn, id, { amount: '4.00' })).body;
    expect([dispute.refund_state, refund.outcome]).toEqual(['denied', 'denied']);
    const handle = await agent.open(msisdn);
    const shown = await agent.call('charge', { handle, reference: charge.reference });
    expect(shown.body.dispute).toMatchObject({ state: 'upheld', refund_state: 'denied' });
    expect((await listed(id)).line).toMatch(/,4\.00,denied$/);
    // Another amount is another refund; the same one takes the place of the denied one.
    const other = { reference: charge.reference, amount: '1.00', reason: 'Another one' };
    expect((await bench.ops('POST', '/ops/refunds', other)).body.outcome).toBe('succeeded');
    expect((await listed(id)).refund_state).toBe('denied');
    const [made] = await bench.product.rows(
      `select id from cases where kind = 'refund_denied' and reference = '${refund.refund_reference}'`,
    );
    const again = { choice: 'refund', reason: 'They take it now' };
    const decided = await second.call(`../reconciliation-exceptions/${made?.id}/decisions`, again);
    expect(decided.status).toBe(200);
    expect((await listed(id)).refund_state).toBe('given_back');
  });

  // Another refund came between: billing refused this one, and the amount must be a smaller one.
  it('has another amount after billing refused the first within the limit', async () => {
    const { msisdn, charge, id } = await disputed('demo-weekly');
    expect((await decide(msisdn, id, { amount: '5.00' })).status).toBe(200);
    await bench.product.rows(
      `update care_refunds set refund_reference = null, refusal = 'more_than_left' where charge_id = '${charge.id}'`,
    );
    await bench.product.rows(
      `update care_disputes set state = 'open', refund_amount = null, decided_at = null, decided_by = null, decided_reason = null where id = '${id}'`,
    );
    await bench.product.rows(`delete from care_acts where key like 'dispute %'`);
    const anew = await decide(msisdn, id, { amount: '3.00' });
    expect(anew).toMatchObject({
      status: 200,
      body: {
        dispute: { state: 'upheld', refund_amount: '3.00', refund_state: 'given_back' },
        refund: { outcome: 'succeeded', amount: '3.00' },
      },
    });
    const made = await bench.refundsOf(charge);
    expect(made.map(({ amount }) => Number(amount))).toEqual([500, 300]);
  });
});
