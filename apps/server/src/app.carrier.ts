import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { windowOf } from './carriers/call-rate.ts';
import { createCamaraCarrier } from './carriers/camara.adapter.ts';
import type { Carrier } from './carriers/carrier.port.ts';
import { createContentLock } from './carriers/content-lock.ts';
import { guardCarrier } from './carriers/guarded-carrier.ts';
import type { Pace } from './carriers/pace.ts';
import {
  type CarrierList,
  type Carriers,
  type CarrierTerms,
  type ConnectedCarrier,
  createCarriers,
} from './carriers/registry.ts';
import { createStops } from './carriers/stops.ts';
import type { Clock } from './platform/clock.ts';
import type { OpenDatabase } from './platform/database.ts';
import { correlationId } from './platform/http/correlation.ts';
import type { Metrics } from './platform/metrics.ts';

/**
 * Calls to a carrier that are not charges of renewals: codes, messages, look-ups, people who
 * press Accept. They must not wait for the renewals.
 */
const CONNECTIONS_BESIDE = 48;

interface Given {
  readonly open: OpenDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly carriers: CarrierList;
}

interface Shared {
  readonly metrics: Metrics;
  readonly wake: () => void;
  readonly paceOf: (terms: CarrierTerms) => Pace;
  /** Answers for the carrier of these terms instead of an adapter, in tests and simulations. */
  readonly standInFor: (terms: CarrierTerms) => Carrier | undefined;
}

/** Connects every configured carrier, each with stops, a pace and connections of its own. */
export function connectCarriers(given: Given, shared: Shared): Carriers {
  const [first, ...further] = given.carriers;
  return createCarriers([
    connect(first, given, shared),
    ...further.map((terms) => connect(terms, given, shared)),
  ]);
}

function connect(
  terms: CarrierTerms,
  { open, clock, logger }: Given,
  { metrics, wake, paceOf, standInFor }: Shared,
): ConnectedCarrier {
  const carrier = terms.id;
  const stops = createStops({
    db: open.db,
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
  const { perSecond, inFlight } = terms.pace;
  const adapter =
    standInFor(terms) ??
    createCamaraCarrier({
      apiUrl: terms.apiUrl,
      tokenUrl: terms.tokenUrl,
      apis: terms.apis,
      clientId: terms.clientId,
      privateJwk: terms.key,
      now: () => clock.now(),
      connections: inFlight + CONNECTIONS_BESIDE,
      nextWindow: () => wait(perSecond === null ? 0 : windowOf(perSecond).windowMs),
      correlationId,
      onCall: ({ operation, outcome, seconds }) =>
        metrics.carrierCalls.observe({ carrier, operation, outcome }, seconds),
    });
  const calls = guardCarrier(adapter, stops, (error) =>
    logger.error({ err: error, carrier }, 'what the carrier answered could not be noted'),
  );
  const contentLock = createContentLock({
    carrier: calls,
    mode: terms.contentLock,
    onAnswer: (answer) => metrics.contentLocks.inc({ carrier, answer }),
  });
  return { terms, calls, stops, pace: paceOf(terms), contentLock };
}
