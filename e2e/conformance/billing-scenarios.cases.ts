/**
 * carrier-billing 0.5.0: the scenarios of CAMARA's test definitions that the other cases do not
 * cover.
 */
import { expect } from 'vitest';
import type { Bench, RawCall } from './bench.ts';
import { APIS } from './camara-files.ts';
import type { Case } from './cases.ts';
import { requiredFields, sharedScenarios } from './shared-scenarios.ts';

const BASE = `${APIS.billing.basePath}/payments`;
const CREATE = 'carrier-billing:payments:create';
const WRITE = 'carrier-billing:payments:write';
const READ = 'carrier-billing:payments:read';
const HTTPS_SINK = 'https://example.com/carrier/events';
const CREDENTIAL = {
  credentialType: 'ACCESSTOKEN',
  accessToken: 't',
  accessTokenExpiresUtc: '2099-01-01T00:00:00Z',
  accessTokenType: 'bearer',
};

interface More {
  transaction?: Record<string, unknown>;
  amount?: Record<string, unknown>;
  charging?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

function bodyOf(
  bench: Bench,
  { transaction = {}, amount = {}, charging = {}, body = {} }: More = {},
) {
  const { reference } = bench.newCharge(bench.newNumber());
  const chargingInformation = { amount: 5, currency: 'ZAR', description: 'One day', ...charging };
  return {
    amountTransaction: {
      phoneNumber: `+${bench.newNumber()}`,
      referenceCode: reference,
      paymentAmount: { chargingInformation, ...amount },
      ...transaction,
    },
    ...body,
  };
}

interface Operation {
  operation: 'createPayment' | 'preparePayment';
  path: string;
}

const REQUIRED = [
  'amountTransaction',
  'amountTransaction.paymentAmount',
  'amountTransaction.referenceCode',
  'amountTransaction.paymentAmount.chargingInformation',
  'amountTransaction.paymentAmount.chargingInformation.amount',
  'amountTransaction.paymentAmount.chargingInformation.currency',
  'amountTransaction.paymentAmount.chargingInformation.description',
];

/** Fields of a payment that the reply must repeat. */
const SAID: Record<string, More> = {
  'a gross amount': { charging: { isTaxIncluded: true } },
  'a net amount': { charging: { isTaxIncluded: false } },
  'an amount that says nothing of tax': {},
  'a tax amount': { charging: { isTaxIncluded: true, taxAmount: 0.652 } },
  'a merchant': { amount: { chargingMetaData: { merchantIdentifier: 'merchant-7' } } },
  'its items': {
    amount: {
      paymentDetails: [{ id: 'item-1', amount: 5, currency: 'ZAR', description: 'One day' }],
    },
  },
  'a sink': { body: { sink: HTTPS_SINK } },
  'a sink and its credential': { body: { sink: HTTPS_SINK, sinkCredential: CREDENTIAL } },
};

function makingCases({ operation, path }: Operation): Case[] {
  const raw = (bench: Bench): RawCall => ({ method: 'POST', path, body: bodyOf(bench) });
  const refused = (outcome: string, when: string, body: Record<string, unknown>): Case => ({
    operation,
    outcome,
    when,
    act: (bench) =>
      bench.raw({ ...raw(bench), scope: CREATE, body: bodyOf(bench, { body }), broken: true }),
  });
  return [
    ...sharedScenarios({
      operation,
      scope: CREATE,
      call: raw,
      success: '201',
      empty: '400 INVALID_ARGUMENT',
    }),
    ...requiredFields(operation, CREATE, raw, REQUIRED),
    ...Object.entries(SAID).map(
      ([what, more]): Case => ({
        operation,
        outcome: '201',
        when: `with ${what}`,
        act: async (bench) => {
          const asked = bodyOf(bench, more);
          const { body, headers } = await bench.raw({ ...raw(bench), scope: CREATE, body: asked });
          const { sinkCredential: _secret, ...shown } = { sinkCredential: undefined, ...asked };
          expect(body).toMatchObject(shown);
          expect(body).not.toHaveProperty('sinkCredential');
          const { resourceURL } = (body as { amountTransaction: { resourceURL: string } })
            .amountTransaction;
          expect(headers.location).toBe(resourceURL);
        },
      }),
    ),
    {
      operation,
      outcome: '201',
      when: 'with a clientCorrelator that comes back',
      act: (bench) => {
        const transaction = { clientCorrelator: `scenario-${operation}` };
        return bench.raw({ ...raw(bench), scope: CREATE, body: bodyOf(bench, { transaction }) });
      },
      port: { body: { amountTransaction: { clientCorrelator: `scenario-${operation}` } } },
    },
    refused('400 INVALID_SINK', 'with a sink that is no address', { sink: 'not-an-address' }),
    refused('400 INVALID_SINK', 'with a sink that is plain http', { sink: 'http://example.com/' }),
    refused('400 INVALID_ARGUMENT', 'with a sink that is no text', { sink: 5 }),
    refused('400 INVALID_ARGUMENT', 'with a credential of no type', {
      sink: HTTPS_SINK,
      sinkCredential: {},
    }),
    refused('400 INVALID_CREDENTIAL', 'with a credential of another type', {
      sink: HTTPS_SINK,
      sinkCredential: { credentialType: 'REFRESHTOKEN' },
    }),
    refused('400 INVALID_TOKEN', 'with a token that is no bearer token', {
      sink: HTTPS_SINK,
      sinkCredential: { ...CREDENTIAL, accessTokenType: 'mac' },
    }),
    ...['me', '0821234567', '+0821234567', '+278'].map(
      (phoneNumber): Case => ({
        operation,
        outcome: '400 INVALID_ARGUMENT',
        when: `with ${phoneNumber} for a number`,
        act: (bench) =>
          bench.raw({
            ...raw(bench),
            scope: CREATE,
            body: bodyOf(bench, { transaction: { phoneNumber } }),
            broken: true,
          }),
      }),
    ),
    ...['+27110000000', '+27911234567', '+346661113334'].map(
      (phoneNumber): Case => ({
        operation,
        outcome: '404 IDENTIFIER_NOT_FOUND',
        when: `for ${phoneNumber}, which is not on the network`,
        act: (bench) =>
          bench.raw({
            ...raw(bench),
            scope: CREATE,
            body: bodyOf(bench, { transaction: { phoneNumber } }),
          }),
      }),
    ),
    {
      operation,
      outcome: '422 SERVICE_NOT_APPLICABLE',
      when: 'for the line of a machine',
      act: async (bench) => {
        const msisdn = bench.newNumber();
        await bench.setHandset(msisdn, { machine_line: true });
        return bench.raw({
          ...raw(bench),
          scope: CREATE,
          body: bodyOf(bench, { transaction: { phoneNumber: `+${msisdn}` } }),
        });
      },
    },
    {
      operation,
      outcome: '403 PERMISSION_DENIED',
      when: 'for a subscriber who withdraws the consent after the token was given',
      act: async (bench) => {
        const msisdn = bench.newNumber();
        const body = bodyOf(bench, { transaction: { phoneNumber: undefined } });
        const meanwhile = () => bench.setHandset(msisdn, { consent: false });
        return bench.raw({ ...raw(bench), scope: CREATE, subject: msisdn, body, meanwhile });
      },
    },
  ];
}

async function reserved(bench: Bench): Promise<{ id: string; phoneNumber: string }> {
  const body = bodyOf(bench);
  const made = await bench.raw({ method: 'POST', path: `${BASE}/prepare`, scope: CREATE, body });
  return {
    id: (made.body as { paymentId: string }).paymentId,
    phoneNumber: body.amountTransaction.phoneNumber,
  };
}

function stepCases(
  operation: 'confirmPayment' | 'cancelPayment',
  step: 'confirm' | 'cancel',
): Case[] {
  const call = async (bench: Bench): Promise<RawCall> => {
    const { id, phoneNumber } = await reserved(bench);
    return { method: 'POST', path: `${BASE}/${id}/${step}`, body: { phoneNumber } };
  };
  return [
    ...sharedScenarios({
      operation,
      scope: WRITE,
      call,
      success: '202',
      empty: '422 MISSING_IDENTIFIER',
    }),
    {
      operation,
      outcome: '422 SERVICE_NOT_APPLICABLE',
      when: 'for the line of a machine',
      act: async (bench) => {
        const { id, phoneNumber } = await reserved(bench);
        await bench.sim('PUT', `/sim/handsets/${phoneNumber.slice(1)}`, { machine_line: true });
        return bench.raw({
          method: 'POST',
          path: `${BASE}/${id}/${step}`,
          scope: WRITE,
          body: { phoneNumber },
        });
      },
    },
  ];
}

/** A reservation that waits for its handset's code. */
async function waiting(
  bench: Bench,
): Promise<{ path: string; authorizationId: string; code: string }> {
  const msisdn = bench.newNumber();
  await bench.setHandset(msisdn, { payment_validation: true });
  const body = bodyOf(bench, { transaction: { phoneNumber: `+${msisdn}` } });
  const made = (await bench.raw({ method: 'POST', path: `${BASE}/prepare`, scope: CREATE, body }))
    .body;
  const { paymentId, validationInfo } = made as {
    paymentId: string;
    validationInfo: { authorizationId: string };
  };
  const code = /\b\d{6}\b/.exec(await bench.newestMessage(msisdn))?.[0] ?? '';
  return {
    path: `${BASE}/${paymentId}/validate`,
    authorizationId: validationInfo.authorizationId,
    code,
  };
}

const validateCall = async (bench: Bench): Promise<RawCall> => {
  const { path, authorizationId, code } = await waiting(bench);
  return { method: 'POST', path, body: { authorizationId, code } };
};

const validateCases: Case[] = [
  ...sharedScenarios({
    operation: 'validatePayment',
    scope: WRITE,
    call: validateCall,
    success: '204',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...requiredFields('validatePayment', WRITE, validateCall, ['authorizationId', 'code']),
  {
    operation: 'validatePayment',
    outcome: '400 CARRIER_BILLING.VALIDATION_FAILED',
    when: 'at each try after the last one, with the right code too',
    act: async (bench) => {
      const { path, authorizationId, code } = await waiting(bench);
      const guess = (guessed: string) =>
        bench.raw({ method: 'POST', path, scope: WRITE, body: { authorizationId, code: guessed } });
      const outcomes: unknown[] = [];
      for (const guessed of ['x', 'x', 'x', 'x', 'x', 'x', code])
        outcomes.push(((await guess(guessed)).body as { code: string }).code);
      return { outcomes };
    },
    port: {
      outcomes: [
        ...Array(4).fill('CARRIER_BILLING.INVALID_CODE'),
        ...Array(3).fill('CARRIER_BILLING.VALIDATION_FAILED'),
      ],
    },
  },
];

/** Payments of one number in every state that a look-up can return, with the number's token. */
async function ofOneNumber(bench: Bench) {
  const msisdn = bench.newNumber();
  await bench.setHandset(msisdn, { airtime: '500.00' });
  const make = async (path: string, more: More = {}) => {
    const body = bodyOf(bench, { ...more, transaction: { phoneNumber: `+${msisdn}` } });
    return (await bench.raw({ method: 'POST', path, scope: CREATE, body })).body as {
      paymentId: string;
    };
  };
  const second = (id: string, step: string) =>
    bench.raw({
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
  await bench.setHandset(msisdn, { payment_validation: true });
  await make(`${BASE}/prepare`);
  await bench.setHandset(msisdn, { payment_validation: false });
  const { paymentId } = await make(`${BASE}/prepare`);
  await bench.setHandset(msisdn, { billing_blocked: true });
  await second(paymentId, 'confirm');
  await bench.setHandset(msisdn, { billing_blocked: false });
  await bench.delayNext('charge');
  await make(BASE);
  const list = async (query = '') => {
    const { body, status } = await bench.raw({
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
const looking = (when: string, act: (bench: Bench) => Promise<void>): Case => ({
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

const lookUpCases: Case[] = [
  ...sharedScenarios({
    operation: 'retrievePayments',
    scope: READ,
    call: () => ({ method: 'GET', path: BASE }),
    success: '200',
  }),
  ...sharedScenarios({
    operation: 'retrievePayment',
    scope: READ,
    call: async (bench) => ({ method: 'GET', path: `${BASE}/${(await reserved(bench)).id}` }),
    success: '200',
  }),
  looking('of a number that has none', async (bench) => {
    expect(
      (await bench.raw({ method: 'GET', path: BASE, scope: READ, subject: bench.newNumber() }))
        .body,
    ).toEqual([]);
  }),
  looking(
    'of one number only, in each of its states, in either order, by merchant, time and page',
    async (bench) => {
      const { msisdn, list } = await ofOneNumber(bench);
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
      await bench.decideDelayed();
    },
  ),
  looking('five at a time', async (bench) => {
    const { msisdn } = await ofOneNumber(bench);
    const page = (number: number) =>
      bench.raw({
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
    await bench.decideDelayed();
  }),
  {
    operation: 'retrievePayments',
    outcome: '400 OUT_OF_RANGE',
    when: 'for a page far behind the last one',
    act: (bench) =>
      bench.raw({ method: 'GET', path: `${BASE}?page=1000&perPage=1000`, scope: READ }),
  },
  {
    operation: 'retrievePayments',
    outcome: '400 CARRIER_BILLING.INVALID_DATE_RANGE',
    when: 'for a range that runs backwards',
    act: (bench) =>
      bench.raw({
        method: 'GET',
        path: `${BASE}?paymentCreationDate.gte=${day(7)}&paymentCreationDate.lte=${day(30)}`,
        scope: READ,
      }),
  },
];

export const billingScenarios: Case[] = [
  ...makingCases({ operation: 'createPayment', path: BASE }),
  ...makingCases({ operation: 'preparePayment', path: `${BASE}/prepare` }),
  ...stepCases('confirmPayment', 'confirm'),
  ...stepCases('cancelPayment', 'cancel'),
  ...validateCases,
  ...lookUpCases,
];
