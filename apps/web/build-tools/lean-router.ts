import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What stands in for parts of React Router where a page meets another version of the site. */
const OTHER_BUILD = JSON.stringify(join(import.meta.dirname, '../app/browser/other-build.ts'));

/**
 * Parts of React Router that this site never uses and that its browser script would carry: the
 * instrumentation of a router, which is created without any; the discovery of routes, which all
 * come with the first page (`routeDiscovery: initial`); the error and waiting pages of sites that
 * have none (`root.tsx` has an error page; ours of last resort is a line of text); and the errors
 * of server components. Each is replaced by what it does here. The function that loads the scripts
 * of a page is our own: React Router's loads the wrong page when a script is gone.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;
    export const instrumentationResultMetaContext = undefined;`,
  'lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 7680;
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const getPathsWithAncestors = (paths) => paths;
    export const getManifestPath = (path) => path;
    export const handleClientVersionMismatch = async () => false;
    export const useFogOFWarDiscovery = () => undefined;`,
  'lib/dom/ssr/errorBoundaries.js': `
    import { Component, createElement } from 'react';
    export class RemixErrorBoundary extends Component {
      state = { error: this.props.error || null, location: this.props.location };
      static getDerivedStateFromError = (error) => ({ error });
      static getDerivedStateFromProps({ error, location }, state) {
        if (state.location !== location) return { error: error || null, location };
        return { error: error || state.error, location };
      }
      render() {
        if (!this.state.error) return this.props.children;
        return createElement('html', null, createElement('body', null, 'Application error'));
      }
    }
    export const RemixRootDefaultErrorBoundary = ({ error }) => {
      throw error;
    };`,
  'lib/dom/ssr/fallback.js': `
    export const RemixRootDefaultHydrateFallback = () => null;`,
  'lib/errors.js': `
    export const decodeRedirectErrorDigest = () => undefined;
    export const decodeRouteErrorResponseDigest = () => undefined;`,
  'lib/dom/ssr/routeModules.js': `export { loadRouteModule } from ${OTHER_BUILD};`,
};

/** Its answer to a data request, which may come from a process of another version. */
const DATA = 'let res = await fetch(url, await createRequestInit(request));';

/**
 * Calls in a part that we keep, and their value here: what only they use is left out too. `first`
 * is put before the part.
 */
const KNOWN: Readonly<
  Record<
    string,
    { readonly calls: readonly (readonly [string, string])[]; readonly first?: string }
  >
> = {
  'lib/dom/ssr/single-fetch.js': {
    calls: [
      [DATA, `${DATA} let other = answerOfOtherBuild(res, args); if (other) return other;`],
      ['if (request.method !== "GET") return singleFetchActionStrategy(args, fetchAndDecode);', ''],
    ],
    first: `import { answerOfOtherBuild } from ${OTHER_BUILD};\n`,
  },
  // There are no actions: changes are calls of ours.
  'lib/router/router.js': {
    calls: [
      [
        'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
        'else if (false) {',
      ],
      ['if (submission && isMutationMethod(submission.formMethod)) {', 'if (false) {'],
    ],
  },
  // There are no server components.
  'lib/dom/ssr/components.js': { calls: [['= useIsRSCRouterContext()', '= false']] },
  // The root route has an error page, and no error comes past it.
  'lib/hooks.js': { calls: [['React$1.createElement(DefaultErrorComponent, null)', 'null']] },
};

const FOLDER = '/react-router/dist/production/';

/** Replaces these parts in the browser's build. Fails if a part is not where it was. */
export function leanRouter(): Plugin {
  const left = new Set([...Object.keys(REPLACED), ...Object.keys(KNOWN)]);
  return {
    name: 'bonisa-lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const [folder, part = ''] = id.split(FOLDER);
      const text = folder === id ? undefined : REPLACED[part];
      if (text === undefined) return null;
      left.delete(part);
      return text;
    },
    transform(code, id) {
      const [, part = ''] = id.split(FOLDER);
      const { calls, first = '' } = KNOWN[part] ?? {};
      if (!calls?.every(([call]) => code.includes(call))) return null;
      left.delete(part);
      const kept = calls.reduce((text, [call, value]) => text.replaceAll(call, value), code);
      return { code: first + kept, map: null };
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`React Router has no ${[...left].join(', ')}`);
    },
  };
}
