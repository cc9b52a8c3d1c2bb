// Starts that appear healthy and are not, over HTTP and in the log.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  demo,
  freePorts,
  freshFolder,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { folder, remove } = freshFolder();
afterAll(remove);

const metricsOf = async (ops: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${ops}/metrics`)).text();

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('a second process on one database', () => {
  it('is refused by name with secrets of its own, and beside what must be alone', async () => {
    const open = await createTestDatabase();
    const DATABASE_URL = String(open.pool?.options.connectionString);
    const SECRET_KEY = 'a-secret-of-both-with-more-than-32-letters';
    const ports = await freePorts();
    const own = { DATABASE_URL, SECRET_KEY, DEMO_CATALOGUE: 'off' };
    const first = startProcess(demo(ports, `${folder}/first`, own));
    await waitUntilReady(first, ports);
    // Interfaces 'Clock': the clock and the carriers of a test have one owner.
    const refused = [
      [{}, /^Cannot start: SECRET_KEY: the database knows another one than that in DATA_DIR/m],
      [{ SECRET_KEY }, /^Cannot start: CARRIER_URL: simulated carriers: only one process may run/m],
      [{ SECRET_KEY, TEST_CLOCK: '1' }, /^Cannot start: TEST_CLOCK: only one process may run/m],
    ] as const;
    await Promise.all(
      refused.map(async ([variables, reason], index) => {
        const given = { DATABASE_URL, DEMO_CATALOGUE: 'off', ...variables };
        const other = startProcess(demo(await freePorts(), `${folder}/other-${index}`, given));
        expect(await other.ended).not.toBe(0);
        expect(other.output()).toMatch(reason);
      }),
    );
    // After a kill the next start on the same folder takes the place of the dead process.
    first.child.kill('SIGKILL');
    await first.ended;
    const again = startProcess(demo(ports, `${folder}/first`, own));
    await waitUntilReady(again, ports);
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    await open.close();
    // Five starts of the whole product, of which a busy machine needs a minute each.
  }, 600_000);
});

describe('a folder whose clock a test has moved', () => {
  it('goes on at its own time when it starts without the test clock', async () => {
    const home = `${folder}/moved`;
    mkdirSync(home);
    writeFileSync(`${home}/test-clock.json`, JSON.stringify({ offset: 86_400_000 }));
    const ports = await freePorts();
    const running = startProcess(demo(ports, home, { DEMO_CATALOGUE: 'off' }));
    await waitUntilReady(running, ports);
    const moved = await fetch(`http://127.0.0.1:${ports.site}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: 1 }),
    });
    const { now } = (await moved.json()) as { now: string };
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + 80_000_000);
    expect(running.output()).toContain('the clock of this DATA_DIR was moved ahead');
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
  });
});

describe('a carrier that refuses our key and whose clock differs from ours', () => {
  it('is named in the log and the metrics, and pages are served', async () => {
    let accepts = false;
    const carrier = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() - 90_000).toUTCString());
      response.setHeader('content-type', 'application/json');
      response.statusCode = accepts ? 200 : 401;
      response.end(
        JSON.stringify(
          accepts
            ? { access_token: 't', token_type: 'Bearer', expires_in: 300 }
            : { error: 'invalid_client' },
        ),
      );
    }).listen(0, '127.0.0.1');
    await once(carrier, 'listening');
    const at = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ports = await freePorts();
    copyTemplateTo(`${folder}/refused`);
    const running = startProcess(
      demo(ports, `${folder}/refused`, {
        CARRIER_URL: at,
        CARRIER_TOKEN_URL: `${at}/oauth2/token`,
        CARRIER_CLIENT_ID: 'us',
        CARRIER_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      }),
    );
    await waitUntilReady(running, ports);
    await waitUntil(
      'told',
      running,
      () =>
        running.output().includes('CARRIER_KEY, CARRIER_CLIENT_ID: the carrier refuses our key'),
      20_000,
    );
    expect(running.output()).toMatch(
      /this machine's clock is (?:89|9[0-9]) seconds ahead of the carrier's/,
    );
    const metrics = await metricsOf(ports.ops);
    const ready = await fetch(`http://127.0.0.1:${ports.ops}/healthz/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { not_ready: [] }]);
    expect((await fetch(`http://127.0.0.1:${ports.site}/api/viewer`)).status).toBe(200);
    expect(metrics).toMatch(/^bonisa_carrier_key_refused\{carrier="[a-z-]+"\} 1$/m);
    expect(
      Number(
        /^bonisa_clock_offset_seconds\{against="carrier",carrier="[a-z0-9-]+"\} (.+)$/m.exec(
          metrics,
        )?.[1],
      ),
    ).toBeGreaterThan(85);
    accepts = true;
    await waitUntil(
      'accepted',
      running,
      async () =>
        /^bonisa_carrier_key_refused\{carrier="[a-z-]+"\} 0$/m.test(await metricsOf(ports.ops)),
      60_000,
    );
    expect(running.output().split('the carrier refuses our key')).toHaveLength(2);
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    carrier.close();
  });
});
