import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageData } from '@bonisa/contract/page-data.port';
import type { PlainView } from '@bonisa/contract/plain-sign-up';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import { type AnswerCache, createAnswerCache } from '@bonisa/kit/answer-cache';
import { isDatabaseUnusable } from '@bonisa/kit/database/database-away';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { databaseUnavailable } from '@bonisa/kit/http/errors';
import { PAGE_RENDERS } from '@bonisa/kit/http/limits';
import { createNetworkBudget } from '@bonisa/kit/http/network-budget';
import type { StaleSupport } from '@bonisa/kit/http/response-headers';
import { createBackgroundQueue } from '@bonisa/kit/jobs/background-queue';
import { childSpan } from '@bonisa/kit/tracing/spans';
import type { PageSources } from './content-security-policy.ts';
import { type PageEntry, pageEntry, weightOfPage } from './page-entry.ts';
import type { BuiltRoute } from './page-routes.ts';
import type { PageTarget } from './page-target.ts';
import { type BuiltScripts, createPageVersions } from './page-version.ts';
import { createRenderQueue, RenderQueueFull, RenderTooSlow } from './render-queue.ts';

/** The exports of the build (see `apps/web/app/entry.server.tsx`). */
export interface WebBuild {
  readonly routes: Readonly<Record<string, BuiltRoute>>;
  readonly assets: BuiltScripts;
  readonly entry: {
    readonly module: {
      createPageHandler(
        build: WebBuild,
        context: {
          data: PageData;
          config: SiteConfig;
          reportError: (error: unknown) => void;
          ownScripts: ReadonlySet<string>;
        },
      ): (
        request: Request,
        options: { missingPages: boolean; language: Language },
      ) => Promise<Response>;
      renderPlainPage(config: SiteConfig, view: PlainView, language: Language): string;
    };
  };
}

export type RenderOutcome = 'made' | 'limited' | 'busy';

/** A page that was not rendered, because the server is too busy. */
export interface RefusedRender {
  readonly reason: 'too_slow' | 'queue_full';
  /** The pattern of its route. */
  readonly page: string;
}

export interface PageLibraryOptions {
  readonly pageData: PageData;
  /** The addresses of scripts that each language has of its own. */
  readonly ownScripts: ReadonlySet<string>;
  /** The allow-list of configuration for pages. */
  readonly config: SiteConfig;
  /** Increases with every publication; the page cache is emptied when it does. */
  readonly catalogueVersion: () => number;
  readonly clock: { now(): Date };
  /**
   * The sources of the fraud provider's script, for every page's policy. Not only the flow's: a
   * visitor who reaches the flow within the site still has the policy of the first document.
   */
  readonly csp: PageSources;
  /** The address of media and pictures; undefined: the site's own. */
  readonly mediaUrls?: readonly string[] | undefined;
  /** The memory for cached pages, in bytes. */
  readonly cacheBytes: number;
  /** Whether pages rendered for one network are limited (`LIMITS`). */
  readonly limitByAddress: boolean;
  /** Called for each page that was not in the cache. */
  readonly onRender?: ((outcome: RenderOutcome) => void) | undefined;
  /** Called for each page whose outcome is `busy`. */
  readonly onBusy?: ((refused: RefusedRender) => void) | undefined;
  /** An error of a loader or a component; the visitor sees the error page. */
  readonly reportError?: ((error: unknown) => void) | undefined;
  /** Serves what is kept while nothing new can be rendered. */
  readonly stale?: StaleSupport | undefined;
}

/** A page from the cache, or a new one. */
export interface FoundPage {
  readonly entry: PageEntry;
  readonly hit: boolean;
  /** The page is outdated, because no new one can be rendered. */
  readonly stale: boolean;
}

interface Making {
  readonly address: string;
  readonly language: Language;
  readonly isMissingPage: boolean;
  readonly shared: boolean;
}

/** The errors while one page was rendered. */
interface Rendering {
  /** The first error of a loader that could not use the database. */
  unusable: unknown;
}

const renderings = new AsyncLocalStorage<Rendering>();

/** The language is part of the key. No address begins with a letter. */
function keyOf(address: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? address : `${language} ${address}`;
}

export interface PageLibrary {
  /**
   * The page in a language, from the cache or rendered for this client. Throws `AppError` if it may
   * not be rendered now.
   */
  pageFor(target: PageTarget, client: string, language: Language): Promise<FoundPage>;
  /** The cached page of an address, if there is one; renders nothing. */
  peek(address: string, language: Language): PageEntry | undefined;
}

/**
 * Renders use the processor; two are enough for one to read the catalogue while the other renders.
 */
const QUEUE = { atOnce: 2, waiting: 256, waitingOfOne: 32, timeLimitMs: 10_000 } as const;
/** Seconds: by then a full queue is empty again. */
const BUSY_FOR = 2;
/** Expensive compressions may use a fifth of one processor. */
const COMPRESSING = { share: 0.2, waiting: 64 } as const;

