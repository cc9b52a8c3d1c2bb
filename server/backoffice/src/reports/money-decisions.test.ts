// Reconciliation exceptions and settlements over HTTP: a person decides, the books and the audit
// have it at once.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExceptions } from '../../../money/src/billing/reconciliation/exception.repository.ts';
import { chargeTaken, chargeTakenBack } from '../../../money/src/ledger/postings.ts';
import { ask, createPerson, createSession, type TestSession } from '../staff/staff.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let finance: TestSession;
let second: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  finance = await createSession(product, await createPerson(product, ['finance']));
  second = await createSession(product, await createPerson(product, ['finance']));
});
afterAll(() => product.close());

const get = async (path: string) =>
  (await ask(studio, `/studio/api/${path}`, { cookie: finance.cookie })).body;
const post = (path: string, body: unknown) =>
  ask(studio, `/studio/api/${path}`, { ...finance, body });
const lastAudit = async () =>
  (
    await product.rows(
      `select action, subject, reason, details from staff_audit order by id desc limit 1`,
    )
  )[0];
const linesOf = (id: string) =>
  product.rows(
    `select account, amount::int as amount, cause from ledger_lines where cause_id = '${id}' order by account`,
  );

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const DISMISS = { choice: 'dismiss', reason: 'The carrier corrects its list.' };
const askWriteOff = (id: string, reason = 'Too small.', by = finance) =>
  ask(studio, `/studio/api/reconciliation-exceptions/${id}/write-off`, { ...by, body: { reason } });
const WRITE_OFFS = 'settlements/write-offs';
const waitingOf = async (exceptionId: string) =>
  (await get(`${WRITE_OFFS}?state=waiting`)).data.filter(
    ({ exception_id: of }: { exception_id: string | null }) => of === exceptionId,
  );
const decideWriteOff = (id: string, verdict: 'approve' | 'refuse', by = second) =>
  ask(studio, `/studio/api/${WRITE_OFFS}/${id}/${verdict}`, { ...by, body: { reason: 'Seen.' } });
const writeOffLines = () =>
  product.rows(
    `select account, amount::int as amount from ledger_lines where cause = 'write_off' order by account`,
  );
/** The totals of the report of money, and what the report of VAT says was taken and given back. */
const moneyOf = async () => {
  const { rollUps } = product.app.reports;
  for (const day of await rollUps.changed(100)) await rollUps.countDay(day);
  const { total } = await get('reports/money');
  const [vat] = (await get('reports/vat')).data;
  return { ...total, taken: vat?.taken, refunded: vat?.refunded };
};
const exceptionNow = async (id: string) =>
  (await product.rows(`select state, note from cases where id = '${id}'`))[0];

/** Opens a reconciliation exception about a payment that we do not know, or without postings. */
async function exceptionOf(kind: 'missing_here' | 'differing' | 'refund_denied'): Promise<string> {
  const { app, clock } = product;
  const subject = `pay-${uuid()}`;
  const lines = kind === 'missing_here' ? chargeTaken(500, 65) : [];
  await openExceptions(
    app.db,
    [
      {
        kind,
        carrierId: 'karoo',
        subject,
        carrierPaymentId: subject,
        theirs: { amount: 500, state: 'succeeded', at: clock.now().toISOString() },
        proposal: { action: 'post', words: 'The carrier took R5.00.', lines },
      },
    ],
    { at: clock.now(), newId: app.newId },
  );
  const [row] = await product.rows(`select id from cases where subject = '${subject}'`);
  return String(row?.id);
}

