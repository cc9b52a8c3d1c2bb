import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import {
  createScriptedCarrier,
  type ScriptedCarrier,
} from '@bonisa/carriers/scripted-carrier.test-kit';
import { ADDRESSES, type CallName } from '@bonisa/contract/addresses';
import type { Call } from '@bonisa/contract/call';
import type { MovableClock } from '@bonisa/kit/clock/clock';
import { CLOCKS_AGREE, type ClockAgreement } from '@bonisa/kit/clock/clock-agreement';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { type ApiDocument, withListener } from '@bonisa/kit/http/docs.routes';
import { createSite, type SiteOptions } from '@bonisa/kit/http/site-listener';
import { createStudio } from '@bonisa/kit/http/studio-listener';
import { createLogger } from '@bonisa/kit/logger';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createBase } from './base.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

export const ENRICHMENT_SECRET = 'the-shared-secret-of-the-proxy';
export const INBOUND_TOKEN = 'the-token-that-the-carrier-shows-us';
export const START = new Date('2026-11-20T08:00:00.000Z');

const SECRETS: Secrets = {
  key: (purpose) => createHash('sha256').update(purpose).digest(),
  lastingKey: (purpose) => createHash('sha256').update(`lasting ${purpose}`).digest(),
  carrierKey: {},
  enrichmentSecret: ENRICHMENT_SECRET,
  inboundToken: INBOUND_TOKEN,
};

/** A clock that moves only when a test moves it. */
export function createStillClock(start = START): MovableClock & { by(seconds: number): void } {
  let at = start.getTime();
  return {
    offset: 0,
    now: () => new Date(at),
    moveTo: (instant) => {
      at = instant.getTime();
    },
    by: (seconds) => {
      at += seconds * 1000;
    },
  };
}

export type TestProduct = Awaited<ReturnType<typeof createTestProduct>>;

/** The product's calls on a database and a carrier of the test's own, composed as for a start. */
export async function createTestProduct(
  variables: Record<string, string> = {},
  database?: OpenDatabase,
  /** The time and the carrier of another product, as after a restart on another database. */
  world?: {
    readonly clock?: ReturnType<typeof createStillClock>;
    readonly carrier?: ScriptedCarrier;
    /** What is known about the time; left out: it is always right. */
    readonly agreement?: ClockAgreement;
    /** Configures both simulated carriers; the test's carrier stands in for each of them. */
    readonly twoCarriers?: boolean;
    /** Other secrets than those of every test. */
    readonly secrets?: Secrets;
  },
) {
  const open = database ?? (await createTestDatabase());
  const clock = world?.clock ?? createStillClock();
  const carrier = world?.carrier ?? createScriptedCarrier(() => clock.now());
  const log: string[] = [];
  const logger = createLogger('trace', { write: (line) => void log.push(line) });
  const config = readConfig({ FRAUD_MODE: 'off', ...variables });
  const secrets = world?.secrets ?? SECRETS;
  const configured = configuredCarriers(config, secrets);
  const parts = { config, secrets, open, clock, logger };
  const { agreement = CLOCKS_AGREE } = world ?? {};
  const build = () =>
    compose({
      base: createBase({ ...parts, agreement }),
      carrierTerms: world?.twoCarriers ? configured : [configured[0]],
      connect: () => carrier,
    });
  const app = build();
  app.readiness.started(true);
  // These tests work without the pages, which need the build of the web app.
  // Most tests need no studio.
  let made: Promise<FastifyInstance> | undefined;
  const studio = (): Promise<FastifyInstance> => {
    made ??= createStudio(app.studio);
    return made;
  };
  const describe: SiteOptions['describe'] = async (own) =>
    withListener(own, config.studio.url, (await studio()).swagger() as ApiDocument);
  let opening: Promise<void> | undefined;
  const openForSale = async (): Promise<void> => {
    if (await app.catalogue.service.isOpenForSale()) return;
    opening ??= publishFirst().finally(() => {
      opening = undefined;
    });
    await opening;
  };
  const publishFirst = async (): Promise<void> => {
    await app.catalogue.service.assetReady(FILM);
    const { problems } = await app.catalogue.editing.apply(SOMETHING_TO_WATCH);
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  };
  const site = await createSite({ ...app.site, describe, pages: () => undefined });
  return {
    app,
    /** The same product again on its database: another process, or the same one after a crash. */
    again: build,
    site,
    /** The studio's listener. */
    studio,
    open,
    clock,
    carrier,
    log,
    /** Publishes a title where nothing can be watched: an empty service sells nothing. */
    openForSale,
    visitor: (options?: VisitorOptions) => createVisitor(site, options, openForSale),
    /** Advances the time as `POST /test/clock` does. */
    advance: (seconds: number) =>
      app.scheduler.advance(
        clock,
        new Date(clock.now().getTime() + seconds * 1000),
        async () => undefined,
      ),
    rows: (query: string): Promise<Record<string, unknown>[]> => rowsOf(open, query),
    /**
     * Ends all renewals: years of daily charges of a file's other subscribers would prove nothing.
     */
    everybodyStops: async (): Promise<void> => {
      const running = await rowsOf(
        open,
        `select subscriber_id from subscriptions where status in ('trial', 'active', 'due', 'grace', 'parked')`,
      );
      for (const { subscriber_id } of running)
        await app.subscription.service.cancel(Number(subscriber_id), 'operator');
    },
    close: async () => {
      await app.scheduler.stop();
      await site.close();
      await made?.then((one) => one.close());
      if (!database) await open.close();
    },
  };
}

