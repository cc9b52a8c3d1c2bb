import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { correlationId } from '@bonisa/kit/http/correlation';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { Logger } from 'pino';
import { watchAnswers } from './answer-watch.ts';
import { windowOf } from './call-rate.ts';
import { createCamaraCarrier } from './camara.adapter.ts';
import { createCarrierMeasure } from './carrier.measures.ts';
import type { Carrier } from './carrier.port.ts';
import { createContentLock } from './content-lock.ts';
import { guardCarrier } from './guarded-carrier.ts';
import { createPace, type Pace } from './pace.ts';
import {
  type CarrierList,
  type CarrierTerms,
  type ConnectedCarrier,
  createRegistry,
} from './registry.ts';
import { createSinks } from './sinks.ts';
import { createStops } from './stops.ts';

/**
 * Calls to a carrier that are not charges of renewals: codes, messages, lookups, people who press
 * Accept. They must not wait for the renewals.
 */
const CONNECTIONS_BESIDE = 48;

/** Makes the adapter that speaks to the carrier of these terms. */
export type ConnectCarrier = (terms: CarrierTerms) => Carrier;

export interface CarriersDependencies {
  readonly config: {
    readonly mode: 'demo' | 'production';
    readonly publicUrl: string;
    readonly port: number;
  };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly wake: () => void;
  /** The configured carriers. */
  readonly terms: CarrierList;
  readonly connect: ConnectCarrier;
  /** Makes the pace of the carrier of these terms. */
  readonly paceOf: (terms: CarrierTerms) => Pace;
}

export type Carriers = ReturnType<typeof createCarriers>;

/** Connects every configured carrier, each with stops, a pace and connections of its own. */
export function createCarriers(dependencies: CarriersDependencies) {
  const { config, secrets, clock, metrics, terms } = dependencies;
  const [first, ...further] = terms;
  const registry = createRegistry([
    connected(first, dependencies),
    ...further.map((terms) => connected(terms, dependencies)),
  ]);
  const siteUrl =
    config.mode === 'production' ? config.publicUrl : `http://localhost:${config.port}`;
  return {
    ...registry,
    terms,
    ids: terms.map(({ id }) => id),
    /** Where carriers report charges and refunds. */
    sinks: createSinks({ key: secrets.key('sink'), url: `${siteUrl}/carrier/events`, clock }),
    measure: createCarrierMeasure({ carriers: registry, clock, metrics }),
  };
}

function connected(
  terms: CarrierTerms,
  { db, clock, logger, metrics, wake, connect, paceOf }: CarriersDependencies,
): ConnectedCarrier {
  const carrier = terms.id;
  const stops = createStops({
    db,
    carrier,
    clock,
    onStop: (operation, detail) => {
      metrics.carrierStops.inc({ carrier, operation });
      logger.error(
        { carrier, operation, detail },
        'the carrier refuses our own request: this operation is stopped for everybody until it is put right',
      );
    },
    onWorking: (operation) => {
      logger.info({ carrier, operation }, 'the carrier takes our requests again');
      wake();
    },
  });
  const calls = guardCarrier(connect(terms), stops, (error) =>
    logger.error({ err: error, carrier }, "the carrier's answer could not be recorded"),
  );
  const contentLock = createContentLock({
    carrier: calls,
    mode: terms.contentLock,
    onAnswer: (answer) => metrics.contentLocks.inc({ carrier, answer }),
  });
  return { terms, calls, stops, pace: paceOf(terms), contentLock };
}

/** Connects carriers by CAMARA at the addresses of their terms; counts and times each call. */
export function createCamaraConnect({
  clock,
  metrics,
  logger,
}: {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'carrierCalls'>;
  readonly logger: Logger;
}): ConnectCarrier {
  return ({ id: carrier, apiUrl, tokenUrl, apis, clientId, key, pace }) => {
    const watch = watchAnswers(carrier, logger);
    return createCamaraCarrier({
      apiUrl,
      tokenUrl,
      apis,
      clientId,
      privateJwk: key,
      now: () => clock.now(),
      connections: pace.inFlight + CONNECTIONS_BESIDE,
      nextWindow: () => wait(pace.perSecond === null ? 0 : windowOf(pace.perSecond).windowMs),
      correlationId,
      onCall: (call) => {
        watch(call);
        const { operation, outcome, seconds } = call;
        metrics.carrierCalls.observe({ carrier, operation, outcome }, seconds);
      },
    });
  };
}

/**
 * Makes paces that all processes share through the database, with their permits counted. They
 * follow the database's clock, but for a clock that can be moved: the move of a test does not wait
 * for the pace.
 */
export function createPaces({
  db,
  clock,
  metrics,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'paceGranted' | 'paceRefused'>;
}): (terms: CarrierTerms) => Pace {
  const time = clock === systemClock ? {} : { now: () => clock.now() };
  return ({ id: carrier, pace: limits }) => {
    // A carrier that has granted nothing yet has a rate too, of which refusals are a share.
    for (const to of ['work', 'person'])
      for (const count of [metrics.paceGranted, metrics.paceRefused]) count.inc({ carrier, to }, 0);
    return createPace({
      db,
      carrier,
      limits,
      ...time,
      onGrant: (calls, to) => {
        if (calls > 0) metrics.paceGranted.inc({ carrier, to }, calls);
        else metrics.paceRefused.inc({ carrier, to });
      },
    });
  };
}