/** A charge of ours, booked and taken, that the carrier's list does not have. */
async function missingThere(): Promise<string> {
  const { app, clock } = product;
  const id = uuid();
  const at = clock.now().toISOString();
  await product.rows(
    `insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount, vat, vat_rate, state, created_at, decided_at, lookups)
     values ('${id}', '${uuid()}', 'karoo', 'BON-${id}', 1, 'p-grtv-daily-c-01', 500, 65, 1500, 'succeeded', '${at}', '${at}', 0)`,
  );
  await openExceptions(
    app.db,
    [
      {
        kind: 'missing_there',
        carrierId: 'karoo',
        subject: id,
        reference: `BON-${id}`,
        ours: { amount: 500, refunded: 0, state: 'succeeded', at },
        proposal: {
          action: 'post',
          words: 'The carrier does not have it.',
          lines: chargeTakenBack(500, 65),
        },
      },
    ],
    { at: clock.now(), newId: app.newId },
  );
  const lines = chargeTaken(500, 65);
  const entry = { cause: 'charge', causeId: id, carrierId: 'karoo', at: clock.now() } as const;
  await app.ledger.post(app.db, [{ ...entry, lines }]);
  const [row] = await product.rows(`select id from cases where subject = '${id}'`);
  return String(row?.id);
}

