import { join } from 'node:path';
import type { Preview } from '@bonisa/backoffice/preview/preview';
import type { Catalogue } from '@bonisa/content/catalogue';
import type { SiteContent } from '@bonisa/content/site-content';
import type { ShownPackage, SiteConfig } from '@bonisa/contract/site-config';
import type { BrandFolder } from '@bonisa/kit/brand/brand-reader';
import type { SharedBuilds } from '@bonisa/kit/builds/shared-builds';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { isDatabaseBusy } from '@bonisa/kit/database/database-away';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { createStaleSupport } from '@bonisa/kit/http/response-headers';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Packages } from '@bonisa/money/packages/packages';
import type { Fraud } from '@bonisa/people/fraud/fraud';
import type { Logger } from 'pino';
import { brandRoutes, lookOf } from './brand.routes.ts';
import { createBusyLog } from './busy-log.ts';
import { withTagManager } from './content-security-policy.ts';
import { installableRoutes } from './installable/installable.routes.ts';
import { languageRoutes } from './language.routes.ts';
import { createPages, type PagesOptions } from './pages.ts';
import { securityTextRoutes } from './security-text.routes.ts';

/** The folder that `react-router build` writes. */
const BUILD = join(import.meta.dirname, '../../../web/build');

export interface PagesDependencies {
  readonly config: {
    readonly brand: Omit<SiteConfig['brand'], 'look'> & {
      readonly folder?: BrandFolder | undefined;
    };
    readonly publicUrl: string;
    readonly mediaUrl: string | undefined;
    readonly mediaBackupUrl: string | undefined;
    readonly mode: 'demo' | 'production';
    readonly role: string;
    readonly cacheBytes: number;
    /** Whether limits by network address are on. */
    readonly limits: boolean;
    readonly secureCookies: boolean;
  };
  readonly catalogue: Pick<Catalogue, 'service'>;
  readonly siteContent: Pick<SiteContent, 'pageData' | 'preview'>;
  readonly preview: Pick<Preview, 'previewOf'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly fraud: Pick<Fraud, 'cspSources'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'debug'>;
  readonly metrics: Pick<Metrics, 'pageRenders' | 'staleAnswers'>;
  readonly open: Pick<OpenDatabase, 'state'>;
  readonly builds: Pick<SharedBuilds, 'publish' | 'find'>;
  readonly fastPath: ResponseFastPath;
  /** Adds the forms of a sign-up without a script; undefined: it is off. */
  readonly plainSignUp: PagesOptions['plainSignUp'];
}

/**
 * The pages of the site, and what makes it installable, in a process that serves them. Register
 * them last: they handle every remaining address.
 */
export function pageRoutes(dependencies: PagesDependencies): Routes {
  const { config, catalogue, siteContent, packages, fraud, clock, logger, metrics } = dependencies;
  const { fastPath, preview, plainSignUp } = dependencies;
  const { brand, publicUrl, mode, role } = config;
  const { folder } = brand;
  const look = folder && lookOf(folder);
  const shown = { ...brand, ...(look ? { look } : {}) };
  return async ({ server }) => {
    if (role !== 'all' && role !== 'pages') return;
    const pages = await createPages({
      pageData: siteContent.pageData,
      preview: { of: preview.previewOf, dataAt: siteContent.preview.dataAt },
      config: {
        brand: shown,
        get packages() {
          // A service without anything to watch sells nothing.
          return catalogue.service.isOpen() ? shownPackages(packages.sold) : [];
        },
        publicUrl,
        demo: mode === 'demo',
        plainSignUp: plainSignUp !== undefined,
      },
      plain: brand,
      catalogueVersion: catalogue.service.currentVersion,
      clock,
      buildDir: BUILD,
      builds: dependencies.builds,
      cacheBytes: (config.cacheBytes * 2) / 3,
      limitByAddress: config.limits,
      onRender: (outcome) => metrics.pageRenders.inc({ outcome }),
      onBusy: createBusyLog(logger),
      plainSignUp,
      onFirstRenderError: (error) => logger.debug({ err: error }, 'the first page failed'),
      fastPath,
      stale: createStaleSupport('page', dependencies),
      csp: withTagManager(fraud.cspSources(), brand.tagManager),
      mediaUrls: [config.mediaUrl, config.mediaBackupUrl].filter((url) => url !== undefined),
      reportError: reportTo(logger),
    });
    await server.register(languageRoutes(config));
    await server.register(securityTextRoutes({ brand, publicUrl, clock }));
    if (folder) await server.register(brandRoutes(folder));
    await server.register(await installableRoutes({ ...brand, look }));
    await server.register(pages);
  };
}

/** Logs an error of a page; that the database ended a statement is a warning, as for calls. */
function reportTo(logger: PagesDependencies['logger']): (error: unknown) => void {
  return (error) => {
    if (isDatabaseBusy(error)) logger.warn({ err: error }, 'the database ended a statement');
    else logger.error({ err: error }, 'a page could not be rendered');
  };
}

/** What pages tell about the packages on sale. */
function shownPackages(sold: Packages['sold']): ShownPackage[] {
  return sold
    .offered()
    .map(({ id, period, price, trialDays }) => ({ id, period, price, trial: trialDays > 0 }));
}
