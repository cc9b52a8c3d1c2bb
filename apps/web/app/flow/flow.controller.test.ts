import { CallError, type Client } from '@bonisa/contract/client';
import { describe, expect, test, vi } from 'vitest';
import { type BrowserStorage, createBrowserStorage } from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { createFlow, failureOf } from './flow.controller.ts';
import { STORED_RUN } from './flow.storage.ts';
import { kitReply, NOW, NUMBER, statusReply, subscribed } from './flow.test-kit.ts';

function memory(): BrowserStorage {
  const items = new Map<string, string>();
  return createBrowserStorage(
    () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    () => NOW,
  );
}

type RecordedCall = { name: string; body: unknown; csrf: string | undefined };

/** Creates a flow on a server with prepared answers, which records every call. */
function setUp(
  session = memory(),
  answers: Partial<Record<string, unknown>> = {},
  signedIn = false,
) {
  const calls: RecordedCall[] = [];
  const ready: Partial<Record<string, unknown>> = {
    enrich: undefined,
    statusCheck: statusReply({ otp_sent: true }),
    fraudScript: kitReply(),
    csrfToken: { csrfToken: 'csrf-1' },
    subscribe: subscribed(),
    ...answers,
  };
  const call = (async (name: string, body: unknown, options?: { csrfToken?: string }) => {
    calls.push({ name, body, csrf: options?.csrfToken });
    if (ready[name] instanceof Error) throw ready[name];
    return ready[name];
  }) as Client;
  const went: string[] = [];
  const told: unknown[] = [];
  const reported: unknown[] = [];
  const local = memory();
  const flow = createFlow({
    call,
    local,
    session,
    go: (place) => went.push(place),
    leave: (to) => went.push(`leave ${to}`),
    hintsSignedIn: () => signedIn,
    mark: () => went.push('mark'),
    reportPageView: (event) => told.push(event),
    report: (error) => reported.push(error),
    now: () => NOW,
    newId: () => 'tx-1',
    pause: () => {},
  });
  const until = (at: string) => vi.waitFor(() => expect(flow.state().step.at).toBe(at));
  return { flow, calls, went, told, reported, local, session, ready, until };
}

const NUMBER_ADDRESS = { pathname: '/enter-number', search: '?return=/video/isibane', state: null };

async function toConfirm(world: ReturnType<typeof setUp>): Promise<void> {
  world.flow.arrive(NUMBER_ADDRESS);
  world.flow.send({ type: 'number_submitted', text: '0821234567' });
  await world.until('packages');
  world.flow.send({ type: 'package_submitted', packageId: 'p-grtv-daily-c-01' });
  await vi.waitFor(() =>
    expect(world.flow.state().step).toMatchObject({ at: 'confirm', kit: { state: 'ready' } }),
  );
}

