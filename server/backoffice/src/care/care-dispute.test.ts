// A disputed charge: its whole evidence in one call, a proposed answer, and its decision on record.

import { DAY } from '@bonisa/money/messaging/messages.test-kit';
import { freshNumber } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CareBench,
  type CarePerson,
  createCareBench,
  freshKey,
  textOfPdf,
} from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
});
afterAll(() => bench.close());

const answer = async (msisdn: string, reference: string) =>
  (await agent.call('charge', { handle: await agent.open(msisdn), reference })).body;
const dispute = async (msisdn: string, reference: string) =>
  (await agent.act('disputes', msisdn, { reference, words: 'I never asked for this' })).body
    .dispute;
const decide = (msisdn: string, body: Record<string, unknown>) =>
  agent.act('disputes/decide', msisdn, body);

describe('the evidence of a charge', () => {
  it('has opt-in, price, proof, messages, use and a proposed answer in one call', async () => {
    const { msisdn, charge, visitor } = await bench.paid();
    const uuid = '018f0000-0000-7000-8000-000000000001';
    const subscriberId = (
      await bench.product.rows(`select id from subscribers where msisdn = '${msisdn}'`)
    )[0]?.id;
    const at = bench.product.clock.now().toISOString();
    await bench.product.rows(
      `insert into playback_log (uuid, video, status, paused_at, subscriber_id, at) values ('${uuid}', 'a-video', 'paused', 600, ${subscriberId}, '${at}')`,
    );
    const body = await answer(msisdn, charge.reference);
    expect(body).toMatchObject({
      charge: { amount: '25.00', vat: '3.26', outcome: 'succeeded', left: '25.00' },
      opt_in: { price: '25.00', period: 'month', proof: 'otp', trial: false },
      usage: { plays: 1, minutes: 10 },
      proposal: { verdict: 'rejected' },
      dispute: null,
      limit: '20.00',
    });
    expect(body.opt_in.words.join(' ')).toContain('R25.00/month');
    expect(body.messages.map(({ kind }: { kind: string }) => kind)).toContain('message_sent');
    expect(body.proposal.words).toContain('watched once');
    expect(JSON.stringify(body)).not.toContain(msisdn);
    await visitor.call('unsubscribe', {});
  });

  it('proposes to give back what was taken without an opt-in', async () => {
    const { msisdn, charge } = await bench.paid();
    await bench.product.rows(
      `delete from consents where subscription_id = '${charge.subscription_id}'`,
    );
    const { opt_in: optIn, proposal } = await answer(msisdn, charge.reference);
    expect([optIn, proposal.verdict]).toEqual([null, 'upheld']);
  });

  it('names a package that was made in the studio', async () => {
    const { service } = bench.product.app.packages;
    await service.start();
    await service.make(
      { id: 'family-weekly', name: 'Family', words: '', period: 'week' },
      {
        amount: 1500,
        vatRate: 1500,
        trialDays: 1,
        monthlyLimit: 200_00,
        serviceKeys: { karoo: 'family' },
        offered: true,
        holders: 'kept',
        chargesPerPeriod: 1,
      },
      { by: 'Thandi', reason: 'A test', record: async () => undefined },
    );
    const { msisdn, charge } = await bench.paid('family');
    expect((await answer(msisdn, charge.reference)).charge.package_name).toBe('Family');
    expect((await dispute(msisdn, charge.reference)).package_name).toBe('Family');
  });

  it('is not shown for a charge of another number', async () => {
    const [one, other] = [await bench.paid(), await bench.paid()];
    expect(await answer(one.msisdn, other.charge.reference)).toMatchObject({ code: 'not_found' });
  });
});

