import type { Language } from '@bonisa/domain/languages';
import { type BrandConfig, brandOrigin } from '@bonisa/kit/brand/brand.config';
import type { BrandFolder } from '@bonisa/kit/brand/brand-reader';
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
import type { Catalogue } from './catalogue.ts';
import { createCatalogueReading } from './catalogue-reading.service.ts';
import { contentRoutes } from './content.routes.ts';
import { freeDayOf, helpTopicsOf } from './help/help-page.ts';
import { createLegalRecord, legalProblems, recordLegalTexts } from './legal/legal-record.ts';
import { privacyPolicyOf } from './legal/privacy-policy.ts';
import { termsOf } from './legal/terms.ts';
import type { AiredCosts } from './live.presentation.ts';
import { type OperatorConfig, operatorOf } from './operator.ts';
import { createPageLists } from './page-lists.service.ts';
import { iconRoutes } from './pictures/icon.routes.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { createPictures } from './pictures/picture.service.ts';
import { createPictureStore } from './pictures/picture.store.ts';
import { withPictureOrigin } from './pictures/picture-origin.ts';
import { cacheCatalogueReads } from './reading/cached-catalogue-reads.ts';
import { createCards } from './reading/cards.service.ts';
import { cacheSearches } from './search/cached-searches.ts';
import { createSearchRepository } from './search/search.repository.ts';
import { type SearchAnswered, searchRoutes } from './search/search.routes.ts';
import { createSearch } from './search/search.service.ts';

export interface SiteContentDependencies {
  readonly config: OperatorConfig & {
    /** The address under which viewers get pictures; undefined: the site's own. */
    readonly mediaUrl: string | undefined;
  };
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'notWritten'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly catalogue: Pick<Catalogue, 'reading' | 'drafts' | 'service'>;
  /** What an hour of a live channel costs: media know what it plays. */
  readonly airedCosts: AiredCosts;
}

export type SiteContent = ReturnType<typeof createSiteContent>;

/** Builds what viewers read of the catalogue: pages, content APIs, search and pictures. */
export function createSiteContent({
  config,
  db,
  files,
  clock,
  logger,
  metrics,
  packages,
  catalogue,
  airedCosts,
}: SiteContentDependencies) {
  const { reading, drafts } = catalogue;
  const version = catalogue.service.currentVersion;
  const remembered = cacheCatalogueReads({ reading, version, clock });
  const content = withPictureOrigin(
    createCatalogueReading({ reading: remembered, clock, airedCosts }),
    config.mediaUrl,
  );
  const cards = withPictureOrigin(createCards({ reading }), config.mediaUrl);
  const { folder } = config.brand;
  const legalOf = (brand: OperatorConfig['brand']) => {
    const operator = () =>
      operatorOf({ brand, publicUrl: config.publicUrl }, packages.sold.offered());
    return {
      terms: () => termsOf(operator(), brand.folder?.terms),
      privacyPolicy: () => privacyPolicyOf(operator(), brand.folder?.privacy),
    };
  };
  const legal = legalOf(config.brand);
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
    repository: cacheSearches({ repository: createSearchRepository(db), version, clock }),
    cardsOf: cards.cardsOf,
    liveChannels: content.liveChannels,
    clock,
  });
  const drawn = { store, files, clock, catalogueVersion: version };
  const draftsAt = (at: Date) =>
    createCatalogueReading({ reading: drafts, clock: { now: () => at } });
  return {
    content,
    cards,
    legal,
    search,
    pageData: createPageData({ content, search, version, ...legal, help }),
    pictures: createPictures({ reading: remembered, ...drawn }),
    /** The same with drafts, as of any instant. */
    preview: {
      dataAt: (at: Date) =>
        createPageData({ content: draftsAt(at), search, version, ...legal, help }),
      /** The lists that a page extends in place. */
      listsAt: (at: Date) => createPageLists(draftsAt(at)),
      findPlayable: (slug: string, at: Date) => drafts.playableBySlug(slug, at),
      pictures: createPictures({ reading: drafts, ...drawn }),
    },
    /** The legal texts of a brand that is not in force: what a publication needs. */
    brandLegal: {
      problems: ({ folder: own }: BrandConfig) => legalProblems(db, own ?? {}),
      record: (tx: Database, { folder: own }: BrandConfig) =>
        recordLegalTexts(tx, own ?? {}, clock.now()),
      pages: (brand: BrandConfig) => {
        const { terms, privacyPolicy } = legalOf(brand);
        return { terms: terms(), privacy: privacyPolicy() };
      },
    },
    /** Records the legal texts that viewers read from now on. */
    start: createLegalRecord({ db, own: folder, origin: brandOrigin(config.brand), clock }).start,
  };
}

export interface SiteContentRoutes {
  readonly catalogue: Pick<Catalogue, 'service'>;
  readonly siteContent: SiteContent;
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
export function siteContentRoutes({
  catalogue: { service },
  siteContent: { content, legal, search, pictures },
  config,
  clock,
  open,
  metrics,
  fastPath,
  searched,
}: SiteContentRoutes): readonly Routes[] {
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
  logger: SiteContentDependencies['logger'],
  metrics: SiteContentDependencies['metrics'],
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
