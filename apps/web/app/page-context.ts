import type { PageData } from '@bonisa/contract/page-data.port';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { withNamesIn } from '@bonisa/domain/catalogue/names';
import type { Language } from '@bonisa/domain/languages';
import { createContext, RouterContextProvider } from 'react-router';

/**
 * The server's context for every loader. Loaders run only on the server and know no session: a page
 * is the same for everybody.
 */
export interface PageContext {
  readonly data: PageData;
  readonly config: SiteConfig;
  /** Reports an unexpected error of a loader or a component. */
  readonly reportError: (error: unknown) => void;
  /** The addresses of scripts that each language has of its own, in the default language. */
  readonly ownScripts: ReadonlySet<string>;
}

/** What one request for a page says of itself. */
export interface PageRequest {
  /** Whether a 'not found' page is to be rendered. */
  readonly missingPages: boolean;
  /** The language of the page's words. */
  readonly language: Language;
}

/** What loaders and the renderer of one request may use. */
interface RequestContext extends PageContext, PageRequest {}

const dataContext = createContext<PageData>();
const configContext = createContext<SiteConfig>();
const reportContext = createContext<PageContext['reportError']>();
const missingContext = createContext<boolean>();
const scriptsContext = createContext<ReadonlySet<string>>();

/** The context of one request, in React Router's form. */
export function provideContext(page: RequestContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(dataContext, namedIn(page.data, page.language));
  provider.set(configContext, page.config);
  provider.set(reportContext, page.reportError);
  provider.set(missingContext, page.missingPages);
  provider.set(scriptsContext, page.ownScripts);
  return provider;
}

/** The same reads, with the names that entries have in the language of the page. */
function namedIn(data: PageData, language: Language): PageData {
  const reads = Object.entries(data).map(([name, read]) => [
    name,
    async (...given: never[]) => withNamesIn(await read(...given), language),
  ]);
  return Object.fromEntries(reads);
}

/** The reading part of a context. */
export type PageContextReader = Readonly<Pick<RouterContextProvider, 'get'>>;

/** The catalogue, for a loader. */
export function pageData(context: PageContextReader): PageData {
  return context.get(dataContext);
}

/** The configuration that pages may know, for a loader. */
export function siteConfig(context: PageContextReader): SiteConfig {
  return context.get(configContext);
}

/** The function that reports errors. */
export function errorReport(context: PageContextReader): PageContext['reportError'] {
  return context.get(reportContext);
}

/** Whether a 'not found' page is to be rendered. */
export function rendersMissingPages(context: PageContextReader): boolean {
  return context.get(missingContext);
}

/** The addresses of scripts that each language has of its own. */
export function ownScripts(context: PageContextReader): ReadonlySet<string> {
  return context.get(scriptsContext);
}
