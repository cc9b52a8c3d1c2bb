import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { iconRoutes } from '@bonisa/content/pictures/icon.routes';
import type { BrandFolder } from '@bonisa/kit/brand/brand-reader';
import type { SharedBuilds } from '@bonisa/kit/builds/shared-builds';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { LIMITS } from '@bonisa/kit/http/limits';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { FastifyRequest } from 'fastify';
import { brandRoutes, lookOf } from './brand.routes.ts';
import { loadBuildAssets } from './build-assets.ts';
import { bodiesOf, builtFileSender, type SendBuiltFile } from './built-files.ts';

/** The folder that `vite build` writes (`apps/studio`). */
const BUILD = join(import.meta.dirname, '../../../studio/build');
/** Where the document has the time at which it is sent. */
const NOW = '@now';
const HIDDEN = { schema: { hide: true }, config: { rateLimit: LIMITS.read } };

export interface StudioAppParts {
  readonly config: {
    readonly brand: { readonly name: string; readonly folder?: BrandFolder | undefined };
    readonly publicUrl: string;
    readonly mode: 'demo' | 'production';
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly carriers: {
    readonly all: readonly { readonly terms: { readonly id: string; readonly name: string } }[];
  };
  readonly staff: {
    readonly sessions: { of(request: FastifyRequest): Promise<unknown> };
  };
  readonly builds: Pick<SharedBuilds, 'publish' | 'find'>;
  /** The folder of the build; else that of `apps/studio`. */
  readonly buildDir?: string;
}

interface Build {
  readonly document: string;
  readonly sendFile: SendBuiltFile;
}

/**
 * The studio's application: its files, its one document at every address that is no call, and the
 * colours of the brand. Who is not signed in is sent to the sign-in.
 */
export function studioApp(parts: StudioAppParts): StudioRoutes {
  const { config, staff, clock, builds, buildDir = BUILD } = parts;
  const { folder } = config.brand;
  const policy = policyOf(config);
  let loaded: Promise<Build> | undefined;
  let sharing: ReturnType<SharedBuilds['publish']> | undefined;
  // Read at the first request: most processes of a large service serve no studio.
  const build = (): Promise<Build> => {
    loaded ??= loadBuild(buildDir, parts);
    // After a failure the next request tries again.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };

  return async ({ server }) => {
    // Most processes of a large service build the studio's calls, but do not listen for them.
    server.addHook('onListen', async () => {
      sharing = loadBuildAssets(buildDir).then((assets) =>
        builds.publish('studio', bodiesOf(assets)),
      );
      await sharing;
    });
    // A close that comes while they are being stored ends it too, and does not wait for a store. A
    // build that cannot be read has failed the hook above.
    const stopSharing = ({ stop }: { stop(): void }): void => stop();
    server.addHook('onClose', async () => void sharing?.then(stopSharing, () => undefined));
    server.get('/studio/brand.css', HIDDEN, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/css; charset=utf-8')
        .send(folder?.style ?? ''),
    );
    await server.register(iconRoutes(folder));
    if (folder) await server.register(brandRoutes(folder));
    server.get<{ Params: { '*': string } }>('/*', HIDDEN, async (request, reply) => {
      // Decoded: `/studio%2Fapi` is an address of the calls too.
      const path = `/${request.params['*']}`;
      if (path.startsWith('/studio/')) throw new AppError('not_found', 'There is no such call.');
      const { document, sendFile } = await build();
      const file = sendFile(path, request, reply);
      if (file) return file;
      reply.header('cache-control', 'no-store');
      if (!(await staff.sessions.of(request))) return reply.redirect(signInAddress(request.url));
      return reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(document.replace(NOW, clock.now().toISOString()));
    });
  };
}

function signInAddress(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(from)}`;
}

/** All is of this origin; only previews come from the viewers' site. */
function policyOf({ publicUrl }: StudioAppParts['config']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    `frame-src ${new URL(publicUrl).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

async function loadBuild(folder: string, parts: StudioAppParts): Promise<Build> {
  const [html, assets] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    loadBuildAssets(folder),
  ]);
  return {
    document: documentOf(html, parts),
    sendFile: builtFileSender('studio', assets, parts.builds),
  };
}

/** The document of the build with the brand's name, colours and addresses, and the carriers. */
function documentOf(html: string, { config, carriers }: StudioAppParts): string {
  const { brand, publicUrl, mode } = config;
  const look = brand.folder && lookOf(brand.folder);
  const settings = {
    brand: brand.name,
    siteUrl: publicUrl,
    logo: look?.logo?.src ?? null,
    isDemo: mode === 'demo',
    now: NOW,
    carriers: Object.fromEntries(carriers.all.map(({ terms: { id, name } }) => [id, name])),
  };
  const written = html
    .replace('content="{}"', () => `content="${escaped(JSON.stringify(settings))}"`)
    .replace('<title>Studio', () => `<title>${escaped(brand.name)} studio`)
    .replace('</head>', '  <link rel="stylesheet" href="/studio/brand.css">\n  </head>');
  if (!written.includes(escaped(JSON.stringify(settings))))
    throw new Error('the document of the studio has no place for its settings');
  return written;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
