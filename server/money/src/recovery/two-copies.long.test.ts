// A copy of the database that is started beside the running service, on the same carrier account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, type Subscribed } from '../messaging/messages.test-kit.ts';
import {
  createRestoreBench,
  DAY,
  HOUR,
  type RestoreBench,
  type RunningProduct,
} from './recovery.test-kit.ts';

describe('a copy that runs beside the service', () => {
  let bench: RestoreBench;
  let people: readonly Subscribed[];
  let copy: RunningProduct;
  let asked: number;
  beforeAll(async () => {
    bench = await createRestoreBench();
    people = await bench.subscribers(3);
    await bench.first.advance(DAY - 60);
    copy = await bench.restore(await bench.backup());
    await copy.app.scheduler.runDue();
    asked = bench.asked().length;
  });
  afterAll(() => bench.close());

  const references = (): string[] =>
    bench
      .asked()
      .slice(asked)
      .map(({ reference }) => reference);

  it('is not noticed while no payment is missing in it', async () => {
    expect(await copy.hold()).toMatchObject({ held: false });
  });

  it('asks for the same charges under the same references, so that nobody pays twice', async () => {
    await bench.first.advance(2 * HOUR);
    await copy.advance(60);
    // Twice each, and the carrier takes a reference once.
    expect(references()).toHaveLength(6);
    expect(new Set(references()).size).toBe(3);
    const paid = (await bench.first.books()).filter(({ state }) => state === 'succeeded');
    const paidInCopy = (await copy.books()).filter(({ state }) => state === 'succeeded');
    expect(paid.map(({ reference }) => reference)).toEqual(
      paidInCopy.map(({ reference }) => reference),
    );
  });

  it('goes on charging who has stopped in the service, which is why it must not run', async () => {
    const [stops] = people;
    await handsetSends(bench.first, stops?.msisdn ?? '', 'STOP');
    const before = bench.asked().length;
    await bench.first.advance(DAY);
    await copy.advance(60);
    const charged = bench
      .asked()
      .slice(before)
      .filter(({ msisdn }) => msisdn === stops?.msisdn);
    expect(charged).toHaveLength(1);
  });

  it('is held at its next start, once it lacks a payment of the service', async () => {
    await bench.first.advance(DAY);
    const late = await bench.restore(await bench.backup());
    await bench.first.advance(DAY);
    await late.app.scheduler.runDue();
    expect(await late.hold()).toMatchObject({ held: true, why: 'missing_here' });
  });
});
