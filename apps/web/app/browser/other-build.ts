// An open page and processes of another version: while a new version is rolled out, and in tabs
// that were opened before. The browser's build puts these functions into React Router
// (`build-tools/lean-router.ts`); the site stores the scripts of each version for two weeks.

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** What is read here of React Router's router and manifest, which exist before any request. */
interface RouterGlobals {
  readonly __reactRouterDataRouter: {
    readonly state: { readonly navigation: { readonly location?: Place | undefined } };
  };
  readonly __reactRouterManifest: {
    readonly routes: Readonly<Record<string, { readonly module: string } | undefined>>;
  };
}

interface DataRequest {
  readonly matches: readonly { readonly route: { readonly id: string } }[];
  readonly fetcherKey?: string | null | undefined;
}

const globals = globalThis as unknown as RouterGlobals;
/**
 * What to do with data that another version's scripts would read: the scripts of this page may miss
 * fields. A navigation loads the document of its page instead. A page that reads its own data again
 * loads itself once, and otherwise leaves its data as they are. Data that only help, such as
 * suggestions, do not come. `undefined`: the data are for these scripts.
 */
export function answerOfOtherBuild(
  response: Pick<Response, 'headers'>,
  { matches, fetcherKey }: DataRequest,
): Promise<never> | undefined {
  const version = response.headers.get('x-page-version');
  const { routes } = globals.__reactRouterManifest;
  const own = matches.map(({ route: { id } }) => routes[id]?.module.slice(-11, -3));
  if (version === null || version === own.join('.')) return undefined;
  return fetcherKey ? new Promise(() => undefined) : openDocument(!wasLoadedAgain());
}

/**
 * Stands in for React Router's function of this name. Where the script of a page cannot be loaded,
 * the browser loads the page as a document, as any link does. React Router loads the page that the
 * viewer wanted to leave, even if a link was only pointed at.
 */
export async function loadRouteModule(
  route: { readonly id: string; readonly module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  try {
    const part: unknown = await import(/* @vite-ignore */ route.module);
    loaded[route.id] = part;
    return part;
  } catch {
    // The browser has reported the file.
    return openDocument(false);
  }
}

/**
 * Loads the document of the page that the viewer goes to, if any; with `again`, else that of the
 * page that is shown. Never resolves: the page that is shown ends, or stays as it is.
 */
function openDocument(again: boolean): Promise<never> {
  const target = globals.__reactRouterDataRouter.state.navigation.location;
  const address = target && addressOf(target);
  // A step through the history has the address already.
  if (address === undefined ? again : address === addressOf(location)) location.reload();
  else if (address !== undefined) location.assign(address);
  return new Promise(() => undefined);
}

function addressOf({ pathname, search, hash }: Place): string {
  return pathname + search + hash;
}

/** Whether this document was loaded in place of itself: then it is not again by itself. */
function wasLoadedAgain(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return (loaded as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
