// Interfaces 'Start and stop', 'Operations', 'Clock': the product as a process of the operating
// system.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFree } from '../../scripts/free-ports.ts';
import {
  answers,
  createBrowser,
  demo,
  freePorts,
  freshFolder,
  openForSale,
  type Ports,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

// A start takes long on a busy machine; every wait is for a condition.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MSISDN = '27821234567';
const DAY = 86_400;

let ports: Ports;
let running: Process;
let variables: Record<string, string>;
const { folder, remove } = freshFolder();
let everything = '';

async function start(): Promise<void> {
  running = startProcess(variables);
  await waitUntilReady(running, ports);
}

async function kill(): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended;
  everything += running.output();
}

beforeAll(async () => {
  ports = await freePorts();
  copyTemplateTo(folder);
  variables = demo(ports, folder, { TEST_CLOCK: '1', LOG_LEVEL: 'trace', LIMITS: 'off' });
  await start();
  await openForSale(ports, variables);
});
afterAll(async () => {
  running.child.kill('SIGKILL');
  await running.ended;
  remove();
});

const site = () => createBrowser(`http://127.0.0.1:${ports.site}`);
const sim = () => createBrowser(`http://127.0.0.1:${ports.carrier}`);
const ops = () => createBrowser(`http://127.0.0.1:${ports.ops}`);
const move = (seconds: number) => site().call('POST', '/test/clock', { advance_seconds: seconds });

async function codeOf(msisdn: string): Promise<string> {
  const { body } = await sim().call('GET', `/sim/handsets/${msisdn}/messages`);
  return (
    /\b\d{4}\b/.exec(
      (body as { text: string }[]).find(({ text }) => text.includes('OTP'))?.text ?? '',
    )?.[0] ?? ''
  );
}

async function toAccept(browser: ReturnType<typeof site>, msisdn: string, transaction_id: string) {
  const chosen = { transaction_id, msisdn, service_key: 'demo-daily' };
  const checked = await browser.call('POST', '/api/auth/status_check', chosen);
  expect(checked.status).toBe(200);
  return { ...chosen, otp: await codeOf(msisdn), to_cancel: 'no' };
}

/** A number whose free day is used, and that stopped before it was charged. */
async function usedNumber(msisdn: string): Promise<void> {
  const browser = site();
  expect(
    (await browser.subscribe(await toAccept(browser, msisdn, `first-${msisdn}`))).body.status,
  ).toBe('success');
  expect(
    (await sim().call('POST', `/sim/handsets/${msisdn}/messages`, { text: 'STOP' })).status,
  ).toBeLessThan(300);
  await move(DAY + 60);
}

const chargesOf = async (msisdn: string) =>
  (await sim().call('GET', `/sim/charges?msisdn=${msisdn}`)).body as {
    status: string;
    reference: string;
  }[];
const historyOf = async (msisdn: string) =>
  (await ops().call('GET', `/ops/subscriptions/${msisdn}`)).body;

describe('one process at a time', () => {
  it('refuses a second start on the same DATA_DIR with a message, and the first continues unharmed', async () => {
    const second = startProcess(demo(await freePorts(), folder));
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toMatch(
      /^Cannot start: DATA_DIR: .* is in use by another process \(process \d+\); stop it first or choose another folder\n$/,
    );
    expect(await answers(`http://127.0.0.1:${ports.site}/healthz/ready`)).toBe(true);
  });

  it('names a port that is in use', async () => {
    const other = freshFolder();
    const second = startProcess(demo({ ...(await freePorts()), site: ports.site }, other.folder));
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toContain(
      `Cannot start: port ${ports.site} is in use by another program`,
    );
    other.remove();
  });
});

describe('an invalid configuration', () => {
  it('gives one clear line for each variable without its value, and a non-zero exit code', async () => {
    const failed = startProcess({
      PORT: 'http',
      MODE: 'live',
      SECRET_KEY: 'too-short-a-secret',
      FRAUD_MODE: 'maybe',
    });
    expect(await failed.ended).not.toBe(0);
    const lines = failed.output().trimEnd().split('\n').sort();
    expect(lines.map((line) => line.replace(/^Cannot start: (\w+): .+$/, '$1'))).toEqual([
      'FRAUD_MODE',
      'MODE',
      'PORT',
      'SECRET_KEY',
    ]);
    expect(failed.output()).not.toContain('too-short-a-secret');
  });

  it('gives one line for damaged secrets', async () => {
    const other = freshFolder();
    writeFileSync(join(other.folder, 'secrets.json'), '{"half');
    const failed = startProcess(demo(await freePorts(), other.folder));
    expect(await failed.ended).not.toBe(0);
    expect(failed.output()).toMatch(
      /^Cannot start: DATA_DIR: secrets\.json in it cannot be read; .+\n$/,
    );
    other.remove();
  });

  it('names a database that does not answer', async () => {
    const other = freshFolder();
    const failed = startProcess(
      demo(await freePorts(), other.folder, {
        DATABASE_URL: 'postgres://nobody:hidden@localhost:1/none',
      }),
    );
    expect(await failed.ended).not.toBe(0);
    expect(failed.output()).toMatch(/^Cannot start: DATABASE_URL: the server cannot be used: .+$/m);
    expect(failed.output()).not.toContain('hidden');
    other.remove();
  });
});

