import type { ContentCall } from '@bonisa/contract/content.calls';
import { contentVideoCall, homeCarousels, homeSlides, privacyPolicy, terms } from '@bonisa/contract/content.calls';
import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';
import type { PageData } from '@bonisa/contract/page-data';
import type { FastifyInstance, FastifyPluginAsync, FastifySchema } from 'fastify';
import { z } from 'zod';
import { type AnswerCache, createAnswerCache } from '../platform/answer-cache.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { type PreparedBody, prepareBody, sendBody, sendNotModified, weightOf } from '../platform/http/prepared-body.ts';
import { carouselContent, legalContent, slideContent, videoContent } from './content.presentation.ts';

/** A minute of any cache's own, and ten more in which it may answer while it asks anew. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Answers change with every publication: compressed well, but soon. */
const BROTLI_EFFORT = 6;

const errorBody = z.object({ code: z.string(), description: z.string() });

export interface ContentParts {
  readonly pageData: PageData;
  readonly catalogueVersion: () => number;
  readonly clock: Clock;
  /** How much memory prepared answers may take, in bytes. */
  readonly cacheBytes: number;
}

/** The content API: GET and (where the specification has it) POST of every read, from prepared answers. */
export function contentRoutes({ pageData, catalogueVersion, clock, cacheBytes }: ContentParts): FastifyPluginAsync {
  const prepared = createAnswerCache<PreparedBody | undefined>({
    version: catalogueVersion,
    clock,
    maxBytes: cacheBytes,
    weigh: (body) => (body ? weightOf(body) : 0),
    mayBeKept: (body) => body !== undefined,
  });

  return async (app) => {
    const read = registrar(app, prepared);
    read(homeSlides, async () => ({ data: (await pageData.home()).slides.map(slideContent) }));
    read(homeCarousels, async () => ({ data: (await pageData.home()).shelves.map(carouselContent) }));
    read(contentVideoCall, async ({ slug }) => {
      const video = await pageData.video(slug);
      return video && videoContent(video);
    });
    read(terms, async () => legalContent(await pageData.terms()));
    read(privacyPolicy, async () => legalContent(await pageData.privacyPolicy()));
  };
}

type FieldsOf<Fields> = Fields extends z.ZodObject ? z.output<Fields> : Record<string, never>;

/** Makes the function that turns a read of the contract into its routes. `undefined` is answered as a 404. */
function registrar(app: FastifyInstance, prepared: AnswerCache<PreparedBody | undefined>) {
  return <Fields extends z.ZodObject | undefined, Reply extends z.ZodType>(
    call: ContentCall<Fields, Reply>,
    make: (fields: FieldsOf<Fields>) => Promise<z.input<Reply> | undefined>,
  ): void => {
    const answerTo = async (fields: FieldsOf<Fields>): Promise<PreparedBody> => {
      const prepare = async (): Promise<PreparedBody | undefined> => {
        const value = await make(fields);
        return value && prepareBody(Buffer.from(JSON.stringify(value)), { effort: BROTLI_EFFORT });
      };
      const { answer } = await prepared.get(`${call.path}?${JSON.stringify(fields)}`, prepare);
      if (!answer) throw new AppError('not_found', 'There is nothing by this name.');
      return answer;
    };
    const described: FastifySchema = { tags: ['content'], summary: call.summary, response: { 200: call.reply, ...errorReplies(call.errors) } };

    app.get(call.path, { schema: { ...described, ...(call.fields ? { querystring: call.fields } : {}) } }, async (request, reply) => {
      const answer = await answerTo((call.fields ? request.query : {}) as FieldsOf<Fields>);
      return sendNotModified(request, reply.header('cache-control', CACHE_CONTROL), answer) ?? sendBody(request, reply.type(JSON_TYPE), answer);
    });
    if (!call.post) return;
    const body = call.fields ?? z.preprocess((value) => value ?? {}, z.strictObject({}));
    app.post(call.path, { schema: { ...described, body } }, async (request, reply) => {
      const answer = await answerTo((call.fields ? request.body : {}) as FieldsOf<Fields>);
      return sendBody(request, reply.header('cache-control', 'no-store').type(JSON_TYPE), answer);
    });
  };
}

function errorReplies(codes: readonly ErrorCode[]): Record<number, z.ZodType> {
  return Object.fromEntries(codes.map((code) => [HTTP_STATUS[code], errorBody.describe(code)]));
}