describe('a dispute', () => {
  it('is taken down once for a charge, answered, and rejected with a reason', async () => {
    const { msisdn, charge } = await bench.paid();
    const opened = await dispute(msisdn, charge.reference);
    expect(opened).toMatchObject({ state: 'open', amount: '25.00', package_name: 'Monthly' });
    const second = { reference: charge.reference, words: 'Again' };
    expect(await agent.act('disputes', msisdn, second)).toMatchObject({
      status: 409,
      body: { code: 'already_disputed' },
    });
    const told = await agent.call('disputes/answer', {
      handle: await agent.open(msisdn),
      dispute_id: opened.id,
      words: 'You accepted on the 20th.',
    });
    expect(told.body.dispute).toMatchObject({ state: 'answered' });
    const rejected = { dispute_id: opened.id, verdict: 'rejected' };
    expect((await decide(msisdn, rejected)).body).toMatchObject({
      dispute: { state: 'rejected', decided_by: agent.person.account.name },
      refund: null,
    });
    expect(await decide(msisdn, rejected)).toMatchObject({ body: { code: 'already_decided' } });
    expect((await agent.call('disputes?state=rejected')).body.data[0].id).toBe(opened.id);
  });

  it('is upheld with a refund by the same rules: above the limit a second person decides', async () => {
    const small = await bench.paid('demo-weekly');
    const large = await bench.paid();
    const upheld = async ({ msisdn, charge }: typeof small) =>
      (
        await decide(msisdn, {
          dispute_id: (await dispute(msisdn, charge.reference)).id,
          verdict: 'upheld',
        })
      ).body;
    expect(await upheld(small)).toMatchObject({
      dispute: { state: 'upheld', refund_amount: '10.00' },
      refund: { outcome: 'succeeded' },
    });
    expect(await upheld(large)).toMatchObject({
      dispute: { state: 'upheld', refund_amount: '25.00' },
      refund: { outcome: 'waiting' },
    });
  });

  it('is open again once a second person refuses its refund, and can be upheld anew', async () => {
    const { msisdn, charge } = await bench.paid();
    const { id } = await dispute(msisdn, charge.reference);
    const uphold = async () => (await decide(msisdn, { dispute_id: id, verdict: 'upheld' })).body;
    const second = await bench.person('finance');
    const { refund } = await uphold();
    const refused = await second.call(`approvals/${refund.approval_id}/refuse`, {
      reason: 'The caller watched it',
    });
    expect(refused.status).toBe(200);
    const [row] = await bench.product.rows(
      `select state, refund_amount, decided_by from care_disputes where id = '${id}'`,
    );
    expect(row).toEqual({ state: 'open', refund_amount: null, decided_by: null });
    expect(await bench.refundsOf(charge)).toHaveLength(0);
    const again = await uphold();
    expect(again).toMatchObject({ dispute: { state: 'upheld' }, refund: { outcome: 'waiting' } });
    expect(again.refund.approval_id).not.toBe(refund.approval_id);
    await second.call(`approvals/${again.refund.approval_id}/approve`, { reason: 'Right' });
    expect(await bench.refundsOf(charge)).toHaveLength(1);
  });

  it('is open again once billing refuses its approved refund, and can be decided anew', async () => {
    const { msisdn, charge } = await bench.paid();
    const { id } = await dispute(msisdn, charge.reference);
    const { refund } = (await decide(msisdn, { dispute_id: id, verdict: 'upheld' })).body;
    const second = await bench.person('finance');
    // What the second person decides about was given back by the operator meanwhile.
    const whole = { reference: charge.reference, reason: 'Given back by the operator' };
    expect((await bench.ops('POST', '/ops/refunds', whole)).body).toMatchObject({
      outcome: 'succeeded',
    });
    const approved = await second.call(`approvals/${refund.approval_id}/approve`, {
      reason: 'Right',
    });
    expect(approved.body.code).toBe('nothing_left_to_refund');
    const stateNow = async () =>
      (
        await bench.product.rows(`select state, decided_by from care_disputes where id = '${id}'`)
      )[0];
    expect(await stateNow()).toEqual({ state: 'open', decided_by: null });
    expect((await decide(msisdn, { dispute_id: id, verdict: 'rejected' })).status).toBe(200);
    // The approval again says the same, and does not touch what was decided since.
    await second.call(`approvals/${refund.approval_id}/approve`, { reason: 'Right' });
    expect(await stateNow()).toMatchObject({ state: 'rejected' });
    expect(await bench.refundsOf(charge)).toHaveLength(1);
  });

  it('gives its money back once, whatever decides it at the same moment', async () => {
    const { msisdn, charge } = await bench.paid('demo-weekly');
    const { id } = await dispute(msisdn, charge.reference);
    const handle = await agent.open(msisdn);
    const body = { handle, dispute_id: id, verdict: 'upheld', reason: 'Ours', amount: '4.00' };
    await Promise.all(
      [1, 2, 3].map(() => agent.call('disputes/decide', { ...body, key: freshKey() })),
    );
    const state = await bench.product.rows(`select state from care_disputes where id = '${id}'`);
    expect(state).toEqual([{ state: 'upheld' }]);
    expect(await bench.refundsOf(charge)).toHaveLength(1);
  });

  it('of another number is out of reach, and a rejected one has no amount', async () => {
    const { msisdn, charge } = await bench.paid();
    const { id } = await dispute(msisdn, charge.reference);
    const other = await bench.paid();
    expect(await decide(other.msisdn, { dispute_id: id, verdict: 'rejected' })).toMatchObject({
      status: 404,
    });
    const wrong = { dispute_id: id, verdict: 'rejected', amount: '1.00' };
    expect((await decide(msisdn, wrong)).status).toBe(400);
  });
});

describe('disputes as a CSV file', () => {
  it('has all of a state without formulas and phone numbers, and is in the audit', async () => {
    const { msisdn, charge } = await bench.paid();
    const words = `=HYPERLINK("http://x") said 0${msisdn.slice(2)}, "never"`;
    const opened = await agent.act('disputes', msisdn, { reference: charge.reference, words });
    expect(opened.status).toBe(200);
    const file = await bench.studio.inject({
      url: '/studio/api/care/disputes/file?state=open',
      headers: { cookie: `bonisa_studio=${agent.credentials.cookie}` },
    });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="bonisa-disputes-open.csv"',
    });
    const [head = '', ...lines] = file.body.trim().split('\r\n');
    expect(head.split(',').slice(0, 7).join()).toBe(
      'id,reference,state,carrier,package_name,amount,words',
    );
    const listed = (await agent.call('disputes?state=open&limit=200')).body.data;
    expect(lines).toHaveLength(listed.length);
    expect(lines[0]).toContain(
      `${charge.reference},open,karoo,Monthly,25.00,"'=HYPERLINK(""http://x"") said [number], ""never"""`,
    );
    expect(file.body).not.toContain(msisdn.slice(2));
    const [entry] = (await bench.audit('studioDownloadDisputes')).slice(-1);
    expect(entry).toMatchObject({ subject: 'disputes', details: { state: 'open' } });
  });
});