describe('the operations listener', () => {
  it('answers to this machine only', async () => {
    const { request } = await import('node:http');
    const status = (headers: Record<string, string>, path = '/metrics') =>
      new Promise<number | undefined>((resolve, reject) =>
        request({ host: '127.0.0.1', port: ports.ops, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end(),
      );
    expect(await status({})).toBe(200);
    expect(
      await status({ host: `localhost:${ports.ops}`, origin: `http://localhost:${ports.site}` }),
    ).toBe(200);
    for (const path of ['/metrics', '/ops/ledger', '/nothing']) {
      for (const headers of [
        { host: 'evil.example' },
        { host: 'localhost.evil.example' },
        { host: '127.0.0.1@evil.example' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ] as Record<string, string>[])
        expect([path, headers, await status(headers, path)]).toEqual([path, headers, 403]);
    }
  });
});

describe('a start after kill -9 during charges without an outcome', () => {
  const [inFlight, answerLost, neverArrived] = [
    '27820000001',
    '27820000002',
    '27820000003',
  ] as const;
  const succeeded = async (msisdn: string) =>
    (await chargesOf(msisdn)).filter(({ status }) => status === 'succeeded').length;

  it('recovers on its own: each number has one subscription and at most one charge, whose outcome is looked up', async () => {
    for (const msisdn of [inFlight, answerLost, neverArrived]) await usedNumber(msisdn);
    const browsers = new Map<
      string,
      { browser: ReturnType<typeof site>; accept: Record<string, unknown> }
    >();
    for (const [msisdn, kind] of [
      [answerLost, 'timeout-after'],
      [neverArrived, 'timeout-before'],
    ] as const) {
      const browser = site();
      const accept = await toAccept(browser, msisdn, kind);
      browsers.set(msisdn, { browser, accept });
      await sim().call('POST', '/sim/faults', { operation: 'charge', kind, times: 1 });
      expect((await browser.subscribe(accept)).body).toMatchObject({
        status: 'failed',
        description: 'Payment is being confirmed',
      });
    }
    const browser = site();
    const accept = await toAccept(browser, inFlight, 'killed');
    await sim().call('POST', '/sim/faults', { operation: 'charge', kind: 'slow', times: 1 });
    const lost = browser.subscribe(accept).catch((error: unknown) => error);
    await waitUntil(
      'the intent is written',
      running,
      async () => (await historyOf(inFlight)).charges.length === 1,
    );
    await kill();
    expect(await lost).toBeInstanceOf(Error);
    await start();

    // The person presses again at once: it is the same press, and no second charge is sent.
    expect((await browser.subscribe(accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'payment_pending',
    });
    await move(180);
    for (const msisdn of [inFlight, answerLost, neverArrived]) {
      const taken = await succeeded(msisdn);
      const { charges, state } = await historyOf(msisdn);
      expect(await chargesOf(msisdn)).toHaveLength(taken);
      expect([msisdn, charges.length, charges[0].outcome, state]).toEqual(
        taken === 1 ? [msisdn, 1, 'succeeded', 'active'] : [msisdn, 1, 'denied', 'expired'],
      );
    }
    expect([await succeeded(answerLost), await succeeded(neverArrived)]).toEqual([1, 0]);
    expect(await succeeded(inFlight)).toBeLessThanOrEqual(1);
    const again = browsers.get(answerLost);
    expect((await again?.browser.subscribe(again.accept))?.body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    expect((await ops().call('GET', '/ops/ledger')).body.balanced).toBe(true);
  });
});

describe('the clock', () => {
  it('advances from due time to due time: everything due in between happens at its own time, in order', async () => {
    const [first, second] = ['27820000004', '27820000005'];
    const accepted: number[] = [];
    for (const msisdn of [first, second]) {
      const browser = site();
      const { body } = await browser.subscribe(await toAccept(browser, msisdn, `clock-${msisdn}`));
      accepted.push(Date.parse(body.paid_until));
      await move(3600);
    }
    const { status, body } = await move(3 * DAY);
    expect(status).toBe(200);
    for (const [index, msisdn] of [first, second].entries()) {
      const { events, charges, state } = await historyOf(msisdn);
      const asked = events
        .filter(({ type }: { type: string }) => type === 'charge_requested')
        .map(({ at }: { at: string }) => Date.parse(at));
      expect([state, charges.length]).toEqual(['active', asked.length]);
      expect(asked.length).toBeGreaterThanOrEqual(2);
      for (const [day, at] of asked.entries())
        expect(Math.abs(at - (accepted[index] ?? 0) - day * DAY * 1000)).toBeLessThan(60_000);
      expect(Math.max(...asked)).toBeLessThan(Date.parse(body.now));
    }
  });

  it.each([
    {},
    { advance_seconds: -1 },
    { advance_seconds: '5' },
    { advance_seconds: 1e12 },
    { advance_seconds: 1, more: 1 },
  ])('rejects %j', async (body) => {
    expect(await site().call('POST', '/test/clock', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});

describe('the log and the metrics', () => {
  it('contain no number, in any spelling and from any place', async () => {
    const spellings = [
      '0821234567',
      '+27821234567',
      '27821234567',
      '082 123 4567',
      '+27 82 123 4567',
      '(082) 123-4567',
      '%2B27821234567',
      '0027821234567',
      '082.123.4567',
    ];
    const browser = site();
    for (const number of spellings) {
      for (const field of ['msisdn', 'he_msisdn', 'transaction_id', 'service_key', 'unknown'])
        await browser.call('POST', '/api/auth/status_check', {
          transaction_id: 't',
          msisdn: MSISDN,
          [field]: number,
        });
      await browser.subscribe({
        transaction_id: number,
        msisdn: number,
        otp: number.slice(0, 60),
        evina_token: number,
      });
      await browser.call('GET', `/api/viewer?msisdn=${encodeURIComponent(number)}`, undefined, {
        'x-msisdn': number,
        msisdn: number,
        referer: `http://x/${number}`,
        'user-agent': number,
        'x-correlation-id': number.replaceAll(/[^0-9]/g, '-'),
      });
      await fetch(`http://127.0.0.1:${ports.site}/${encodeURIComponent(number)}`);
      await fetch(`http://127.0.0.1:${ports.ops}/ops/subscriptions/${encodeURIComponent(number)}`);
      await sim().call('GET', `/sim/handsets/${MSISDN}`);
    }
    for (const fault of ['error', 'refuse', 'timeout-after']) {
      await sim().call('POST', '/sim/faults', { operation: 'send-code', kind: fault, times: 1 });
      await browser.call('POST', '/api/auth/status_check', {
        transaction_id: fault,
        msisdn: '0820000099',
        service_key: 'demo-daily',
      });
    }
    await sim().call('POST', `/sim/handsets/${MSISDN}/messages`, { text: `HELP ${MSISDN}` });
    const metrics = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
    const written = everything + running.output();
    expect(written.length).toBeGreaterThan(1000);
    for (const text of [written, metrics]) {
      expect(
        text.match(
          /(?:\+|00|%2B)?27[ -]?82[ -]?(?:123|000)[ -]?\d{4}(?!\d)|(?<!\d)082[ .)-]{0,2}(?:123|000)[ .-]?\d{4}(?!\d)/gi,
        ) ?? [],
      ).toEqual([]);
    }
    for (const line of written.split('\n').filter((text) => text.startsWith('{')))
      expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('stopping', () => {
  it('answers a request in flight after SIGTERM, then exits soon with 0, including the simulator', async () => {
    const msisdn = '27820000006';
    await usedNumber(msisdn);
    const browser = site();
    const accept = await toAccept(browser, msisdn, 'stopping');
    await sim().call('POST', '/sim/faults', { operation: 'charge', kind: 'slow', times: 1 });
    const answer = browser.subscribe(accept);
    await waitUntil(
      'the intent is written',
      running,
      async () => (await historyOf(msisdn)).charges.length === 1,
    );
    const written = running.output().length;
    running.child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    const answered = Date.now();
    expect(await running.ended).toBe(0);
    // The client keeps the answered connection alive, which must not delay the stop by its minute.
    expect(Date.now() - answered).toBeLessThan(30_000);
    expect(await isFree(ports.carrier)).toBe(true);
    expect(running.output().slice(written)).not.toMatch(/"level":"(error|fatal)"|Error:/);
    // What it wrote last may arrive after its end.
    const lines = /"reason":"SIGTERM","drain_seconds":0,"msg":"stopping"(.|\n)*"msg":"stopped"}\n$/;
    await vi.waitFor(() => expect(running.output().slice(written)).toMatch(lines));
  });

  it('ends in order also when asked during the start', async () => {
    const other = freshFolder();
    const own = await freePorts();
    copyTemplateTo(other.folder);
    const early = startProcess(demo(own, other.folder));
    await waitUntil('it has begun', early, async () => answers(`http://127.0.0.1:${own.carrier}/`));
    early.child.kill('SIGTERM');
    expect(await early.ended).toBe(0);
    expect(await isFree(own.carrier)).toBe(true);
    other.remove();
  });
});
