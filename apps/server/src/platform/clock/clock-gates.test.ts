// Clocks: what a product does while its clocks do not agree.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../../app.test-kit.ts';
import { createOperations } from '../http/operations-listener.ts';
import { CLOCKS_AGREE, type ClockState } from './clock-agreement.ts';

const known = { state: 'agreed' as ClockState, isHeld: false, holdsByTime: false };
let product: TestProduct;
let operations: Awaited<ReturnType<typeof createOperations>>;
beforeAll(async () => {
  const agreement = {
    ...CLOCKS_AGREE,
    state: () => known.state,
    offset: () => (known.state === 'agreed' ? 0 : 3600),
    carriers: () => [{ id: 'karoo', isHeld: known.isHeld, differs: known.isHeld }],
    holdsCarrier: () => known.isHeld,
    holdsByTime: () => known.holdsByTime,
  };
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { agreement });
  operations = await createOperations(product.app.operations);
});
afterAll(async () => {
  await operations.close();
  await product.close();
});
beforeEach(() => {
  Object.assign(known, { state: 'agreed', isHeld: false, holdsByTime: false });
});

async function readiness() {
  const { statusCode, body } = await operations.inject('/healthz/ready');
  const { not_ready, degraded } = JSON.parse(body) as Record<string, string[]>;
  // The test has no file store.
  return { statusCode, not_ready, degraded: degraded?.filter((part) => part !== 'file_store') };
}
const metrics = async (): Promise<string> => (await operations.inject('/metrics')).body;

it('takes no new visitors and answers 503 while it does not know the time', async () => {
  const visitor = product.visitor();
  known.state = 'unsure';
  const refused = await product.site.inject({ method: 'POST', url: '/api/play', payload: {} });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect(refused.headers['retry-after']).toBe('5');
  expect(await readiness()).toEqual({ statusCode: 503, not_ready: ['clock'], degraded: [] });
  expect((await product.site.inject('/healthz/ready')).statusCode).toBe(503);
  expect((await product.site.inject('/healthz/live')).statusCode).toBe(200);
  known.state = 'agreed';
  expect((await visitor.call('play', { video: 'absent' })).status).not.toBe(503);
});

it("serves by the elapsed time while only the database's clock is wrong, and says so", async () => {
  known.state = 'disputed';
  const answer = await product.visitor().call('play', { video: 'absent' });
  expect(answer.status).not.toBe(503);
  expect(await readiness()).toEqual({ statusCode: 200, not_ready: [], degraded: ['clock'] });
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="clock"\} 1$/m);
  expect(await metrics()).toMatch(/^bonisa_clock_offset_seconds\{against="elapsed_time"\} -3600$/m);
  known.state = 'agreed';
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="clock"\} 0$/m);
});

it("names a machine whose own clock is wrong, though the product's is right", async () => {
  product.open.state.clockOffset = 3600;
  expect((await readiness()).degraded).toEqual(['clock']);
  product.open.state.clockOffset = 0;
  expect((await readiness()).degraded).toEqual([]);
});

it('serves everybody while a carrier contradicts it, and names the carrier and what waits', async () => {
  Object.assign(known, { isHeld: true, holdsByTime: true });
  expect(await readiness()).toEqual({ statusCode: 200, not_ready: [], degraded: ['clock'] });
  expect((await product.site.inject('/healthz/ready')).statusCode).toBe(200);
  const answer = await product.visitor().call('play', { video: 'absent' });
  expect(answer.status).not.toBe(503);
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="karoo",why="clock"\} 1$/m);
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="unconfirmed_time"\} 1$/m);
  Object.assign(known, { isHeld: false, holdsByTime: false });
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="karoo",why="clock"\} 0$/m);
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="unconfirmed_time"\} 0$/m);
});