const FILM = {
  id: '01890000-0000-7000-8000-0000000000ff',
  durationMs: 2000,
  renditions: [{ height: 360, bytes: 900_000 }],
  captions: [],
};
const WORDS = { title: 'First', genre: 'first', published: true };
/** One published video. */
const SOMETHING_TO_WATCH = [
  { kind: 'genre', slug: 'first', title: 'First' },
  { kind: 'channel', ...WORDS, slug: 'first', tagline: 'First.', description: 'First.' },
  {
    ...{ kind: 'video', ...WORDS, slug: 'first', channel: 'first', assetId: FILM.id },
    ...{ synopsis: 'The first.', description: 'The first film.', year: 2026 },
    ...{ ratingAge: 'PG', ratingAdvice: [], languages: ['zu'] },
  },
];

async function rowsOf(open: OpenDatabase, query: string): Promise<Record<string, unknown>[]> {
  const result = (await open.db.execute(sql.raw(query))) as unknown as {
    rows: Record<string, unknown>[];
  };
  return result.rows;
}

/**
 * The number of rows of each table, to show that a call wrote nothing. Searches are left out: a
 * timer writes what earlier calls searched for.
 */
export async function rowCounts(open: OpenDatabase): Promise<Record<string, number>> {
  const tables = await rowsOf(
    open,
    "select tablename from pg_tables where schemaname = 'public' and tablename not like 'search\\_%' order by 1",
  );
  const counts = tables.map(
    ({ tablename }) =>
      `(select count(*)::int from "${String(tablename)}") as "${String(tablename)}"`,
  );
  const [row = {}] = await rowsOf(open, `select ${counts.join(', ')}`);
  return row as Record<string, number>;
}

interface VisitorOptions {
  /** The number that the carrier's proxy adds to each request. */
  readonly network?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

export type Visitor = ReturnType<typeof createVisitor>;

/** A browser: stores its cookies and fetches its CSRF token when a call requires it. */
export function createVisitor(
  site: FastifyInstance,
  { network, headers: always = {} }: VisitorOptions = {},
  beforeSale: () => Promise<void> = async () => undefined,
) {
  const cookies = new Map<string, string>();

  const send = async (
    method: 'GET' | 'POST',
    url: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    if (SELLS.has(url)) await beforeSale();
    const response = await site.inject({
      method,
      url,
      headers: {
        ...always,
        ...(network ? { 'x-msisdn': network, 'x-enrichment-secret': ENRICHMENT_SECRET } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.statusCode,
      body: response.body === '' ? {} : JSON.parse(response.body),
      headers: response.headers,
    };
  };
  const csrf = async (): Promise<string> =>
    String((await send('GET', '/api/csrf-token', undefined)).body.csrfToken);
  const call = async (
    name: CallName,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> => {
    const { method, path } = ADDRESSES[name];
    const token: Record<string, string> = CALLS_WITH_TOKEN.has(path)
      ? { 'x-csrf-token': await csrf() }
      : {};
    return await send(method, path, method === 'POST' ? (body ?? {}) : undefined, {
      ...token,
      ...headers,
    });
  };
  return { cookies, send, call, csrf };
}

/** What sells: the calls, and the form of browsers without scripts. */
const SELLS = new Set<string>([
  ADDRESSES.statusCheck.path,
  ADDRESSES.subscribe.path,
  '/enter-number',
]);

/** The paths of the calls that require a CSRF token, as the contract declares them. */
const CALLS_WITH_TOKEN = await pathsWithToken(
  new URL('../../../packages/contract/src/', import.meta.url),
);

async function pathsWithToken(contract: URL): Promise<ReadonlySet<string>> {
  const files = readdirSync(contract).filter((name) => name.endsWith('.calls.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, contract).href)));
  const calls = modules.flatMap((module): Partial<Call<undefined, never>>[] =>
    Object.values(module),
  );
  return new Set(calls.flatMap(({ auth, path }) => (auth?.endsWith('csrf') && path ? [path] : [])));
}

export const DAILY = 'demo-daily';
let runs = 0;

/**
 * Runs through the flow by OTP up to the press: returns the body of Accept, once the code has
 * arrived.
 */
export async function toAccept(
  { carrier }: Pick<TestProduct, 'carrier'>,
  visitor: Visitor,
  msisdn: string,
  { key = DAILY, transactionId = `run-${++runs}` }: { key?: string; transactionId?: string } = {},
): Promise<Record<string, unknown>> {
  const checked = await visitor.call('statusCheck', {
    transaction_id: transactionId,
    msisdn,
    service_key: key,
  });
  if (checked.status !== 200)
    throw new Error(`the status check was refused: ${JSON.stringify(checked.body)}`);
  return {
    transaction_id: transactionId,
    msisdn,
    service_key: key,
    otp: carrier.codeOf(msisdn),
    to_cancel: 'no',
  };
}

let numbers = 0;
/** A number that no test has used before. */
export function freshNumber(): string {
  return `2782${String(1_000_000 + ++numbers)}`;
}
