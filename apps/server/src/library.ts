import { join } from 'node:path';
import { thumbhashOf } from '@bonisa/artwork/painter';
import { PACKAGES } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { createPageData } from './catalogue/catalogue.page-data.ts';
import { registerCatalogueRoutes } from './catalogue/catalogue.routes.ts';
import { type AssetFacts, createCatalogue, readyAsset } from './catalogue/catalogue.service.ts';
import { createEditing } from './catalogue/catalogue-editing.repository.ts';
import { createCatalogueReading } from './catalogue/catalogue-reading.service.ts';
import { contentRoutes } from './catalogue/content.routes.ts';
import type { Operator } from './catalogue/legal/legal-page.ts';
import { privacyPolicyOf } from './catalogue/legal/privacy-policy.ts';
import { termsOf } from './catalogue/legal/terms.ts';
import { iconRoutes } from './catalogue/pictures/icon.routes.ts';
import { pictureRoutes } from './catalogue/pictures/picture.routes.ts';
import { createPictures } from './catalogue/pictures/picture.service.ts';
import { createPictureStore } from './catalogue/pictures/picture.store.ts';
import { rememberReads } from './catalogue/reading/remembered-reading.ts';
import { ensureIndex } from './catalogue/search/search-index.ts';
import type { Config } from './config.ts';
import type { Asset } from './media/media.repository.ts';
import { createMedia } from './media/media.ts';
import type { Entitlement } from './media/play.service.ts';
import { installableRoutes } from './pages/installable/installable.routes.ts';
import { createPages } from './pages/pages.ts';
import { isDiskFull } from './platform/disk-full.ts';
import type { RegisterCall } from './platform/http/call-route.ts';
import { createResponseFastPath } from './platform/http/response-fast-path.ts';
import type { StaleSupport } from './platform/http/response-headers.ts';

/** Where `react-router build` writes. */
const BUILD = join(import.meta.dirname, '../../web/build');
/** Grace is served although unpaid: a play lasts this long, then it is asked again. */
const GRACE_PLAY_MS = 60 * 60_000;

export type Library = Awaited<ReturnType<typeof createLibrary>>;

/** Builds the capabilities that show and play: catalogue, pictures, media and pages. */
export async function createLibrary(app: App) {
  const { config, clock, open, logger } = app;
  await ensureIndex(open.long);
  const catalogue = await createCatalogue({
    reading: app.reading,
    editing: createEditing(open.db),
    clock,
    thumbhashOf,
  });
  const operator = operatorOf(config);
  const reading = rememberReads({ reading: app.reading, version: catalogue.currentVersion, clock });
  const content = createCatalogueReading({ reading, clock });
  const legal = { terms: termsOf(operator), privacyPolicy: privacyPolicyOf(operator) };
  const pageData = createPageData({ content, version: catalogue.currentVersion, ...legal });
  const fastPath = createResponseFastPath();
  const store = createPictureStore({
    folder: join(config.dataDir, 'pictures'),
    onNotWritten: tellNotWritten(app),
  });
  const pictures = createPictures({
    reading,
    store,
    clock,
    catalogueVersion: catalogue.currentVersion,
  });
  const media = await createMedia({
    db: open.db,
    dataDir: config.dataDir,
    uploadsDir: config.uploadsDir,
    clock,
    logger,
    key: app.mediaKey,
    alone: config.role === 'all' && !config.databaseUrl,
    findPlayable: catalogue.findPlayable,
    resumeAt: (subscriberId, played) => app.viewer.resume.positionIn(Number(subscriberId), played),
    entitlementOf: (request) => entitlementOf(app, request),
    mayStillPlay: async ({ session }) =>
      (await app.identity.sessionRights.of(session))?.entitlement.entitled ?? false,
    onReady: ({ id, durationMs, renditions, captions }) =>
      catalogue.assetReady(
        readyAsset({ assetId: id, state: 'ready', durationMs, renditions, captions }),
      ),
  });

  return {
    catalogue,
    fastPath,
    pictures,
    media,
    /**
     * What the media store knows of these assets; one that is not there is missing from the answer.
     */
    assetFacts: async (ids: readonly string[]): Promise<AssetFacts[]> => {
      const assets = await Promise.all(ids.map((id) => media.ingest.asset(id)));
      return assets.filter((asset) => asset !== undefined).map(factsOf);
    },
    /** Mounts content, pictures, playback and, last of all, the pages. */
    mount: async (site: FastifyInstance, registerCall: RegisterCall): Promise<void> => {
      await site.register(
        contentRoutes({
          content,
          ...legal,
          catalogueVersion: catalogue.currentVersion,
          clock,
          cacheBytes: config.cacheBytes / 3,
          fastPath,
          stale: staleSupport('content'),
        }),
      );
      registerCatalogueRoutes(registerCall, content);
      await site.register(pictureRoutes(pictures));
      await site.register(iconRoutes());
      media.registerRoutes(site, registerCall);
      if (config.role === 'all' || config.role === 'pages') await mountPages(site);
    },
  };

  function staleSupport(kind: 'page' | 'content'): StaleSupport {
    return {
      away: () => open.state.awaySince !== undefined,
      onStale: () => app.metrics.staleAnswers.inc({ kind }),
    };
  }

  async function mountPages(site: FastifyInstance): Promise<void> {
    const pages = await createPages({
      pageData,
      config: { brand: config.brand, publicUrl: config.publicUrl, demo: config.mode === 'demo' },
      catalogueVersion: catalogue.currentVersion,
      clock,
      buildDir: BUILD,
      cacheBytes: (config.cacheBytes * 2) / 3,
      limitByAddress: config.limits,
      onRender: (outcome) => app.metrics.pageRenders.inc({ outcome }),
      fastPath,
      stale: staleSupport('page'),
      csp: app.fraud.cspSources(),
      reportError: (error) => logger.error({ err: error }, 'a page could not be rendered'),
    });
    await site.register(await installableRoutes(config.brand));
    await site.register(pages);
  }
}

