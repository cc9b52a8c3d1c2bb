import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogue } from '@bonisa/content/catalogue';
import type { AssetFacts } from '@bonisa/content/catalogue.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createLocalCopies } from '@bonisa/kit/files/local-copies';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { NewId } from '@bonisa/kit/ids';
import { createRepeatedJob } from '@bonisa/kit/jobs/repeated-job';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { Access } from '@bonisa/people/identity/access';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Logger } from 'pino';
import { weighRenditions } from './asset.ts';
import { createCompositionService } from './composition.service.ts';
import { assetAddress } from './delivery/delivery.addresses.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { createDeliveryService, type MayStillPlay } from './delivery/delivery.service.ts';
import { createMediaSigning } from './delivery/media.signing.ts';
import { createSegmentCache } from './delivery/segment-cache.ts';
import { createFrames } from './frames.ts';
import type { IngestConfig } from './ingest/ingest.config.ts';
import { createIngestService } from './ingest/ingest.service.ts';
import { createStoredSources, createWithSource } from './ingest/ingest-source.ts';
import { restFor } from './ingest/ingest-worker.ts';
import { createPackager } from './ingest/packager.ts';
import { createLive, liveChannelRoutes } from './live/live.ts';
import { liveIngestOpsRoutes } from './live-ingest/live-ingest.ops-routes.ts';
import { liveIngestStudioRoutes } from './live-ingest/live-ingest.studio-routes.ts';
import { createLiveIngest } from './live-ingest/live-ingest.ts';
import { mediaOpsRoutes } from './media.ops-routes.ts';
import { type Asset, createMediaRepository } from './media.repository.ts';
import { createEntitlementOf, previewIn } from './play/entitlement.ts';
import { playRoutes } from './play/play.routes.ts';
import { createPlayService, type PlayDependencies } from './play/play.service.ts';
import { createMediaStore } from './store.ts';
import { createLibraryRepository } from './studio/library.repository.ts';
import { createLibrary } from './studio/library.service.ts';
import { mediaStudioRoutes } from './studio/media.studio-routes.ts';
import { uploadStudioRoutes } from './studio/uploads.studio-routes.ts';
import { weighTracks } from './title-audio.ts';
import { UploadStore } from './uploads/upload-store.ts';
import { uploadOpsRoutes } from './uploads/uploads.ops-routes.ts';
import { createUploadsRepository } from './uploads/uploads.repository.ts';
import { createUploads } from './uploads/uploads.service.ts';

const CACHE_BYTES = 80_000_000;
/**
 * How often a process looks for what another one left between two steps: uploads whose job was not
 * queued, and media that are ready and whose titles do not know it.
 */
const LEFT_EVERY_SECONDS = 15;
/** Where the pieces of an upload become one file while it is packaged. */
const SOURCES = join('scratch', 'sources');

export interface MediaDependencies {
  readonly config: {
    readonly dataDir: string;
    readonly publicUrl: string;
    /** The address under which viewers get files; undefined: the site's own. */
    readonly mediaUrl: string | undefined;
    /** A second address of the same files. */
    readonly mediaBackupUrl: string | undefined;
    /** Whether players send common media client data. */
    readonly cmcd: boolean;
    /** The only folder from which an operator may ingest files. */
    readonly uploadsDir: string;
    readonly ingest: IngestConfig;
    readonly role: string;
    readonly databaseUrl: string | undefined;
  };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'filmsStuck'>;
  readonly catalogue: Pick<
    Catalogue,
    'service' | 'reading' | 'liveRecordings' | 'programming' | 'draftProgramming' | 'titleMedia'
  >;
  readonly identity: { readonly sessions: Pick<Identity['sessions'], 'userOf'> };
  readonly access: Pick<Access, 'sessionRights'>;
  readonly previews: PreviewRights;
  readonly devices: DeviceRights;
}

/** Judges previews of the studio when a playlist is asked for. */
export interface PreviewRights {
  /** Whether a preview lasts, of a person who may see paid media. */
  mayPlay(previewId: string): Promise<boolean>;
}

