// WASPA 15: a charge is judged by the consent in force when it was made.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let bench: CareBench;
beforeAll(async () => {
  bench = await createCareBench();
  await bench.product.app.packages.service.start();
});
afterEach(() => bench.product.everybodyStops());
afterAll(() => bench.close());

type Paid = Awaited<ReturnType<CareBench['paid']>>;

/** The evidence of the newest charge of a number. */
const newest = async (agent: CarePerson, { msisdn }: Paid) => {
  const { reference } = await bench.lastCharge(msisdn);
  return (await agent.call('charge', { handle: await agent.open(msisdn), reference })).body;
};

describe('the opt-in of a charge', () => {
  it('is the earlier one until an accepted price begins, and again once that is taken back', async () => {
    const { product } = bench;
    const [accepted, back] = [await bench.paid('demo-daily'), await bench.paid('demo-daily')];
    const validFrom = new Date(product.clock.now().getTime() + 30 * DAY * 1000);
    const raised = { amount: 600, holders: 'asked_again', validFrom } as const;
    await product.app.packages.service.change(DAILY, raised, MADE);
    product.clock.by(60);
    const shown = { package_id: DAILY, price: '6.00', from: validFrom.toISOString() };
    for (const { visitor } of [accepted, back])
      expect((await visitor.call('acceptPrice', shown)).body).toMatchObject({ status: 'success' });
    await product.advance(DAY);
    const agent = await bench.person('care');
    const atFive = {
      charge: { amount: '5.00', outcome: 'succeeded' },
      opt_in: { price: '5.00', proof: 'otp' },
      proposal: { verdict: 'rejected' },
    };
    for (const one of [accepted, back]) expect(await newest(agent, one)).toMatchObject(atFive);

    const kept = await back.visitor.call('changePackage', { service_key: 'demo-daily' });
    expect(kept.body).toMatchObject({ outcome: 'kept' });
    await product.advance(31 * DAY);
    const later = await bench.person('care');
    expect(await newest(later, back)).toMatchObject(atFive);
    expect(await newest(later, accepted)).toMatchObject({
      charge: { amount: '6.00', outcome: 'succeeded' },
      opt_in: { price: '6.00', proof: 'session' },
      proposal: { verdict: 'rejected' },
    });
  });
});
