import type { PageData } from '@bonisa/contract/page-data';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { createContext, RouterContextProvider } from 'react-router';

/** What the server hands to every loader. Loaders run only on the server and know no session: a page is the same for everybody. */
export interface PageContext {
  readonly data: PageData;
  readonly config: SiteConfig;
}

const dataContext = createContext<PageData>();
const configContext = createContext<SiteConfig>();

/** The context of one request, as React Router wants it. */
export function provideContext(page: PageContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(dataContext, page.data);
  provider.set(configContext, page.config);
  return provider;
}

type ReadContext = Readonly<Pick<RouterContextProvider, 'get'>>;

/** The catalogue, in a loader. */
export function pageData(context: ReadContext): PageData {
  return context.get(dataContext);
}

/** The configuration that pages may know, in a loader. */
export function siteConfig(context: ReadContext): SiteConfig {
  return context.get(configContext);
}
