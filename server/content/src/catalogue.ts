import { thumbhashOf } from '@bonisa/artwork/painter';
import type { Language } from '@bonisa/domain/languages';
import type { BrandFolder } from '@bonisa/kit/brand/brand-folder';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database, OpenDatabase } from '@bonisa/kit/database/database';
import { isDiskFull } from '@bonisa/kit/disk-full';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { transientProblemOf } from '@bonisa/kit/files/file-store';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { createStaleSupport } from '@bonisa/kit/http/response-headers';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Packages } from '@bonisa/money/packages/packages';
import type { Logger } from 'pino';
import { createPageData } from './catalogue.page-data.ts';
import { pageListRoutes } from './catalogue.routes.ts';
import { createCatalogueService } from './catalogue.service.ts';
import { createCatalogueChanges } from './catalogue-changes.repository.ts';
import { createReadingRepository } from './catalogue-reading.repository.ts';
import { createCatalogueReading } from './catalogue-reading.service.ts';
import { contentRoutes } from './content.routes.ts';
import { createBatchRepository } from './editing/batch.repository.ts';
import { deletedStudioRoutes } from './editing/deleted.routes.ts';
import { catalogueStudioRoutes } from './editing/editing.routes.ts';
import {
  createDeleted,
  createEntries,
  createEntriesEditing,
  type EntryMediaOn,
} from './editing/editing.ts';
import { entriesStudioRoutes } from './editing/entries.routes.ts';
import { createListsRepository } from './editing/lists.repository.ts';
import { listsStudioRoutes } from './editing/lists.routes.ts';
import { createEntryLists } from './editing/lists.service.ts';
import { programmeStudioRoutes } from './editing/programme.routes.ts';
import type { StoredCaptions } from './editing/returning-entry.ts';
import { createVersionsRepository } from './editing/versions.repository.ts';
import { freeDayOf, helpTopicsOf } from './help/help-page.ts';
import { createLegalRecord } from './legal/legal-record.ts';
import { privacyPolicyOf } from './legal/privacy-policy.ts';
import { termsOf } from './legal/terms.ts';
import type { AiredCosts } from './live.presentation.ts';
import { createLiveRecordings } from './live-recording.ts';
import { type OperatorConfig, operatorOf } from './operator.ts';
import { createPageLists } from './page-lists.service.ts';
import { iconRoutes } from './pictures/icon.routes.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { createPictures } from './pictures/picture.service.ts';
import { createPictureStore } from './pictures/picture.store.ts';
import { withPictureOrigin } from './pictures/picture-origin.ts';
import { createUploadedArtworkRepository } from './pictures/uploaded-artwork.repository.ts';
import { createUploadedArtwork } from './pictures/uploaded-artwork.service.ts';
import { cacheCatalogueReads } from './reading/cached-catalogue-reads.ts';
import { createCards } from './reading/cards.service.ts';
import { createPreviewReading } from './reading/preview-reading.ts';
import { createDraftProgramming, createProgrammingReads } from './reading/programming.service.ts';
import { createSearchRepository } from './search/search.repository.ts';
import { type SearchAnswered, searchRoutes } from './search/search.routes.ts';
import { createSearch } from './search/search.service.ts';
import { ensureIndex } from './search/search-index.ts';
import { createTitleMediaRepository } from './title-media.repository.ts';
import { createTitleMedia } from './title-media.service.ts';
import { createTitlePlays } from './title-plays.repository.ts';

