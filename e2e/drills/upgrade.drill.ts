// Interfaces 'Start and stop': each release, as it was released, signs people up and charges them
// on its own tables. This version starts on that database and goes on charging each of them once a
// day, and the release starts again on the tables of this version: the step back.
import { createOnServer, namedOn } from '@bonisa/kit/database/database-server.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReleases } from '../../scripts/migrations-folder.ts';
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
} from '../product/process.test-kit.ts';
import { buildRelease } from './build-release.ts';
import { type Cluster, startCluster } from './cluster.ts';

const DAY = 86_400;
const NUMBERS = ['27835000001', '27835000002', '27835000003'];

describe.each(readReleases())('release $version', (release) => {
  const { folder, remove } = freshFolder();
  let built: ReturnType<typeof buildRelease>;
  let cluster: Cluster;
  let ports: Ports;
  let running: Process;
  let variables: Record<string, string>;

  beforeAll(async () => {
    built = buildRelease(release);
    cluster = await startCluster();
    ports = await freePorts();
    const name = await createOnServer(cluster.url, 'template0');
    const secrets = {
      SECRET_KEY: 'a-secret-of-this-drill-with-32-letters',
      CARRIER_INBOUND_TOKEN: 'a-token-of-this-drill-with-32-letters',
    };
    const database = { DATABASE_URL: namedOn(cluster.url, name) };
    variables = demo(ports, folder, { TEST_CLOCK: '1', LIMITS: 'off', ...secrets, ...database });
    // It builds all pages and the studio, beside whatever else a machine does.
  }, 900_000);
  afterAll(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    await cluster?.remove();
    built?.remove();
    remove();
  });

  const start = async (program?: string): Promise<void> => {
    running = startProcess(variables, program);
    await waitUntilReady(running, ports);
  };
  const replaceBy = async (program?: string): Promise<void> => {
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    await start(program);
  };
  const caller = (port: number) => createBrowser(`http://127.0.0.1:${port}`);
  const aDayLater = async (): Promise<void> => {
    const moved = await caller(ports.site).call('POST', '/test/clock', { advance_seconds: DAY });
    expect(moved.status).toBe(200);
  };
  const signUp = async (msisdn: string): Promise<void> => {
    const viewer = caller(ports.site);
    const chosen = { transaction_id: `upgrade-${msisdn}`, msisdn, service_key: 'demo-daily' };
    await viewer.call('POST', '/api/auth/status_check', chosen);
    const { body } = await caller(ports.carrier).call('GET', `/sim/handsets/${msisdn}/messages`);
    const otp = /\b\d{4}\b/.exec((body as { text: string }[])[0]?.text ?? '')?.[0];
    const answer = await viewer.subscribe({ ...chosen, otp, to_cancel: 'no' });
    expect(answer.body).toMatchObject({ status: 'success' });
  };
  /** How often each number was charged, by the carrier's list. */
  const charged = async (): Promise<number[]> => {
    const listed = await Promise.all(
      NUMBERS.map((msisdn) => caller(ports.carrier).call('GET', `/sim/charges?msisdn=${msisdn}`)),
    );
    return listed.map(
      ({ body }) => (body as { status: string }[]).filter((c) => c.status === 'succeeded').length,
    );
  };

  it('is upgraded with its subscribers, each charged once a day, and may be gone back to', async () => {
    await start(built.main);
    await openForSale(ports, variables);
    for (const msisdn of NUMBERS) await signUp(msisdn);
    await aDayLater();
    expect(await charged()).toEqual([1, 1, 1]);
    await replaceBy();
    await aDayLater();
    expect(await charged()).toEqual([2, 2, 2]);
    await replaceBy(built.main);
    await aDayLater();
    expect(await charged()).toEqual([3, 3, 3]);
    const ledger = await caller(ports.ops).call('GET', '/ops/ledger');
    expect(ledger.body).toMatchObject({ balanced: true });
  });
});
