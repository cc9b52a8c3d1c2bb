/**
 * The tools of every conformance case: the adapter and a raw client, both behind the recording
 * proxy.
 */
import { randomUUID } from 'node:crypto';
import type { ChargeInput, Sink } from '@bonisa/carriers/billing.port';
import { createCamaraCarrier } from '@bonisa/carriers/camara.adapter';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import type { ApiChoices } from '../../server/carriers/src/camara.apis.ts';
import type { Exchange } from './judgement.ts';
import { newClient, rawToken } from './raw-token.ts';
import { BROKEN, startRecordingProxy } from './recording-proxy.ts';
import { startSimulator } from './simulator.ts';
import { type SinkServer, startSink } from './sink.ts';

export interface RawCall {
  method: 'GET' | 'POST';
  /** With the base path. */
  path: string;
  /** The token's scopes; without any, the call carries no token. */
  scope?: string;
  /** The token is for this number, by our claim. */
  subject?: Msisdn;
  /** The token is for this number, which the carrier knows from the handset's SIM. */
  sim?: Msisdn;
  body?: unknown;
  headers?: Record<string, string>;
  /** Runs after the token was issued and before the call. */
  meanwhile?: () => Promise<unknown>;
  /** Omits `x-correlator`, which every other call has. */
  withoutCorrelator?: boolean;
  /** The request is invalid on purpose. */
  broken?: boolean;
}

export interface Fixture {
  /**
   * The adapter; a new one after each 'too many requests', because that adapter then pauses its
   * calls of the API.
   */
  readonly carrier: Carrier;
  /** An adapter with other settings. */
  adapterWith(apis: ApiChoices): Carrier;
  sink: SinkServer;
  /** Calls an API in a way that no adapter does. */
  raw(call: RawCall): Promise<{ status: number; headers: Record<string, string>; body: unknown }>;
  /** Calls the simulator's control interface (`/sim/…`, `/test/…`), which is not recorded. */
  sim(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The next call of the operation is refused with this code. */
  refuseNext(operation: string, code: string): Promise<void>;
  failNext(operation: string, kind: string): Promise<void>;
  /**
   * The next call of the operation is decided and reported 30 seconds later: denied with this code,
   * if given.
   */
  delayNext(operation: string, code?: string): Promise<void>;
  /** Lets the carrier decide its delayed calls; its clock is right again afterwards. */
  decideDelayed(): Promise<void>;
  setHandset(msisdn: Msisdn, fields: Record<string, unknown>): Promise<void>;
  /** The newest short message of a handset. */
  newestMessage(msisdn: Msisdn): Promise<string>;
  /** An unused handset. */
  newNumber(): Msisdn;
  newCharge(msisdn: Msisdn, more?: Partial<ChargeInput>): ChargeInput;
  newSink(): Sink;
  exchanges(): Exchange[];
  close(): Promise<void>;
}

export async function startFixture(): Promise<Fixture> {
  const client = newClient('conformance');
  const simulator = await startSimulator(client);
  const adapters: Carrier[] = [];
  const proxy = await startRecordingProxy(simulator.url, ({ status }) => {
    if (status === 429) adapters.push(newAdapter());
  });
  const sink = await startSink();
  const tokenUrl = `${simulator.url}/oauth2/token`;
  const others: Carrier[] = [];
  const newAdapter = (apis: ApiChoices = {}): Carrier =>
    createCamaraCarrier({
      apiUrl: proxy.url,
      tokenUrl,
      apis,
      clientId: client.id,
      privateJwk: client.privateJwk,
      now: () => new Date(),
    });
  adapters.push(newAdapter());
  let numbers = 0;

  async function sim(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await fetch(simulator.url + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok)
      throw new Error(`${method} ${path.replace(/\d{6,}/, '…')}: ${reply.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async function subjectOf({ subject, sim: handset }: RawCall): Promise<string | undefined> {
    if (handset === undefined) return subject && `tel:+${subject}`;
    const { operator_token: token } = (await sim(
      'POST',
      `/sim/handsets/${handset}/operator-tokens`,
    )) as { operator_token: string };
    return `operatortoken:${token}`;
  }

  return {
    get carrier() {
      const newest = adapters.at(-1);
      if (newest === undefined) throw new Error('no adapter');
      return newest;
    },
    adapterWith(apis) {
      const other = newAdapter(apis);
      others.push(other);
      return other;
    },
    sink,
    sim,
    async raw(call) {
      const token =
        call.scope === undefined
          ? undefined
          : await rawToken(tokenUrl, client, call.scope, await subjectOf(call));
      await call.meanwhile?.();
      const reply = await fetch(proxy.url + call.path, {
        method: call.method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(call.withoutCorrelator ? {} : { 'x-correlator': randomUUID() }),
          ...(call.broken ? { [BROKEN]: '1' } : {}),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      const text = await reply.text();
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: text === '' ? undefined : JSON.parse(text),
      };
    },
    async refuseNext(operation, code) {
      await sim('POST', '/sim/faults', { operation, kind: 'refuse', times: 1, code });
    },
    async failNext(operation, kind) {
      await sim('POST', '/sim/faults', { operation, kind, times: 1 });
    },
    async delayNext(operation, code) {
      await sim('POST', '/sim/faults', {
        operation,
        kind: 'late-notification',
        times: 1,
        ...(code === undefined ? {} : { code }),
      });
    },
    async decideDelayed() {
      await sim('POST', '/test/clock', { now: new Date(Date.now() + 31_000).toISOString() });
      await sim('POST', '/test/clock', { now: new Date().toISOString() });
    },
    async setHandset(msisdn, fields) {
      await sim('PUT', `/sim/handsets/${msisdn}`, fields);
    },
    async newestMessage(msisdn) {
      const [newest] = (await sim('GET', `/sim/handsets/${msisdn}/messages`)) as { text: string }[];
      return newest?.text ?? '';
    },
    newNumber() {
      numbers += 1;
      const msisdn = parseMsisdn(`0${820_000_000 + numbers}`);
      if (msisdn === undefined) throw new Error('no number');
      return msisdn;
    },
    newCharge: (msisdn, more = {}) => ({
      msisdn,
      amountCents: 500,
      vatCents: 65,
      reference: `ref-${randomUUID()}`,
      correlator: `corr-${randomUUID()}`,
      description: 'Bonisa, 1 day',
      serviceId: 'demo-daily',
      productId: 'p-grtv-daily-c-01',
      ...more,
    }),
    newSink: () => ({
      url: sink.url,
      token: `sink-${randomUUID()}`,
      expires: new Date(Date.now() + 3_600_000),
    }),
    exchanges: proxy.take,
    async close() {
      await Promise.all([...adapters, ...others].map((each) => each.close()));
      await simulator.stop();
      await Promise.all([proxy.close(), sink.close()]);
    },
  };
}
