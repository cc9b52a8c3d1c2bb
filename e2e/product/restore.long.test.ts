// The drill: 50 due, a backup, they renew, the backup is restored, a start. None is charged again.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
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

const DAY = 86_400;
const HOUR = 3600;
const NUMBERS = Array.from({ length: 50 }, (_, index) => `2783${String(5_000_000 + index)}`);
const SERVER = process.env.TEST_DATABASE_URL;

/**
 * The product's database, as an operator backs it up and restores it while the product is stopped.
 */
interface Store {
  readonly variables: Record<string, string>;
  backUp(): void;
  putBack(): Promise<void>;
  remove(): Promise<void>;
}

function folderStore(folder: string): Store {
  copyTemplateTo(folder);
  const database = join(folder, 'database');
  const copy = join(folder, 'backup');
  return {
    variables: {},
    backUp: () => cpSync(database, copy, { recursive: true }),
    putBack: async () => {
      rmSync(database, { recursive: true });
      cpSync(copy, database, { recursive: true });
    },
    remove: async () => undefined,
  };
}

async function serverStore(server: string): Promise<Store> {
  const first = await createOnServer(server);
  const names = [first];
  const variables: Record<string, string> = { DATABASE_URL: namedOn(server, first) };
  let dump: Buffer;
  return {
    variables,
    backUp: () => {
      dump = execFileSync('pg_dump', ['--no-owner', '--format=custom', namedOn(server, first)], {
        maxBuffer: 2 ** 30,
      });
    },
    putBack: async () => {
      const next = await createOnServer(server, 'template0');
      names.push(next);
      execFileSync(
        'pg_restore',
        ['--no-owner', '--exit-on-error', '--dbname', namedOn(server, next)],
        { input: dump },
      );
      variables.DATABASE_URL = namedOn(server, next);
    },
    remove: async () => {
      for (const name of names) await dropOnServer(server, name);
    },
  };
}

