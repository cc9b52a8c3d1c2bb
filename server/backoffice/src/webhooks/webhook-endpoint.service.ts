import { WEBHOOK_EVENTS, type WebhookType } from '@bonisa/domain/staff/webhooks';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type {
  Delivery,
  DeliveryQuery,
  Span,
  WebhookDeliveryRepository,
} from './webhook-delivery.repository.ts';
import type { Endpoint, WebhookEndpointRepository } from './webhook-endpoint.repository.ts';
import type { Attempt, WebhookPost } from './webhook-post.ts';
import { newWebhookSecret, signedHeaders, signingSecrets } from './webhook-signature.ts';

/** Each endpoint that takes a type costs a row and a delivery for each event. */
export const MOST_ENDPOINTS = 20;
/** How long an earlier secret signs too. */
const KEEP_HOURS = 24;
/** After several rotations in a row only so many secrets sign. */
const MOST_SECRETS = 3;
/** A replay is one statement, which other writers of the outbox wait for. */
export const MOST_REPLAYED = 100_000;
const HOUR_MS = 3_600_000;
/** No failures count. */
const UNJUDGED = { failingSince: null, restUntil: null } as const;

export interface WebhookEndpointsDependencies {
  readonly endpoints: WebhookEndpointRepository;
  readonly deliveries: WebhookDeliveryRepository;
  readonly post: WebhookPost;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly types?: readonly WebhookType[] | undefined;
  readonly state?: 'active' | 'paused' | undefined;
}

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;

