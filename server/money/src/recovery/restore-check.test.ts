// A start on a complete database: the carrier's list is read once, and jobs run.

import type { CarrierCharge, ChargeOutcome } from '@bonisa/carriers/billing.port';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupOf, createRestoreBench, DAY, HOUR, type RestoreBench } from './recovery.test-kit.ts';

const POOR: ChargeOutcome = {
  outcome: 'denied',
  reason: 'insufficient_airtime',
  detail: 'no airtime',
};

describe('a start on a complete database', () => {
  let bench: RestoreBench;
  beforeAll(async () => {
    bench = await createRestoreBench();
    await bench.subscribers(2);
    await bench.first.advance(DAY + HOUR);
  });
  afterAll(() => bench.close());

  it('reads the list once for all processes, and holds nothing for payments in process', async () => {
    const lists = () => bench.carrier.calls('listCharges').length;
    const before = lists();
    let answer: (outcome: ChargeOutcome) => void = () => undefined;
    bench.carrier.next('charge', async (_input, usual) => {
      const taken = await usual();
      await new Promise<ChargeOutcome>((resolve) => {
        answer = resolve;
      });
      return taken;
    });
    const renewing = bench.first.advance(DAY);
    await expect.poll(() => bench.asked().length).toBeGreaterThan(2);
    const another = bench.first.again();
    await another.scheduler.runDue();
    expect(await another.recovery.hold.views()).toMatchObject([{ why: null }]);
    answer(POOR);
    await renewing;
    expect(lists()).toBe(before + 1);
  });

  it('waits for an unavailable list, logs it once, and continues by itself', async () => {
    const backup = await bench.backup();
    const restored = await bench.restore(backup);
    for (let time = 0; time < 6; time++) {
      bench.carrier.next('listCharges', async () => {
        throw new CarrierUnavailableError('timed_out');
      });
    }
    const asked = bench.asked().length;
    await restored.advance(60);
    expect(await restored.hold()).toMatchObject({
      held: true,
      why: 'list_unread',
      problem: 'timed_out',
    });
    expect((await restored.ops('GET', '/metrics')).text).toContain(
      'bonisa_jobs_held{carrier="karoo",why="list_unread"} 1',
    );
    expect(restored.log.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
    expect((await restored.release()).status).toBe(409);
    await restored.advance(DAY);
    expect(await restored.hold()).toMatchObject({ held: false });
    expect(bench.asked().length).toBe(asked + 2);
  });

  it('runs jobs without the list when an operator decides so', async () => {
    const restored = await bench.restore(await bench.backup());
    bench.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('carrier_error');
    });
    await restored.app.scheduler.runDue();
    const answer = await restored.ops('POST', '/ops/hold/release', {
      note: 'The carrier has no list',
      without_list: true,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { held: false, earlier: [{ why: 'list_unread', note: 'The carrier has no list' }] },
    });
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({ held: false });
  });

  it('reads the list from before at the next start after a release without it', async () => {
    const backup = await bench.backup();
    await bench.first.advance(DAY);
    const restored = await bench.restore(backup);
    bench.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('carrier_error');
    });
    await restored.app.scheduler.runDue();
    const body = { note: 'The carrier has no list', without_list: true };
    expect((await restored.ops('POST', '/ops/hold/release', body)).status).toBe(200);
    const later = await bench.restore(await backupOf(restored.open));
    await later.app.scheduler.runDue();
    // Two of the service since the backup, and two of the restored one of the first test.
    expect(await later.hold()).toMatchObject({ held: true, why: 'missing_here', missing: 4 });
  });

  it('runs jobs when the carrier has no list and nothing was ever charged here', async () => {
    const empty = await bench.startEmpty();
    bench.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('no_answer');
    });
    await empty.app.scheduler.runDue();
    expect(await empty.hold()).toMatchObject({ held: false });
    const restored = await bench.restore(await bench.backup());
    bench.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('no_answer');
    });
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({
      held: true,
      why: 'list_unread',
      problem: 'no_answer',
    });
  });

  it("holds jobs of an empty database when the carrier has payments of ours, and not when it has only others'", async () => {
    const taken = [...bench.carrier.payments];
    const empty = await bench.startEmpty();
    await empty.app.scheduler.runDue();
    expect(await empty.hold()).toMatchObject({ held: true, why: 'empty_database' });
    expect(await empty.rows('select 1 from cases')).toEqual([]);
    expect((await empty.release('A new service on an old account')).body).toMatchObject({
      held: false,
    });

    bench.carrier.payments.clear();
    const foreign = await bench.startEmpty();
    bench.carrier.next('listCharges', async () =>
      taken.map(
        ([, { at }]): CarrierCharge => ({
          carrierPaymentId: 'theirs',
          reference: 'SHOP-1',
          amountCents: 500,
          status: 'succeeded',
          createdAt: at,
        }),
      ),
    );
    await foreign.app.scheduler.runDue();
    expect(await foreign.hold()).toMatchObject({ held: false });
  });
});
