import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PreviewOf } from '@bonisa/backoffice/preview/preview.routes';
import type { PageData } from '@bonisa/contract/page-data.port';
import type { PlainView } from '@bonisa/contract/plain-sign-up';
import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import type { SharedBuilds } from '@bonisa/kit/builds/shared-builds';
import { AppError } from '@bonisa/kit/http/app-error';
import { sendBody, sendNotModified } from '@bonisa/kit/http/encoded-body';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { markStale } from '@bonisa/kit/http/response-headers';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { loadBuildAssets, ownScripts } from './build-assets.ts';
import { bodiesOf, builtFileSender } from './built-files.ts';
import { createBusyPage, plainHeaders } from './busy-page.ts';
import { renderFirst } from './first-render.ts';
import type { OfflineBrand } from './installable/offline-page.ts';
import type { PageEntry } from './page-entry.ts';
import {
  createPageLibrary,
  type PageLibrary,
  type PageLibraryOptions,
  type WebBuild,
} from './page-library.ts';
import { createPageRoutes } from './page-routes.ts';
import { createPageTargets, type PageTargets } from './page-target.ts';
import { createPreviewPages } from './preview-page.ts';

export interface PagesOptions extends Omit<PageLibraryOptions, 'ownScripts'> {
  /** The folder that `react-router build` wrote: `apps/web/build`. */
  readonly buildDir: string;
  /** The builds of all processes of the service. */
  readonly builds: Pick<SharedBuilds, 'publish' | 'find'>;
  /** The brand in pages without scripts, such as that of a busy server. */
  readonly plain: OfflineBrand;
  /** What a previewing browser is shown; it gets no cached page. */
  readonly preview?:
    | { readonly of: PreviewOf; readonly dataAt: (at: Date) => PageData }
    | undefined;
  /** Sends cached pages before any routing. */
  readonly fastPath?: ResponseFastPath;
  /** Adds the forms of a sign-up without a script. */
  readonly plainSignUp?: RegisterPlainSignUp | undefined;
  /** Renders the home page before the server listens, and gets what fails. */
  readonly onFirstRenderError?: ((error: unknown) => void) | undefined;
}

/** Registers the forms with what sends their pages. */
type RegisterPlainSignUp = (
  app: FastifyInstance,
  send: (reply: FastifyReply, view: PlainView, language: Language) => FastifyReply,
) => Promise<void>;

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A redirect of a path is permanent: any cache may store it for a day. */
const MOVED = 'public, max-age=86400';
/** Addresses of calls and media: no page is looked for there. */
const NO_PAGE = /^\/(?:api|media)\//;
/** The client of a page that the process renders for itself. */
const LOOPBACK = '127.0.0.1';

/**
 * Hosts the pages: the build's files, and every address that no other capability handles.
 * Registered last, as the site's fall-through. Responses are complete (rendered, hashed for the
 * policy, compressed) and cached. Throws if the build is missing.
 */
export async function createPages(options: PagesOptions): Promise<FastifyPluginAsync> {
  const assets = await loadBuildAssets(join(options.buildDir, 'client'));
  const build = (await import(
    pathToFileURL(join(options.buildDir, 'server/index.js')).href
  )) as WebBuild;
  const targetOf = createPageTargets(createPageRoutes(build.routes));
  const rendering = { ...options, ownScripts: ownScripts(assets) };
  const library = createPageLibrary(build, rendering);
  const sendPage = pageSender(build, library, targetOf, rendering);
  const sendFile = builtFileSender('web', assets, options.builds);
  const published = await options.builds.publish('web', bodiesOf(assets));

  return async (app) => {
    app.addHook('onClose', async () => published.stop());
    const { onFirstRenderError: onError } = options;
    const renderHome = () => library.pageFor(targetOf('/'), LOOPBACK, DEFAULT_LANGUAGE);
    if (onError) app.addHook('onReady', () => renderFirst(renderHome, onError));
    app.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      return sendFile(path, request, reply) ?? sendPage(request, reply);
    });

    await options.plainSignUp?.(app, (reply, view, language) => {
      const page = build.entry.module.renderPlainPage(options.config, view, language);
      return reply.headers(plainHeaders(page)).type('text/html; charset=utf-8').send(page);
    });

    // A form that was sent without scripts: redirect to its page, without the form's fields in the
    // address.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.post('/*', { schema: { hide: true } }, async (request, reply) => {
      const { flow, address } = targetOf(request.url.split('?', 1)[0] ?? '/');
      if (!flow) {
        reply.header('allow', 'GET, HEAD');
        throw new AppError('method_not_allowed', 'This address can only be read.');
      }
      return reply.code(303).header('location', address).header('cache-control', 'no-store').send();
    });
  };
}

function pageSender(
  build: WebBuild,
  library: PageLibrary,
  targetOf: PageTargets,
  options: PagesOptions & PageLibraryOptions,
): Send {
  const { plain, fastPath } = options;
  const sendBusy = createBusyPage(plain);
  const { preview } = options;
  const previewPage = preview && createPreviewPages(build, preview.dataAt, options);

  fastPath?.addSource((url, language) => {
    if (NO_PAGE.test(url)) return undefined;
    // Most requests are spelled like the key: a cached page is found without parsing the address.
    const known = library.peek(url, language);
    if (known) return known.body;
    const { shared, movedTo, address } = targetOf(url);
    return shared && movedTo === undefined ? library.peek(address, language)?.body : undefined;
  });

  return async (request, reply) => {
    const target = targetOf(request.url);
    if (target.movedTo !== undefined)
      return reply
        .code(308)
        .header('location', target.movedTo)
        .header('cache-control', MOVED)
        .send();
    const language = viewerLanguage(request.headers);
    const view = preview?.of(request);
    if (view && previewPage)
      return sendEntry(await previewPage(view, target, language), request, reply, {});
    try {
      const { entry, hit, stale } = await library.pageFor(target, request.ip, language);
      reply.header('x-page-cache', stale ? 'stale' : hit ? 'hit' : 'miss');
      if (!stale)
        return await sendEntry(entry, request, reply, {
          fastPath: target.shared ? fastPath : undefined,
        });
      options.stale?.onStale();
      return await sendEntry(entry, request, reply, { stale });
    } catch (error) {
      // A document gets a page for people; a data request gets the API's error format.
      if (target.isData || !(error instanceof AppError)) throw error;
      return sendBusy(error, reply, language);
    }
  };
}

interface Sending {
  /** From now on the response fast path sends the page, while it is cached. */
  readonly fastPath?: ResponseFastPath | undefined;
  readonly stale?: boolean;
}

function sendEntry(
  { status, headers, body }: PageEntry,
  request: FastifyRequest,
  reply: FastifyReply,
  { fastPath, stale = false }: Sending,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(headers).header('vary', 'accept-encoding, cookie');
  if (stale) markStale(reply);
  if (status === 200) {
    reply.header('etag', body.etag);
    fastPath?.remember(body, request, reply);
    const notModified = sendNotModified(request, reply, body);
    if (notModified) return notModified;
  }
  return sendBody(request, reply.code(status), body);
}
