import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { windowOf } from './carriers/call-rate.ts';
import { createCamaraCarrier } from './carriers/camara.adapter.ts';
import type { Carrier } from './carriers/carrier.port.ts';
import { createContentLock } from './carriers/content-lock.ts';
import { guardCarrier } from './carriers/guarded-carrier.ts';
import { createStops } from './carriers/stops.ts';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { OpenDatabase } from './platform/database.ts';
import { correlationId } from './platform/http/correlation.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Secrets } from './platform/secrets.ts';

/**
 * Calls to the carrier that are not charges of renewals: codes, messages, look-ups, people who
 * press Accept. They must not wait for the renewals.
 */
const CONNECTIONS_BESIDE = 48;

interface Given {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly open: OpenDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The addresses of the carrier's APIs. */
  readonly carrierAt: { apiUrl: string; tokenUrl: string; clientId: string };
  /** A carrier to use instead of the one at these addresses. */
  readonly carrier?: Carrier;
}

/**
 * The carrier as everybody here meets it: none of its operations is called while it refuses our
 * requests as such.
 */
export function createAppCarrier(
  { config, secrets, open, clock, logger, carrierAt, carrier: given }: Given,
  { metrics, wake }: { readonly metrics: Metrics; readonly wake: () => void },
) {
  const stops = createStops({
    db: open.db,
    clock,
    onStop: (operation, detail) => {
      metrics.carrierStops.inc({ operation });
      logger.error(
        { operation, detail },
        'the carrier refuses our own request: this operation is stopped for everybody until it is put right',
      );
    },
    onWorking: (operation) => {
      logger.info({ operation }, 'the carrier takes our requests again');
      wake();
    },
  });
  const speaking =
    given ??
    createCamaraCarrier({
      ...carrierAt,
      apis: config.carrierApis,
      privateJwk: secrets.carrierKey,
      now: () => clock.now(),
      connections: config.pace.inFlight + CONNECTIONS_BESIDE,
      nextWindow: () =>
        wait(config.pace.perSecond === null ? 0 : windowOf(config.pace.perSecond).windowMs),
      correlationId,
      onCall: ({ operation, outcome, seconds }) =>
        metrics.carrierCalls.observe({ operation, outcome }, seconds),
    });
  const carrier = guardCarrier(speaking, stops, (error) =>
    logger.error({ err: error }, 'what the carrier answered could not be noted'),
  );
  const contentLock = createContentLock({
    carrier,
    mode: config.contentLock,
    onAnswer: (answer) => metrics.contentLocks.inc({ answer }),
  });
  return { carrier, stops, contentLock };
}
