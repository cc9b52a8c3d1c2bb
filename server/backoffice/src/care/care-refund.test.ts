// Refunds by care: within the limit at once, above it by a second person, and never more than
// taken.
import { STEP_UP_MS } from '@bonisa/domain/staff/studio-access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench, freshKey } from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
let second: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
  second = await bench.person('finance');
});
afterAll(() => bench.close());

const back = (msisdn: string, reference: string, amount?: string, by = agent) =>
  by.act('refund', msisdn, { reference, ...(amount === undefined ? {} : { amount }) });
const sumOf = async (charge: { id: string }) =>
  Number(
    (
      await bench.product.rows(
        `select coalesce(sum(amount), 0)::int as sum from refunds where charge_id = '${charge.id}' and state <> 'denied'`,
      )
    )[0]?.sum,
  );

/** A refund of R25.00 that waits for a second person. */
const waiting = async () => {
  const paid = await bench.paid();
  const { body } = await back(paid.msisdn, paid.charge.reference);
  return { ...paid, id: String(body.refund.approval_id), refund: body.refund };
};

describe('a refund within the limit', () => {
  it('is made at once by billing, whole or in part, and told to the number', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    expect((await back(msisdn, charge.reference, '2.50')).body.refund).toMatchObject({
      outcome: 'succeeded',
      amount: '2.50',
      approval_id: null,
    });
    expect((await back(msisdn, charge.reference)).body.refund).toMatchObject({ amount: '7.50' });
    expect(await sumOf(charge)).toBe(1000);
    expect(await back(msisdn, charge.reference)).toMatchObject({
      status: 409,
      body: { code: 'nothing_left_to_refund' },
    });
  });

  it('is refused for more than is left, for nothing, and for a charge of another number', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    const other = await bench.paid('demo-weekly');
    expect(await back(msisdn, charge.reference, '10.01')).toMatchObject({
      status: 409,
      body: { code: 'more_than_left_to_refund' },
    });
    for (const amount of ['0', '-1', '1.234', 'R5'])
      expect((await back(msisdn, charge.reference, amount)).status).toBe(400);
    expect(await back(other.msisdn, charge.reference)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await sumOf(charge)).toBe(0);
  });

  it('is made once for its key, also by requests at the same moment', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    const handle = await agent.open(msisdn);
    const body = { handle, reference: charge.reference, amount: '1.00', reason: 'Asked' };
    const key = freshKey();
    await Promise.all([1, 2, 3].map(() => agent.call('refund', { ...body, key })));
    expect((await agent.call('refund', { ...body, key })).body.refund.amount).toBe('1.00');
    expect(await sumOf(charge)).toBe(100);
  });

  it('never adds up to more than the charge, whatever runs at the same moment', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => back(msisdn, charge.reference, '3.00')),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await sumOf(charge)).toBe(900);
  });
});

