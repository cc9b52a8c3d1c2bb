/**
 * The demo's two carriers behind one product: every call goes to the carrier of the number, and the
 * money of one carrier never shows up with the other.
 */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createBrowser,
  demo,
  freePorts,
  freshFolder,
  openForSale,
  type Ports,
  type Process,
  startProcess,
  waitUntilReady,
} from './process.test-kit.ts';

const DAY = 86_400;
/**
 * The hour, in UTC, at which every run of these tests begins. A reminder in the afternoon asks the
 * register of ported numbers too, so what a later step learns from it would depend on the hour.
 */
const EARLY = 4;
/** The seconds until an hour of the day, in UTC, comes next. */
const secondsUntil = (hour: number): number =>
  DAY - (Math.floor(Date.now() / 1000 - hour * 3600) % DAY);
const AT_KAROO = '27829990001';
const AT_VULA = '27619497101';
const MOVER = '27619497102';
const FOLLOWED = '27619497103';
const KAROO_TOKEN = 'the-token-that-karoo-shows-at-our-webhooks';
const KAROO_SECRET = 'the-secret-of-the-gateway-of-karoo';

let ports: Ports;
let product: Process;
let files: ReturnType<typeof freshFolder>;
beforeAll(async () => {
  ports = await freePorts();
  files = freshFolder();
  copyTemplateTo(files.folder);
  const variables = demo(ports, files.folder, {
    TEST_CLOCK: '1',
    LIMITS: 'off',
    CARRIER_INBOUND_TOKEN: KAROO_TOKEN,
    ENRICHMENT_SECRET: KAROO_SECRET,
  });
  product = startProcess(variables);
  await waitUntilReady(product, ports);
  await openForSale(ports, variables);
  await advance(secondsUntil(EARLY));
  for (const msisdn of [AT_KAROO, AT_VULA, MOVER]) await signUp(msisdn);
});
afterAll(async () => {
  product.child.kill('SIGTERM');
  await product.ended;
  files.remove();
});

type Body = Record<string, never>;

async function ask<Reply>(
  port: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Reply> {
  const { status, body: reply } = await createBrowser(`http://127.0.0.1:${port}`).call(
    method,
    path,
    body,
  );
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(reply)}`);
  return reply as Reply;
}
const carrier = <Reply = Body>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => ask<Reply>(ports.carrier, method, path, body);
const ops = <Reply = Body>(method: 'GET' | 'POST', path: string, body?: unknown) =>
  ask<Reply>(ports.ops, method, path, body);
const move = (seconds: number) =>
  ask<{ now: string }>(ports.site, 'POST', '/test/clock', { advance_seconds: seconds });
/** Charges whose outcome is not known. */
async function unknownCharges(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
  return Number(/^bonisa_charges_unknown (\d+)$/m.exec(metrics)?.[1]);
}
/** On a busy machine a carrier's answer may come too late: the look-up finds the payment then. */
async function advance(seconds: number) {
  let moved = await move(seconds);
  for (let tries = 0; tries < 10 && (await unknownCharges()) > 0; tries++) moved = await move(60);
  return moved;
}

interface CarrierCharge {
  readonly carrier: string;
  readonly msisdn: string;
  readonly amount: string;
  readonly status: string;
  readonly reference: string;
  readonly refunded?: string;
}
const chargesOf = (msisdn: string) =>
  carrier<CarrierCharge[]>('GET', `/sim/charges?msisdn=${msisdn}`);
const takenOf = async (msisdn: string): Promise<string[]> =>
  (await chargesOf(msisdn))
    .filter(({ status }) => status === 'succeeded')
    .map((one) => one.carrier);

async function signUp(msisdn: string): Promise<void> {
  const browser = createBrowser(`http://127.0.0.1:${ports.site}`);
  const transaction_id = `two-carriers-${msisdn}`;
  const asked = { transaction_id, msisdn, service_key: 'demo-daily' };
  expect((await browser.call('POST', '/api/auth/status_check', asked)).status).toBe(200);
  const messages = await carrier<{ text: string }[]>('GET', `/sim/handsets/${msisdn}/messages`);
  const otp = /\b\d{4}\b/.exec(messages.find(({ text }) => text.includes('OTP'))?.text ?? '')?.[0];
  const { body } = await browser.subscribe({ ...asked, otp, to_cancel: 'no' });
  expect(body).toMatchObject({ status: 'success' });
}

