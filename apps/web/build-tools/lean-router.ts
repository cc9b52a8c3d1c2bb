import type { Plugin } from 'vite';

/**
 * Parts of React Router that this site never uses and that its browser script would carry: the
 * instrumentation of a router, which is created without any, and the discovery of routes, which
 * all come with the first page (`routeDiscovery: initial`). Each is replaced by what it does here.
 */
const UNUSED: Readonly<Record<string, string>> = {
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
};

const FOLDER = '/react-router/dist/production/';

/** Replaces the unused parts in the browser's build. Fails if a part is not where it was. */
export function leanRouter(): Plugin {
  const left = new Set(Object.keys(UNUSED));
  return {
    name: 'bonisa-lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const [folder, part = ''] = id.split(FOLDER);
      const text = folder === id ? undefined : UNUSED[part];
      if (text === undefined) return null;
      left.delete(part);
      return text;
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`React Router has no ${[...left].join(', ')}`);
    },
  };
}
