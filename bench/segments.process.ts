// A process that delivers files and nothing else, as a process of the product does: the same
// routes, service, cache and store. It tells its port and the path of the file.

import type { AddressInfo } from 'node:net';
import { deliveryRoutes } from '../apps/server/src/media/delivery/delivery.routes.ts';
import { createDeliveryService } from '../apps/server/src/media/delivery/delivery.service.ts';
import { createMediaSigning } from '../apps/server/src/media/delivery/media.signing.ts';
import { createSegmentCache } from '../apps/server/src/media/delivery/segment-cache.ts';
import { createMediaStore } from '../apps/server/src/media/store.ts';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { createFolderStore } from '../apps/server/src/platform/files/folder-store.ts';
import { createHttpApp } from '../apps/server/src/platform/http/http-app.ts';
import { createResponseFastPath } from '../apps/server/src/platform/http/response-fast-path.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';

const CACHE_BYTES = 96_000_000;

export interface SegmentsOrder {
  readonly folder: string;
  readonly assetId: string;
}

process.on('message', ({ folder, assetId }: SegmentsOrder) => {
  serve(folder, assetId).then(
    (told) => process.send?.(told),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());

async function serve(folder: string, assetId: string) {
  const fastPath = createResponseFastPath();
  const logger = createLogger('silent');
  const app = await createHttpApp({ logger, trustProxy: [], fastPath });
  const signing = createMediaSigning(Buffer.alloc(32, 1));
  const delivery = createDeliveryService({
    signing,
    findAsset: async () => undefined,
    findPlayable: async () => undefined,
    mayStillPlay: async () => false,
    store: createMediaStore({ files: createFolderStore(folder), staging: folder }),
    cache: createSegmentCache(CACHE_BYTES),
    clock: systemClock,
  });
  deliveryRoutes(delivery, fastPath)({ server: app });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { port, base: signing.folderAddress(assetId, systemClock.now()) };
}
