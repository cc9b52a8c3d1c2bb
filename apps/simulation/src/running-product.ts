import { createHash } from 'node:crypto';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { inboundRoutes } from '@bonisa/carriers/inbound.routes';
import { createPace } from '@bonisa/carriers/pace';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { createLogger } from '@bonisa/kit/logger';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { carrierInboundOptions } from '@bonisa/money/signup/carrier-inbound';
import { createBase } from '@bonisa/server/base';
import { type Config, readConfig } from '@bonisa/server/config';
import Fastify, { type FastifyInstance } from 'fastify';
import { type CrashPlan, createLife, type Life } from './crash-injector.ts';
import { createCrashingCarrier } from './crashing-carrier.ts';
import { createCrashingDatabase, type Sabotage } from './crashing-database.ts';
import { type BrokenParts, composeSimulation, type SimulatedProduct } from './product.ts';
import type { Random } from './random.ts';
import type { SeededCarrier } from './seeded-carrier.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The product between its start and its death. */
export interface RunningProduct {
  readonly app: SimulatedProduct;
  readonly life: Life;
  /** What the carrier posts to us; answers whether it was taken. */
  post(path: '/messages' | '/top-ups' | '/events', body: unknown, token?: string): Promise<boolean>;
}

export interface ProductParts {
  readonly open: OpenDatabase;
  readonly carrier: SeededCarrier;
  readonly clock: VirtualClock;
  readonly plan: CrashPlan;
  /** For what the product leaves to chance. */
  readonly random: Random;
  readonly newId: NewId;
  readonly retrySchedule: RetrySchedule;
  readonly broken: BrokenParts;
  readonly sabotage?: Sabotage | undefined;
  /** Something failed that nothing was done to. */
  readonly onError: (error: unknown) => void;
}

const INBOUND_TOKEN = 'the-token-that-the-seeded-carrier-shows';
/** Keys of a product that nobody attacks. */
export const SECRETS: Secrets = {
  key: (purpose) => createHash('sha256').update(`simulation ${purpose}`).digest(),
  lastingKey: (purpose) => createHash('sha256').update(`simulation lasting ${purpose}`).digest(),
  carrierKey: {},
  enrichmentSecret: undefined,
  inboundToken: INBOUND_TOKEN,
};
/** As many at once as production has without further words. */
const IN_FLIGHT = 32;

/**
 * The configuration of a simulated product: no fraud provider, and as many codes an hour as a run
 * asks for.
 */
export function simulatedConfig(): Config {
  return readConfig({ FRAUD_MODE: 'off', OTP_SENDS_PER_HOUR: '10000000', LOG_LEVEL: 'silent' });
}

/** Starts the real services on a database and a carrier that die with their process. */
export async function startRunningProduct(parts: ProductParts): Promise<RunningProduct> {
  const { open, carrier, clock, plan, random, newId, retrySchedule, broken, sabotage, onError } =
    parts;
  const life = createLife(plan);
  const config = { ...simulatedConfig(), retrySchedule };
  const created = createBase({
    config,
    secrets: SECRETS,
    open: createCrashingDatabase(open, { life, sabotage }),
    clock,
    logger: createLogger('silent'),
  });
  const base = { ...created, newId };
  const app = composeSimulation({
    base,
    carrierTerms: [configuredCarriers(config, SECRETS)[0]],
    connect: () => createCrashingCarrier(carrier, life),
    // The pace follows the simulated time, and nobody waits for it.
    paceOf: ({ id }) =>
      createPace({
        db: base.db,
        carrier: id,
        limits: { perSecond: null, inFlight: IN_FLIGHT },
        now: () => clock.now(),
        timers: { now: () => clock.at(), sleep: async () => undefined },
        random: () => random.next(),
      }),
    broken,
  });
  const site = await createInboundSite(app, (error) => {
    if (!life.dead) onError(error);
  });
  return {
    app,
    life,
    post: async (path, body, token = INBOUND_TOKEN) => {
      const { statusCode } = await site.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${token}` },
        payload: body as object,
      });
      return statusCode < 300 && !life.dead;
    },
  };
}

/** The carrier's ways in as the site has them, without the rest of the site. */
async function createInboundSite(
  app: SimulatedProduct,
  onError: (error: unknown) => void,
): Promise<FastifyInstance> {
  const site = Fastify({ logger: false });
  site.setErrorHandler((error, _request, reply) => {
    onError(error);
    return reply.code(500).send({ status: 500, code: 'INTERNAL', message: 'failed' });
  });
  await site.register(inboundRoutes, carrierInboundOptions(app));
  return site;
}
