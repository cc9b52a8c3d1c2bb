import { brandOfStart } from '@bonisa/backoffice/brand/published-brand';
import { prepareStaff } from '@bonisa/backoffice/staff/first-start';
import { startCarrierCheck } from '@bonisa/carriers/carrier-check';
import { createCamaraConnect } from '@bonisa/carriers/carriers';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { moveSimulator, startSimulator } from '@bonisa/carriers/simulated-carrier';
import { createMovableClock, type MovableClock, systemClock } from '@bonisa/kit/clock/clock';
import { createComparedClocks } from '@bonisa/kit/clock/clock-agreement';
import { createClockCheck } from '@bonisa/kit/clock/clock-check';
import { clockState, withMovedClock } from '@bonisa/kit/clock/clock-state';
import { registerTestClock } from '@bonisa/kit/clock/test-clock.routes';
import { followChanges } from '@bonisa/kit/database/change-signal';
import { lockDataDir } from '@bonisa/kit/database/data-dir-lock';
import { noticesUrlOf } from '@bonisa/kit/database/database.config';
import { openDatabase } from '@bonisa/kit/database/open-database';
import { startFileStore } from '@bonisa/kit/files/files';
import { type ApiDocument, withListener } from '@bonisa/kit/http/docs.routes';
import { keepSharing } from '@bonisa/kit/http/network-counts';
import { createNetworkCountsRepository } from '@bonisa/kit/http/network-counts.repository';
import { createOperations, listenForOperations } from '@bonisa/kit/http/operations-listener';
import { createSite, type Routes, type SiteOptions } from '@bonisa/kit/http/site-listener';
import { createStudio } from '@bonisa/kit/http/studio-listener';
import { refuseUnusableAddresses } from '@bonisa/kit/ports';
import { sweepScratch } from '@bonisa/kit/scratch';
import { loadSecrets } from '@bonisa/kit/secrets/secrets';
import { createShutdown, type Shutdown } from '@bonisa/kit/shutdown';
import { refuseMissingCarriers } from '@bonisa/money/billing/carriers-in-use';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Base, createBase } from './base.ts';
import { type App, compose } from './compose.ts';
import type { Config } from './config.ts';
import { startDemo } from './demo/start-demo.ts';
import { joinDatabase } from './join-database.ts';
import { listenAddressesOf, servesStudio } from './listen-addresses.ts';

export interface Product {
  /** The name of the brand that was taken. */
  readonly brandName: string;
  /** Ends everything in order: no new requests, open ones finish, what is written stays. */
  stop(): Promise<void>;
  /** Ends the drain window of a stop that is under way. */
  hurry(): void;
  /** Resolves when visitors may come; rejects if that can never be. */
  readonly ready: Promise<void>;
  /** What the people of the brand need to begin, to be printed once. */
  readonly studioLines: readonly string[];
  /**
   * Resolves with the name of a part that has ended by itself and that the product cannot run
   * without.
   */
  readonly lost: Promise<string>;
}

/**
 * Starts everything that the configuration asks for, in order. When a step fails, stops what was
 * started and throws the step's error.
 */
