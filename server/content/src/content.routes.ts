import * as v1 from '@bonisa/contract/content.calls';
import type { ContentCall } from '@bonisa/contract/content-call';
import * as v2 from '@bonisa/contract/content-v2.calls';
import type { ErrorCode } from '@bonisa/contract/errors';
import type { LegalPage } from '@bonisa/contract/legal-page-data';
import type { Paged } from '@bonisa/contract/page-data';
import { withNamesIn } from '@bonisa/domain/catalogue/names';
import { type AnswerCache, type CachedAnswer, createAnswerCache } from '@bonisa/kit/answer-cache';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { errorResponses } from '@bonisa/kit/http/call-route';
import {
  type EncodedBody,
  encodeBody,
  sendBody,
  sendNotModified,
  weightOf,
} from '@bonisa/kit/http/encoded-body';
import { LIMITS } from '@bonisa/kit/http/limits';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { markStale, type StaleSupport } from '@bonisa/kit/http/response-headers';
import { createBackgroundQueue } from '@bonisa/kit/jobs/background-queue';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CatalogueReading } from './catalogue-reading.service.ts';
import { createPageLists } from './page-lists.service.ts';

/** Any cache may serve a response for a minute, and for ten more while it revalidates. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600';
const JSON_TYPE = 'application/json; charset=utf-8';
/** A cached answer to a GET is sent before any routing, and is not limited. */
const LIMITED = { rateLimit: LIMITS.uncached };
/** The effort of the second compression, in the background; the first one is fast. */
const BROTLI_EFFORT = 9;
const COMPRESSING = { share: 0.1, waiting: 64 } as const;
/** The number of titles of a channel without `limit` (B3). */
const CHANNEL_TITLES = 6;
const LATEST_VIDEOS = 12;
const MAX_SLIDER = 12;
const SEASON_EPISODES = 100;
/** How long a random choice of videos stays the same. */
const SHUFFLE_MS = 60_000;

export interface ContentParts {
  readonly content: CatalogueReading;
  readonly terms: () => LegalPage;
  readonly privacyPolicy: () => LegalPage;
  readonly catalogueVersion: () => number;
  readonly clock: Clock;
  /** The memory for cached answers, in bytes. */
  readonly cacheBytes: number;
  /** Sends cached answers before any routing. */
  readonly fastPath?: ResponseFastPath;
  /** Serves cached answers while the database is away. */
  readonly stale?: StaleSupport;
}

/** Registers the content APIs: GET of every read, and POST where the specification has it. */
export function contentRoutes({
  content,
  terms,
  privacyPolicy,
  catalogueVersion,
  clock,
  cacheBytes,
  fastPath,
  stale,
}: ContentParts): FastifyPluginAsync {
  const prepared = createAnswerCache<Prepared | undefined>({
    version: catalogueVersion,
    clock,
    maxBytes: cacheBytes,
    weigh: (made, key) => (made ? weightOf(made.body) + 2 * key.length : 0),
    mayBeKept: (made) => made?.kept === true,
    ...(stale ? { away: stale.away } : {}),
  });

  const addresses = createAddressBook();
  fastPath?.addSource((url) => {
    const key = addresses.keyOf(url);
    return key === undefined ? undefined : prepared.peek(key)?.body;
  });

  return async (app) => {
    const read = registrar(app, {
      prepared,
      onStale: stale?.onStale ?? (() => undefined),
      onSend: (key, body, request, reply) => {
        addresses.note(request.raw.url ?? '', key);
        fastPath?.remember(body, request, reply);
      },
    });
    registerHome(read, content);
    registerChannels(read, content);
    registerShows(read, content);
    registerVideos(read, content, clock);
    read(v1.terms, async () => terms());
    read(v1.privacyPolicy, async () => privacyPolicy());
    registerCategories(read, content);
    registerLive(read, content);
  };
}

/** An encoded answer. Empty lists past the last page are not cached: there is no end of them. */
interface Prepared {
  readonly body: EncodedBody;
  readonly kept: boolean;
}

/** Limits the memory for addresses, because one answer may have many. */
const MAX_ADDRESSES = 20_000;
const LONGEST_ADDRESS = 256;

/** Maps addresses to keys of the cache, so that a known address needs no parsing. */
function createAddressBook() {
  const keys = new LRUCache<string, string>({ max: MAX_ADDRESSES });
  return {
    keyOf: (url: string): string | undefined => keys.get(url),
    note(url: string, key: string): void {
      if (url.length <= LONGEST_ADDRESS) keys.set(url, key);
    },
  };
}

type Read = ReturnType<typeof registrar>;