describe('the reconciliation exceptions of the studio', () => {
  it('are listed with what is proposed and what can be decided', async () => {
    const id = await exceptionOf('missing_here');
    const { data, total } = await get('reconciliation-exceptions?kind=missing_here');
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      id,
      ours: null,
      theirs: { amount: '5.00' },
      choices: [{ choice: 'post' }, { choice: 'give_back' }, { choice: 'dismiss' }],
    });
    expect(data[0].proposal.lines).toContainEqual({
      account: 'carrier_receivable',
      debit: '5.00',
      credit: '0.00',
    });
    expect((await get('reconciliation-exceptions?carrier=elsewhere')).total).toBe(0);
  });

  it('post once what was decided, with the reason in the audit, and take it back as returned', async () => {
    const id = await exceptionOf('missing_here');
    const decide = (choice: string) =>
      post(`reconciliation-exceptions/${id}/decisions`, {
        choice,
        reason: 'The carrier has shown its record.',
      });
    const decided = await decide('post');
    expect([decided.status, decided.body.exception.state]).toEqual([200, 'applied']);
    expect(await linesOf(id)).toEqual([
      { account: 'carrier_receivable', amount: 500, cause: 'case' },
      { account: 'revenue', amount: -435, cause: 'case' },
      { account: 'vat_output', amount: -65, cause: 'case' },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'studioDecideException',
      subject: `reconciliation-exception:${id}`,
      reason: 'The carrier has shown its record.',
      details: { choice: 'post' },
    });
    expect((await decide('post')).body.exception.state).toBe('applied');
    expect(await linesOf(id)).toHaveLength(3);
    expect((await decide('dismiss')).status).toBe(409);
    const before = await moneyOf();
    expect((await decide('returned')).body.exception.state).toBe('returned');
    expect(await linesOf(id)).toHaveLength(6);
    // The report of money has what the reconciliation exception posted, as those of VAT and the
    // settlement do.
    expect(before).toMatchObject({
      exceptions_taken_amount: '5.00',
      exceptions_refunded_amount: '0.00',
    });
    const { taken, refunded, ...total } = await moneyOf();
    expect(total).toMatchObject({
      exceptions_taken_amount: '5.00',
      exceptions_refunded_amount: '5.00',
    });
    expect([taken, refunded]).toEqual(['5.00', '5.00']);
    const { data } = await get('reports/money?by=carrier');
    expect(data).toMatchObject([{ key: 'karoo', exceptions_taken_amount: '5.00' }]);
    for (const query of ['by=package', 'package=p-grtv-daily-c-01'])
      expect((await get(`reports/money?${query}`)).total.exceptions_taken_amount).toBeNull();
  });

  it('write off a charge that the carrier will not pay once a second person approves', async () => {
    const id = await missingThere();
    const { status, body } = await askWriteOff(id);
    expect([status, body.exception]).toMatchObject([
      200,
      {
        state: 'open',
        write_off: { asked_by: expect.any(String) },
        choices: [{ choice: 'post' }, { choice: 'dismiss' }],
      },
    ]);
    const [request] = await waitingOf(id);
    expect(request).toMatchObject({ amount: '5.00', own: true, reason: 'Too small.' });
    expect((await askWriteOff(id)).status).toBe(200);
    expect(await waitingOf(id)).toHaveLength(1);
    expect(outcome(await askWriteOff(id, 'Another reason.'))).toEqual([409, 'conflict']);
    expect(outcome(await askWriteOff(id, 'Too small.', second))).toEqual([409, 'conflict']);
    expect(outcome(await decideWriteOff(request?.id, 'approve', finance))).toEqual([
      403,
      'own_request',
    ]);
    expect(await writeOffLines()).toEqual([]);
    for (let times = 0; times < 2; times++)
      expect((await decideWriteOff(request?.id, 'approve')).body.request.state).toBe('approved');
    expect(await writeOffLines()).toEqual([
      { account: 'carrier_receivable', amount: -500 },
      { account: 'write_off', amount: 500 },
    ]);
    expect(await product.app.ledger.settlement.statements('2026-11')).toMatchObject([
      { writtenOffCharges: 500, writtenOff: 0, outstanding: 0 },
    ]);
    expect(await exceptionNow(id)).toEqual({ state: 'dismissed', note: 'Written off: Too small.' });
    expect(outcome(await askWriteOff(id))).toEqual([409, 'conflict']);
    const audited = await product.rows(
      `select action, details from staff_audit where details->>'request' = '${request?.id}' order by id`,
    );
    expect(audited).toMatchObject([
      { action: 'studioAskExceptionWriteOff', details: { exception: id, amount: '5.00' } },
      { action: 'studioApproveWriteOff', details: { amount: '5.00' } },
    ]);
  });

  it('are not written off by one person, nor where the carrier owes nothing', async () => {
    const id = await missingThere();
    const direct = { choice: 'write_off', reason: 'Too small.' };
    expect(outcome(await post(`reconciliation-exceptions/${id}/decisions`, direct))).toEqual([
      400,
      'invalid_request',
    ]);
    const other = await exceptionOf('missing_here');
    expect(outcome(await askWriteOff(other))).toEqual([409, 'conflict']);
    expect(outcome(await askWriteOff(uuid()))).toEqual([404, 'not_found']);
    expect(outcome(await askWriteOff(id, ' '))).toEqual([400, 'invalid_request']);
    expect(await waitingOf(id)).toEqual([]);
  });

  it('are asked about once by two people at once', async () => {
    const id = await missingThere();
    const answers = await Promise.all(
      [finance, second].map((by) => askWriteOff(id, 'At once.', by).then(outcome)),
    );
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 409]);
    expect(await waitingOf(id)).toHaveLength(1);
  });

  it('stay open where the second person refuses, and can be asked about again', async () => {
    const id = await missingThere();
    await askWriteOff(id);
    const [request] = await waitingOf(id);
    expect((await decideWriteOff(request?.id, 'refuse')).status).toBe(200);
    expect(await exceptionNow(id)).toEqual({ state: 'open', note: null });
    expect((await askWriteOff(id)).body.exception.write_off).not.toBeNull();
  });

  it.each([
    [
      'was decided meanwhile',
      (id: string) => post(`reconciliation-exceptions/${id}/decisions`, DISMISS),
    ],
    [
      'is about another amount now',
      (id: string) =>
        product.rows(
          `update cases
           set proposal = jsonb_set(proposal, '{lines}', '${JSON.stringify(chargeTakenBack(400, 52))}')
           where id = '${id}'`,
        ),
    ],
    [
      'is about a charge that was refunded meanwhile',
      (id: string) =>
        product.rows(
          `update charges set refunded = 100 where id::text = (select subject from cases where id = '${id}')`,
        ),
    ],
  ])('are not posted where the reconciliation exception %s', async (_what, meanwhile) => {
    const before = await writeOffLines();
    const id = await missingThere();
    await askWriteOff(id);
    const [request] = await waitingOf(id);
    await meanwhile(id);
    expect(outcome(await decideWriteOff(request?.id, 'approve'))).toEqual([409, 'conflict']);
    expect(await writeOffLines()).toEqual(before);
    expect(await waitingOf(id)).toHaveLength(1);
  });

  it('refuse what is no choice of theirs, unknown reconciliation exceptions and decisions without a reason', async () => {
    const id = await exceptionOf('differing');
    for (const [body, status] of [
      [{ choice: 'refund', reason: 'Again.' }, 409],
      [{ choice: 'taken', reason: 'It says so.' }, 400],
      [{ choice: 'post', reason: 'Nothing to post.' }, 409],
      [{ choice: 'dismiss', reason: ' ' }, 400],
      [{ choice: 'burn', reason: 'Why not.' }, 400],
    ] as const)
      expect([
        body.choice,
        (await post(`reconciliation-exceptions/${id}/decisions`, body)).status,
      ]).toEqual([body.choice, status]);
    const nobody = await post(`reconciliation-exceptions/${uuid()}/decisions`, {
      choice: 'dismiss',
      reason: 'x',
    });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found']);
  });
});