describe(`a backup of ${SERVER ? 'a server' : 'a folder'}`, () => {
  let ports: Ports;
  let running: Process;
  let store: Store;
  const { folder, remove } = freshFolder();
  const viewer = () => createBrowser(`http://127.0.0.1:${ports.site}`);
  const sim = () => createBrowser(`http://127.0.0.1:${ports.carrier}`);
  const ops = () => createBrowser(`http://127.0.0.1:${ports.ops}`);
  const read = async (path: string) => (await ops().call('GET', path)).body;
  const move = async (seconds: number): Promise<void> => {
    expect((await viewer().call('POST', '/test/clock', { advance_seconds: seconds })).status).toBe(
      200,
    );
  };
  /** All payments that the carrier has taken. */
  const taken = async () =>
    (
      (await sim().call('GET', '/sim/charges')).body as {
        at: string;
        status: string;
        reference: string;
      }[]
    ).filter(({ status }) => status === 'succeeded');

  const variables = (): Record<string, string> => {
    const secrets = {
      SECRET_KEY: 'a-secret-of-this-drill-with-32-letters',
      CARRIER_INBOUND_TOKEN: 'a-token-of-this-drill-with-32-letters',
    };
    return demo(ports, folder, { TEST_CLOCK: '1', LIMITS: 'off', ...secrets, ...store.variables });
  };
  const launch = (): void => {
    running = startProcess(variables());
  };
  const start = async (): Promise<void> => {
    launch();
    await waitUntilReady(running, ports);
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    running.child.kill(signal);
    await running.ended;
  };

  const signUp = async (msisdn: string) => {
    const browser = viewer();
    const transaction_id = `drill-${msisdn}`;
    await browser.call('POST', '/api/auth/status_check', {
      transaction_id,
      msisdn,
      service_key: 'demo-daily',
    });
    const { body } = await sim().call('GET', `/sim/handsets/${msisdn}/messages`);
    const otp = /\b\d{4}\b/.exec((body as { text: string }[])[0]?.text ?? '')?.[0];
    const answer = await browser.subscribe({
      transaction_id,
      msisdn,
      service_key: 'demo-daily',
      otp,
      to_cancel: 'no',
    });
    expect(answer.body).toMatchObject({ status: 'success' });
    return browser;
  };

  let before: unknown[];
  let somebody: Awaited<ReturnType<typeof signUp>>;
  beforeAll(async () => {
    ports = await freePorts();
    store = SERVER ? await serverStore(SERVER) : folderStore(folder);
    await start();
    await openForSale(ports, variables());
    const [first = '', ...others] = NUMBERS;
    somebody = await signUp(first);
    for (const msisdn of others) await signUp(msisdn);
    await move(DAY - HOUR);
    await stop('SIGTERM');
    store.backUp();
    await start();
    await move(2 * HOUR);
    expect(await taken()).toHaveLength(50);
    before = await Promise.all(NUMBERS.map((msisdn) => read(`/ops/subscriptions/${msisdn}`)));
    await stop('SIGTERM');
    await store.putBack();
  });
  afterAll(async () => {
    await stop('SIGKILL');
    await store.remove();
    remove();
  });

  it("charges none of them again, though it is killed while it records the carrier's payments", async () => {
    for (let time = 0; time < 3; time++) {
      launch();
      await waitUntil(
        'held',
        running,
        () =>
          running.output().includes('JOBS ARE HELD') ||
          (time > 0 && running.output().includes('is up')),
      );
      await stop('SIGKILL');
    }
    await start();
    await waitUntil(
      'written down',
      running,
      async () => (await read('/ops/hold')).attached_at != null,
    );
    expect(await read('/ops/hold')).toMatchObject({
      held: true,
      why: 'missing_here',
      missing: 50,
      attached: 50,
      exceptions: 0,
    });
    await move(30);
    expect(await taken()).toHaveLength(50);
  });

  it("has each paid until its former date, agrees with ledger and carrier's list, and viewers continue to watch", async () => {
    interface Shown {
      readonly state: string;
      readonly paid_until: string;
      readonly charges: readonly {
        reference: string;
        period: number;
        amount: string;
        outcome: string;
      }[];
    }
    /** A restored charge has the carrier's time, which is some milliseconds after ours. */
    const shown = (all: unknown[]) =>
      (all as Shown[]).map(({ state, paid_until, charges }) => ({
        state,
        paid_until,
        charges: charges.map(({ reference, period, amount, outcome }) => ({
          reference,
          period,
          amount,
          outcome,
        })),
      }));
    expect(
      shown(await Promise.all(NUMBERS.map((msisdn) => read(`/ops/subscriptions/${msisdn}`)))),
    ).toEqual(shown(before));
    expect(await read('/ops/ledger')).toMatchObject({ balanced: true });
    const days = [
      ...new Set(
        (await taken()).map(({ at }) =>
          new Date(Date.parse(at) + 2 * HOUR * 1000).toISOString().slice(0, 10),
        ),
      ),
    ];
    const compared = await Promise.all(
      days.map(async (date) => (await ops().call('POST', '/ops/reconciliation', { date })).body),
    );
    expect(compared.reduce((sum, { matched }) => sum + matched, 0)).toBe(50);
    for (const day of compared)
      expect(day).toMatchObject({ missing_here: 0, missing_there: 0, differing: 0 });
    expect((await somebody.call('GET', '/api/viewer')).body).toMatchObject({ entitled: true });
  });

  it('renews as usual once an operator allows it', async () => {
    await move(DAY);
    expect(await taken()).toHaveLength(50);
    expect(
      (await ops().call('POST', '/ops/hold/release', { note: 'The drill is over' })).body,
    ).toMatchObject({ held: false });
    await waitUntil('renewed', running, async () => (await taken()).length === 100);
    await move(DAY);
    expect(await taken()).toHaveLength(150);
    expect(new Set((await taken()).map(({ reference }) => reference)).size).toBe(150);
    expect(await read('/ops/ledger')).toMatchObject({ balanced: true });
  });
});