describe('the evidence as PDF', () => {
  const download = async (msisdn: string) => {
    const handle = await agent.open(msisdn);
    const { cookie, csrf } = agent.credentials;
    return bench.studio.inject({
      method: 'POST',
      url: '/studio/api/care/evidence',
      headers: { cookie: `bonisa_studio=${cookie}`, 'x-csrf-token': String(csrf) },
      payload: { handle, reason: 'The caller asks for it' },
    });
  };

  it('has the words shown, the number and the hash as text, and fonts of its own', async () => {
    const { msisdn } = await bench.paid();
    const file = await download(msisdn);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="evidence-\d{8}T\d{6}\.pdf"$/,
    );
    const plain = await textOfPdf(file.rawPayload);
    const local = `0${msisdn.slice(2, 4)} ${msisdn.slice(4, 7)} ${msisdn.slice(7)}`;
    for (const part of [local, 'R25.00/month', 'reply STOP', 'South African', 'The carrier took'])
      expect(plain).toContain(part);
    const raw = file.rawPayload.toString('latin1');
    expect(raw).toContain('/FontFile');
    expect(raw).not.toContain('/URI');
    const [entry] = (await bench.audit('studioCareEvidence')).slice(-1);
    const hash = /"sha256":"([0-9a-f]{64})"/.exec(JSON.stringify(entry?.details))?.[1];
    expect(plain).toContain(String(hash));
    expect(entry?.reason).toBe('The caller asks for it');
  });

  it('does not exist for a number of which nothing is kept', async () => {
    expect((await download(freshNumber())).statusCode).toBe(404);
  });
});

// Last, because the sessions of the other tests end on the way.
describe('a dispute whose refund nobody decides in time', () => {
  it('is open again once its refund has expired, is told so and counted, and can be upheld anew', async () => {
    const [open, answered, decided] = [await bench.paid(), await bench.paid(), await bench.paid()];
    const requests: string[] = [];
    const ids: string[] = [];
    for (const { msisdn, charge } of [open, answered, decided]) {
      const { id } = await dispute(msisdn, charge.reference);
      ids.push(id);
      if (charge === answered.charge) {
        const told = { handle: await agent.open(msisdn), dispute_id: id, words: 'You accepted.' };
        await agent.call('disputes/answer', told);
      }
      const { body } = await decide(msisdn, { dispute_id: id, verdict: 'upheld' });
      requests.push(String(body.refund.approval_id));
    }
    const early = await bench.person('finance');
    await early.call(`approvals/${requests[2]}/approve`, { reason: 'Right' });
    await bench.product.advance(3 * DAY + 60);

    const states = async () =>
      (await bench.product.rows(`select id, state, refund_amount from care_disputes`)).filter(
        ({ id }) => ids.includes(String(id)),
      );
    const among = (state: string, at: number, amount: number | null) =>
      expect.objectContaining({ id: ids[at], state, refund_amount: amount });
    expect(await states()).toEqual(
      expect.arrayContaining([
        among('open', 0, null),
        among('answered', 1, null),
        among('upheld', 2, 2500),
      ]),
    );
    // The session of three days ago has ended.
    const later = await bench.person('care');
    const { handle, summary } = (await later.call('find', { msisdn: open.msisdn, reason: 'Asked' }))
      .body;
    expect(summary).toMatchObject({ open_disputes: 1, waiting_refunds: 0 });
    const { body } = await later.call('timeline', { handle });
    const entries = JSON.stringify(body.data);
    expect(entries).toContain('Refund of R25.00 by a second person: expired');
    expect(entries).toContain('The dispute is open again');
    const second = await bench.person('finance');
    expect(await second.call(`approvals/${requests[0]}/approve`, { reason: 'Late' })).toMatchObject(
      { status: 410, body: { code: 'approval_expired' } },
    );
    const expired = (await second.call('approvals?state=expired')).body.data;
    expect(expired.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(requests.slice(0, 2)),
    );
    const anew = await later.act('disputes/decide', open.msisdn, {
      dispute_id: ids[0],
      verdict: 'upheld',
    });
    expect(anew.body.refund).toMatchObject({ outcome: 'waiting' });
    expect(anew.body.refund.approval_id).not.toBe(requests[0]);
    const made = await second.call(`approvals/${anew.body.refund.approval_id}/approve`, {
      reason: 'Right',
    });
    expect(made.status).toBe(200);
    expect(await bench.refundsOf(open.charge)).toHaveLength(1);
  });
});
