// Causes of several carriers: one speaks for numbers of another, nobody says where numbers are.
import { expect } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { again, type Cause, carrierFails, type Stage } from './causes.ts';
import { subscribePerson } from './person.ts';
import { SECOND_RANGE } from './two-carriers.ts';

/** More than one carrier may have checked in a minute. */
const CLAIMS = 75;
const MESSAGE_EVERY_MS = 1000;

/** Somebody who has the credentials of the first carrier uses them on customers of the second. */
async function speakForOthers({ fleet }: Stage, about: readonly string[]): Promise<void> {
  const site = `http://127.0.0.1:${fleet.of('pages')[0]?.site}`;
  const { CARRIER_INBOUND_TOKEN: token, ENRICHMENT_SECRET: secret } = fleet.carrier.variables;
  const authorization = `Bearer ${token}`;
  const at = new Date().toISOString();
  const carrier = createBrowser(fleet.url, { authorization });
  const ways = [
    (id: string, msisdn: string) =>
      carrier.call('POST', '/carrier/messages', { id, at, from: `+${msisdn}`, text: 'STOP ALL' }),
    (id: string, msisdn: string) =>
      carrier.call('POST', '/carrier/top-ups', {
        ...{ id, at, phoneNumber: `+${msisdn}`, amount: '10.00' },
      }),
    (id: string, msisdn: string) =>
      createBrowser(site, { 'x-msisdn': msisdn, 'x-enrichment-secret': secret }).call(
        'POST',
        '/api/auth/enrich',
        { transaction_id: id },
      ),
  ];
  const spoken = about.map((msisdn, place) =>
    ways[place % ways.length]?.(`stolen-${place}`, msisdn),
  );
  for (const answer of await Promise.all(spoken)) expect([204, 503]).toContain(answer?.status);
}

const doubted: Cause = {
  alert: 'BonisaNumbersDoubted',
  by: 'shortest',
  not: 'BonisaNumbersUndecided',
  begin: async (stage) => {
    const customer = await subscribePerson(stage.fleet, `${SECOND_RANGE}800`);
    await speakForOthers(stage, Array<string>(CLAIMS).fill(customer.msisdn));
    return async () => expect(await customer.isEntitled()).toBe(true);
  },
};

/** A number has moved to the first carrier; the register and its old carrier are silent. */
const undecided: Cause = {
  alert: 'BonisaNumbersUndecided',
  begin: async (stage) => {
    const { sim, register } = stage;
    if (!register) throw new Error('no register');
    let moved = 900;
    const textFrom = async (msisdn: string): Promise<number> =>
      (await sim.call('POST', `/sim/handsets/${msisdn}/messages`, { text: 'STOP' })).status;
    const lost: string[] = [];
    const asked = register.hold('GET', /\/portability\//, 'before');
    const network = await carrierFails(stage, 'number-recycling', 'error', { carrier: 'vula' });
    const people = again(async () => {
      const msisdn = `${SECOND_RANGE}${moved++}`;
      await sim.call('PUT', `/sim/handsets/${msisdn}`, { carrier: 'karoo' });
      expect(await textFrom(msisdn)).toBeGreaterThanOrEqual(400);
      lost.push(msisdn);
    }, MESSAGE_EVERY_MS);
    return async () => {
      await people();
      asked.release();
      await network();
      for (const msisdn of lost) expect(await textFrom(msisdn)).toBe(201);
    };
  },
};

/** In this order: the first carrier uses up its checks of a minute in the second cause. */
export const CAUSES_OF_NUMBERS: readonly Cause[] = [undecided, doubted];
