// The reports over HTTP: what really happened, counted by the job, in figures and files.
import { CSV_MARK } from '@bonisa/domain/csv';
import { createRefundBench, type RefundBench } from '@bonisa/money/billing/refunds/refund.test-kit';
import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createPerson, createSession, type Person } from '../staff/staff.test-kit.ts';
import { createRollUpJob } from './roll-up.job.ts';

const DAY_S = 24 * 60 * 60;
let bench: RefundBench;
let studio: FastifyInstance;
let person: Person;

beforeAll(async () => {
  bench = await createRefundBench();
  studio = await bench.product.studio();
  person = await createPerson(bench.product, ['finance']);
});
afterAll(() => bench.close());

/** A new session for each request: sessions end while the clock moves by days. */
const cookie = async (): Promise<string> => (await createSession(bench.product, person)).cookie;
const get = async (path: string) =>
  ask(studio, `/studio/api/reports/${path}`, { cookie: await cookie() });
const count = () => bench.product.app.maintenance.runDue();
const nextRun = async () => {
  bench.product.clock.by(20 * 60);
  await count();
};
const file = async (path: string) =>
  studio.inject({
    url: `/studio/api/reports/${path}`,
    headers: { cookie: `bonisa_studio=${await cookie()}` },
  });

describe('the report of money', () => {
  it('shows what was taken and given back on a day, once it is counted', async () => {
    await count();
    const { body: empty } = await get('money?from=2026-11-20&to=2026-11-20');
    expect(empty.total).toMatchObject({ asked: 0, taken_amount: '0.00' });
    const { charge } = await bench.paid('demo-daily');
    await bench.paid('demo-monthly');
    await bench.refund({ reference: charge.reference, reason: 'Asked for' });
    await bench.product.app.scheduler.runDue();
    await nextRun();
    const { body } = await get('money?from=2026-11-20&to=2026-11-20');
    expect(body).toMatchObject({ from: '2026-11-20', to: '2026-11-20', by: 'day' });
    expect(body.counted_until).toBe(bench.product.clock.now().toISOString());
    expect(body.total).toMatchObject({
      asked: 2,
      taken: 2,
      taken_amount: '30.00',
      refunded: 1,
      refunded_amount: '5.00',
      denied: 0,
      unknown: 0,
    });
    expect(body.data).toEqual([{ key: '2026-11-20', name: null, ...body.total }]);
    const { body: packages } = await get('money?by=package');
    expect(
      packages.data.map(({ key, taken_amount }: Record<string, string>) => [key, taken_amount]),
    ).toEqual([
      ['p-grtv-daily-c-01', '5.00'],
      ['p-grtv-monthly-c-01', '25.00'],
    ]);
    const { body: other } = await get('money?carrier=elsewhere');
    expect(other.total.asked).toBe(0);
  });

  it('names packages as they are called now, and carriers, in the files too', async () => {
    const { service, carriers } = bench.product.app.packages;
    await service.start();
    const made = { by: 'Thandi', reason: 'A test', record: async () => undefined };
    await service.rename({ packageId: 'p-grtv-monthly-c-01', name: 'Sport', words: '' }, made);
    const namesIn = async (path: string) =>
      (await get(path)).body.data.map(({ key, name }: Record<string, string>) => [key, name]);
    const packages = [
      ['p-grtv-daily-c-01', 'Daily'],
      ['p-grtv-monthly-c-01', 'Sport'],
    ];
    const named = [[carriers[0]?.id, carriers[0]?.name]];
    for (const report of ['money', 'subscribers']) {
      expect(await namesIn(`${report}?by=package`)).toEqual(packages);
      expect(await namesIn(`${report}?by=carrier`)).toEqual(named);
    }
    for (const path of ['money/files/money', 'audience/files/subscribers']) {
      const cells = (await file(`${path}?by=package`)).body.trim().split('\r\n');
      const [head, ...rows] = cells.map((line) => line.split(',').slice(0, 2));
      expect([head, ...rows]).toEqual([['key', 'name'], ...packages]);
    }
  });

  it('has a row for each day of the range, and refuses ranges that are too long', async () => {
    const { body } = await get('money?from=2025-11-21&to=2026-11-20');
    expect(body.data).toHaveLength(365);
    for (const query of [
      'from=2026-11-21&to=2026-11-20',
      'from=2020-01-01&to=2026-11-20',
      'from=2026-02-30',
      'by=colour',
      'colour=red',
    ]) {
      const answer = await get(`money?${query}`);
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'invalid_request']);
    }
  });

  it.each([
    'money?to=9999-12-31',
    'money?from=9999-12-31',
    'money?from=0001-01-01',
    'money?from=2025-11-01',
    'subscribers?from=2025-11-01',
    'cohorts?to=9999-12-31',
    'ledger?from=2000-01-01',
    'quality?from=2025-11-01',
    'titles?to=9999-12-31',
    'money/files/money?from=2025-11-01',
    'audience/files/subscribers?to=9999-12-31',
    'audience/files/subscribers?from=2025-11-01',
  ])('is refused by field where its other end makes it too long: %s', async (path) => {
    const answer = await file(path);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    const field = /[?&](from|to)=/.exec(path)?.[1];
    expect(answer.json().fields).toMatchObject([{ field: expect.stringContaining(String(field)) }]);
  });

  it('names why charges were denied, and corrects what was unknown when it is known', async () => {
    const { product } = bench;
    const denied = await bench.withoutTrial();
    product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail: '',
    }));
    await subscribe(denied);
    const open = await bench.withoutTrial();
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await subscribe(open);
    await nextRun();
    const { body: denials } = await get('denials');
    expect(denials.reasons).toEqual([
      { reason: 'insufficient_airtime', denied: 1, amount: '5.00' },
    ]);
    const { body: unknown } = await get('unknown');
    expect(unknown).toMatchObject({ unknown: 1, amount: '5.00' });
    expect(unknown.data).toMatchObject([{ age: 'today', unknown: 1 }]);
    await product.advance(2 * DAY_S);
    await nextRun();
    expect((await get('unknown')).body.unknown).toBe(0);
    const { body } = await get('money?from=2026-11-20&to=2026-11-20');
    expect(body.total).toMatchObject({ unknown: 0, denied: 2 });
    expect(body.total.asked).toBe(body.total.taken + body.total.denied);
  });

  it('counts no charge for which we did not ask the carrier', async () => {
    const { product } = bench;
    const before = (await get('denials')).body.reasons;
    const ours = await bench.withoutTrial();
    product.carrier.next('charge', async () => ({
      outcome: 'unavailable',
      cause: 'not_asked',
    }));
    await subscribe(ours);
    expect(await product.rows(`select state from charges where reason = 'not_asked'`)).toEqual([
      { state: 'denied' },
    ]);
    await nextRun();
    expect((await get('denials')).body.reasons).toEqual(before);
  });

  it('counts the disputes of callers, and which of them a person must still decide', async () => {
    const { product } = bench;
    const at = product.clock.now().toISOString();
    const day = at.slice(0, 10);
    await product.rows(
      `insert into care_disputes (id, charge_id, reference, carrier_id, package_id, amount, state, words, opened_at, opened_by)
       select gen_random_uuid(), gen_random_uuid(), 'BON-' || n, 'karoo', 'p-grtv-daily-c-01', 500, 'open', 'Not me', '${at}', 'test'
       from generate_series(1, 2) as n`,
    );
    await nextRun();
    const { body } = await get(`money?from=${day}&to=${day}`);
    expect(body.total).toMatchObject({ disputed: 2, disputes_open: 2 });
    await product.rows(`update care_disputes set state = 'rejected' where reference = 'BON-1'`);
    // Told to the caller is not yet decided.
    await product.rows(`update care_disputes set state = 'answered' where reference = 'BON-2'`);
    await nextRun();
    const { body: decided } = await get(`money?from=${day}&to=${day}&by=package`);
    expect(decided.data).toContainEqual(
      expect.objectContaining({ key: 'p-grtv-daily-c-01', disputed: 2, disputes_open: 1 }),
    );
  });

  it('has the balance of each account by day, and VAT by month, as the ledger has them', async () => {
    const { body } = await get('ledger');
    const { body: ops } = await bench.ops('GET', '/ops/ledger');
    for (const { account, closing } of body.accounts) {
      const known = (ops.accounts as Record<string, string>[]).find(
        (one) => one.account === account,
      );
      const balance = Number(known?.debit) - Number(known?.credit);
      expect([account, Number(closing)]).toEqual([account, expect.closeTo(balance, 5)]);
    }
    const sum = body.accounts.reduce(
      (total: number, one: { closing: string }) => total + Math.round(Number(one.closing) * 100),
      0,
    );
    expect(sum).toBe(0);
    const { body: statement } = await bench.ops('GET', '/ops/settlement?month=2026-11');
    const { body: vat } = await get('vat?from=2026-11-01&to=2026-11-30');
    expect(vat.data).toMatchObject([
      {
        month: '2026-11',
        taken: statement.gross,
        refunded: statement.refunds,
        vat_due: statement.vat,
      },
    ]);
    const { body: within } = await get('vat?from=2026-11-12&to=2026-11-13');
    expect(within).toEqual(vat);
  });
});