function registerHome(read: Read, content: CatalogueReading): void {
  read(v1.homeSlides, async () => list(await content.slides()));
  read(v1.homeCarousels, async () => list(await content.homeShelves()));
  read(v1.homeCategories, async () => list(await content.homeCategories()));
}

function registerChannels(read: Read, content: CatalogueReading): void {
  read(v1.channelsCall, async () => list(await content.channels()));
  read(v1.channelSlugs, async () => list(await content.slugs('channel')));
  read(v1.channelCall, ({ slug }) => content.channel(slug));
  read(v1.channelTitles, async ({ slug, limit = CHANNEL_TITLES }) =>
    list(await content.channelTitles(slug, limit)),
  );
  read(v1.channelCarousels, async ({ slug }) => list(await content.channelShelves(slug)));
  read(v1.channelCategories, async ({ channel, limit }) =>
    list(await content.channelCategories(channel, limit)),
  );
}

function registerShows(read: Read, content: CatalogueReading): void {
  read(v1.showSlugs, async () => list(await content.slugs('show')));
  read(v1.showCall, ({ slug }) => content.show(slug));
  read(v1.episodeSlugs, async () => list(await content.slugs('episode')));
  read(v1.episodeCall, ({ slug }) => content.episode(slug));
  read(v1.seasonEpisodesCall, async ({ season_id, page = 1, limit = SEASON_EPISODES }) => {
    const episodes = await content.seasonEpisodes(season_id, { page, limit });
    return episodes && pageOf(episodes);
  });
}

function registerVideos(read: Read, content: CatalogueReading, clock: Clock): void {
  read(v1.videoSlugs, async () => list(await content.slugs('video')));
  read(v1.videoCall, ({ slug }) => content.video(slug));
  read(v1.latestVideos, async ({ limit = LATEST_VIDEOS }) =>
    list(await content.latestVideos(limit)),
  );
  read(v1.videoSlider, async ({ slug }) => list(await content.similarVideos(slug, MAX_SLIDER)));
  read(v1.randomCategoryVideos, async ({ slug }) => {
    const seed = String(Math.floor(clock.now().getTime() / SHUFFLE_MS));
    return list(await content.randomOthersOf(slug, { seed, limit: MAX_SLIDER }));
  });
}

function registerCategories(read: Read, content: CatalogueReading): void {
  read(v2.categorySlugs, async () => list([...new Set(await content.slugs('category'))]));
  read(v2.allChannelCategories, async ({ channel }) =>
    list(await content.channelCategories(channel)),
  );
  read(v2.categoryPage, async ({ channel, category, page, limit }) => {
    const found = await content.category(channel, category, { page, limit });
    if (!found) return undefined;
    const { titles, title, tagline, slug, hero, landscape, genres } = found;
    return {
      header: { title, tagline, slug, channel: found.channel, hero },
      thumbnail: landscape,
      genres,
      videos: pageOf(titles),
      pagination: { page, limit, pages: titles.lastPage, total: titles.total },
    };
  });
}

function registerLive(read: Read, content: CatalogueReading): void {
  read(v2.liveHeader, async () => (await content.live())?.header ?? undefined);
  read(v2.liveLinks, async () => list(await content.liveChannels()));
  read(
    v2.liveCategory,
    async ({ category_slug }) => (await content.live(category_slug))?.category ?? undefined,
  );
  read(v2.liveCategoryLinks, async ({ category_id }) =>
    list((await content.live(category_id))?.channels),
  );
  read(v2.liveGuide, createPageLists(content).guide);
  read(v2.liveCategories, async () => list(await content.liveCategories()));
}

/** Wraps a list, or returns `undefined` for a list that does not exist. */
function list<Item>(items: readonly Item[]): { data: readonly Item[] };
function list<Item>(items: readonly Item[] | undefined): { data: readonly Item[] } | undefined;
function list<Item>(items: readonly Item[] | undefined): { data: readonly Item[] } | undefined {
  return items && { data: items };
}

/** Says whether the page is past the last page of its list. */
function isPastTheEnd(value: object): boolean {
  const { page, lastPage, pagination } = value as {
    page?: number;
    lastPage?: number;
    pagination?: { page: number; pages: number };
  };
  const [asked, last] = pagination ? [pagination.page, pagination.pages] : [page, lastPage];
  return asked !== undefined && last !== undefined && asked > Math.max(1, last);
}

function pageOf<Item>({ items, page, lastPage, total }: Paged<Item>) {
  return { data: items, page, lastPage, total };
}