/** Judges the devices of subscribers when a playlist is asked for. */
export interface DeviceRights {
  /**
   * Whether a device holds one of the places of its subscription. It then holds it for as long as
   * what it is given plays (`playsMs`), as a player without heartbeats may ask for nothing more.
   */
  isGiven(
    device: { readonly subscriberId: number; readonly session: string },
    playsMs: number,
  ): Promise<boolean>;
}

export type Media = ReturnType<typeof createMedia>;

/** Builds the media capability: ingest, delivery and what the play call needs. */
export function createMedia(dependencies: MediaDependencies) {
  const { config, secrets, db, files, clock, newId, logger, metrics } = dependencies;
  const { catalogue, previews, devices } = dependencies;
  const { sessions } = dependencies.identity;
  const { sessionRights } = dependencies.access;
  const repository = createMediaRepository(db);
  const store = createMediaStore({ files, staging: join(config.dataDir, 'scratch', 'staging') });
  const signing = createMediaSigning(secrets.key('media'), {
    main: config.mediaUrl,
    backup: config.mediaBackupUrl,
  });
  const cache = createSegmentCache(CACHE_BYTES);
  const compositions = createCompositionService({ repository, store, clock });
  const findAsset = compositions.find;
  const uploadsRepository = createUploadsRepository(db);
  const uploadStore = new UploadStore({
    repository: uploadsRepository,
    files,
    copies: createLocalCopies(join(config.dataDir, SOURCES)),
    clock,
    newId,
  });
  const library = createLibrary({
    repository: createLibraryRepository(db),
    repositoryOn: createLibraryRepository,
    media: repository,
    store,
    files,
    titles: catalogue.titleMedia,
    catalogue: catalogue.service,
    clock,
    newId,
  });
  const alone = config.role === 'all' && !config.databaseUrl;
  const ingest = createIngestService({
    repository,
    store,
    clock,
    newId,
    logger,
    packageSource: createPackager(config.ingest),
    withSource: createWithSource(uploadStore, files),
    rest: restFor,
    alone,
    onReady: async ({ readyAt: _, ...facts }) => {
      await library.retire(await catalogue.service.assetReady(facts));
    },
    makesAv1: config.ingest.makesAv1,
    onAv1: (assetId) => announceAv1(assetId),
  });
  const { isSourceNeeded } = ingest;
  const sources = createStoredSources({ files, alone, isSourceNeeded, clock });
  /** Pages name the costs of AV1 as soon as it is played. */
  const announceAv1 = async (assetId?: string): Promise<void> => {
    for (const id of await compositions.completeAv1(assetId)) {
      const asset = await repository.asset(id);
      if (asset?.state === 'ready') await catalogue.service.assetReady(readyFacts(asset));
    }
  };
  /** The facts about these assets; an unknown one is missing from the answer. */
  const assetFacts = async (ids: readonly string[]): Promise<AssetFacts[]> => {
    return (await repository.assets(ids)).map(factsOf);
  };
  const mayStillPlay: MayStillPlay = async ({ session }, playsMs) => {
    const preview = previewIn(session);
    if (preview !== undefined) return await previews.mayPlay(preview);
    const rights = await sessionRights.of(session);
    if (!rights?.entitlement.entitled) return false;
    const { subscriberId } = rights;
    return await devices.isGiven({ subscriberId, session }, playsMs);
  };
  const entitlementOf = createEntitlementOf({ sessions, sessionRights, clock });
  const uploads = createUploads({
    ingest,
    repository: uploadsRepository,
    store: uploadStore,
    files,
    largestUpload: config.ingest.largestUpload,
    clock,
    newId,
    logger,
  });
  const live = createLive({
    db,
    key: secrets.key('media'),
    clock,
    logger,
    catalogue,
    findAsset,
    signing,
    mayStillPlay,
    entitlementOf,
    sendsCmcd: config.cmcd,
  });
  const liveIngest = createLiveIngest({
    ...dependencies,
    config: { dataDir: config.dataDir, liveIngest: config.ingest.liveIngest },
    ingest,
    share: sources.share,
    alone,
    live,
  });
  /** The address of a file on the site, as the play call signs it. */
  const addressOf = (assetId: string, path: string): string =>
    `${config.publicUrl}${assetAddress(signing.segmentKey(assetId, clock.now()), assetId)}${path}`;
  return {
    ingest,
    uploads,
    liveIngest,
    library,
    /** Sets the figures of films that nobody can play. */
    measure: async (): Promise<void> => {
      metrics.filmsStuck.set({ why: 'failed' }, (await library.failed()).length);
      metrics.filmsStuck.set({ why: 'no_room' }, await library.withoutRoom());
    },
    jobs: [
      createRepeatedJob({
        ...{ db, clock, name: 'media left behind', everySeconds: LEFT_EVERY_SECONDS },
        work: async () => {
          await uploads.queueComplete();
          await catalogue.service.catchUp(assetFacts);
        },
      }),
    ],
    studioRoutes: [
      mediaStudioRoutes({ library, ingest, uploads, clock }),
      uploadStudioRoutes(uploads),
      liveIngestStudioRoutes(liveIngest),
    ],
    purge: async (): Promise<void> => {
      await uploads.purge();
      await sources.purge();
      await library.purge();
      await liveIngest.service.purge();
    },
    compositions,
    live,
    uploadsDir: config.uploadsDir,
    shareSource: (file: string) => sources.share(file, newId()),
    clock,
    addressOf,
    delivery: createDeliveryService({
      signing,
      findAsset,
      findPlayable: catalogue.service.findPlayable,
      mayStillPlay,
      store,
      cache,
      clock,
    }),
    plays: {
      findPlayable: catalogue.service.findPlayable,
      entitlementOf,
      findAsset,
      signing,
      readFile: async (assetId: string, path: string) =>
        (await cache.fetch(`${assetId}/${path}`, { context: () => store.load(assetId, path) }))
          ?.bytes,
      sendsCmcd: config.cmcd,
      newId,
      clock,
    },
    frames: createFrames({ repository, store }),
    assetFacts,
    /** Makes the folders that it needs. Call it once, before files arrive. */
    start: async (): Promise<void> => {
      await mkdir(config.uploadsDir, { recursive: true, mode: 0o700 });
      await store.open();
      // What a crash left behind: no other process uses the folder.
      await rm(join(config.dataDir, SOURCES), { recursive: true, force: true });
      await uploads.queueComplete();
      // What a crash left between the last part and the titles that play it.
      if (config.ingest.makesAv1) await announceAv1();
    },
  };
}

