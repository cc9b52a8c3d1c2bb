import { text } from 'node:stream/consumers';
import type { PlainView } from '@bonisa/contract/plain-sign-up';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { untilNeedOf } from './browser/script-at-need.ts';
import browsing from './browser/without-script.entry.ts?inline-script';
import { FURTHER_STYLES, withStyles } from './design/page-styles.ts';
import number from './flow/number-without-script.entry.ts?inline-script';
import { plainPage } from './flow/plain-pages.tsx';
import {
  errorReport,
  ownScripts,
  type PageContext,
  type PageContextReader,
  type PageRequest,
  provideContext,
  rendersMissingPages,
  siteConfig,
} from './page-context.ts';
import { PageStartContext } from './page-scripts.tsx';
import { inLanguage, pageStart } from './page-start.ts';
import { PLAYER_LINK, withEarlyPlayFirst } from './player/early-play.tsx';
import { isWatchPage, startsPlaying } from './watch/starts-playing.ts';
import { language, renderIn } from './words/find-text.ts';

/**
 * The interface through which the server requests pages: Web requests and responses, nothing of
 * React. `build` is the module that includes this file; `context` is what loaders may use. If the
 * loaders find nothing, the 'not found' page is rendered only with `missingPages`; otherwise the
 * response is an empty 404, and the server sends its stored page. The words are those of
 * `language`.
 */
export function createPageHandler(
  build: ServerBuild,
  context: PageContext,
): (request: Request, options?: Partial<PageRequest>) => Promise<Response> {
  const handle = createRequestHandler(build, 'production');
  return (request, { missingPages = true, language = DEFAULT_LANGUAGE } = {}) =>
    renderIn(
      language,
      () => handle(request, provideContext({ ...context, missingPages, language })),
      context.config.brand.catalogueLanguage,
    );
}

/** A page of the sign-up without a script. */
export function renderPlainPage(config: SiteConfig, view: PlainView, shownIn: Language): string {
  return renderIn(shownIn, () => plainPage(config, view));
}

/**
 * Renders a complete page before the first byte is sent: pages are cached, hashed and compressed as
 * one piece.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  asBuilt: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (status === 404 && !rendersMissingPages(context)) return new Response(null, { status });
  const url = new URL(request.url);
  const { tagManager } = siteConfig(context).brand;
  const scripts = { browsing, number };
  const isWatch = isWatchPage(url.pathname);
  const playsAtOnce = isWatch && startsPlaying(url);
  const untilNeed = playsAtOnce
    ? ''
    : untilNeedOf(asBuilt.staticHandlerContext, tagManager, scripts);
  const manifest = inLanguage(asBuilt.manifest, language(), ownScripts(context));
  const { serverHandoffStream, ...others } = asBuilt;
  const routerContext = { ...others, manifest };
  const data = serverHandoffStream && (await text(serverHandoffStream));
  // In one pass, straight to text: no part of a page waits for anything but its loaders.
  const html = `<!DOCTYPE html>${renderToString(
    <PageStartContext value={pageStart(routerContext, { styles: FURTHER_STYLES, untilNeed, data })}>
      <ServerRouter context={routerContext} url={request.url} />
    </PageStartContext>,
  )}`;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (playsAtOnce) headers.set('link', PLAYER_LINK);
  return new PageAnswer(withStyles(isWatch ? withEarlyPlayFirst(html) : html), { status, headers });
}

/**
 * An error of a loader or a component is logged by the server once. An aborted request is not an
 * error.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: PageContextReader },
): void {
  if (!request.signal.aborted) errorReport(context)(error);
}

/**
 * A rendered page. Its text is available without a stream of bytes, which would take as long as
 * some renders.
 */
class PageAnswer extends Response {
  readonly #html: string;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.#html = html;
  }

  override async text(): Promise<string> {
    return this.#html;
  }
}
