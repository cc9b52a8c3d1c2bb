import type { ContentCall } from '@bonisa/contract/content.calls';
import { contentVideoCall, homeCarousels, homeSlides, privacyPolicy, terms } from '@bonisa/contract/content.calls';
import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';
import type { PageData } from '@bonisa/contract/page-data';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { AppError } from '../platform/http/app-error.ts';
import { chooseEncoding, matchesEtag } from '../platform/http/negotiation.ts';
import { carouselContent, legalContent, slideContent, videoContent } from './content.presentation.ts';
import { createPreparedAnswers, type PreparedAnswer } from './prepared-answers.ts';

/** A minute of any cache's own, and ten more in which it may answer while it asks anew. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600';

const errorBody = z.object({ code: z.string(), description: z.string() });

/** The content API: GET and (where the specification has it) POST of every read, from prepared answers. */
export function contentRoutes({ pageData, catalogueVersion }: { pageData: PageData; catalogueVersion: () => number }): FastifyPluginAsync {
  const prepared = createPreparedAnswers({ version: catalogueVersion });

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
function registrar(app: FastifyInstance, prepared: ReturnType<typeof createPreparedAnswers>) {
  return <Fields extends z.ZodObject | undefined, Reply extends z.ZodType>(
    call: ContentCall<Fields, Reply>,
    make: (fields: FieldsOf<Fields>) => Promise<z.input<Reply> | undefined>,
  ): void => {
    const answerTo = async (fields: FieldsOf<Fields>): Promise<PreparedAnswer> => {
      const answer = await prepared.get(`${call.path}?${JSON.stringify(fields)}`, () => make(fields));
      if (!answer) throw new AppError('not_found', 'There is nothing by this name.');
      return answer;
    };
    const described: FastifySchema = { tags: ['content'], summary: call.summary, response: { 200: call.reply, ...errorReplies(call.errors) } };

    app.get(call.path, { schema: { ...described, ...(call.fields ? { querystring: call.fields } : {}) } }, async (request, reply) => {
      const answer = await answerTo((call.fields ? request.query : {}) as FieldsOf<Fields>);
      reply.header('cache-control', CACHE_CONTROL).header('etag', answer.etag);
      if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.header('vary', 'accept-encoding').code(304).send();
      return send(request, reply, answer);
    });
    if (!call.post) return;
    const body = call.fields ?? z.preprocess((value) => value ?? {}, z.strictObject({}));
    app.post(call.path, { schema: { ...described, body } }, async (request, reply) => {
      const answer = await answerTo((call.fields ? request.body : {}) as FieldsOf<Fields>);
      return send(request, reply.header('cache-control', 'no-store'), answer);
    });
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const bytes = encoding === 'br' ? answer.brotli : encoding === 'gzip' ? answer.gzip : answer.plain;
  if (bytes !== answer.plain) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding').header('content-length', bytes.length).send(bytes);
}

function errorReplies(codes: readonly ErrorCode[]): Record<number, z.ZodType> {
  return Object.fromEntries(codes.map((code) => [HTTP_STATUS[code], errorBody.describe(code)]));
}
