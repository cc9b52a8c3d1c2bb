import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageData } from '@bonisa/contract/page-data';
import type { SiteConfig } from '@bonisa/contract/site-config';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createAnswerCache } from '../platform/answer-cache.ts';
import { AppError } from '../platform/http/app-error.ts';
import { leanHeaders } from '../platform/http/lean-headers.ts';
import { chooseEncoding, matchesEtag } from '../platform/http/negotiation.ts';
import { sendBody, sendNotModified, weightOf } from '../platform/http/prepared-body.ts';
import type { QuickAnswers } from '../platform/http/quick-answers.ts';
import { type BuildAsset, loadBuildAssets } from './build-assets.ts';
import { mayBeKept, type PageEntry, pageEntry } from './page-entry.ts';
import { pageTarget } from './page-target.ts';

export interface PagesOptions {
  readonly pageData: PageData;
  /** What pages may know of the configuration: the written allow-list. */
  readonly config: SiteConfig;
  /** Moves with every publication; the page cache forgets everything when it does. */
  readonly catalogueVersion: () => number;
  readonly clock: { now(): Date };
  /** The folder that `react-router build` wrote: `apps/web/build`. */
  readonly buildDir: string;
  /**
   * What the fraud port's script needs of every page's policy. Of every one, not only of the flow's: who comes to the flow
   * by a press within the site still has the policy of the document that he came from.
   */
  readonly csp: { readonly 'script-src': readonly string[]; readonly 'connect-src'?: readonly string[] };
  /** How much memory kept pages may take, in bytes. */
  readonly cacheBytes: number;
  /** Sends kept pages before any routing. */
  readonly quick?: QuickAnswers;
  /** An error of a loader or a component; the visitor sees the error page. */
  readonly reportError?: (error: unknown) => void;
}

/** What the build exports for us (see `apps/web/app/entry.server.tsx`). */
interface WebBuild {
  readonly entry: {
    readonly module: {
      createPageHandler(
        build: WebBuild,
        context: { data: PageData; config: SiteConfig; reportError: (error: unknown) => void },
      ): (request: Request) => Promise<Response>;
    };
  };
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Hosts the pages: the files of the build, and every address that no other capability has taken. Registered last, as
 * the site's fall-through. Answers are whole (rendered, hashed for the policy, compressed) and kept in the page cache.
 * Throws when the build is missing.
 */
export async function createPages(options: PagesOptions): Promise<FastifyPluginAsync> {
  const assets = await loadBuildAssets(join(options.buildDir, 'client'));
  const build = (await import(pathToFileURL(join(options.buildDir, 'server/index.js')).href)) as WebBuild;
  const sendPage = pageSender(build, options);

  return async (app) => {
    app.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      const asset = assets.get(path);
      if (asset) return sendAsset(asset, request, reply);
      if (path.startsWith('/assets/')) throw new AppError('not_found', 'There is no such file.');
      return sendPage(request, reply);
    });

    // A form of a page that was sent without any script: back to the page, and nothing of the form into an address.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload
        .on('error', done)
        .on('end', () => done(null))
        .resume();
    });
    app.post('/*', { schema: { hide: true } }, async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (!pageTarget(path).flow) {
        reply.header('allow', 'GET, HEAD');
        throw new AppError('method_not_allowed', 'This address can only be read.');
      }
      return reply.code(303).header('location', path).header('cache-control', 'no-store').send();
    });
  };
}

function pageSender(build: WebBuild, options: PagesOptions): Send {
  const { pageData: data, config, catalogueVersion: version, clock, csp, cacheBytes, quick, reportError = () => undefined } = options;
  const handle = build.entry.module.createPageHandler(build, { data, config, reportError });
  const cache = createAnswerCache<PageEntry>({ version, clock, maxBytes: cacheBytes, weigh: ({ body }) => weightOf(body), mayBeKept });

  quick?.addSource((url) => {
    const target = pageTarget(url);
    return target.cacheable ? cache.peek(target.address)?.body : undefined;
  });

  return async (request, reply) => {
    const target = pageTarget(request.url);
    const render = async () => {
      const response = await handle(new Request(`${config.publicUrl}${target.address}`));
      return pageEntry(response, { scriptSources: csp['script-src'], connectSources: csp['connect-src'] ?? [], cacheable: target.cacheable });
    };
    if (!target.cacheable) return sendEntry(await render(), request, reply);
    const { answer, hit } = await cache.get(target.address, render);
    return sendEntry(answer, request, reply.header('x-page-cache', hit ? 'hit' : 'miss'), quick);
  };
}

/** With `quick` the page is sent before any routing from now on, as long as it is kept. */
function sendEntry(
  { status, headers, body }: PageEntry,
  request: FastifyRequest,
  reply: FastifyReply,
  quick?: QuickAnswers,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(headers).header('vary', 'accept-encoding');
  if (status === 200) {
    reply.header('etag', body.etag);
    quick?.remember(body, request, reply);
    const notModified = sendNotModified(request, reply, body);
    if (notModified) return notModified;
  }
  return sendBody(request, reply.code(status), body);
}

/** Safety headers that mean something for a document only. On each of a dozen files they would weigh more than some files. */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

function sendAsset(asset: BuildAsset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name).raw.removeHeader(name);
  leanHeaders(reply).headers({ 'content-type': asset.type, 'cache-control': asset.cacheControl, etag: asset.etag, vary: 'accept-encoding' });
  if (matchesEtag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const body = asset.bodies[encoding];
  if (body && encoding !== 'identity') return reply.header('content-encoding', encoding).send(body);
  return reply.send(asset.bodies.identity);
}