interface Ledger {
  readonly balanced: boolean;
  readonly accounts: { account: string; debit: string; credit: string }[];
  readonly carriers: { carrier: string; accounts: Ledger['accounts'] }[];
}
/** The sums that each carrier owes and owed us, in cents, in our ledger. */
async function receivables(): Promise<Record<string, number>> {
  const { balanced, carriers } = await ops<Ledger>('GET', '/ops/ledger');
  expect(balanced).toBe(true);
  return Object.fromEntries(
    carriers.map((one) => {
      const owed = one.accounts.find(({ account }) => account === 'carrier_receivable');
      return [one.carrier, Math.round((Number(owed?.debit) - Number(owed?.credit)) * 100)];
    }),
  );
}
/** The sum that a carrier has taken for us and not refunded, in cents, in its own list. */
async function takenBy(id: string): Promise<number> {
  const all = await carrier<CarrierCharge[]>('GET', `/sim/charges?carrier=${id}`);
  return all
    .filter(({ status }) => status === 'succeeded')
    .reduce(
      (sum, { amount, refunded = '0' }) =>
        sum + Math.round((Number(amount) - Number(refunded)) * 100),
      0,
    );
}

it('charges every number at its own carrier and posts the money to that carrier alone', async () => {
  await advance(DAY + 60);
  expect(await takenOf(AT_KAROO)).toEqual(['karoo']);
  expect(await takenOf(AT_VULA)).toEqual(['vula']);
  expect(await takenOf(MOVER)).toEqual(['vula']);
  expect(await receivables()).toEqual({ karoo: 500, vula: 1000 });
  const total = (await ops<Ledger>('GET', '/ops/ledger')).accounts;
  expect(total.find(({ account }) => account === 'carrier_receivable')).toMatchObject({
    debit: '15.00',
  });
});

it('charges a ported number at its new carrier and refunds its old charge at the old one', async () => {
  const [old] = await chargesOf(MOVER);
  await carrier('PUT', `/sim/handsets/${MOVER}`, { carrier: 'karoo' });
  await advance(DAY);
  // What is found not to be taken is tried again.
  for (let tries = 0; tries < 60 && (await takenOf(MOVER)).length < 2; tries++) await advance(60);
  expect(await takenOf(MOVER)).toEqual(['vula', 'karoo']);
  const refund = { reference: old?.reference, reason: 'The subscriber has moved' };
  expect(await ops('POST', '/ops/refunds', refund)).toMatchObject({ outcome: 'succeeded' });
  const [refunded, later] = await chargesOf(MOVER);
  expect([refunded?.carrier, refunded?.refunded]).toEqual(['vula', '5.00']);
  expect([later?.carrier, later?.refunded]).toEqual(['karoo', undefined]);
  expect(await receivables()).toEqual({
    karoo: await takenBy('karoo'),
    vula: await takenBy('vula'),
  });
});

it('charges at one carrier while the other one is down, and catches up afterwards', async () => {
  const before = { karoo: await takenOf(AT_KAROO), vula: await takenOf(AT_VULA) };
  const outage = { operation: 'charge', kind: 'error', times: 1_000, carrier: 'vula' };
  await carrier('POST', '/sim/faults', outage);
  await advance(DAY);
  expect(await takenOf(AT_KAROO)).toHaveLength(before.karoo.length + 1);
  expect(await takenOf(AT_VULA)).toHaveLength(before.vula.length);
  await carrier('DELETE', '/sim/faults');
  await advance(4 * 3600);
  expect((await takenOf(AT_VULA)).length).toBeGreaterThan(before.vula.length);
  expect(new Set(await takenOf(AT_VULA))).toEqual(new Set(['vula']));
  expect(await receivables()).toEqual({
    karoo: await takenBy('karoo'),
    vula: await takenBy('vula'),
  });
});

interface Settlement {
  readonly gross: string;
  readonly carriers: {
    readonly carrier: 'karoo' | 'vula';
    readonly gross: string;
    readonly refunds: string;
    readonly carrier_share_percent: string;
  }[];
}
const settlementOf = (month: string) => ops<Settlement>('GET', `/ops/settlement?month=${month}`);

it('reconciles the books of each carrier and states the settlement of each', async () => {
  const all = await carrier<(CarrierCharge & { at: string })[]>('GET', '/sim/charges');
  const dayOf = (at: string): string =>
    new Date(Date.parse(at) + 2 * 3_600_000).toISOString().slice(0, 10);
  const date = dayOf(all.find(({ msisdn }) => msisdn === AT_VULA)?.at ?? '');
  const matching = (id?: string): number =>
    all.filter(
      (one) =>
        one.status === 'succeeded' &&
        dayOf(one.at) === date &&
        (id === undefined || one.carrier === id),
    ).length;
  const nothingElse = { missing_here: 0, missing_there: 0, differing: 0 };
  for (const id of ['karoo', 'vula'])
    expect(await ops('POST', '/ops/reconciliation', { date, carrier: id })).toEqual({
      matched: matching(id),
      ...nothingElse,
    });
  expect(await ops('POST', '/ops/reconciliation', { date })).toEqual({
    matched: matching(),
    ...nothingElse,
  });
  // The refund was a day after the first charge, which may be in the month after it.
  const refunded = { karoo: 0, vula: 0 };
  for (const month of new Set(
    [date, dayOf((await advance(1)).now)].map((day) => day.slice(0, 7)),
  )) {
    const statement = await settlementOf(month);
    expect(statement.carriers.map((one) => [one.carrier, one.carrier_share_percent])).toEqual([
      ['karoo', '30.00'],
      ['vula', '45.00'],
    ]);
    for (const { carrier: id, refunds } of statement.carriers) refunded[id] += Number(refunds);
    const gross = statement.carriers.map((one) => Number(one.gross));
    expect(gross.reduce((sum, one) => sum + one, 0)).toBe(Number(statement.gross));
  }
  expect(refunded).toEqual({ karoo: 0, vula: 5 });
  const unknown = await createBrowser(`http://127.0.0.1:${ports.ops}`).call(
    'POST',
    '/ops/reconciliation',
    { date, carrier: 'nobody' },
  );
  expect(unknown.status).toBe(400);
});

