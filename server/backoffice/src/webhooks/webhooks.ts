import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { NewId } from '@bonisa/kit/ids';
import type { Metrics } from '@bonisa/kit/metrics';
import { createRecordedEvents } from '@bonisa/money/subscription/recorded-event.repository';
import type { Logger } from 'pino';
import { createWebhookDeliveryRepository } from './webhook-delivery.repository.ts';
import { createWebhookEndpointRepository, type Endpoint } from './webhook-endpoint.repository.ts';
import { createWebhookEndpoints } from './webhook-endpoint.service.ts';
import { createWebhookPost, type WebhookPost } from './webhook-post.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { webhookStudioRoutes } from './webhooks.studio-routes.ts';

/** The outbox is also the log: it is kept so long, and so many of its rows. */
const KEEP_MS = 30 * 24 * 60 * 60_000;
const MOST_ROWS = 2_000_000;
/** More than this is not counted: the alarm rings long before. */
const MOST_COUNTED = 10_000;

export interface WebhooksDependencies {
  readonly config: {
    readonly mode: 'demo' | 'production';
    readonly webhookNetworks: readonly string[];
  };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Pick<Metrics, 'webhookDeliveries' | 'webhooksWaiting' | 'webhookEndpoints'>;
  readonly logger: Logger;
  /** Default: over HTTP, to public addresses. */
  readonly post?: WebhookPost;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Builds webhooks out: the outbox, its sender, and the calls of the studio. */
export function createWebhooks({
  config,
  db,
  clock,
  newId,
  metrics,
  logger,
  post = createWebhookPost({
    networks: config.webhookNetworks,
    isDemo: config.mode === 'demo',
  }),
}: WebhooksDependencies) {
  const endpoints = createWebhookEndpointRepository(db);
  const deliveries = createWebhookDeliveryRepository(db);
  const sender = createWebhookSender({
    endpoints,
    deliveries,
    events: createRecordedEvents(db),
    post,
    clock,
    onResult: (result) => metrics.webhookDeliveries.inc({ result }),
    onError: (error) => logger.error({ err: error }, 'the turn of a webhook endpoint failed'),
  });
  const studioRoutes: StudioRoutes = webhookStudioRoutes(
    createWebhookEndpoints({ endpoints, deliveries, post, clock, newId }),
  );
  return {
    sender,
    jobs: [sender],
    stop: () => sender.stop(),
    studioRoutes,
    measure: async (): Promise<void> => {
      metrics.webhooksWaiting.set(await deliveries.waiting(MOST_COUNTED));
      metrics.webhookEndpoints.reset();
      for (const { state, n } of await endpoints.counts())
        metrics.webhookEndpoints.set({ state }, n);
    },
    /** The endpoints by their state, those in trouble by name, and how much waits. */
    state: async () => {
      const all = await endpoints.all();
      const those = (state: Endpoint['state']) => all.filter((one) => one.state === state);
      const failing = those('active').filter(({ failingSince }) => failingSince !== null);
      return {
        counts: {
          active: those('active').length - failing.length,
          failing: failing.length,
          paused: those('paused').length,
          disabled: those('disabled').length,
          waiting: await deliveries.waiting(MOST_COUNTED),
        },
        troubled: [...failing, ...those('disabled')],
      };
    },
    purge: async (): Promise<void> => {
      await deliveries.purge(new Date(clock.now().getTime() - KEEP_MS), MOST_ROWS);
      await endpoints.purgeRemoved();
    },
  };
}