it('begins free days and takes no airtime at Accept while the carrier contradicts it', async () => {
  known.isHeld = true;
  const visitor = product.visitor();
  const number = freshNumber();
  const accept = () => toAccept(product, visitor, number);
  expect((await visitor.call('subscribe', await accept())).body.status).toBe('success');
  // Stopped, and without a free day the next time.
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  const asked = () => product.carrier.calls('charge').length;
  const before = asked();
  const refused = await visitor.call('subscribe', await accept());
  expect(refused.body).toMatchObject({ status: 'failed', outcome: 'carrier_unavailable' });
  expect(asked()).toBe(before);
  known.isHeld = false;
  product.clock.by(601);
  expect((await visitor.call('subscribe', await accept())).body.status).toBe('success');
  expect(asked()).toBe(before + 1);

  // An operator's refund is written, and sent once the clocks agree.
  known.isHeld = true;
  const [charge] = await product.rows(
    'select reference from charges where carrier_payment_id is not null order by created_at desc limit 1',
  );
  const refunds = () => product.carrier.calls('refund').length;
  const given = await operations.inject({
    method: 'POST',
    url: '/ops/refunds',
    payload: { reference: charge?.reference, reason: 'Asked for' },
  });
  await product.app.scheduler.runDue();
  expect([given.json().outcome, refunds()]).toEqual(['unknown', 0]);
  known.isHeld = false;
  await product.advance(3600);
  expect(refunds()).toBe(1);
});

it('ends and deletes nothing by a time that no carrier confirms', async () => {
  const visitor = product.visitor();
  const number = freshNumber();
  await visitor.call('subscribe', await toAccept(product, visitor, number));
  await visitor.call('unsubscribe', {});
  const now = async () => {
    const own = `select status from subscriptions join subscribers on subscribers.id = subscriber_id where msisdn = '${number}'`;
    const cleaned = await product.rows("select 1 from scheduled_jobs where name = 'housekeeping'");
    return [(await product.rows(own))[0]?.status, cleaned.length];
  };
  const [old, key] = [product.clock.now().getTime() - 2 * 86_400_000, 'a help of yesterday'];
  await product.rows(
    `insert into messages (id, msisdn, once_key, template, text, state, attempts, created_at, due_at, forget) values (gen_random_uuid(), '${number}', '${key}', 'help', '', 'queued', 0, '${new Date(old).toISOString()}', '${new Date(old).toISOString()}', false)`,
  );
  const message = async () =>
    (await product.rows(`select state from messages where once_key = '${key}'`))[0]?.state;
  known.holdsByTime = true;
  await product.advance(60);
  expect(await message()).toBe('queued');
  await product.rows(
    `update messages set due_at = due_at + interval '9 days' where once_key = '${key}'`,
  );
  await product.advance(9 * 24 * 3600);
  await product.app.maintenance.runDue();
  expect(await now()).toEqual(['cancelled', 0]);
  // The paid time itself is over: access is no work of a job.
  expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
  known.holdsByTime = false;
  await product.app.scheduler.runDue();
  await product.app.maintenance.runDue();
  expect(await now()).toEqual(['expired', 1]);
  await product.advance(1800);
  expect(await message()).toBe('failed');
});