interface Subscription {
  readonly state: string;
  readonly charges: { outcome: string }[];
}
const subscriptionOf = (msisdn: string) => ops<Subscription>('GET', `/ops/subscriptions/${msisdn}`);

/** A call with the credentials of karoo, as somebody makes it who has stolen them. */
const asKaroo = (path: string, headers: Record<string, string>, body: unknown) =>
  fetch(`http://127.0.0.1:${ports.site}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

it('lets one carrier’s credentials do nothing to another carrier’s customer', async () => {
  const before = await subscriptionOf(AT_VULA);
  const authorization = `Bearer ${KAROO_TOKEN}`;
  const stop = {
    id: 'stolen-1',
    at: '2026-11-20T08:00:00Z',
    from: `+${AT_VULA}`,
    text: 'STOP ALL',
  };
  expect((await asKaroo('/carrier/messages', { authorization }, stop)).status).toBe(204);
  const topUp = { id: 'stolen-2', at: stop.at, phoneNumber: `+${AT_VULA}`, amount: '10.00' };
  expect((await asKaroo('/carrier/top-ups', { authorization }, topUp)).status).toBe(204);
  const enriched = { 'x-msisdn': AT_VULA, 'x-enrichment-secret': KAROO_SECRET };
  const visit = { transaction_id: 'stolen-3' };
  expect((await asKaroo('/api/auth/enrich', enriched, visit)).status).toBe(204);
  const own = { ...enriched, 'x-msisdn': AT_KAROO };
  expect((await asKaroo('/api/auth/enrich', own, visit)).status).toBe(200);
  expect(await subscriptionOf(AT_VULA)).toEqual(before);
  const metrics = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
  for (const kind of ['message', 'top_up', 'enrichment'])
    expect(metrics).toContain(
      `bonisa_number_claims_doubted_total{carrier="karoo",kind="${kind}",verdict="rejected"} 1`,
    );
  const taken = (await takenOf(AT_VULA)).length;
  await advance(DAY);
  expect((await takenOf(AT_VULA)).slice(taken)).toEqual(['vula']);
});

it('goes on at the new carrier when the old one denies a charge of a number that has left', async () => {
  await signUp(FOLLOWED);
  await advance(DAY - 3600);
  const look = { transaction_id: 'followed', msisdn: FOLLOWED };
  await createBrowser(`http://127.0.0.1:${ports.site}`).call(
    'POST',
    '/api/auth/status_check',
    look,
  );
  // The register was asked just now, so the product learns of the move by the denial alone.
  await carrier('PUT', `/sim/handsets/${FOLLOWED}`, { carrier: 'karoo' });
  await advance(3 * 3600);
  expect(await takenOf(FOLLOWED)).toEqual(['karoo']);
  const { state, charges } = await subscriptionOf(FOLLOWED);
  expect(state).toBe('active');
  expect(charges.map(({ outcome }) => outcome).sort()).toEqual(['denied', 'succeeded']);
});

it('is not started without a carrier that has running subscriptions', async () => {
  product.child.kill('SIGTERM');
  await product.ended;
  const file = join(files.folder, 'carriers.json');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const karoo = {
    id: 'karoo',
    name: 'Karoo Mobile',
    url: 'http://127.0.0.1:9',
    tokenUrl: 'http://127.0.0.1:9/token',
    clientId: 'us',
    key: privateKey.export({ format: 'jwk' }),
    inboundToken: KAROO_TOKEN,
    serviceKeys: { daily: 'demo-daily', weekly: 'demo-weekly', monthly: 'demo-monthly' },
    sharePercent: 30,
  };
  writeFileSync(file, JSON.stringify([karoo]));
  const alone = startProcess(demo(ports, files.folder, { TEST_CLOCK: '1', CARRIERS: file }));
  expect(await alone.ended).toBe(1);
  expect(alone.output()).toMatch(
    /^Cannot start: CARRIERS: the carrier vula is not configured, but the database has running subscriptions/m,
  );
});