/**
 * Caches finished pages and renders missing ones: each once, in a bounded queue, within the budget
 * of the client's network.
 */
export function createPageLibrary(build: WebBuild, options: PageLibraryOptions): PageLibrary {
  const {
    pageData: data,
    config,
    catalogueVersion,
    clock,
    csp,
    cacheBytes,
    onRender = () => undefined,
    onBusy = () => undefined,
    reportError = () => undefined,
  } = options;
  const noteError = (error: unknown): void => {
    const rendering = renderings.getStore();
    // The renderer reports the same error again without its cause.
    if (rendering?.unusable) return;
    if (rendering && isDatabaseUnusable(error)) rendering.unusable = error;
    reportError(error);
  };
  const handle = build.entry.module.createPageHandler(build, {
    data,
    config,
    reportError: noteError,
    ownScripts: options.ownScripts,
  });
  const queue = createRenderQueue(QUEUE);
  const budget = options.limitByAddress
    ? createNetworkBudget({ ...PAGE_RENDERS, clock })
    : undefined;
  const versionOf = createPageVersions(build.assets);
  const background =
    // A page that is sent once is not worth a better compression.
    cacheBytes > 0 ? createBackgroundQueue({ ...COMPRESSING, onError: reportError }) : undefined;
  const cache: AnswerCache<PageEntry> = createAnswerCache({
    version: catalogueVersion,
    clock,
    maxBytes: cacheBytes,
    weigh: weightOfPage,
    mayBeKept: ({ kept }) => kept,
    away: options.stale?.away,
    isTransient: (error) => isDatabaseUnusable(error) || isBusy(error),
  });

  async function make(
    { address, language, isMissingPage, shared }: Making,
    { pattern, branch, isData }: PageTarget,
  ): Promise<PageEntry> {
    onRender('made');
    const rendering: Rendering = { unusable: undefined };
    const asked = new Request(`${config.publicUrl}${address}`);
    const response = await childSpan(
      { name: 'render page', facts: { 'bonisa.page': pattern } },
      async () =>
        await renderings.run(rendering, () =>
          handle(asked, { missingPages: isMissingPage, language }),
        ),
    );
    if (rendering.unusable && response.status >= 500) throw databaseUnavailable(rendering.unusable);
    const { mediaUrls } = options;
    const version = isData ? versionOf(branch) : undefined;
    const how = { language, shared, isMissingPage, version, background };
    return pageEntry(response, { sources: csp, mediaUrls, ...how });
  }

  /** Decided for this client alone before any rendering: others may wait for the same page. */
  function admit(client: string, target: PageTarget): void {
    if (budget && !budget.take(client)) {
      onRender('limited');
      throw new AppError(
        'too_many_requests',
        'Too many pages were asked for from your network. Please try again in a moment.',
        {
          retryAfter: budget.waitOf(client),
        },
      );
    }
    if (!queue.hasRoom(networkOf(client)))
      throw busy(target, new RenderQueueFull('too many pages are being made'));
  }

  function busy({ pattern: page }: PageTarget, cause: RenderQueueFull | RenderTooSlow): AppError {
    onRender('busy');
    onBusy({ reason: cause instanceof RenderTooSlow ? 'too_slow' : 'queue_full', page });
    return new AppError(
      'unavailable',
      'We are very busy at the moment. Please try again in a few seconds.',
      { retryAfter: BUSY_FOR, cause },
    );
  }

  async function withSubscriberLock(
    client: string,
    making: Making,
    target: PageTarget,
  ): Promise<PageEntry> {
    try {
      return await queue.run(networkOf(client), () => make(making, target));
    } catch (error) {
      throw isRefusal(error) ? busy(target, error) : error;
    }
  }

  /**
   * The one page for all missing addresses of a route, in each language. There are few of them, so
   * no limit applies.
   */
  async function missingPage(target: PageTarget, language: Language): Promise<FoundPage> {
    const { missing: address } = target;
    const { answer, ...how } = await cache.get(`404 ${keyOf(address, language)}`, () =>
      make({ address, language, isMissingPage: true, shared: false }, target),
    );
    return { entry: answer, ...how };
  }

  return {
    peek: (address, language) => cache.peek(keyOf(address, language)),
    async pageFor(target, client, language) {
      if (!target.exists) return missingPage(target, language);
      const { address, shared, isData } = target;
      const { answer, ...how } = await cache.get(
        keyOf(address, language),
        () =>
          withSubscriberLock(client, { address, language, isMissingPage: false, shared }, target),
        () => admit(client, target),
      );
      // The loaders found nothing, and nothing was rendered yet.
      if (answer.status === 404 && !isData) return missingPage(target, language);
      return { entry: answer, ...how };
    },
  };
}

function isRefusal(error: unknown): error is RenderQueueFull | RenderTooSlow {
  return error instanceof RenderQueueFull || error instanceof RenderTooSlow;
}

/** Whether a page was refused because the server is too busy. */
function isBusy(error: unknown): boolean {
  return error instanceof AppError && isRefusal(error.cause);
}
