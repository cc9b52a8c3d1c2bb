import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { startCarrierCheck } from './carriers/carrier-check.ts';
import { startSimulatedCarrier } from './carriers/simulated-carrier.process.ts';
import type { Config } from './config.ts';
import { startDemo } from './demo/start-demo.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createLibrary, type Library } from './library.ts';
import { createOperations } from './operations.ts';
import { createMovableClock, type MovableClock, systemClock } from './platform/clock.ts';
import { createClockCheck, REFUSED_SECONDS, wordsFor } from './platform/clock-check.ts';
import { clockState } from './platform/clock-state.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { migrate, type OpenDatabase, openPglite, openPostgres } from './platform/database.ts';
import { clockOffset, watchDatabase } from './platform/database-watch.ts';
import { watchDisk } from './platform/disk-watch.ts';
import { freeBytes } from './platform/embedded-folder.ts';
import { type ListenAddress, refusePortsInUse } from './platform/ports.ts';
import { createRepeatedJob } from './platform/repeated-job.ts';
import { createScheduler, type Scheduler } from './platform/scheduler.ts';
import { checkFingerprints } from './platform/secret-fingerprint.ts';
import { loadSecrets, type Secrets } from './platform/secrets.ts';
import { registerTestClock } from './platform/test-clock.routes.ts';
import { createWakeSignal } from './platform/wake-signal.ts';
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
/** Every hour, because strangers can make some tables grow within a day. */
const HOUSEKEEPING_SECONDS = 60 * 60;

/**
 * Starts all that the configuration asks for, in order; what was started is stopped again where a
 * later step fails.
 */