describe('the flow controller', () => {
  // F1 to F4, P4, B4, E11
  test('makes the calls of a subscription in order, with the CSRF token right before Accept', async () => {
    const world = setUp();
    await toConfirm(world);
    world.flow.send({ type: 'accept_pressed', otp: '1234', fraudToken: 'sealed-1' });
    world.flow.send({ type: 'accept_pressed', otp: '1234', fraudToken: 'sealed-1' });
    await world.until('complete');
    expect(world.calls.map((made) => made.name)).toEqual([
      'enrich',
      'statusCheck',
      'statusCheck',
      'fraudScript',
      'csrfToken',
      'subscribe',
    ]);
    expect(world.calls.at(-1)).toMatchObject({
      csrf: 'csrf-1',
      body: { to_cancel: 'no', otp: '1234', evina_token: 'sealed-1' },
    });
    expect(world.went).toEqual(['mark', 'packages', 'confirm', 'complete']);
    expect(world.told).toEqual([
      { type: 'report_page_view', packageId: 'p-grtv-daily-c-01', transactionId: 'tx-1' },
    ]);
    expect(world.local.read(STORED_ITEMS.uToken)).toBe(NUMBER);
    expect(world.local.read(STORED_ITEMS.activePackage)).toMatchObject({ subscriber_id: '41' });
    expect(world.flow.state().run.returnTo).toBe('/video/isibane');
  });

  test('leads a subscriber who comes back into an ended run to where the run began, and plays nothing', () => {
    const search = `?return=${encodeURIComponent('/video/isibane?play=1')}`;
    const left = { ...NUMBER_ADDRESS, search, state: { transactionId: 'tx-0', place: 'packages' } };
    const subscriber = setUp(memory(), {}, true);
    subscriber.flow.arrive(left);
    expect(subscriber.went).toEqual(['leave /video/isibane']);
    expect(subscriber.calls).toEqual([]);
    const visitor = setUp();
    visitor.flow.arrive(left);
    expect(visitor.flow.state().step.at).toBe('number');
  });

  test('accepts the number that the network vouches for', async () => {
    const world = setUp(memory(), { enrich: { he_msisdn: NUMBER, he_token: 'he-1' } });
    world.flow.arrive(NUMBER_ADDRESS);
    await vi.waitFor(() =>
      expect(world.flow.state().run.enriched).toEqual({ msisdn: NUMBER, token: 'he-1' }),
    );
    expect(world.local.read(STORED_ITEMS.heToken)).toBe('he-1');
  });

  test('continues when the network vouches for no number, and reports only errors that are no answers', async () => {
    const world = setUp(memory(), { enrich: new CallError(0, undefined) });
    await toConfirm(world);
    expect(world.reported).toEqual([]);
    const broken = setUp(memory(), { statusCheck: new TypeError('ours') });
    broken.flow.arrive(NUMBER_ADDRESS);
    broken.flow.send({ type: 'number_submitted', text: '0821234567' });
    await vi.waitFor(() => expect(broken.flow.state().problem).not.toBeNull());
    expect(broken.reported).toEqual([new TypeError('ours')]);
  });

  test('suggests the number of the last visit', () => {
    const world = setUp();
    world.local.write(STORED_ITEMS.uToken, NUMBER);
    world.flow.arrive(NUMBER_ADDRESS);
    expect(world.flow.state().run.msisdn).toBe(NUMBER);
  });

  test('asks again, after a reload, for the answer of an Accept in flight', async () => {
    const first = setUp();
    await toConfirm(first);
    first.ready.subscribe = new CallError(0, undefined);
    first.flow.send({ type: 'accept_pressed', otp: '1234', fraudToken: 'sealed-1' });
    await first.until('unsure');
    const second = setUp(first.session);
    second.flow.arrive({ pathname: '/subscribe/confirm', search: '', state: null });
    await second.until('complete');
    expect(second.calls.map((made) => made.name)).toEqual(['csrfToken', 'subscribe']);
    expect(second.calls[1]?.body).toEqual(first.calls.at(-1)?.body);
  });

  test('notifies its listeners and stores the run at each change', async () => {
    const world = setUp();
    let heard = 0;
    const stop = world.flow.subscribe(() => {
      heard += 1;
    });
    world.flow.arrive(NUMBER_ADDRESS);
    expect(heard).toBeGreaterThan(0);
    expect(world.session.read(STORED_RUN)?.run.transactionId).toBe('tx-1');
    stop();
    heard = 0;
    world.flow.send({ type: 'number_submitted', text: '0821234567' });
    expect(heard).toBe(0);
    await world.until('packages');
  });
});

describe('failureOf', () => {
  // X1 X2 X3
  test('distinguishes no answer, an answer with a description, and an unreadable answer', () => {
    expect(failureOf(new CallError(0, undefined))).toEqual({ kind: 'lost' });
    expect(failureOf(new CallError(503, { code: 'unavailable', description: 'Later.' }))).toEqual({
      kind: 'said',
      description: 'Later.',
      code: 'unavailable',
    });
    expect(failureOf(new CallError(502, undefined))).toEqual({ kind: 'unreadable' });
    expect(failureOf(new CallError(200, undefined))).toEqual({ kind: 'unreadable' });
    expect(failureOf('anything')).toEqual({ kind: 'unreadable' });
  });
});
