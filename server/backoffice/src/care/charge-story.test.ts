// WASPA 15: a charge is judged by the consent in force when it was made, and evidence names
// packages as the customer saw them.

import { DAY } from '@bonisa/money/messaging/messages.test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MadeBy } from '../../../money/src/packages/package.service.ts';
import { type CareBench, type CarePerson, createCareBench, textOfPdf } from './care.test-kit.ts';

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

describe('the messages about a charge', () => {
  it('include the receipt of one that was put on hold for days before it was taken', async () => {
    const { product } = bench;
    const renewed = await bench.paid('demo-weekly');
    await product.advance(7 * DAY);
    const { id } = await bench.lastCharge(renewed.msisdn);
    await product.rows(
      `update charges set sent_at = created_at, created_at = created_at - interval '2 days' where id = '${id}'`,
    );
    const { messages, usage } = await newest(await bench.person('care'), renewed);
    expect(messages.map(({ title }: { title: string }) => title).join()).toContain('Receipt');
    expect(usage.plays).toBe(0);
  });
});

describe('the name of a package in evidence', () => {
  it('is the one of then after a rename, in timeline, charge, dispute, file and document', async () => {
    const { product } = bench;
    const agent = await bench.person('care');
    const old = await bench.paid('demo-weekly');
    const rename = (name: string) =>
      product.app.packages.service.rename(
        { packageId: 'p-grtv-weekly-c-01', name, words: '' },
        MADE,
      );
    product.clock.by(60);
    await rename('Family');
    const fresh = await bench.paid('demo-weekly');
    for (const [{ msisdn, charge, visitor }, name, other] of [
      [old, 'Weekly', 'Family'],
      [fresh, 'Family', 'Weekly'],
    ] as const) {
      const handle = await agent.open(msisdn);
      const { reference } = charge;
      const opened = await agent.act('disputes', msisdn, { reference, words: 'Not mine' });
      const answer = (await agent.call('charge', { handle, reference })).body;
      expect([
        opened.body.dispute.package_name,
        answer.dispute.package_name,
        answer.charge.package_name,
      ]).toEqual([name, name, name]);
      expect(answer.proposal.words).toContain(`accepted ${name} at`);
      const { data } = (await agent.call('timeline', { handle })).body;
      const titles = data.map(({ title }: { title: string }) => title).join('\n');
      expect(titles).toContain(`Accepted ${name} at R10.00/week`);
      expect(titles).toContain(`R10.00 for ${name}:`);
      expect(titles).not.toContain(other);
      // The summary says what the package is called now.
      const { summary } = (await agent.call('summary', { handle })).body;
      expect(summary.package_name).toBe('Family');
      const { charges, consents } = (await visitor.call('account')).body;
      for (const shown of [charges, consents])
        expect(shown).toMatchObject([{ package_name: name }]);
      const file = await bench.studio.inject({
        method: 'POST',
        url: '/studio/api/care/evidence',
        headers: {
          cookie: `bonisa_studio=${agent.credentials.cookie}`,
          'x-csrf-token': String(agent.credentials.csrf),
        },
        payload: { handle, reason: 'The caller asks for it' },
      });
      expect(await textOfPdf(file.rawPayload)).toContain(`${name} at R10.00/week`);
    }
    const listed = (await agent.call('disputes?state=open')).body.data;
    expect(listed.map(({ package_name: name }: { package_name: string }) => name)).toEqual([
      'Family',
      'Weekly',
    ]);
    await rename('Weekly');
  });
});
