// The product traces to a collector by OTLP: page, calls, database and carrier, and nothing of a
// person.

import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSignUp, type SignUpResult } from '../../bench/sign-up.flow.ts';
import { type ReceivedSpan, startCollector } from './otlp-receiver.test-kit.ts';
import {
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

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MSISDN = '27821234567';
const { folder, remove } = freshFolder();
const collector = await startCollector();
const received = () => collector.bodies.join('\n');
let ports: Ports;
let product: Process;
let signedUp: SignUpResult;

beforeAll(async () => {
  ports = await freePorts();
  copyTemplateTo(folder);
  const variables = demo(ports, folder, {
    FRAUD_MODE: 'observe',
    LIMITS: 'off',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  });
  product = startProcess(variables);
  await waitUntilReady(product, ports);
  await openForSale(ports, variables);
  const flow = createSignUp({
    siteUrl: `http://127.0.0.1:${ports.site}`,
    carrierUrl: `http://127.0.0.1:${ports.carrier}`,
    connections: 1,
  });
  signedUp = await flow.signUp(MSISDN);
  await flow.close();
  await waitForSpan('POST /api/subscribe');
});
afterAll(async () => {
  product.child.kill('SIGKILL');
  await product.ended;
  await collector.close();
  remove();
});

async function waitForSpan(name: string, holds = (_: ReceivedSpan) => true): Promise<ReceivedSpan> {
  const find = () => collector.spans.find((span) => span.name === name && holds(span));
  await waitUntil(`the span '${name}'`, product, () => find() !== undefined);
  return find() as ReceivedSpan;
}

const childrenOf = (parent: ReceivedSpan) =>
  collector.spans.filter((span) => span.parentSpanId === parent.spanId);
const below = (parent: ReceivedSpan): ReceivedSpan[] =>
  childrenOf(parent).flatMap((child) => [child, ...below(child)]);

describe('a sign-up', () => {
  it('is a trace for each call, with its statements and the calls of the carrier', async () => {
    const subscribe = await waitForSpan('POST /api/subscribe');
    expect(subscribe).toMatchObject({
      kind: 2,
      failed: false,
      facts: { 'http.route': '/api/subscribe', 'http.response.status_code': 200 },
    });
    const names = below(subscribe).map(({ name }) => name);
    expect(names).toContain('carrier validateCode');
    expect(names).toContain('insert consents');
    expect(names.filter((name) => name.startsWith('select ')).length).toBeGreaterThan(2);
    const sent = collector.find('carrier sendCode') as ReceivedSpan;
    const [http] = childrenOf(sent);
    expect(sent.facts['bonisa.carrier.outcome']).toBe('sent');
    expect(http?.facts).toMatchObject({ 'http.response.status_code': 200 });
    expect(http?.facts['bonisa.x_correlator']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is found from a line of the log, and by the correlation id', async () => {
    const { correlation_id, trace_id } = product
      .output()
      .split('\n')
      .filter((line) => line.includes('"/api/subscribe"'))
      .map((line) => JSON.parse(line) as Record<string, string>)[0] as Record<string, string>;
    const span = await waitForSpan('POST /api/subscribe');
    expect(span.traceId).toBe(trace_id);
    expect(span.facts['bonisa.correlation_id']).toBe(correlation_id);
  });

  it('leaves nothing of the person in a trace', () => {
    const handset = /"text":"([^"]*OTP[^"]*)"/;
    expect(received()).not.toMatch(handset);
    const national = `0${MSISDN.slice(2)}`;
    for (const secret of [
      MSISDN,
      national,
      MSISDN.slice(2),
      '82 123 4567',
      // The hint that somebody is signed in is a single digit.
      ...[...signedUp.cookies.values()].filter((value) => value.length > 10),
    ])
      expect(received().includes(secret), 'a number or a cookie').toBe(false);
    // Statements are named, never quoted; codes, tokens and values would be among these.
    expect(received()).not.toMatch(/\$1|\bwhere\b|values \(|Bearer|eyJ|csrf[^-]|evina|daily/i);
    const allowed = new Set([
      'http.request.method',
      'http.route',
      'http.response.status_code',
      'error.type',
      'db.system.name',
      'db.operation.name',
      'db.collection.name',
      'bonisa.correlation_id',
      'bonisa.x_correlator',
      'bonisa.carrier.outcome',
      'bonisa.page',
      'bonisa.job.items',
    ]);
    const keys = new Set(collector.spans.flatMap(({ facts }) => Object.keys(facts)));
    expect([...keys].filter((key) => !allowed.has(key))).toEqual([]);
    for (const { name } of collector.spans) expect(name).toMatch(/^[A-Za-z_ /:*.-]+$/);
  });

  it('is sent with the credentials of the collector to its address for traces', () => {
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer of-the-collector', 'content-type': 'application/json' },
    });
  });
});

describe('a page', () => {
  it('is a trace with its rendering and statements, named by its pattern', async () => {
    await fetch(`http://127.0.0.1:${ports.site}/search?q=0821234567`);
    const rendering = await waitForSpan(
      'render page',
      ({ facts }) => facts['bonisa.page'] === '/search',
    );
    await waitForSpan('GET /*', ({ spanId }) => spanId === rendering.parentSpanId);
    expect(
      childrenOf(rendering)
        .map(({ name }) => name)
        .join(),
    ).toMatch(/select /);
    expect(received()).not.toContain('0821234567');
  });

  it('continues the trace of a trusted proxy, but not ids that read like a number', async () => {
    const trace = 'abcdefabcdefabcdefabcdefabcdef01';
    const asked = (id: string, route: string) =>
      fetch(`http://127.0.0.1:${ports.site}${route}`, {
        headers: { traceparent: `00-${id}-aaaaaaaaaaaaaaaa-01`, baggage: `msisdn=${MSISDN}` },
      });
    await asked(trace, '/api/csrf-token');
    const own = await waitForSpan('GET /api/csrf-token', ({ traceId }) => traceId === trace);
    expect(own.parentSpanId).toBe('aaaaaaaaaaaaaaaa');
    const number = `aaaaaaaaaaaaaaaaaaaa0${MSISDN.slice(2)}aa`;
    await asked(number, '/api/viewer');
    await waitForSpan('GET /api/viewer');
    expect(received()).not.toContain(MSISDN.slice(2));
  });

  it('has no span for health checks', () => {
    expect(collector.spans.some(({ name }) => name.includes('healthz'))).toBe(false);
  });
});

describe('a collector that hangs', () => {
  it('delays no answer, is counted, and delays no stop', async () => {
    collector.hang();
    const metric = async (result: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${ports.ops}/metrics`)).text();
      const line = new RegExp(`^bonisa_spans_total\\{result="${result}"\\} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };
    expect(await metric('exported')).toBeGreaterThan(50);
    for (let i = 0; i < 20; i++)
      expect((await fetch(`http://127.0.0.1:${ports.site}/api/viewer`)).status).toBeLessThan(500);
    await waitUntil('a failure is counted', product, async () => (await metric('failed')) > 0);
    expect(product.output().match(/the collector does not take traces/g)).toHaveLength(1);
    const asked = performance.now();
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(20_000);
  });
});