export async function startProduct(config: Config, logger: Logger): Promise<Product> {
  const lost = Promise.withResolvers<string>();
  const stops = createStops();
  try {
    const parts = await openParts(config, logger, stops, lost.resolve);
    const { ready } = await openDoors(parts, stops);
    return { stop: stops.stop, ready, lost: lost.promise };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

/**
 * What was started, to be stopped in the opposite order; one that fails does not keep the others
 * running.
 */
function createStops() {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    add: (stop: () => Promise<void> | void): void => void stops.push(stop),
    stop: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (const one of stops.splice(0).reverse()) {
        try {
          await one();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'some parts did not stop cleanly');
    },
  };
}

type Stops = ReturnType<typeof createStops>;
type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * Everything that nobody outside can reach yet: lock, secrets, carrier, database, queues,
 * capabilities.
 */
async function openParts(
  config: Config,
  logger: Logger,
  stops: Stops,
  onLost: (what: string) => void,
) {
  const lock = lockDataDir(config.dataDir);
  stops.add(() => lock.release());
  // Listening comes last; that a port is taken is said before a database is made.
  await refusePortsInUse(portsOf(config));
  const secrets = await loadSecrets(config);
  const testClock = config.testClock
    ? createMovableClock(clockState(config.dataDir).read())
    : undefined;
  const clock = testClock ?? systemClock;
  const [open] = await allStarted([
    openMigrated(config, logger, stops),
    config.carrier ? undefined : startSimulator(config, secrets, stops, onLost),
  ]);
  await checkFingerprints(open.db, {
    fingerprints: secrets.fingerprints,
    source: secrets.source,
    now: clock.now(),
    logger,
  });
  const app = createApp({ config, secrets, open, clock, logger, carrierAt: carrierAt(config) });
  stops.add(() => app.carrier.close());
  // Whoever has put right what the carrier refused has started us again.
  await app.carrierStops.probeAll();
  await app.subscription.charges.resumeSuspended(clock.now());
  startChecks(app, secrets, stops);
  const library = await createLibrary(app);
  return { app, library, testClock, maintenance: createMaintenance(app) };
}

/** Listens, then begins to work; `ready` is kept when visitors may come. */
async function openDoors(
  { app, library, testClock, maintenance }: Parts,
  stops: Stops,
): Promise<{ ready: Promise<void> }> {
  const { config } = app;
  let ready = false;
  const site = await createSite(app, {
    ready: () => ready,
    fastPath: library.fastPath,
    mount: async (instance, registerCall) => {
      if (testClock) mountTestClock(instance, { app, maintenance }, testClock);
      await library.mount(instance, registerCall);
    },
  });
  const operations = await createOperations(app, {
    mount: async (instance) => library.media.registerOpsRoutes(instance),
  });
  await site.listen({ host: config.host, port: config.port });
  stops.add(() => site.close());
  await operations.listen({ host: '127.0.0.1', port: config.opsPort });
  stops.add(() => operations.close());

  followCatalogue(app, library, stops);
  const { filled } = works(config)
    ? await beginWork({ app, library, maintenance }, stops)
    : { filled: Promise.resolve() };
  let stopping = false;
  stops.add(() => {
    stopping = true;
    ready = false;
  });
  return {
    ready: filled.then(() => {
      ready = !stopping;
    }),
  };
}

/**
 * What comes due, what waits in queues, and the demo; `filled` is kept when there is something to
 * watch.
 */
async function beginWork(
  { app, library, maintenance }: Omit<Parts, 'testClock'>,
  stops: Stops,
): Promise<{ filled: Promise<void> }> {
  const { config, logger } = app;
  app.scheduler.start();
  stops.add(() => app.scheduler.stop());
  await library.media.ingest.start();
  stops.add(() => library.media.ingest.stop());
  maintenance.start();
  stops.add(() => maintenance.stop());
  // Media that became ready while nobody told the catalogue (a crash in between).
  await library.catalogue.catchUp(library.assetFacts);
  if (!config.demoCatalogue) return { filled: Promise.resolve() };
  const demo = startDemo({
    library,
    dataDir: config.dataDir,
    clips: config.demoClips,
    logger,
    show,
  });
  stops.add(() => demo.stop());
  return { filled: demo.watchable };
}

/** Learns of what another process has changed in the catalogue. */
function followCatalogue({ logger }: App, library: Library, stops: Stops): void {
  const look = (): void => {
    library.catalogue
      .refresh()
      .catch((error: unknown) =>
        logger.error({ err: error }, 'the catalogue could not be looked at'),
      );
  };
  const follow = setInterval(look, REFRESH_MS);
  stops.add(() => clearInterval(follow));
}

/**
 * The scheduler of repeated jobs. It is separate from the app's, so that a moved test clock runs a
 * repeated job once after the move and not once for each interval on the way.
 */
function createMaintenance(app: App): Scheduler {
  const { open, clock, logger } = app;
  const housekeeping = createRepeatedJob({
    db: open.db,
    clock,
    name: 'housekeeping',
    everySeconds: HOUSEKEEPING_SECONDS,
    work: createHousekeeping(app).run,
  });
  return createScheduler({
    clock,
    jobs: [housekeeping],
    wakeSignal: createWakeSignal(),
    logger,
  });
}

function mountTestClock(
  instance: FastifyInstance,
  { app, maintenance }: Pick<Parts, 'app' | 'maintenance'>,
  movable: MovableClock,
): void {
  const { config, scheduler } = app;
  const state = clockState(config.dataDir);
  registerTestClock(instance, {
    clock: movable,
    scheduler,
    onMove: async (instant) => {
      state.write(movable.offset);
      if (!config.carrier) await moveSimulator(config, instant);
    },
    afterMove: maintenance.runDue,
  });
}

/** Whether this process does what comes due and what waits in queues. */
function works(config: Config): boolean {
  return config.role === 'all' || config.role === 'jobs';
}

/** What a person at the terminal is told while the demo fills. */
function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Answers what came of things that were begun side by side; where one fails, once all have ended:
 * what has started is known then, and can be stopped.
 */
async function allStarted<Begun extends readonly unknown[]>(
  begun: readonly [...Begun],
): Promise<{ [Index in keyof Begun]: Awaited<Begun[Index]> }> {
  await Promise.allSettled(begun);
  return await Promise.all(begun);
}

function portsOf({ host, port, opsPort, carrier, simulator }: Config): readonly ListenAddress[] {
  const own = [
    { host, port },
    { host: '127.0.0.1', port: opsPort },
  ];
  return carrier
    ? own
    : [
        ...own,
        { host: '127.0.0.1', port: simulator.port },
        { host: '127.0.0.1', port: simulator.port + 1 },
      ];
}

async function openMigrated(config: Config, logger: Logger, stops: Stops): Promise<OpenDatabase> {
  const open = config.databaseUrl
    ? await openPostgres(config.databaseUrl, { limits: config.databaseLimits })
    : await openPglite(`${config.dataDir}/database`, systemClock.now());
  stops.add(() => open.close());
  await refuseWrongClock(open);
  await migrate(open);
  const watch = startWatch(open, config, logger);
  stops.add(() => watch.stop());
  return open;
}

/**
 * What would be found late, by people: a key that the carrier does not know, clocks that do not
 * agree.
 */
function startChecks(
  { config, clock, logger, metrics }: App,
  secrets: Secrets,
  stops: Stops,
): void {
  if (!config.carrier) return;
  const { tokenUrl, clientId } = config.carrier;
  const clocks = createClockCheck(logger, (against, seconds) =>
    metrics.clockOffset.set({ against }, seconds),
  );
  const check = startCarrierCheck({
    tokenUrl,
    clientId,
    privateJwk: secrets.carrierKey,
    now: () => clock.now(),
    logger,
    onKey: (refused) => metrics.carrierKeyRefused.set(refused ? 1 : 0),
    onClock: (offsetMs) => clocks.measured('carrier', offsetMs),
  });
  stops.add(() => check.stop());
}

/**
 * Leases, codes and due times are compared with what other processes wrote, by the server's clock
 * and by ours.
 */
async function refuseWrongClock({ pool }: OpenDatabase): Promise<void> {
  const seconds = pool ? (await clockOffset(pool)) / 1000 : 0;
  if (Math.abs(seconds) > REFUSED_SECONDS)
    throw new Error(`DATABASE_URL: ${wordsFor('database', seconds)}`);
}

/** A server may go away; the embedded database is part of this process, and needs space. */
function startWatch(
  { state, pool, longPool }: OpenDatabase,
  { databaseUrl: url, dataDir }: Config,
  logger: Logger,
): { stop: () => Promise<void> } {
  if (url && pool && longPool)
    return watchDatabase({ url, state, pools: [pool, longPool], logger });
  return watchDisk({ free: () => freeBytes(dataDir), state, logger });
}

function carrierAt(config: Config): { apiUrl: string; tokenUrl: string; clientId: string } {
  if (config.carrier) return config.carrier;
  const apiUrl = `http://127.0.0.1:${config.simulator.port}`;
  return { apiUrl, tokenUrl: `${apiUrl}/oauth2/token`, clientId: DEMO_CLIENT_ID };
}

async function startSimulator(
  config: Config,
  secrets: Secrets,
  stops: Stops,
  onLost: (what: string) => void,
): Promise<void> {
  const { d: _private, ...publicKey } = secrets.carrierKey;
  const siteUrl = `http://127.0.0.1:${config.port}`;
  const simulator = await startSimulatedCarrier({
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
      // An empty variable counts as unset there.
      CARRIER_MOBILE_RANGES: config.simulator.mobileRanges ?? '',
      CARRIER_LANDLINE_RANGES: config.simulator.landlineRanges ?? '',
      TEST_CLOCK: config.testClock ? '1' : '0',
      LOG_LEVEL: config.logLevel,
    },
    onLost: (code) => onLost(`the simulated carrier (exit code ${code})`),
  });
  stops.add(() => simulator.stop());
}

async function moveSimulator(config: Config, instant: Date): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${config.simulator.port}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: instant.toISOString() }),
  });
  if (!response.ok)
    throw new Error(`the simulated carrier did not move its clock: ${response.status}`);
}