describe('the settlement with a carrier', () => {
  const STATEMENT = {
    carrier: 'karoo',
    month: '2026-11',
    reference: 'ST-2026-11',
    gross: '9.00',
    refunds: '0.00',
    vat: '0.65',
    carrier_share: '1.31',
    to_be_paid: '3.69',
  };

  it('names each difference between its statement and ours, and keeps a statement once', async () => {
    const [before] = (await get('settlements?month=2026-11')).data;
    expect(before).toMatchObject({ carrier: 'karoo', theirs: null, differences: [] });
    const { status, body } = await post('settlements/statements', STATEMENT);
    expect(status).toBe(200);
    const [compared] = body.data;
    expect(compared.theirs).toMatchObject({ gross: '9.00', reference: 'ST-2026-11' });
    const [gross] = compared.differences;
    const expected = (Number(gross.theirs) - Number(gross.ours)).toFixed(2);
    expect(gross).toMatchObject({ figure: 'gross', theirs: '9.00', difference: expected });
    expect(gross.words).toContain('reconciliation exceptions missing');
    expect((await post('settlements/statements', STATEMENT)).status).toBe(200);
    const other = await post('settlements/statements', { ...STATEMENT, gross: '8.00' });
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
    expect(await product.rows('select count(*)::int as n from carrier_statements')).toEqual([
      { n: 1 },
    ]);
  });

  it('is read from the lines of a CSV file, all or none, and a bad line is named', async () => {
    const header = 'month,carrier,reference,gross,refunds,vat,carrier_share,to_be_paid';
    const good = '2026-11,karoo,ST-2,10.00,0.00,1.30,2.61,7.39';
    const bad = [
      ['x', 'line 1: carrier'],
      [`${header}\n${good}\n2026-13,karoo,ST-3,1.00,0.00,0.10,0.10,0.80`, 'line 3: month'],
      [`${header}\n2026-11,karoo,ST-3,=1+1,0.00,0.10,0.10,0.80`, 'line 2: gross'],
      [`${header}\n"`, 'is not CSV'],
      [header, 'has no line'],
    ] as const;
    for (const [csv, problem] of bad) {
      const { status, body } = await post('settlements/statements', { csv });
      expect([status, JSON.stringify(body.fields)]).toEqual([
        400,
        expect.stringContaining(problem),
      ]);
    }
    const { status, body } = await post('settlements/statements', { csv: `${header}\n${good}` });
    expect([status, body.data[0].theirs.reference]).toEqual([200, 'ST-2']);
    const elsewhere = good.replace('karoo', 'nowhere').replace('ST-2', 'ST-4');
    const refused = await post('settlements/statements', { csv: `${header}\n${elsewhere}` });
    expect(refused.status).toBe(400);
  });

  it('posts a payment once, with its reason', async () => {
    const payment = {
      carrier: 'karoo',
      month: '2026-11',
      paid: '1.00',
      reference: 'PAY-1',
      reason: 'Bank',
    };
    const { status, body } = await post('settlements/payments', payment);
    expect([status, body.settlement.paid]).toEqual([200, '1.00']);
    expect(await lastAudit()).toMatchObject({
      action: 'studioBookSettlement',
      subject: 'settlement:karoo:2026-11',
      reason: 'Bank',
    });
    expect((await post('settlements/payments', payment)).body.settlement.paid).toBe('1.00');
    const early = await post('settlements/payments', {
      ...payment,
      month: '2030-01',
      reference: 'P',
    });
    expect(early.status).toBe(400);
  });
});
