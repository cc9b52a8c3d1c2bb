import type {
  CategoryQuery,
  GuideFields,
  PageLists,
  SeasonQuery,
} from '@bonisa/content/page-lists.service';
import type { Pictures } from '@bonisa/content/pictures/picture.service';
import { isPictureKind, parsePictureName } from '@bonisa/content/pictures/picture-set';
import { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import { liveGuide } from '@bonisa/contract/content-v2.calls';
import { cookieName, HINT_COOKIE } from '@bonisa/contract/cookies';
import { preview as previewCall } from '@bonisa/contract/studio/preview.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { DraftLiveFile, LiveFileRequest } from '@bonisa/media/live/draft-live';
import { LIVE_PREFIX } from '@bonisa/media/live/live-delivery.service';
import type { PackageRepository } from '@bonisa/money/packages/package.repository';
import type { FastifyRequest } from 'fastify';
import type { StaffSessions } from '../staff/staff-session.service.ts';
import type { Previews, PreviewView } from './preview.service.ts';
import { isRefused, setsOwnCookie, viewerOf } from './preview-answers.ts';

/** The call of the studio that makes a preview's link. */
export function previewStudioRoutes({
  previews,
  packages,
  sessions,
}: {
  readonly previews: Pick<Previews, 'begin'>;
  readonly packages: Pick<PackageRepository, 'existing'>;
  readonly sessions: Pick<StaffSessions, 'of'>;
}): StudioRoutes {
  return ({ register }) => {
    register(previewCall, {
      limit: 'write',
      handle: async ({ body, request, audit }) => {
        const person = await sessions.of(request);
        if (!person || request.headers.authorization !== undefined)
          throw new AppError('account_needed', 'A preview is for a person who is signed in.');
        const { as, at, package: packageId, path } = body;
        // A subscriber of a package that there is not would find every window shut.
        if (packageId !== undefined && !(await packages.existing([packageId])).has(packageId))
          throw unknownPackage(packageId);
        const previewFor = { as, packageId, path, at: at === undefined ? undefined : new Date(at) };
        const { url, until } = await previews.begin(person.session.id, previewFor);
        await audit.record({ subject: 'preview', details: { as, at: at ?? null } });
        return { url, expires_at: until.toISOString() };
      },
    });
  };
}

function unknownPackage(id: string): AppError {
  const problem = `there is no package '${id}'`;
  return new AppError('invalid_request', `package: ${problem}`, {
    fields: [{ field: 'package', problem }],
  });
}

const LIVE_FILES = `${LIVE_PREFIX}:token/`;

function liveFileRequest({ params, query, routeOptions }: FastifyRequest): LiveFileRequest {
  // Some files have a route of their own.
  const fileName = routeOptions.url?.slice(LIVE_FILES.length);
  const { token = '', file = fileName ?? '' } = params as { token?: string; file?: string };
  const { source } = query as { source?: unknown };
  return { token, file, source: typeof source === 'string' ? source : undefined };
}

export interface PreviewSite {
  readonly previews: Pick<Previews, 'byCookie' | 'open' | 'end' | 'isClaimed' | 'cookie'>;
  readonly play: (
    view: PreviewView,
    body: BodyOf<'play'>,
    request: FastifyRequest,
  ) => Promise<ReplyOf<'play'>>;
  /** A live channel as it is on air now; another instant is off air. */
  readonly playLive: (
    view: PreviewView,
    body: BodyOf<'playLive'>,
    request: FastifyRequest,
  ) => Promise<ReplyOf<'playLive'>>;
  /** A file of a live channel that only a preview has; undefined: it is none. */
  readonly liveFile: (
    view: PreviewView,
    asked: LiveFileRequest,
  ) => Promise<DraftLiveFile | undefined>;
  /** The lists that a page extends in place, with drafts, as of an instant. */
  readonly listsAt: (at: Date) => PageLists;
  /** The pictures of drafts too, at an instant. */
  readonly pictures: Pick<Pictures, 'find'>;
  readonly secureCookies: boolean;
}

/** Which requests are previews: the pages ask by request. */
export type PreviewOf = (request: FastifyRequest) => PreviewView | undefined;

/**
 * The previews on the site: opening and ending one, and a hook that makes every other request of a
 * previewing browser a harmless one. The viewer's own session of that browser is not read.
 */
export function previewRoutes(site: PreviewSite): { routes: Routes; previewOf: PreviewOf } {
  const views = new WeakMap<FastifyRequest, PreviewView>();
  const { previews } = site;
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.secureCookies,
  } as const;

  const hint = cookieName(HINT_COOKIE, site.secureCookies);

  const routes: Routes = ({ server }) => {
    server.addHook('onRequest', async (request, reply) => {
      const header = request.headers.cookie;
      if (!previews.isClaimed(header)) return;
      const view = await previews.byCookie(header);
      if (!view) return;
      views.set(request, view);
      request.cookies = {};
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
      const path = request.url.split('?', 1)[0] ?? '/';
      if (isRefused(request.method, path))
        throw new AppError(
          'preview_only',
          'This is a preview: nothing can be subscribed, charged or written here.',
        );
      if (path === ADDRESSES.viewer.path) return reply.send(viewerOf(view));
      if (path === ADDRESSES.resume.path)
        return reply.send(request.method === 'POST' ? { kept: 0 } : { items: [] });
      if (path === ADDRESSES.playbackLog.path) return reply.send({});
      if (path === ADDRESSES.playHeartbeat.path) return reply.send({ playing: true });
      return undefined;
    });
    server.addHook('preHandler', async (request, reply) => {
      const view = views.get(request);
      if (!view) return undefined;
      const route = request.routeOptions.url;
      if (route === ADDRESSES.play.path)
        return reply.send(await site.play(view, request.body as BodyOf<'play'>, request));
      if (route === ADDRESSES.playLive.path)
        return reply.send(await site.playLive(view, request.body as BodyOf<'playLive'>, request));
      if (route === ADDRESSES.seasonEpisodes.path)
        return reply.send(await site.listsAt(view.at).seasonEpisodes(request.body as SeasonQuery));
      if (route === ADDRESSES.categoryVideos.path)
        return reply.send(
          await site.listsAt(view.at).categoryVideos(request.body as CategoryQuery),
        );
      if (route === liveGuide.path) {
        const asked = (request.method === 'POST' ? request.body : request.query) as GuideFields;
        const part = await site.listsAt(view.at).guide(asked);
        if (!part) throw new AppError('not_found', 'There is no such part of the guide.');
        return reply.send(part);
      }
      if (route?.startsWith(LIVE_FILES)) {
        const own = await site.liveFile(view, liveFileRequest(request));
        if (own) return reply.type(own.type).send(own.text);
      }
      if (route === '/pictures/:kind/:name') {
        const { kind = '', name = '' } = request.params as { kind?: string; name?: string };
        const picture = parsePictureName(name);
        const bytes =
          picture && isPictureKind(kind) ? await site.pictures.find(kind, picture) : undefined;
        if (bytes && picture)
          return reply
            .type(`image/${picture.format === 'jpg' ? 'jpeg' : picture.format}`)
            .send(bytes);
      }
      return undefined;
    });
    // A preview never changes the session of the viewer whose browser it is, nor is it stored.
    server.addHook('onSend', async (request, reply) => {
      if (!views.has(request)) return;
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
      if (!setsOwnCookie(request.url.split('?', 1)[0] ?? '/')) reply.removeHeader('set-cookie');
    });

    server.get<{ Querystring: { link?: unknown } }>(
      '/preview/open',
      { schema: { hide: true }, exposeHeadRoute: false },
      async (request, reply) => {
        const { link } = request.query;
        const header = request.headers.cookie;
        const opened = typeof link === 'string' ? await previews.open(link, header) : undefined;
        if (!opened)
          throw new AppError(
            'link_invalid',
            'This link of a preview has expired, or another browser has opened it. Please open a new preview in the studio.',
          );
        if (opened.secret !== undefined)
          reply.setCookie(previews.cookie, opened.secret, {
            ...attributes,
            expires: opened.view.until,
          });
        // The page asks for a play at once only where it believes that somebody is signed in.
        if (opened.view.as === 'subscriber')
          reply.setCookie(hint, '1', {
            ...attributes,
            httpOnly: false,
            expires: opened.view.until,
          });
        return reply
          .code(303)
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .header('location', opened.view.path)
          .send();
      },
    );
    // The bar's form has no fields: whatever a body holds is not read.
    server.register(async (ending) => {
      ending.removeAllContentTypeParsers();
      ending.addContentTypeParser('*', (_request, payload, done) => {
        payload
          .on('error', done)
          .on('end', () => done(null))
          .resume();
      });
      ending.post('/preview/end', { schema: { hide: true } }, async (request, reply) => {
        const view = views.get(request);
        if (view) await previews.end(view);
        reply.clearCookie(previews.cookie, attributes);
        if (view?.as === 'subscriber') reply.clearCookie(hint, { ...attributes, httpOnly: false });
        return reply.code(303).header('cache-control', 'no-store').header('location', '/').send();
      });
    });
  };
  return { routes, previewOf: (request) => views.get(request) };
}
