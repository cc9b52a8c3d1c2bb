// A PostgreSQL server that disappears, hangs or refuses, as visitors and operators experience it.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
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
import { type Line, openLine } from './tcp-proxy.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const PROBE_MS = 5000;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a PostgreSQL server that fails', () => {
  const { folder, remove } = freshFolder();
  let open: OpenDatabase;
  let line: Line;
  let ports: Ports;
  let running: Process;

  beforeAll(async () => {
    open = await createTestDatabase();
    const url = new URL(String(open.pool?.options.connectionString));
    line = await openLine(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    ports = await freePorts();
    const variables = demo(ports, folder, {
      DATABASE_URL: url.href,
      LIMITS: 'off',
      DATABASE_LIMITS: '{"connect":3}',
      TEST_CLOCK: '1',
    });
    running = startProcess(variables);
    await waitUntilReady(running, ports);
    await openForSale(ports, variables);
  });
  afterAll(async () => {
    await line?.set('open');
    running?.child.kill('SIGTERM');
    const code = await running?.ended;
    await line?.close();
    await open?.close();
    remove();
    expect(code).toBe(0);
  });

  const site = (path: string) => `http://127.0.0.1:${ports.site}${path}`;
  const timed = async (url: string) => {
    const began = performance.now();
    const response = await fetch(url);
    return { response, text: await response.text(), ms: performance.now() - began };
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await timed(`http://127.0.0.1:${ports.ops}/metrics`);
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1]);
  };
  const told = (words: string): number => running.output().split(words).length - 1;
  const move = (seconds: number) =>
    createBrowser(site('')).call('POST', '/test/clock', { advance_seconds: seconds });

  /** Waits until home is served from the cache for two seconds: the catalogue is looked at each. */
  const homeIsKept = async (): Promise<void> => {
    let hits = 0;
    await waitUntil('home is kept', running, async () => {
      const { response } = await timed(site('/'));
      hits = response.headers.get('x-page-cache') === 'hit' ? hits + 1 : 0;
      return hits >= 40;
    });
  };

  for (const state of ['refusing', 'silent'] as const) {
    it(`keeps health and metrics answering, answers calls with 503, serves cached pages, and recovers on its own: ${state}`, async () => {
      const [away, back] = [told('the database is away:'), told('the database answers again')];
      // A plan that the channel gets drops the pages that were made before it.
      await homeIsKept();
      expect((await timed(site('/'))).response.status).toBe(200);
      expect((await timed(site('/content/v1/home/categories'))).response.status).toBe(200);
      // From now on the cached pages are stale.
      expect((await move(120)).status).toBe(200);
      const outputBefore = running.output().length;
      await line.set(state);

      // From the first moment, before the product has noticed the outage.
      const [ready, metrics] = await Promise.all([
        timed(site('/healthz/ready')),
        timed(`http://127.0.0.1:${ports.ops}/metrics`),
      ]);
      expect([ready.response.status, metrics.response.status]).toEqual([503, 200]);
      expect(ready.response.headers.get('retry-after')).toMatch(/^[0-9]+$/);
      expect(ready.ms).toBeLessThan(PROBE_MS);
      expect(metrics.ms).toBeLessThan(PROBE_MS);
      expect((await timed(site('/healthz/live'))).response.status).toBe(200);

      const visitor = createBrowser(site(''));
      const refused = await visitor.call('POST', '/api/auth/status_check', {
        transaction_id: 't1',
        msisdn: '27821234567',
      });
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.body.retry_after).toBeGreaterThan(0);
      await waitUntil(
        'known to be away',
        running,
        async () => (await metric('bonisa_database_up')) === 0,
        5000,
      );

      for (const path of ['/', '/content/v1/home/categories']) {
        const kept = await timed(site(path));
        expect([path, kept.response.status, kept.response.headers.get('x-bonisa-stale')]).toEqual([
          path,
          200,
          '1',
        ]);
        expect(kept.response.headers.get('warning')).toContain('110');
      }
      const unknown = await timed(site('/channel/nothing-kept-of-it'));
      expect([unknown.response.status, unknown.response.headers.get('retry-after')]).toEqual([
        503,
        '5',
      ]);
      expect(unknown.response.headers.get('content-type')).toContain('text/html');
      for (let call = 0; call < 50; call++) {
        const { response, ms } = await timed(site('/content/v1/channels'));
        expect(response.status).toBe(503);
        expect(ms).toBeLessThan(PROBE_MS);
      }

      await line.set('open');
      await waitUntil(
        'ready again',
        running,
        async () => (await timed(site('/healthz/ready'))).response.status === 200,
        20_000,
      );
      expect(
        (
          await visitor.call('POST', '/api/auth/status_check', {
            transaction_id: 't2',
            msisdn: '27821234567',
          })
        ).status,
      ).toBe(200);
      const fresh = await timed(site('/'));
      expect([fresh.response.status, fresh.response.headers.get('x-bonisa-stale')]).toEqual([
        200,
        null,
      ]);
      expect([
        told('the database is away:') - away,
        told('the database answers again') - back,
      ]).toEqual([1, 1]);
      const lines = running.output().slice(outputBefore).trim().split('\n');
      expect(
        lines.filter(
          (one) =>
            !/the database (?:is away|answers again)|connections to the database were lost|"msg":"answered/.test(
              one,
            ),
        ),
      ).toEqual([]);
      expect(await metric('bonisa_database_up')).toBe(1);
      expect(await metric('bonisa_stale_answers_total')).toBeGreaterThan(0);
    });
  }
});