async function subscribe(msisdn: string): Promise<void> {
  const { product } = bench;
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
}

describe('the report of subscribers', () => {
  it('shows who came, paid and went, and who is subscribed at the end of the day', async () => {
    const { product } = bench;
    const msisdn = freshNumber();
    await subscribe(msisdn);
    const day = product.clock.now().toISOString().slice(0, 10);
    await nextRun();
    const { body } = await get(`subscribers?from=${day}&to=${day}`);
    expect(body.total).toMatchObject({ trial: 1, ended_wanted: 0 });
    const [before] = body.data;
    expect(before.on_trial).toBe(1);
    const [row] = await product.rows(
      `select subscriber_id from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
    );
    await product.app.subscription.service.cancel(Number(row?.subscriber_id), 'subscriber');
    await nextRun();
    const { body: after } = await get(`subscribers?from=${day}&to=${day}`);
    expect(after.total).toMatchObject({ trial: 1, ended_wanted: 1 });
    expect(after.data[0]).toMatchObject({ held: before.held - 1, on_trial: 0 });
    const { body: packages } = await get(`subscribers?by=package`);
    const held = packages.data.reduce((sum: number, one: { held: number }) => sum + one.held, 0);
    expect(held).toBe(after.data[0].held);
  });

  it('counts an end by care for a caller as wanted, and a block by our people as another', async () => {
    const { product } = bench;
    const [caller, blocked] = [freshNumber(), freshNumber()];
    for (const msisdn of [caller, blocked]) await subscribe(msisdn);
    const day = product.clock.now().toISOString().slice(0, 10);
    await nextRun();
    const { body: before } = await get(`subscribers?from=${day}&to=${day}`);
    const [row] = await product.rows(`select id from subscribers where msisdn = '${caller}'`);
    const { service } = product.app.subscription;
    await service.cancel(Number(row?.id), 'operator');
    await service.block(blocked as never, 'operator');
    await nextRun();
    const { body: after } = await get(`subscribers?from=${day}&to=${day}`);
    expect(after.total).toMatchObject({
      ended_wanted: before.total.ended_wanted + 1,
      ended_other: before.total.ended_other + 1,
    });
  });

  it('shows of each week how many are left', async () => {
    const { body } = await get('cohorts?grain=week');
    const [cohort] = body.data;
    expect(cohort.cohort).toBe('2026-11-16');
    expect(cohort.kept.at(-1)).toBeLessThan(cohort.began);
    const { body: months } = await get('cohorts?grain=month');
    expect(months.data).toMatchObject([{ cohort: '2026-11-01' }]);
  });
});

describe('the file of a report', () => {
  it('is a CSV attachment with a header line, and is recorded with who took it', async () => {
    const answer = await file('money/files/money?from=2026-11-20&to=2026-11-21');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="bonisa-money.csv"');
    const [header = '', first = '', second = '', rest] = answer.body.split('\r\n');
    // Excel on Windows reads UTF-8 by the mark alone.
    expect(header.startsWith(`${CSV_MARK}key,asked,taken,taken_amount,`)).toBe(true);
    const named = Object.fromEntries(
      header
        .slice(1)
        .split(',')
        .map((name, at) => [name, first.split(',')[at]]),
    );
    expect(named).toMatchObject({ key: '2026-11-20', denied: '2' });
    expect([first.slice(0, 10), second.slice(0, 10), rest]).toEqual([
      '2026-11-20',
      '2026-11-21',
      '',
    ]);
    const [entry] = await bench.product.rows(
      `select action, subject, details from staff_audit order by at desc, id desc limit 1`,
    );
    expect(entry).toMatchObject({
      action: 'studioDownloadMoneyReport',
      subject: 'report:money',
      details: { from: '2026-11-20', to: '2026-11-21', rows: 2 },
    });
  });

  it('has its header line also where nothing happened, for every report', async () => {
    for (const path of [
      'money/files/denials?from=2020-01-01&to=2020-01-02',
      'money/files/unknown?carrier=elsewhere',
      'money/files/ledger?from=2020-01-01&to=2020-01-02',
      'money/files/vat?from=2020-01-01&to=2020-01-02',
      'audience/files/cohorts?from=2020-01-01&to=2020-01-02',
    ]) {
      const answer = await file(path);
      expect([path, answer.statusCode, answer.body.slice(1).split('\r\n')]).toEqual([
        path,
        200,
        [expect.stringMatching(/^[a-z_]+(,[a-z_]+)+$/), ''],
      ]);
    }
    expect((await file('audience/files/subscribers')).statusCode).toBe(200);
    expect((await file('audience/files/money')).statusCode).toBe(400);
  });

  it.each([
    'money/files/ledger?package=p-grtv-daily-c-01',
    'money/files/vat?package=p-grtv-daily-c-01',
    'money/files/denials?by=carrier',
    'money/files/unknown?from=2026-11-20',
    'audience/files/subscribers?grain=week',
    'audience/files/cohorts?grain=year',
    'audience/files/cohorts?by=carrier',
    'quality/files/titles?network=wifi',
    'quality/files/renditions?by=network',
  ])('refuses what its report refuses: %s', async (path) => {
    const answer = await file(path);
    const { status, body } = await get(path.replace(/^[a-z]+\/files\//, ''));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect([status, body.fields]).toEqual([400, answer.json().fields]);
  });
});

describe('the job of the roll-ups', () => {
  const jobWith = (countDay: () => Promise<void>) => {
    const { db, clock } = bench.product.app;
    const { rollUps, reportRun } = bench.product.app.reports;
    const repository = { ...rollUps, countDay };
    return createRollUpJob({ db, clock, repository, reportRun, elapsed: () => 0 });
  };

  it('runs in one process of many, and another one goes on where it dies', async () => {
    const { product } = bench;
    const { rollUps, job } = product.app.reports;
    await bench.paid('demo-daily');
    product.clock.by(20 * 60);
    const waiting = await rollUps.waiting();
    expect(waiting).toBeGreaterThan(0);
    // Dies after it has claimed: nothing is counted and nothing is lost.
    const dying = jobWith(() => Promise.reject(new Error('killed')));
    await expect(dying.run()).rejects.toThrow('some days were not counted');
    expect(await rollUps.waiting()).toBe(waiting);
    expect(await job.run()).toBe(0);
    product.clock.by(20 * 60);
    expect(await Promise.all([job.run(), job.run()])).toEqual(expect.arrayContaining([0, 1]));
    expect(await rollUps.waiting()).toBe(0);
  });

  it('counts again what an operator asks to be rebuilt, with the same result', async () => {
    const before = await get('money');
    await bench.product.rows('delete from report_charges');
    const { status, body } = await bench.ops('POST', '/ops/reports/rebuild', {});
    expect([status, Number(body.waiting_days) > 0]).toEqual([200, true]);
    await nextRun();
    expect((await get('money')).body.data).toEqual(before.body.data);
  });
});