/** So often at most the log has a line of it: on a full disk it is each picture. */
const TELL_EVERY_MS = 60_000;

/** Counts what was made and could not be kept, and tells the log of it now and then. */
function tellNotWritten({ metrics, logger }: App): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const full = isDiskFull(error);
    metrics.notWritten.inc({ what: 'picture', reason: full ? 'disk_full' : 'other' });
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    logger.warn(
      { err: error },
      full ? 'the disk is full: pictures are made, and not kept' : 'a picture was not kept',
    );
  };
}

function factsOf(asset: Asset): AssetFacts {
  if (asset.state !== 'ready')
    return {
      assetId: asset.id,
      state: asset.state === 'failed' ? 'failed' : 'pending',
      durationMs: 0,
      renditions: [],
      captions: [],
    };
  return {
    assetId: asset.id,
    state: 'ready',
    durationMs: asset.durationMs,
    renditions: asset.renditions,
    captions: asset.captions.map((track) => track.language),
  };
}

/**
 * Why nothing may be played, as far as it makes a difference to who wants to watch: pay what is
 * open, wait, or subscribe.
 */
const REFUSED_FOR = {
  not_paid: 'not_paid',
  payment_pending: 'payment_pending',
  no_subscription: 'expired',
  ended: 'expired',
  blocked: 'expired',
} as const;

async function entitlementOf(app: App, request: FastifyRequest): Promise<Entitlement> {
  const user = await app.identity.sessions.userOf(request);
  if (!user) return { entitled: false, reason: 'visitor' };
  const { entitlement: allowed } = await app.identity.sessionRights.ofUser(user);
  if (!allowed.entitled) return { entitled: false, reason: REFUSED_FOR[allowed.reason] };
  const until = allowed.until ?? new Date(app.clock.now().getTime() + GRACE_PLAY_MS);
  return { entitled: true, subscriberId: String(user.subscriberId), session: user.idHash, until };
}

function operatorOf(config: Config): Operator {
  const { brand } = config;
  return {
    service: brand.name,
    company: brand.company,
    address: brand.address,
    carrier: brand.carrier,
    supportNumber: brand.supportNumber,
    supportEmail: brand.supportEmail,
    publicUrl: config.publicUrl,
    packages: PACKAGES.map(({ name, price, period, days }) => ({
      name,
      price: `R${formatRand(price)}`,
      period,
      days,
    })),
  };
}
