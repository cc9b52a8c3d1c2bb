import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Agent } from 'undici';
import { createCarrier, type Shared, type SimulatedCarrier } from './carriers/carrier.ts';
import type { CarrierProfile } from './carriers/carrier-profile.ts';
import { createCarriers } from './carriers/carriers.ts';
import { createNumberCarriers } from './carriers/number-carriers.ts';
import { registerHandsetPages } from './handset/handset-page.routes.ts';
import { loggedError } from './logging.ts';
import { createCarriedHandset } from './network/carried-handset.ts';
import { createMobileNetwork } from './network/mobile-network.ts';
import { registerDeskRoutes } from './sim/desk.routes.ts';
import { createFaultDesk } from './sim/fault-desk.ts';
import { registerHandsetRoutes } from './sim/handsets.routes.ts';
import { readJsonBodies } from './sim/json-bodies.ts';
import { createLive } from './sim/live.ts';
import { guardSimulator } from './sim/sim.plugin.ts';
import { createClock } from './store/clock.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createSettingsRepository } from './store/settings.repository.ts';

const HOST = '127.0.0.1';
const BODY_LIMIT = 64 * 1024;
const HOUSEKEEPING_MS = 20_000;
/** The interval in which due outcomes are decided. */
const FALLING_MS = 500;

export interface CarrierSimOptions {
  /** Port of the APIs and the handset pages; 0 for a free one. */
  port: number;
  /** Port of the mobile network; 0 for a free one. */
  networkPort: number;
  /** The folder of the carriers' databases, one file each; `:memory:` for none. */
  dataFolder: string;
  siteUrl: string;
  publicUrl: string;
  /** The address of a proxy that speaks https for the APIs, if there is one. */
  proxyUrl?: string | undefined;
  /**
   * The first carrier has its addresses at the root and serves the numbers that are in no range.
   */
  carriers: readonly [CarrierProfile, ...CarrierProfile[]];
  testClock: boolean;
  /** The service's number in short messages. */
  shortCode: string;
  logLevel: string;
}

export interface CarrierSim {
  /**
   * Opens both listeners.
   * @returns their addresses.
   */
  listen(): Promise<{ url: string; networkUrl: string }>;
  /** Stops gracefully: requests and deliveries in flight finish. */
  close(): Promise<void>;
}

/** Builds the simulated carriers with their databases, services and addresses in one process. */
export async function createCarrierSim(options: CarrierSimOptions): Promise<CarrierSim> {
  const app = Fastify({
    logger: {
      level: options.logLevel,
      base: { part: 'carrier-sim' },
      serializers: { err: loggedError },
    },
    // A log line for each request would contain the numbers in its address, and costs time.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonBodies(app);

  const ports = { api: options.port, network: options.networkPort };
  const built = await build(app, options, ports);

  return {
    async listen() {
      await app.listen({ port: options.port, host: HOST });
      const address = app.server.address();
      if (typeof address === 'object' && address !== null) ports.api = address.port;
      ports.network = await built.network.listen(options.networkPort, HOST);
      built.start();
      return { url: `http://${HOST}:${ports.api}`, networkUrl: `http://${HOST}:${ports.network}` };
    },
    async close() {
      await Promise.all([app.close(), built.network.close()]);
      await built.close();
    },
  };
}

async function build(
  app: FastifyInstance,
  options: CarrierSimOptions,
  ports: { api: number; network: number },
) {
  const { shortCode, testClock, publicUrl, proxyUrl } = options;
  // The state that the carriers share (clock, carried handset, porting) is stored with the first
  // one's data.
  const database = openDatabase(options.dataFolder);
  const settings = createSettingsRepository(database);
  const clock = createClock(settings, testClock);
  const live = createLive();
  const dispatcher = new Agent({ connections: 16 });
  const hostnames = new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname]);
  const numbers = createNumberCarriers(database, options.carriers);
  const carried = createCarriedHandset(settings, live);
  const faultDesk = createFaultDesk(() => live.tell('faults'));
  const shared = { clock, live, faultDesk, carried, numbers, dispatcher, log: app.log };
  const all = await createAll(options, database, {
    ...shared,
    hostnames,
    ports,
    publicUrl,
    proxyUrl,
    shortCode,
  });
  const carriers = createCarriers(all, numbers);

  for (const carrier of all)
    app.register(async (scope) => carrier.registerApis(scope), { prefix: carrier.profile.root });
  app.register(async (scope) => {
    guardSimulator(scope, hostnames);
    registerHandsetRoutes(scope, { carriers, clock, live });
    registerDeskRoutes(scope, { carriers, faults: faultDesk, carried, clock, testClock });
    await registerHandsetPages(scope, { carriers, clock, shortCode, publicUrl, ports });
  });
  app.addHook('preClose', async () => live.close());

  const network = createMobileNetwork({
    siteUrl: options.siteUrl,
    publicUrl,
    carried,
    enrichmentSecretOf: (msisdn) => carriers.of(msisdn).profile.enrichmentSecret,
    carriers: all.map(({ networkEndpoints }) => networkEndpoints),
    hostnames,
    log: app.log,
  });
  const housekeeping = setInterval(() => {
    for (const carrier of all) carrier.cleanUp();
  }, HOUSEKEEPING_MS);
  housekeeping.unref();
  const falling = setInterval(() => carriers.fallDue(), FALLING_MS);
  falling.unref();

  return {
    network,
    start() {
      for (const carrier of all) carrier.start();
    },
    async close() {
      clearInterval(housekeeping);
      clearInterval(falling);
      await Promise.all(all.map((carrier) => carrier.close()));
      await dispatcher.destroy();
    },
  };
}

async function createAll(
  { carriers: [first, ...further], dataFolder }: CarrierSimOptions,
  database: Database,
  shared: Shared,
): Promise<[SimulatedCarrier, ...SimulatedCarrier[]]> {
  const all: [SimulatedCarrier, ...SimulatedCarrier[]] = [
    await createCarrier(first, database, shared),
  ];
  for (const profile of further)
    all.push(
      await createCarrier(profile, openDatabase(dataFolder, `carrier-${profile.id}`), shared),
    );
  return all;
}
