// Connections that the server closes, at any moment, end no process and cost nobody money; other
// errors leave one log line.
import { randomInt } from 'node:crypto';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createBrowser,
  demo,
  freePorts,
  freshFolder,
  openForSale,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const { folder, remove } = freshFolder();
afterAll(remove);

/** `DRILL_ROUNDS=45` tries more of them. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 8);
const DAY = 86_400;

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('connections closed by a PostgreSQL server', () => {
  it(`survives ${ROUNDS} closings of all connections during sign-ups and renewals, with each cent booked once`, async () => {
    const open = await createTestDatabase();
    const name = new URL(String(open.pool?.options.connectionString)).pathname.slice(1);
    const ports = await freePorts();
    const variables = demo(ports, `${folder}/drill`, {
      DATABASE_URL: String(open.pool?.options.connectionString),
      LIMITS: 'off',
      TEST_CLOCK: '1',
    });
    const running = startProcess(variables);
    await waitUntilReady(running, ports);
    await openForSale(ports, variables);
    const at = (port: number) => createBrowser(`http://127.0.0.1:${port}`);
    const sim = at(ports.carrier);
    const ops = at(ports.ops);

    let going = true;
    let signedUp = 0;
    const numbers: string[] = [];
    /** One after the other; a refused sign-up is retried with the same press, as a person does. */
    const people = async (first: number): Promise<void> => {
      for (let one = first; going; one += 10) {
        const msisdn = String(27_820_000_000 + one);
        numbers.push(msisdn);
        if (await signUp(at(ports.site), msisdn)) signedUp++;
      }
    };
    const signUp = async (browser: ReturnType<typeof at>, msisdn: string): Promise<boolean> => {
      const transaction_id = `drill-${msisdn}`;
      for (let attempt = 0; attempt < 5; attempt++) {
        await browser.call('POST', '/api/auth/status_check', {
          transaction_id,
          msisdn,
          service_key: 'demo-daily',
        });
        const { body: messages } = await sim.call('GET', `/sim/handsets/${msisdn}/messages`);
        const otp =
          /\b\d{4}\b/.exec(
            (messages as { text: string }[]).find(({ text }) => text.includes('OTP'))?.text ?? '',
          )?.[0] ?? '';
        const answer = await browser.subscribe({
          transaction_id,
          msisdn,
          service_key: 'demo-daily',
          otp,
          to_cancel: 'no',
        });
        if (answer.body.status === 'success') return true;
      }
      return false;
    };
    /**
     * Free days end and renewals become due; between two advances there is time to type a code
     * before it expires.
     */
    const days = async (): Promise<void> => {
      for (let seen = 0; going; seen = signedUp) {
        await waitUntil(
          'somebody signs up between two moves',
          running,
          () => !going || signedUp >= seen + 2,
          60_000,
        );
        await at(ports.site).call('POST', '/test/clock', { advance_seconds: DAY / 2 });
      }
    };

    const load = [people(1), people(2), people(3), days()];
    for (let round = 0; round < ROUNDS; round++) {
      const soFar = signedUp;
      await waitUntil('work goes on between two rounds', running, () => signedUp > soFar, 60_000);
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 400)));
      await open.pool?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() and application_name <> $2',
        [name, 'nobody'],
      );
      expect([round, running.child.exitCode]).toEqual([round, null]);
    }
    going = false;
    await Promise.all(load);
    await waitUntil(
      'ready',
      running,
      async () => (await at(ports.site).call('GET', '/healthz/ready')).status === 200,
      20_000,
    );
    // Every free day ends, unknown outcomes are looked up, and due charges are made, however few
    // moves of the clock a slow machine had time for.
    await waitUntil(
      'clock advanced',
      running,
      async () =>
        (await at(ports.site).call('POST', '/test/clock', { advance_seconds: DAY + 2 * 3600 }))
          .status === 200,
      60_000,
    );

    expect(signedUp).toBeGreaterThan(ROUNDS);
    expect((await ops.call('GET', '/ops/ledger')).body.balanced).toBe(true);
    let compared = 0;
    for (const msisdn of numbers) {
      const taken = (
        (await sim.call('GET', `/sim/charges?msisdn=${msisdn}`)).body as { status: string }[]
      ).filter(({ status }) => status === 'succeeded');
      const known = (await ops.call('GET', `/ops/subscriptions/${msisdn}`)).body?.charges ?? [];
      const booked = (known as { outcome: string; period: number }[]).filter(
        ({ outcome }) => outcome === 'succeeded' || outcome === 'refunded',
      );
      expect([msisdn, booked.length]).toEqual([msisdn, taken.length]);
      compared += taken.length;
    }
    expect(compared).toBeGreaterThan(0);
    process.stdout.write(
      `${ROUNDS} rounds: ${signedUp} of ${numbers.length} signed up, ${compared} charges, each booked once\n`,
    );
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(running.output()).not.toContain('"level":"fatal"');
    await open.close();
  });
});

describe('an uncaught error', () => {
  beforeAll(() => copyTemplateTo(`${folder}/uncaught`));
  for (const kind of ['throw new Error("told")', 'Promise.reject(new Error("told"))']) {
    it(`leaves one fatal line of JSON and an exit code: ${kind}`, async () => {
      const ports = await freePorts();
      const preload = `data:text/javascript,process.once('SIGUSR2',()=>{${kind}})`;
      const running = startProcess(
        demo(ports, `${folder}/uncaught`, { NODE_OPTIONS: `--import ${encodeURI(preload)}` }),
      );
      await waitUntilReady(running, ports);
      running.child.kill('SIGUSR2');
      expect(await running.ended).toBe(1);
      const fatal = running
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"fatal"'));
      expect(fatal).toHaveLength(1);
      expect(JSON.parse(String(fatal[0]))).toMatchObject({
        level: 'fatal',
        err: { message: 'told' },
      });
    });
  }
});