it('makes due what a clock that was ahead has put off, and nothing else', async () => {
  const { clock, rows } = product;
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  await rows(
    `insert into scheduled_jobs (name, next_run_at) values ('off', '${at(48)}'), ('soon', '${at(6)}')`,
  );
  await rows(
    `insert into end_records (name, at, state, due_at) values ('off', '${at(48)}', 'waiting', '${at(48)}'), ('soon', '${at(0)}', 'waiting', '${at(0.01)}')`,
  );
  const message = (key: string, made: number, due: number) =>
    `(gen_random_uuid(), '27820000000', '${key}', 'help', '', 'queued', 0, '${at(made)}', '${at(due)}', false)`;
  await rows(
    `insert into messages (id, msisdn, once_key, template, text, state, attempts, created_at, due_at, forget) values ${message('leased', 0, 48)}, ${message('of later', 48, 50)}, ${message('soon', 0, 20)}`,
  );
  const checks =
    'update carrier_checks set until = $, written_by = pg_current_xact_id()::xid::text';
  await rows(checks.replace('$', `'${at(48)}'`));
  await rows(
    `update charges set lookup_at = '${at(48)}' where reference = (select min(reference) from charges)`,
  );
  await product.app.bringBack.run();
  const dueIn = async (query: string) =>
    (await rows(`select name, due from (${query}) as found(name, due) order by name`)).map(
      ({ name, due }) => [
        name,
        (new Date(String(due)).getTime() - clock.now().getTime()) / 3_600_000,
      ],
    );
  expect(
    await dueIn("select name, next_run_at from scheduled_jobs where name in ('off', 'soon')"),
  ).toEqual([
    ['off', 0],
    ['soon', 6],
  ]);
  expect(await dueIn("select name, due_at from end_records where name in ('off', 'soon')")).toEqual(
    [
      ['off', 0],
      ['soon', 0.01],
    ],
  );
  expect(await dueIn("select once_key, due_at from messages where msisdn = '27820000000'")).toEqual(
    [
      ['leased', 0],
      ['of later', 2],
      ['soon', 20],
    ],
  );
  expect(await rows('select until from carrier_checks where until is not null')).toEqual([]);
  expect(await product.app.recovery.hold.mayMoveMoney('karoo')).toBe(true);
  expect(await dueIn("select 'lookup', max(lookup_at) from charges")).toEqual([['lookup', 0]]);
  await rows("delete from scheduled_jobs where name in ('off', 'soon')");
  await rows("delete from end_records where name in ('off', 'soon')");
  await rows("delete from messages where msisdn = '27820000000'");
  await rows('update charges set lookup_at = null');
});

it('brings back signs of life that a clock which was ahead has written, of nothing that is over', async () => {
  const { app, clock, rows } = product;
  const now = clock.now();
  const ahead = new Date(now.getTime() + 48 * 3_600_000);
  const at = ahead.toISOString();
  const job = (state: string) => {
    const [id, asset] = [app.newId(), app.newId()];
    return rows(
      `with made as (insert into media_assets (id, title, state, duration_ms, renditions, captions, created_at) values ('${asset}', 'A film', 'processing', 0, '[]', '[]', '${at}') returning id)
       insert into media_ingest_jobs (id, asset_id, file, effort, captions, state, progress, attempts, created_at, alive_at)
       select '${id}', made.id, 'film.mp4', 'quick', '[]', '${state}', 0, 1, '${at}', '${at}' from made`,
    );
  };
  for (const state of ['running', 'done']) await job(state);
  for (const [channel, state] of [
    [7, 'live'],
    [8, 'ended'],
  ])
    await rows(
      `insert into contributions (id, live_channel_id, state, started_at, seen_at, bytes, publishers) values ('${app.newId()}', ${channel}, '${state}', '${at}', '${at}', 0, 1)`,
    );
  // These lines have the real time, which no test moves.
  const reallyAhead = new Date(Date.now() + 48 * 3_600_000).toISOString();
  await rows(
    `insert into installation_facts (name, value, at) values ('process dead', '{}', '${reallyAhead}')`,
  );
  await app.bringBack.run();
  const instants = async (query: string) =>
    (await rows(query)).map(({ at: instant }) => new Date(String(instant)));
  expect(
    await instants('select alive_at as at from media_ingest_jobs order by state desc'),
  ).toEqual([now, ahead]);
  expect(
    await instants('select seen_at as at from contributions order by live_channel_id'),
  ).toEqual([now, ahead]);
  const [line] = await instants(`select at from installation_facts where name = 'process dead'`);
  expect(Math.abs((line?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  for (const table of ['media_ingest_jobs', 'media_assets', 'contributions'])
    await rows(`delete from ${table}`);
  await rows(`delete from installation_facts where name = 'process dead'`);
});

it('charges nobody at a carrier whose clock differs, and everybody afterwards', async () => {
  const visitor = product.visitor();
  const number = freshNumber();
  await visitor.call('subscribe', await toAccept(product, visitor, number));
  await product.app.scheduler.runDue();
  const charged = async () => (await product.rows('select 1 from charges')).length;
  const before = await charged();
  known.isHeld = true;
  await product.advance(8 * 24 * 3600);
  expect(await charged()).toBe(before);
  known.isHeld = false;
  await product.app.scheduler.runDue();
  expect(await charged()).toBeGreaterThan(before);
});