export async function startProduct(given: Config, logger: Logger): Promise<Product> {
  const config = withMovedClock(given);
  if (config.testClock && !given.testClock) logger.warn(STILL_MOVED);
  const lost = Promise.withResolvers<string>();
  const shutdown = createShutdown();
  try {
    const { app, testClock } = await openParts(config, logger, shutdown, lost.resolve);
    const { ready, studioLines } = await listen(app, testClock, shutdown);
    return {
      brandName: app.config.brand.name,
      stop: shutdown.run,
      hurry: app.drain.hurry,
      ready,
      studioLines,
      lost: lost.promise,
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/**
 * Starts everything that is not reachable from outside: lock, secrets, carrier, database,
 * capabilities.
 */
async function openParts(
  given: Config,
  logger: Logger,
  shutdown: Shutdown,
  onLost: (what: string) => void,
): Promise<{ app: App; testClock: MovableClock | undefined }> {
  const lock = lockDataDir(given.dataDir);
  shutdown.add(() => lock.release());
  if (lock.died !== '')
    logger.warn(
      { process: lock.died },
      'the process before this one in DATA_DIR did not stop in order: it was killed, or it crashed',
    );
  await sweepScratch(given.dataDir);
  // The listeners start last, but a port in use is detected before a database is created.
  await refuseUnusableAddresses(listenAddressesOf(given));
  const configured = await loadSecrets(given);
  const testClock = given.testClock
    ? createMovableClock(clockState(given.dataDir).read())
    : undefined;
  const clock = testClock ?? systemClock;
  const agreement = createComparedClocks(logger);
  const [open] = await allStarted([
    openDatabase(given, logger, shutdown, agreement),
    given.simulatesCarriers
      ? startSimulator(given, configured, onLost).then(({ stop }) => shutdown.add(stop))
      : undefined,
  ]);
  const parts = { secrets: configured, open, clock, time: systemClock, logger };
  const { lastingKey, stop } = await joinDatabase({ config: given, ...parts });
  shutdown.add(stop);
  const config = { ...given, brand: await brandOfStart(open.db, given.brand) };
  const carrierTerms = configuredCarriers(config, configured);
  await refuseMissingCarriers(
    open.db,
    carrierTerms.map(({ id }) => id),
  );
  const secrets = { ...configured, lastingKey };
  const base = createBase({ config, secrets, open, clock, logger, agreement });
  await startTraces(base, shutdown);
  await startFileStore(base.files, config);
  const app = compose({
    base,
    carrierTerms,
    connect: createCamaraConnect(base),
  });
  shutdown.add(() => app.carriers.close());
  // An operator who has corrected what the carrier refused restarts the product.
  await Promise.all(app.carriers.all.map(({ stops }) => stops.probeAll()));
  await app.billing.charges.resumeOnHold(clock.now());
  await app.packages.service.start();
  await app.staff.sealAnew();
  startChecks(app, shutdown);
  startLimits(app, shutdown);
  await app.siteContent.start();
  await app.catalogue.start(open.long);
  await app.media.start();
  return { app, testClock };
}

/** Listens, then starts the jobs; `ready` resolves when visitors may come. */
async function listen(
  app: App,
  testClock: MovableClock | undefined,
  shutdown: Shutdown,
): Promise<{ ready: Promise<void>; studioLines: readonly string[] }> {
  const { config } = app;
  const first = testClock ? [testClockRoutes(app, testClock)] : [];
  const studio = await createStudio(app.studio);
  const describe: SiteOptions['describe'] = async (own) =>
    withListener(own, config.studio.url, studio.swagger() as ApiDocument);
  const site = await createSite({ ...app.site, describe, routes: [...first, ...app.site.routes] });
  const operations = await createOperations(app.operations);
  shutdown.add(() => app.telemetry.searches.stop());
  // It ends after the listeners, so that the last visitors are served no outdated page.
  startChangeSignal(app, shutdown);
  // One upload may delay a listener: closed one after the other they would need too long.
  const listeners = shutdown.together();
  await site.listen({ host: config.host, port: config.port });
  listeners.add(() => site.close());
  const { host } = config.operations;
  listeners.add(await listenForOperations(operations, { host, port: config.opsPort }));
  listeners.add(() => studio.close());
  const studioLines = servesStudio(config) ? await listenForStaff(studio, app) : [];

  // Jobs stop while the last visitors are answered; only then do the listeners close.
  shutdown.add(app.drain.over);
  const works = config.role === 'all' || config.role === 'jobs';
  const { watchable } = works ? await startJobs(app, shutdown) : { watchable: Promise.resolve() };
  shutdown.add(app.drain.begin);
  return {
    ready: watchable.then(() => app.readiness.started(true)),
    studioLines,
  };
}

/**
 * Starts scheduled jobs, ingest and the demo; `watchable` resolves when there is a title to watch.
 */
async function startJobs(
  { config, logger, scheduler, maintenance, media, catalogue, siteContent, webhooks }: App,
  shutdown: Shutdown,
): Promise<{ watchable: Promise<void> }> {
  // All are told at once: a recording that is finalised, or a long purge, must not keep renewals
  // and packaging at work until the process is killed in the middle of a charge.
  const jobs = shutdown.together();
  jobs.add(() => webhooks.stop());
  scheduler.start();
  jobs.add(() => scheduler.stop());
  await media.ingest.start();
  jobs.add(() => media.ingest.stop());
  jobs.add(await media.liveIngest.start());
  maintenance.start();
  jobs.add(() => maintenance.stop());
  // Media that became ready before the catalogue was notified (a crash in between).
  await catalogue.service.catchUp(media.assetFacts);
  if (!config.demoCatalogue) {
    await catalogue.giveFirstShelf();
    return { watchable: Promise.resolve() };
  }
  const demo = startDemo({ catalogue, siteContent, media, config, logger, show });
  shutdown.add(() => demo.stop());
  return { watchable: demo.watchable };
}

/** Follows the changes that other processes make to the catalogue or to prices. */
function startChangeSignal(app: App, shutdown: Shutdown): void {
  const { config, open, logger, metrics, catalogue, packages } = app;
  const signal = followChanges({
    url: noticesUrlOf(config),
    send: (statement) => open.db.execute(statement),
    look: async () =>
      void (await Promise.all([catalogue.service.refresh(), packages.service.refresh()])),
    away: () => open.state.awaySince !== undefined,
    onState: (arrives) => metrics.changeNotices.set(arrives ? 1 : 0),
    logger,
  });
  shutdown.add(signal.stop);
}

/** `POST /test/clock`: moves the clock of the product and of the simulated carrier. */
function testClockRoutes({ config, scheduler, maintenance }: App, clock: MovableClock): Routes {
  const state = clockState(config.dataDir);
  return ({ server }) =>
    registerTestClock(server, {
      clock,
      scheduler,
      onMove: async (instant) => {
        state.write(clock.offset);
        if (config.simulatesCarriers) await moveSimulator(config, instant);
      },
      afterMove: maintenance.runDue,
    });
}

/** Loads OpenTelemetry and traces, where a collector is configured. */
async function startTraces(base: Base, shutdown: Shutdown): Promise<void> {
  const { tracing, role } = base.config;
  if (!tracing) return;
  const { startTracing } = await import('@bonisa/kit/tracing/opentelemetry');
  shutdown.add(startTracing({ ...base, config: tracing, role }));
}

/** Shares the limits by network with the other processes of a server's database. */
function startLimits(app: App, shutdown: Shutdown): void {
  const { networkCounts: counts, open, secrets, metrics, logger } = app;
  if (!counts || !open.pool) return;
  const stop = keepSharing(counts, {
    repository: createNetworkCountsRepository(open.db),
    key: secrets.lastingKey('limits'),
    onShare: (result) => metrics.limitShares.inc({ result }),
    logger,
  });
  shutdown.add(stop);
}

/** Checks, at real carriers, that each accepts our key and has our time. */
function startChecks({ config, carriers, clock, logger, metrics }: App, shutdown: Shutdown): void {
  if (config.simulatesCarriers) return;
  for (const { terms } of carriers.all) {
    const carrier = terms.id;
    const clocks = createClockCheck(logger.child({ carrier }), 'carrier');
    const check = startCarrierCheck({
      carrier,
      tokenUrl: terms.tokenUrl,
      clientId: terms.clientId,
      privateJwk: terms.key,
      now: () => clock.now(),
      logger,
      onKey: (refused) => metrics.carrierKeyRefused.set({ carrier }, refused ? 1 : 0),
      onClock: (offsetMs) => {
        clocks.measured(offsetMs);
        metrics.clockOffset.set({ against: 'carrier', carrier }, clocks.offset());
      },
    });
    shutdown.add(() => check.stop());
  }
}

const STILL_MOVED =
  'TEST_CLOCK: the clock of this DATA_DIR was moved ahead, and all of its data with it: it stays so';

/** Prints the demo's progress for a person at the terminal. */
function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Resolves with the results of concurrent steps. When one fails, rejects only after all have ended,
 * so that everything that has started is known and can be stopped.
 */
async function allStarted<Begun extends readonly unknown[]>(
  begun: readonly [...Begun],
): Promise<{ [Index in keyof Begun]: Awaited<Begun[Index]> }> {
  await Promise.allSettled(begun);
  return await Promise.all(begun);
}

/**
 * Listens for the people of the brand; returns what they need to begin. Several products on one
 * machine share the default port: a product for which nobody chose one does without its studio when
 * the port is taken.
 */
async function listenForStaff(studio: FastifyInstance, app: App): Promise<readonly string[]> {
  const { host, port, portChosen } = app.config.studio;
  try {
    await studio.listen({ host, port });
  } catch (error) {
    if (portChosen || (error as { code?: string }).code !== 'EADDRINUSE') throw error;
    app.logger.warn({ port }, 'the studio is not served: its port is in use; choose a STUDIO_PORT');
    return [];
  }
  return await prepareStaff(app);
}
