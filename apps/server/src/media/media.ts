import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { registerDeliveryRoutes } from './delivery.routes.ts';
import { createDeliveryService, type DeliveryDependencies } from './delivery.service.ts';
import { createIngestService, type IngestService, type ReadyAsset } from './ingest.service.ts';
import { registerMediaOpsRoutes } from './media.ops-routes.ts';
import { type Asset, createMediaRepository } from './media.repository.ts';
import { createMediaSigning } from './media.signing.ts';
import { packageInChild } from './packager.ts';
import { registerPlayRoutes } from './play.routes.ts';
import { createPlayService, type PlayDependencies } from './play.service.ts';
import { createSegmentCache } from './segment-cache.ts';
import { createFileStore } from './store.ts';

const CACHE_BYTES = 96_000_000;
const MAX_READY_ASSETS = 500;

export interface MediaDependencies
  extends Pick<PlayDependencies, 'findPlayable' | 'entitlementOf' | 'resumeAt'> {
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The secret for signatures: `secrets.key('media')`. */
  readonly key: Buffer;
  /** Whether the viewer of a playlist is signed in still and may play. */
  readonly mayStillPlay: DeliveryDependencies['mayStillPlay'];
  /** Whether no other process works on this database. */
  readonly alone: boolean;
  readonly onReady?: (asset: ReadyAsset) => Promise<void>;
  /** The one folder from which an operator may hand in files. */
  readonly uploadsDir: string;
}

export interface Media {
  readonly ingest: IngestService;
  registerRoutes(app: FastifyInstance, registerCall: RegisterCall): void;
  registerOpsRoutes(app: FastifyInstance): void;
}

/** Builds the media capability: ingest, delivery and the play call. */
export async function createMedia(dependencies: MediaDependencies): Promise<Media> {
  const { db, dataDir, clock, findPlayable, entitlementOf, resumeAt, mayStillPlay } = dependencies;
  const repository = createMediaRepository(db);
  const store = await createFileStore(join(dataDir, 'media'));
  const signing = createMediaSigning(dependencies.key);
  const findAsset = cacheReady(repository.asset);
  const delivery = createDeliveryService({
    signing,
    findAsset,
    mayStillPlay,
    store,
    cache: createSegmentCache(CACHE_BYTES),
    clock,
  });
  const plays = createPlayService({
    findPlayable,
    entitlementOf,
    resumeAt,
    findAsset,
    signing,
    clock,
  });
  const { logger, alone, onReady, uploadsDir } = dependencies;
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
  const ingest = createIngestService({
    repository,
    store,
    clock,
    logger,
    packageSource: packageInChild,
    alone,
    ...(onReady ? { onReady } : {}),
  });

  return {
    ingest,
    registerRoutes(app, registerCall) {
      registerDeliveryRoutes(app, delivery);
      registerPlayRoutes(registerCall, plays);
    },
    registerOpsRoutes(app) {
      registerMediaOpsRoutes(app, { ingest, uploadsDir });
    },
  };
}

/** Caches assets that are ready: a ready asset does not change. */
function cacheReady(
  find: (id: string) => Promise<Asset | undefined>,
): (id: string) => Promise<Asset | undefined> {
  const ready = new LRUCache<string, Asset>({ max: MAX_READY_ASSETS });
  return async (id) => {
    const known = ready.get(id);
    if (known) return known;
    const asset = await find(id);
    if (asset?.state !== 'ready') return asset;
    ready.set(id, asset);
    return asset;
  };
}