describe('a refund above the limit', () => {
  it('waits, moves no money, and stands in the list without the number', async () => {
    const { msisdn, charge, id, refund } = await waiting();
    expect(refund).toMatchObject({ outcome: 'waiting', amount: '25.00', refund_reference: null });
    expect(await sumOf(charge)).toBe(0);
    const { body } = await second.call('approvals?state=waiting');
    const own = body.data.find((one: { id: string }) => one.id === id);
    expect(own).toMatchObject({
      state: 'waiting',
      amount: '25.00',
      charged: '25.00',
      asked_by: agent.person.account.name,
      own: false,
    });
    expect(JSON.stringify(body)).not.toContain(msisdn.slice(4));
  });

  it('is made once a second person approves it, however often that is repeated', async () => {
    const { charge, id } = await waiting();
    const reason = 'Evidence agrees';
    const both = await Promise.all([
      second.call(`approvals/${id}/approve`, { reason }),
      second.call(`approvals/${id}/approve`, { reason }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await second.call(`approvals/${id}/approve`, { reason });
    expect(again.body).toMatchObject({
      approval: { state: 'approved', decided_by: second.person.account.name },
      refund: { outcome: 'succeeded', amount: '25.00' },
    });
    expect(await sumOf(charge)).toBe(2500);
    expect(await bench.refundsOf(charge)).toHaveLength(1);
    const other = await bench.person('administrator');
    for (const verdict of ['approve', 'refuse'])
      expect(await other.call(`approvals/${id}/${verdict}`, { reason })).toMatchObject({
        status: 409,
        body: { code: 'already_decided' },
      });
  });

  it('is decided once where three people decide at the same moment', async () => {
    const deciders = [second, await bench.person('finance'), await bench.person('administrator')];
    for (let round = 0; round < 4; round++) {
      const { charge, id } = await waiting();
      const answers = await Promise.all(
        deciders.map((one, i) =>
          one.call(`approvals/${id}/${i === 1 ? 'refuse' : 'approve'}`, { reason: 'Looked at' }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await sumOf(charge)).toBe(answers[1]?.status === 200 ? 0 : 2500);
    }
  });

  it('is not made by the decision of a reconciliation exception either, which asks no second person', async () => {
    const { charge, id } = await waiting();
    await second.call(`approvals/${id}/approve`, { reason: 'Evidence agrees' });
    // The carrier refused it, as an unknown outcome may turn out.
    await bench.product.rows(
      `update refunds set state = 'denied' where charge_id = '${charge.id}'`,
    );
    const [made] = await bench.product.rows(
      `insert into cases (id, kind, carrier_id, subject, reference, proposal, state, created_at)
       select gen_random_uuid(), 'refund_denied', 'karoo', reference, reference,
         '{"words": "Ask again", "lines": []}', 'open', created_at
       from refunds where charge_id = '${charge.id}' returning id`,
    );
    const decided = await second.call(`../reconciliation-exceptions/${made?.id}/decisions`, {
      choice: 'refund',
      reason: 'Again',
    });
    expect(decided).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(decided.body.description).toContain('second person');
    expect(await sumOf(charge)).toBe(0);
  });

  it('is never approved by whoever asked, in whichever session', async () => {
    const boss = await bench.person('administrator');
    const { msisdn, charge } = await bench.paid();
    const { body } = await back(msisdn, charge.reference, undefined, boss);
    const other = await bench.session(boss.person);
    for (const session of [boss, other])
      expect(
        await session.call(`approvals/${body.refund.approval_id}/approve`, { reason: 'Mine' }),
      ).toMatchObject({ status: 403, body: { code: 'own_request' } });
    expect(await sumOf(charge)).toBe(0);
  });

  // A finding of a review: the money moves by the approval, from a screen that was left open too.
  it('is approved with a factor shown just now, and refused without', async () => {
    const { charge, id } = await waiting();
    bench.product.clock.by(STEP_UP_MS / 1000 + 1);
    expect(await second.call(`approvals/${id}/approve`, { reason: 'Left open' })).toMatchObject({
      status: 403,
      body: { code: 'step_up_needed' },
    });
    expect(await sumOf(charge)).toBe(0);
    const { status } = await second.call(`approvals/${id}/refuse`, { reason: 'Left open' });
    expect(status).toBe(200);
    second = await bench.session(second.person);
  });

  it('is neither asked for nor approved by a program', async () => {
    const program = await bench.program('care:read', 'care:act');
    const { msisdn, charge } = await bench.paid();
    expect(await program.act('refund', msisdn, { reference: charge.reference })).toMatchObject({
      status: 403,
      body: { code: 'account_needed' },
    });
    const { id } = await waiting();
    expect(await program.call(`approvals/${id}/approve`, { reason: 'Please' })).toMatchObject({
      status: 403,
      body: { code: 'account_needed' },
    });
    expect(await sumOf(charge)).toBe(0);
  });

  it('waits also in parts: the sum of a charge and of a number counts', async () => {
    const { msisdn, charge } = await bench.paid();
    const parts: string[] = [];
    for (let part = 0; part < 3; part++)
      parts.push((await back(msisdn, charge.reference, '8.00')).body.refund.outcome);
    expect(parts).toEqual(['succeeded', 'succeeded', 'waiting']);
    expect(await back(msisdn, charge.reference, '1.01')).toMatchObject({
      body: { code: 'more_than_left_to_refund' },
    });
  });

  it('is refused with a reason, and can be asked for again', async () => {
    const { msisdn, charge, id } = await waiting();
    const refused = await second.call(`approvals/${id}/refuse`, { reason: 'Watched every day' });
    expect(refused.body.approval).toMatchObject({
      state: 'refused',
      decided_reason: 'Watched every day',
    });
    expect((await back(msisdn, charge.reference)).body.refund.outcome).toBe('waiting');
    expect(await sumOf(charge)).toBe(0);
  });

  it('opens its number to the second person, as a look with a reason', async () => {
    const { msisdn, id } = await waiting();
    const { body } = await second.call(`approvals/${id}/open`, {});
    const { body: page } = await second.call('timeline', { handle: body.handle });
    expect(page.data.some(({ kind }: { kind: string }) => kind === 'approval')).toBe(true);
    expect(body.summary.number.replaceAll(' ', '')).toBe(`0${msisdn.slice(2)}`);
    expect((await bench.audit('studioCareOpenApproval')).at(-1)?.reason).toContain(id);
  });

  it('is made by the job if the process ended between approval and refund', async () => {
    const { charge, id } = await waiting();
    await bench.product.rows(
      `update care_refunds set state = 'approved', decided_by = 'x', decided_at = '${bench.product.clock.now().toISOString()}' where id = '${id}'`,
    );
    await bench.product.app.scheduler.runDue();
    expect(await sumOf(charge)).toBe(0);
    bench.product.clock.by(121);
    await bench.product.app.scheduler.runDue();
    expect(await sumOf(charge)).toBe(2500);
  });

  it('expires when nobody decides', async () => {
    const { charge, id } = await waiting();
    bench.product.clock.by(3 * 86_400);
    const late = await bench.session(second.person);
    expect(await late.call(`approvals/${id}/approve`, { reason: 'Late' })).toMatchObject({
      status: 410,
      body: { code: 'approval_expired' },
    });
    const { body } = await late.call('approvals?state=expired');
    expect(body.data.map((one: { id: string }) => one.id)).toContain(id);
    expect(await sumOf(charge)).toBe(0);
  });
});

describe('the exceptions of the reconciliation as a CSV file', () => {
  it('has all of a state, over more than one page, without formulas and numbers', async () => {
    // The sessions of the other tests have ended.
    const finance = await bench.person('finance');
    const care = await bench.person('care');
    const at = bench.product.clock.now().toISOString();
    await bench.product.rows(
      `insert into cases (id, kind, carrier_id, subject, reference, proposal, state, note, created_at, closed_at, ours)
       select gen_random_uuid(), 'missing_there', 'karoo', 'file-' || n, 'BON-' || n, '{"words": "@SUM(1)", "lines": []}',
         'dismissed', 'asked 082 123 4567', '${at}', '${at}', '{"amount": 500, "state": "succeeded", "at": "${at}"}'
       from generate_series(1, 501) as n`,
    );
    const file = await bench.studio.inject({
      url: '/studio/api/reconciliation-exceptions/file?state=dismissed&kind=missing_there',
      headers: { cookie: `bonisa_studio=${finance.credentials.cookie}` },
    });
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="bonisa-reconciliation-exceptions-dismissed.csv"',
    );
    const [head = '', ...lines] = file.body.trim().split('\r\n');
    expect(head).toMatch(/^id,kind,carrier,state,date,reference,/);
    expect(lines).toHaveLength(501);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(501);
    for (const line of lines)
      expect(line).toContain(`,5.00,succeeded,${at},,,,'@SUM(1),asked [number],${at},${at}`);
    const [entry] = (await bench.audit('studioDownloadExceptions')).slice(-1);
    expect(entry).toMatchObject({
      subject: 'reconciliation-exceptions',
      details: { state: 'dismissed' },
    });
    const refused = await bench.studio.inject({
      url: '/studio/api/reconciliation-exceptions/file?state=dismissed',
      headers: { cookie: `bonisa_studio=${care.credentials.cookie}` },
    });
    expect(refused.statusCode).toBe(403);
  });
});
