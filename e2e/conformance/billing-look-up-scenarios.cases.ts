/** carrier-billing 0.5.0: the look-up scenarios of CAMARA's test definitions. */
import { expect } from 'vitest';
import { BASE, bodyOf, CREATE, type More, READ, reserved, WRITE } from './billing-payments.ts';
import type { Case } from './cases.ts';
import type { Fixture } from './fixture.ts';
import { sharedScenarios } from './shared-scenarios.ts';

/** Payments of one number in every state that a look-up can return, with the number's token. */
async function ofOneNumber(fixture: Fixture) {
  const msisdn = fixture.newNumber();
  await fixture.setHandset(msisdn, { airtime: '500.00' });
  const make = async (path: string, more: More = {}) => {
    const body = bodyOf(fixture, { ...more, transaction: { phoneNumber: `+${msisdn}` } });
    return (await fixture.raw({ method: 'POST', path, scope: CREATE, body })).body as {
      paymentId: string;
    };
  };
  const second = (id: string, step: string) =>
    fixture.raw({
      method: 'POST',
      path: `${BASE}/${id}/${step}`,
      scope: WRITE,
      body: { phoneNumber: `+${msisdn}` },
    });
  for (let made = 0; made < 6; made++)
    await make(BASE, {
      amount: { chargingMetaData: { merchantIdentifier: made < 2 ? 'one' : 'two' } },
    });
  await make(`${BASE}/prepare`);
  await second((await make(`${BASE}/prepare`)).paymentId, 'cancel');
  await fixture.setHandset(msisdn, { payment_validation: true });
  await make(`${BASE}/prepare`);
  await fixture.setHandset(msisdn, { payment_validation: false });
  const { paymentId } = await make(`${BASE}/prepare`);
  await fixture.setHandset(msisdn, { billing_blocked: true });
  await second(paymentId, 'confirm');
  await fixture.setHandset(msisdn, { billing_blocked: false });
  await fixture.delayNext('charge');
  await make(BASE);
  const list = async (query = '') => {
    const { body, status } = await fixture.raw({
      method: 'GET',
      path: `${BASE}?perPage=100&${query}`,
      scope: READ,
      subject: msisdn,
    });
    expect(status).toBe(200);
    return body as {
      paymentId: string;
      paymentStatus: string;
      paymentCreationDate: string;
      amountTransaction: { phoneNumber: string };
    }[];
  };
  return { msisdn, list };
}

const day = (days: number) =>
  encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString());
const lookUpCase = (when: string, act: (fixture: Fixture) => Promise<void>): Case => ({
  operation: 'retrievePayments',
  outcome: '200',
  when,
  act,
});
const STATES = {
  processing: 1,
  pending_validation: 1,
  denied: 1,
  reserved: 1,
  succeeded: 6,
  cancelled: 1,
};

export const billingLookUpScenarios: Case[] = [
  ...sharedScenarios({
    operation: 'retrievePayments',
    scope: READ,
    call: () => ({ method: 'GET', path: BASE }),
    success: '200',
  }),
  ...sharedScenarios({
    operation: 'retrievePayment',
    scope: READ,
    call: async (fixture) => ({ method: 'GET', path: `${BASE}/${(await reserved(fixture)).id}` }),
    success: '200',
  }),
  lookUpCase('of a number that has none', async (fixture) => {
    expect(
      (await fixture.raw({ method: 'GET', path: BASE, scope: READ, subject: fixture.newNumber() }))
        .body,
    ).toEqual([]);
  }),
  lookUpCase(
    'of one number only, in each of its states, in either order, by merchant, time and page',
    async (fixture) => {
      const { msisdn, list } = await ofOneNumber(fixture);
      const all = await list();
      expect([
        all.length,
        new Set(all.map(({ amountTransaction }) => amountTransaction.phoneNumber)),
      ]).toEqual([11, new Set([`+${msisdn}`])]);
      const found: Record<string, number> = {};
      for (const status of Object.keys(STATES)) {
        const inState = await list(`paymentStatus=${status}`);
        expect(inState.every(({ paymentStatus }) => paymentStatus === status)).toBe(true);
        found[status] = inState.length;
      }
      expect(found).toEqual(STATES);
      const times = (await list('order=asc')).map(({ paymentCreationDate }) => paymentCreationDate);
      expect(times).toEqual([...times].sort());
      expect(
        (await list('order=desc')).map(({ paymentCreationDate }) => paymentCreationDate),
      ).toEqual([...times].sort().reverse());
      expect([
        (await list('merchantIdentifier=one')).length,
        (await list('merchantIdentifier=two')).length,
      ]).toEqual([2, 4]);
      for (const since of [1, 7, 30])
        expect((await list(`paymentCreationDate.gte=${day(since)}`)).length).toBe(11);
      for (const until of [1, 3, 7])
        expect(await list(`paymentCreationDate.lte=${day(until)}`)).toEqual([]);
      expect(
        (await list(`paymentCreationDate.gte=${day(7)}&paymentCreationDate.lte=${day(-1)}`)).length,
      ).toBe(11);
      expect(
        await list(`paymentCreationDate.gte=${day(30)}&paymentCreationDate.lte=${day(7)}`),
      ).toEqual([]);
      await fixture.decideDelayed();
    },
  ),
  lookUpCase('five at a time', async (fixture) => {
    const { msisdn } = await ofOneNumber(fixture);
    const page = (number: number) =>
      fixture.raw({
        method: 'GET',
        path: `${BASE}?page=${number}&perPage=5`,
        scope: READ,
        subject: msisdn,
      });
    const sizes: unknown[] = [];
    for (const number of [1, 2, 3]) {
      const { body, headers } = await page(number);
      sizes.push([
        (body as unknown[]).length,
        headers['x-total-count'],
        headers['content-last-key'],
      ]);
    }
    expect(sizes).toEqual([
      [5, '11', '5'],
      [5, '11', '10'],
      [1, '11', '11'],
    ]);
    expect(await page(4)).toMatchObject({ status: 400, body: { code: 'OUT_OF_RANGE' } });
    await fixture.decideDelayed();
  }),
  {
    operation: 'retrievePayments',
    outcome: '400 OUT_OF_RANGE',
    when: 'for a page far behind the last one',
    act: (fixture) =>
      fixture.raw({ method: 'GET', path: `${BASE}?page=1000&perPage=1000`, scope: READ }),
  },
  {
    operation: 'retrievePayments',
    outcome: '400 CARRIER_BILLING.INVALID_DATE_RANGE',
    when: 'for a range that runs backwards',
    act: (fixture) =>
      fixture.raw({
        method: 'GET',
        path: `${BASE}?paymentCreationDate.gte=${day(7)}&paymentCreationDate.lte=${day(30)}`,
        scope: READ,
      }),
  },
];