/**
 * Playlists, segments and the play call. Viewer comes after media, so the resume
 * position of a subscriber and the places of devices are handed in.
 */
export function mediaRoutes({
  media: { delivery, plays, live },
  viewer: { resumeAt, devices },
  fastPath,
}: {
  readonly media: Pick<Media, 'delivery' | 'plays' | 'live'>;
  readonly viewer: Pick<PlayDependencies, 'resumeAt'> & {
    readonly devices: { readonly begin: PlayDependencies['takePlace'] };
  };
  readonly fastPath: ResponseFastPath;
}): readonly Routes[] {
  const takePlace = devices.begin;
  const play = createPlayService({ ...plays, resumeAt, takePlace });
  return [
    deliveryRoutes(delivery, fastPath),
    playRoutes(play),
    liveChannelRoutes({ live, takePlace, fastPath }),
  ];
}

/** The operator's routes: ingest, its jobs, resumable uploads, and live ingest sessions. */
export function mediaOperations(media: Media): readonly OpsRoutes[] {
  return [
    mediaOpsRoutes(media),
    uploadOpsRoutes(media.uploads),
    liveIngestOpsRoutes(media.liveIngest),
  ];
}

/** A ready asset as the catalogue knows it. */
function readyFacts(asset: Asset) {
  const { id, durationMs, captions } = asset;
  return {
    ...{ id, durationMs, renditions: weighRenditions(asset), audio: weighTracks(asset) },
    captions: captions.map(({ language }) => language),
  };
}

function factsOf(asset: Asset): AssetFacts {
  const { id: assetId, state } = asset;
  if (state === 'ready') {
    const { id: _, ...facts } = readyFacts(asset);
    return { assetId, state, ...facts };
  }
  const facts = { durationMs: 0, renditions: [], captions: [] };
  return { assetId, state: state === 'failed' ? 'failed' : 'pending', ...facts };
}