export interface CatalogueDependencies {
  readonly config: OperatorConfig & {
    /** The address under which viewers get pictures; undefined: the site's own. */
    readonly mediaUrl: string | undefined;
  };
  readonly packages: Pick<Packages, 'sold'>;
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'notWritten'>;
  /** Which media there is: a later module has it. */
  readonly entryMediaOn: EntryMediaOn;
  /** Which captions of deleted titles are still there, of the same module. */
  readonly storedCaptions: StoredCaptions;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Builds the catalogue: reading, editing, search and pictures. Call `start` before reading. */
export function createCatalogue({
  config,
  packages,
  db,
  files,
  clock,
  logger,
  metrics,
  entryMediaOn,
  storedCaptions,
}: CatalogueDependencies) {
  const reading = createReadingRepository(db);
  const service = createCatalogueService({
    reading,
    changes: createCatalogueChanges(db),
    clock,
    pricesChanged: packages.sold.epoch,
  });
  const version = service.currentVersion;
  const remembered = cacheCatalogueReads({ reading, version, clock });
  let airedCosts: AiredCosts | undefined;
  const content = withPictureOrigin(
    createCatalogueReading({
      ...{ reading: remembered, clock },
      airedCosts: (channelId, at) => airedCosts?.(channelId, at),
    }),
    config.mediaUrl,
  );
  const cards = withPictureOrigin(createCards({ reading }), config.mediaUrl);
  const { folder } = config.brand;
  const legal = {
    terms: () => termsOf(operatorOf(config, packages.sold.offered()), folder?.terms),
    privacyPolicy: () =>
      privacyPolicyOf(operatorOf(config, packages.sold.offered()), folder?.privacy),
  };
  const legalRecord = createLegalRecord({ db, own: folder, clock });
  const help = (language: Language) => {
    const offered = packages.sold.offered();
    const freeDay = freeDayOf(offered);
    const operator = { ...operatorOf(config, offered), carrier: config.brand.carrier };
    return helpTopicsOf(operator, freeDay, folder?.help ?? {}, language);
  };
  const store = createPictureStore({
    files,
    onNotWritten: reportNotWritten(logger, metrics),
  });
  const search = createSearch({
    repository: createSearchRepository(db),
    cardsOf: cards.cardsOf,
    liveChannels: content.liveChannels,
    clock,
  });
  const drafts = createPreviewReading(db);
  const entriesEditing = createEntriesEditing({
    ...{ db, service, thumbhashOf, files, entryMediaOn },
  });
  const written = { db, editing: entriesEditing, entryMediaOn };
  const entries = createEntries({ ...written, clock });
  const listing = createListsRepository(db);
  const lists = createEntryLists({
    repository: listing,
    clock,
    pictureOrigin: config.mediaUrl ?? config.publicUrl,
  });
  return {
    reading,
    service,
    /** Writes entries by the caller's own keys. */
    editing: entriesEditing,
    /** Makes videos of recordings of live channels. */
    liveRecordings: createLiveRecordings({
      repository: createBatchRepository(db),
      editing: entriesEditing,
    }),
    /** The calls of the studio. */
    studioRoutes: [
      catalogueStudioRoutes({ editing: entriesEditing }),
      entriesStudioRoutes({ entries, editing: entriesEditing, clock }),
      deletedStudioRoutes({ deleted: createDeleted({ ...written, storedCaptions }), entries }),
      listsStudioRoutes({ lists, repository: listing, editing: entriesEditing }),
      programmeStudioRoutes({
        ...{ entries, reading, clock, editing: entriesEditing },
        names: createBatchRepository(db),
      }),
    ],
    /** Gives entries pictures that were uploaded. */
    artwork: createUploadedArtwork({
      reading: createUploadedArtworkRepository(db),
      repositoryOn: createUploadedArtworkRepository,
      files,
      editing: entriesEditing,
      clock,
    }),
    /** The media and the captions of videos and episodes. */
    titleMedia: createTitleMedia({
      reading: createTitleMediaRepository(db),
      repositoryOn: createTitleMediaRepository,
      versionsOn: createVersionsRepository,
      mediaOn: entryMediaOn,
      change: service.changeEntries,
    }),
    content,
    cards,
    /** Pages say of a live channel what `costs` says: a later module knows what it plays. */
    followHourCosts: (costs: AiredCosts): void => {
      airedCosts = costs;
    },
    /** What the live channels play. */
    programming: createProgrammingReads({ reading, clock }).programming,
    legal,
    legalRecord,
    pageData: createPageData({ content, search, version, ...legal, help }),
    pictures: createPictures({
      reading: remembered,
      store,
      files,
      clock,
      catalogueVersion: version,
    }),
    search,
    titlePlays: createTitlePlays(db),
    /** The catalogue with its drafts, as of any instant. */
    preview: {
      dataAt: (at: Date) =>
        createPageData({
          content: createCatalogueReading({ reading: drafts, clock: { now: () => at } }),
          search,
          version,
          ...legal,
          help,
        }),
      /** The lists that a page extends in place. */
      listsAt: (at: Date) =>
        createPageLists(createCatalogueReading({ reading: drafts, clock: { now: () => at } })),
      findPlayable: (slug: string, at: Date) => drafts.playableBySlug(slug, at),
      /** What the live channels play now that viewers do not have. */
      draftProgramming: createDraftProgramming({ drafts, reading, clock }),
      /** Names the last change of the catalogue, as the database has it. */
      mark: () => reading.mark(),
      pictures: createPictures({ reading: drafts, store, files, clock, catalogueVersion: version }),
    },
    /** `long`: a database whose statements may take minutes, to rebuild an index. */
    start: async (long: Database): Promise<void> => {
      await legalRecord.start();
      await ensureIndex(long);
      await service.start();
    },
  };
}

export interface CatalogueRoutes {
  readonly catalogue: Catalogue;
  readonly config: {
    readonly cacheBytes: number;
    readonly brand: { readonly folder?: BrandFolder | undefined };
  };
  readonly clock: Clock;
  readonly open: Pick<OpenDatabase, 'state'>;
  readonly metrics: Pick<Metrics, 'reports' | 'staleAnswers'>;
  readonly fastPath: ResponseFastPath;
  readonly searched: SearchAnswered;
}

/** The content APIs, search, the lists that pages extend in place, pictures and icons. */
export function catalogueRoutes({
  catalogue: { content, legal, service, search, pictures },
  config,
  clock,
  open,
  metrics,
  fastPath,
  searched,
}: CatalogueRoutes): readonly Routes[] {
  const stale = createStaleSupport('content', { open, metrics });
  const parts = { content, ...legal, catalogueVersion: service.currentVersion, clock };
  const cacheBytes = config.cacheBytes / 3;
  return [
    searchRoutes({ search, searched, metrics }),
    ({ server }) => void server.register(contentRoutes({ ...parts, cacheBytes, fastPath, stale })),
    pageListRoutes(content),
    ({ server }) => void server.register(pictureRoutes(pictures)),
    ({ server }) => void server.register(iconRoutes(config.brand.folder)),
  ];
}

/** A full disk fails each picture: the log gets at most one line in this time. */
const WARN_EVERY_MS = 60_000;

/** Counts pictures that could not be stored, and warns of them now and then. */
function reportNotWritten(
  logger: CatalogueDependencies['logger'],
  metrics: CatalogueDependencies['metrics'],
): (error: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const problem = transientProblemOf(error);
    const full = isDiskFull(error) || problem === 'full';
    metrics.notWritten.inc({ what: 'picture', reason: full ? 'disk_full' : (problem ?? 'other') });
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    logger.warn(
      { err: error },
      full
        ? 'the disk is full: pictures are served, but not stored'
        : 'a picture could not be stored',
    );
  };
}