/** What the brand's people do with webhooks: endpoints, secrets, the log and replays. */
export function createWebhookEndpoints({
  endpoints,
  deliveries,
  post,
  clock,
  newId,
}: WebhookEndpointsDependencies) {
  const refuseAddress = async (url: string): Promise<void> => {
    const problem = await post.problemOf(url);
    if (problem === undefined) return;
    throw new AppError('webhook_address_refused', `This address cannot be used: ${problem}.`, {
      fields: [{ field: 'url', problem }],
    });
  };

  /** Changes an endpoint under its lock, and records it. */
  const change = (
    id: string,
    audit: RequestAudit,
    valuesOf: (endpoint: Endpoint) => { values: Partial<Endpoint>; details: object },
  ): Promise<Endpoint> =>
    endpoints.transaction(async (tx: Database) => {
      const within = endpoints.within(tx);
      const before = await within.lockById(id);
      if (!before) throw notFound();
      const { values, details } = valuesOf(before);
      // A call may name nothing to change, and SQL must name something.
      if (Object.keys(values).length > 0) await within.change(id, values);
      await audit.record({ subject: `webhook_endpoint:${id}`, details: { ...details } }, tx);
      return { ...before, ...values };
    });

  return {
    list: (): Promise<Endpoint[]> => endpoints.all(),

    /** Makes an endpoint; the secret is in this answer only. Throws `conflict` above the limit. */
    create: async (
      asked: { url: string; description: string; types: readonly WebhookType[] },
      audit: RequestAudit,
    ): Promise<{ endpoint: Endpoint; secret: string }> => {
      await refuseAddress(asked.url);
      const secret = newWebhookSecret();
      const endpoint: Endpoint = {
        id: newId(),
        url: new URL(asked.url).href,
        description: asked.description,
        recordedTypes: recorded(asked.types),
        secrets: [{ secret, until: null }],
        state: 'active',
        note: null,
        failingSince: null,
        restUntil: null,
        leaseUntil: null,
        createdAt: clock.now(),
      };
      await endpoints.transaction(async (tx) => {
        const within = endpoints.within(tx);
        await within.lock();
        if ((await within.all()).length >= MOST_ENDPOINTS)
          throw new AppError('conflict', `There are ${MOST_ENDPOINTS} endpoints: end one first.`);
        await within.insert(endpoint);
        const details = { host: new URL(endpoint.url).host, types: [...asked.types] };
        await audit.record({ subject: `webhook_endpoint:${endpoint.id}`, details }, tx);
      });
      return { endpoint, secret };
    },

    change: async (id: string, asked: EndpointChange, audit: RequestAudit): Promise<Endpoint> => {
      if (asked.url !== undefined) await refuseAddress(asked.url);
      const url = asked.url === undefined ? undefined : new URL(asked.url).href;
      return await change(id, audit, (before) => ({
        values: {
          // A new address is judged by its own failures.
          ...(url === undefined || url === before.url ? {} : { url, ...UNJUDGED }),
          ...(asked.description === undefined ? {} : { description: asked.description }),
          ...(asked.types === undefined ? {} : { recordedTypes: recorded(asked.types) }),
          ...(asked.state === undefined ? {} : { state: asked.state, note: null, ...UNJUDGED }),
        },
        details: {
          ...(asked.url === undefined ? {} : { host: new URL(asked.url).host }),
          ...(asked.types === undefined ? {} : { types: [...asked.types] }),
          ...(asked.state === undefined ? {} : { state: asked.state }),
        },
      }));
    },

    /** A new secret; the earlier ones sign too for so many hours, and no longer than before. */
    rotate: async (id: string, keepHours: number | undefined, audit: RequestAudit) => {
      const secret = newWebhookSecret();
      const now = clock.now().getTime();
      const until = new Date(now + (keepHours ?? KEEP_HOURS) * HOUR_MS).toISOString();
      const endpoint = await change(id, audit, ({ secrets }) => ({
        values: {
          secrets: [
            { secret, until: null },
            ...secrets
              .map((old) => ({ ...old, until: old.until && old.until < until ? old.until : until }))
              .filter((old) => Date.parse(old.until) > now),
          ].slice(0, MOST_SECRETS),
        },
        details: { earlier_until: until },
      }));
      return { endpoint, secret };
    },

    remove: async (id: string, audit: RequestAudit): Promise<void> => {
      const nothing = { state: 'removed' as const, recordedTypes: [], secrets: [] };
      await change(id, audit, () => ({ values: nothing, details: {} }));
    },

    /** A page of the log, the newest first. */
    page: async (query: DeliveryQuery): Promise<{ rows: Delivery[]; next: number | null }> => {
      const rows = await deliveries.page({ ...query, limit: query.limit + 1 });
      const shown = rows.slice(0, query.limit);
      return {
        rows: shown,
        next: rows.length > query.limit ? (shown.at(-1)?.position ?? null) : null,
      };
    },

    /** Posts a test event at once; what comes of it changes nothing of the endpoint. */
    sendTest: async (id: string, audit: RequestAudit): Promise<Attempt> => {
      const endpoint = await endpoints.byId(id);
      if (!endpoint) throw notFound();
      const now = clock.now();
      const event = { type: 'test', timestamp: now.toISOString(), data: { endpoint_id: id } };
      const message = { id: `test_${newId()}`, body: JSON.stringify(event), now };
      const headers = signedHeaders(message, signingSecrets(endpoint.secrets, now));
      const attempt = await post.post(endpoint.url, headers, message.body);
      await audit.record({ subject: `webhook_endpoint:${id}`, details: { test: attempt.status } });
      return attempt;
    },

    /** Queues one delivery again, without the rest after failures. Throws `not_found`. */
    replay: async (position: number, audit: RequestAudit): Promise<void> =>
      endpoints.transaction(async (tx) => {
        const endpointId = await deliveries.within(tx).replay(position, clock.now());
        if (endpointId === undefined) throw new AppError('not_found', 'There is no such delivery.');
        const subject = `webhook_endpoint:${endpointId}`;
        await endpoints.within(tx).change(endpointId, { restUntil: null });
        await audit.record({ subject, details: { position } }, tx);
      }),

    /** Queues what happened in a span again. Throws `not_found`, `invalid_request` if too much. */
    replaySpan: async (id: string, span: Span, audit: RequestAudit): Promise<number> => {
      const found = await deliveries.countSpan(id, span, MOST_REPLAYED + 1);
      if (found > MOST_REPLAYED)
        throw new AppError('invalid_request', `The span has more than ${MOST_REPLAYED} events.`, {
          fields: [{ field: 'to', problem: `must leave at most ${MOST_REPLAYED} events` }],
        });
      return await endpoints.transaction(async (tx) => {
        if (!(await endpoints.within(tx).byId(id))) throw notFound();
        const queued = await deliveries.within(tx).replaySpan(id, span);
        await endpoints.within(tx).change(id, { restUntil: null });
        const details = {
          from: span.from.toISOString(),
          to: span.to.toISOString(),
          only_failed: span.onlyFailed,
          queued,
        };
        await audit.record({ subject: `webhook_endpoint:${id}`, details }, tx);
        return queued;
      });
    },
  };
}

function recorded(types: readonly WebhookType[]): string[] {
  return types.map((type) => WEBHOOK_EVENTS[type]);
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such endpoint.');
}