type Asked<Params, Fields> = (Params extends z.ZodObject ? z.output<Params> : unknown) &
  (Fields extends z.ZodObject ? z.output<Fields> : unknown);

/** The input of a reply, with everything read-only. */
type Made<Reply extends z.ZodType> = Frozen<z.input<Reply>>;
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

interface Sending {
  readonly prepared: AnswerCache<Prepared | undefined>;
  /** Called for each outdated answer. */
  readonly onStale: () => void;
  /** Called for each answer to a GET, with its cache key, when all headers are set. */
  readonly onSend: (
    key: string,
    body: EncodedBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => void;
}

/** Returns the function that registers the routes of a read. `undefined` is sent as a 404. */
function registrar(app: FastifyInstance, { prepared, onSend, onStale }: Sending) {
  const onError = (error: unknown): void =>
    app.log.error({ err: error }, 'an answer could not be compressed');
  const background = createBackgroundQueue({ ...COMPRESSING, onError });
  return <
    Params extends z.ZodObject | undefined,
    Fields extends z.ZodObject | undefined,
    Reply extends z.ZodType,
  >(
    call: ContentCall<Params, Fields, Reply>,
    make: (asked: Asked<Params, Fields>) => Promise<Made<Reply> | undefined>,
  ): void => {
    const keyOf = (contentRequest: Asked<Params, Fields>): string =>
      `${call.path}?${JSON.stringify(contentRequest)}`;
    const answerTo = async (
      contentRequest: Asked<Params, Fields>,
    ): Promise<CachedAnswer<EncodedBody>> => {
      const prepare = async (): Promise<Prepared | undefined> => {
        const value = await make(contentRequest);
        if (!value) return undefined;
        const kept = !isPastTheEnd(value);
        const options = { effort: BROTLI_EFFORT, background: kept ? background : undefined };
        const text = JSON.stringify(withNamesIn(value));
        return { body: encodeBody(Buffer.from(text), options), kept };
      };
      const { answer, hit, stale } = await prepared.get(keyOf(contentRequest), prepare);
      if (!answer) throw new AppError('not_found', 'There is nothing by this name.');
      if (stale) onStale();
      return { answer: answer.body, hit, stale };
    };
    const described: FastifySchema = {
      tags: ['content'],
      summary: call.summary,
      security: [],
      ...(call.params ? { params: withExample(call.params, call.example) } : {}),
    };
    const responses = (...more: ErrorCode[]): FastifySchema['response'] => ({
      200: call.reply,
      ...errorResponses([...new Set([...call.errors, ...more, 'too_many_requests' as const])]),
    });
    const fields = call.fields && withExample(call.fields, call.example);

    app.get(
      call.path,
      {
        config: LIMITED,
        schema: {
          ...described,
          operationId: `get${call.noun}`,
          ...(fields ? { querystring: fields } : {}),
          response: responses(...(fields || call.params ? (['invalid_request'] as const) : [])),
        },
      },
      async (request, reply) => {
        const contentRequest = {
          ...(call.params ? (request.params as object) : {}),
          ...(fields ? (request.query as object) : {}),
        } as Asked<Params, Fields>;
        const { answer, hit, stale } = await answerTo(contentRequest);
        reply.headers({
          'x-page-cache': hit ? 'hit' : 'miss',
          'cache-control': CACHE_CONTROL,
          'content-type': JSON_TYPE,
          vary: 'accept-encoding',
          etag: answer.etag,
        });
        // An outdated answer has headers of its own, and a query that nobody reads is never the
        // same twice: the fast path remembers neither.
        if (stale) markStale(reply);
        else if (fields || !request.url.includes('?'))
          onSend(keyOf(contentRequest), answer, request, reply);
        return sendNotModified(request, reply, answer) ?? sendBody(request, reply, answer);
      },
    );
    if (!call.post) return;
    const body = z.preprocess((value) => value ?? {}, fields ?? z.strictObject({}));
    const response = responses('invalid_request', 'payload_too_large', 'unsupported_media_type');
    const posted = { ...described, operationId: `query${call.noun}`, body, response };
    app.post(call.path, { schema: posted, config: LIMITED }, async (request, reply) => {
      const { answer, stale } = await answerTo(
        (fields ? request.body : {}) as Asked<Params, Fields>,
      );
      if (stale) markStale(reply);
      return sendBody(request, reply.header('cache-control', 'no-store').type(JSON_TYPE), answer);
    });
  };
}

/** Adds an example request for the API documents. */
function withExample<Schema extends z.ZodObject>(
  schema: Schema,
  example: Readonly<Record<string, unknown>> | undefined,
): Schema {
  return example ? schema.meta({ example }) : schema;
}
