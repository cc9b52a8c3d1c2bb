import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type SimulatedCarrier, startSimulatedCarrier } from './carrier/simulated-carrier.process.ts';
import type { Config } from './config.ts';
import { startDemo } from './demo/start-demo.ts';
import { createLibrary } from './library.ts';
import { createOperations } from './operations.ts';
import { createMovableClock, type MovableClock, systemClock } from './platform/clock.ts';
import { clockState } from './platform/clock-state.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { migrate, type OpenDatabase, openPglite, openPostgres } from './platform/database.ts';
import { startJobs } from './platform/jobs.ts';
import { loadSecrets, type Secrets } from './platform/secrets.ts';
import { registerTestClock } from './platform/test-clock.routes.ts';
import { createSite } from './site.ts';

export interface Product {
  /** Ends everything in order: no new requests, those in flight finish, what is written is kept. */
  stop(): Promise<void>;
  /** Answers when visitors may come; rejects where that will never be. */
  readonly ready: Promise<void>;
  /** Answers when a part has ended by itself, without which the rest is of no use. */
  readonly lost: Promise<string>;
}

const DEMO_CLIENT_ID = 'bonisa';
/** How often a change that another process made to the catalogue is looked for. */
const REFRESH_MS = 1000;

/** Starts all that the configuration asks for, in order; what was started is stopped again where a later step fails. */
export async function startProduct(config: Config, logger: Logger): Promise<Product> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const lost = Promise.withResolvers<string>();
  try {
    const { ready } = await start(config, logger, (one) => stops.push(one), lost.resolve);
    return { stop, ready, lost: lost.promise };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OnStop = (stop: () => Promise<void> | void) => void;

async function start(config: Config, logger: Logger, onStop: OnStop, onLost: (what: string) => void): Promise<{ ready: Promise<void> }> {
  const lock = lockDataDir(config.dataDir);
  onStop(() => lock.release());
  const secrets = await loadSecrets(config);
  const testClock = config.testClock ? createMovableClock(clockState(config.dataDir).read()) : undefined;
  const clock = testClock ?? systemClock;

  if (!config.carrier) {
    const simulator = await startSimulator(config, secrets, onLost);
    onStop(() => simulator.stop());
  }
  const open = await openDatabase(config);
  onStop(() => open.close());
  await migrate(open);
  const jobs = await startJobs(open, config.databaseUrl, logger);
  onStop(() => jobs.stop());

  const app = createApp({ config, secrets, open, clock, logger, carrierAt: carrierAt(config) });
  onStop(() => app.carrier.close());
  await jobs.work('housekeeping', async () => {
    const before = new Date(clock.now().getTime() - 2 * 24 * 60 * 60_000);
    await app.identity.repository.purge(before);
    await app.subscription.presses.purge(before);
  });
  await jobs.schedule('housekeeping', '30 3 * * *');

  const library = await createLibrary(app, jobs);
  let ready = false;
  const site = await createSite(app, {
    ready: () => ready,
    mount: async (instance, registerCall) => {
      if (testClock) mountTestClock(instance, testClock);
      await library.mount(instance, registerCall);
    },
  });
  const operations = await createOperations(app, { mount: async (instance) => library.media.registerOpsRoutes(instance) });

  await site.listen({ host: config.host, port: config.port });
  onStop(() => site.close());
  await operations.listen({ host: '127.0.0.1', port: config.opsPort });
  onStop(() => operations.close());
  if (works(config)) {
    app.timetable.start();
    onStop(() => app.timetable.stop());
    await library.media.ingest.start();
    onStop(() => library.media.ingest.stop());
  }
  const follow = setInterval(
    () => void library.catalogue.refresh().catch((error: unknown) => logger.error({ err: error }, 'the catalogue could not be looked at')),
    REFRESH_MS,
  );
  onStop(() => clearInterval(follow));
  let filled: Promise<void> = Promise.resolve();
  if (config.demoCatalogue && works(config)) {
    const demo = startDemo({ library, dataDir: config.dataDir, logger, show });
    onStop(() => demo.stop());
    filled = demo.watchable;
  }
  let stopping = false;
  onStop(() => {
    stopping = true;
    ready = false;
  });
  return {
    ready: filled.then(() => {
      ready = !stopping;
    }),
  };

  function mountTestClock(instance: FastifyInstance, movable: MovableClock): void {
    const state = clockState(config.dataDir);
    registerTestClock(instance, {
      clock: movable,
      timetable: app.timetable,
      onMove: async (instant) => {
        state.write(movable.offset);
        if (!config.carrier) await moveSimulator(config, instant);
      },
    });
  }
}

/** Whether this process does what comes due and what waits in queues. */
function works(config: Config): boolean {
  return config.role === 'all' || config.role === 'jobs';
}

/** What a person at the terminal is told while the demo fills. */
function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function openDatabase(config: Config): Promise<OpenDatabase> {
  return config.databaseUrl ? await openPostgres(config.databaseUrl) : await openPglite(`${config.dataDir}/database`);
}

function carrierAt(config: Config): { apiUrl: string; tokenUrl: string; clientId: string } {
  if (config.carrier) return config.carrier;
  const apiUrl = `http://127.0.0.1:${config.simulator.port}`;
  return { apiUrl, tokenUrl: `${apiUrl}/oauth2/token`, clientId: DEMO_CLIENT_ID };
}

async function startSimulator(config: Config, secrets: Secrets, onLost: (what: string) => void): Promise<SimulatedCarrier> {
  const { d: _private, ...publicKey } = secrets.carrierKey;
  const siteUrl = `http://127.0.0.1:${config.port}`;
  return await startSimulatedCarrier({
    env: {
      CARRIER_SIM_PORT: String(config.simulator.port),
      DATA_DIR: config.dataDir,
      SITE_URL: siteUrl,
      PUBLIC_URL: config.publicUrl,
      ENRICHMENT_SECRET: secrets.enrichmentSecret ?? '',
      CARRIER_CLIENT_ID: DEMO_CLIENT_ID,
      CARRIER_CLIENT_JWK: JSON.stringify(publicKey),
      INBOUND_URL: `${siteUrl}/carrier`,
      INBOUND_TOKEN: secrets.inboundToken,
      TEST_CLOCK: config.testClock ? '1' : '0',
      LOG_LEVEL: config.logLevel,
    },
    onLost: (code) => onLost(`the simulated carrier (exit code ${code})`),
  });
}

async function moveSimulator(config: Config, instant: Date): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${config.simulator.port}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: instant.toISOString() }),
  });
  if (!response.ok) throw new Error(`the simulated carrier did not move its clock: ${response.status}`);
}
