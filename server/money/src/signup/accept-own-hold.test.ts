// A14 X6: an Accept that our own side refuses blames no network, costs no code and ends nothing.

import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignupBench, type SignupBench } from './signup.test-kit.ts';

const NOT_ASKED = {
  status: 'failed',
  outcome: 'not_asked',
  description: 'We could not ask your network just now. Nothing was taken.',
};

let bench: SignupBench;
let msisdn: string;
let press: () => Promise<Record<string, unknown>>;
beforeAll(async () => {
  bench = await createSignupBench();
});
afterAll(() => bench.product.close());
beforeEach(async () => begin(bench));

async function begin(at: SignupBench): Promise<void> {
  const { product } = at;
  msisdn = await at.withoutTrial();
  const visitor = product.visitor();
  const accept = await toAccept(product, visitor, msisdn);
  press = async () => (await visitor.call('subscribe', accept)).body;
  product.log.length = 0;
}

/** What the number has since its free day ended. */
const traces = async () => ({
  subscriptions: (await bench.subscriptionsOf(msisdn)).map(({ status }) => status),
  charges: await bench.ofNumber('charges', msisdn),
  asked: bench.chargesOf(msisdn),
});
const NOTHING = { subscriptions: ['cancelled'], charges: [], asked: 0 };
const linesOf = (words: string) => bench.product.log.filter((line) => line.includes(words));

describe('an Accept that our own side refuses', () => {
  it('waits for the list of a carrier that a restored database must read first', async () => {
    bench.product.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('not_connected');
    });
    expect(await press()).toMatchObject(NOT_ASKED);
    expect(await traces()).toEqual(NOTHING);
    expect(linesOf('an Accept was refused by our own side')).toHaveLength(1);
    expect(linesOf('an Accept was refused by our own side')[0]).toContain('"why":"held"');
    bench.product.clock.by(60);
    expect(await press()).toMatchObject({ status: 'success', outcome: 'subscribed' });
  });

  it('is refused while our mistake has stopped all charges, and ends no subscription', async () => {
    const now = bench.product.clock.now().toISOString();
    const probe = new Date(bench.product.clock.now().getTime() + 3_600_000).toISOString();
    await bench.product.rows(
      `insert into carrier_stops (carrier, operation, detail, since, strikes, probes, probe_at)
       values ('karoo', 'charge', '401 UNAUTHENTICATED', '${now}', 3, 1, '${probe}')`,
    );
    bench.product.clock.by(121);
    expect(await press()).toMatchObject(NOT_ASKED);
    expect(await traces()).toEqual(NOTHING);
    expect(linesOf('an Accept was refused by our own side')[0]).toContain('"why":"stopped"');
    await bench.product.rows('delete from carrier_stops');
    bench.product.clock.by(121);
    expect(await press()).toMatchObject({ status: 'success', outcome: 'subscribed' });
  });

  it('is refused where the database cannot write, in one line without a stack', async () => {
    await bench.product.rows(
      `create function no_room() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end $$`,
    );
    await bench.product.rows(
      'create trigger no_room before insert on consents execute function no_room()',
    );
    expect(await press()).toMatchObject(NOT_ASKED);
    expect(await traces()).toEqual(NOTHING);
    const [line = ''] = linesOf('an Accept was refused by our own side');
    expect(line).toContain('"why":"database"');
    expect(line).not.toContain('stack');
    await bench.product.rows('drop trigger no_room on consents');
    expect(await press()).toMatchObject({ status: 'success', outcome: 'subscribed' });
  });
});

it('an Accept is refused where the agreed pace has no place for a person soon', async () => {
  const paced = await createSignupBench({ CARRIER_CALLS_PER_SECOND: '1' });
  try {
    await begin(paced);
    const [{ pace }] = paced.product.app.carriers.all;
    while ((await pace.takeNext()).granted > 0);
    expect(await press()).toMatchObject(NOT_ASKED);
    expect((await paced.subscriptionsOf(msisdn)).map(({ status }) => status)).toEqual([
      'cancelled',
    ]);
    expect(paced.product.log.filter((line) => line.includes('"why":"limit"'))).toHaveLength(1);
  } finally {
    await paced.product.close();
  }
});
