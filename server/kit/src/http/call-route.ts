import type { Call, CallAuth } from '@bonisa/contract/call';
import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onSendAsyncHookHandler,
  preParsingAsyncHookHandler,
} from 'fastify';
import { z } from 'zod';
import { compressOnce, WORTH_COMPRESSING } from './encoded-body.ts';
import { LIMITS, type LimitName } from './limits.ts';
import { allowsGzip, chooseEncoding } from './negotiation.ts';
import { addVary } from './response-headers.ts';
import { createSharedTexts, SHARED_MARK } from './shared-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals have the fields of RFC 6749, too. */
    isOAuth?: boolean;
  }
}

/** The body of every error; the OpenAPI document names the codes of each status. */
const errorBody = z.object({
  code: z.string(),
  description: z.string(),
  fields: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  reason: z.literal('not_on_network').optional(),
  retry_after: z.number().optional(),
  correlation_id: z.string().optional(),
});

const JSON_TYPE = 'application/json';
/** What OAuth libraries send; `oauth.routes.ts` reads it. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The security schemes of calls in the OpenAPI document; `docs.routes.ts` defines them. */
const SECURITY: Record<CallAuth, readonly Readonly<Record<string, readonly string[]>>[]> = {
  anyone: [],
  'anyone+device': [{}, { device: [] }],
  csrf: [{ csrf: [] }],
  session: [{ session: [] }],
  'session+device': [{ session: [] }, { device: [] }],
  'session+csrf': [{ session: [], csrf: [] }],
  bearer: [{ bearer: [] }],
};

/** Decides whether a call is allowed, before its body is read. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
export type Guards = Record<Exclude<CallAuth, 'anyone'>, Guard>;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A long text in a reply. */
export interface SharedPart<Reply> {
  readonly text: string;
  /** The reply with another text in its place. */
  readonly replacedBy: (text: string) => Reply;
}

export interface CallHandler<Body extends z.ZodType | undefined, Reply extends z.ZodType> {
  limit: LimitName;
  /**
   * Sends the reply compressed: it is large, and a viewer waits for it. Names the long part of a
   * reply that others have too, which is written and compressed once for all.
   */
  compress?: (reply: z.input<Reply>) => SharedPart<z.input<Reply>> | undefined;
  /** Returns the reply, or `undefined` for a 204 if the contract allows one. */
  handle(input: {
    body: Parsed<Body>;
    request: FastifyRequest;
    reply: FastifyReply;
  }): Promise<z.input<Reply> | undefined>;
}

export type RegisterCall = <Body extends z.ZodType | undefined, Reply extends z.ZodType>(
  call: Call<Body, Reply>,
  handler: CallHandler<Body, Reply>,
) => void;

/**
 * Creates the function that turns a call of the contract into a route with its address, schemas,
 * errors, guard and limit.
 */
export function createRegisterCall(app: FastifyInstance, guards: Guards): RegisterCall {
  return (call, { limit, compress, handle }) => {
    const schema: FastifySchema = {
      operationId: call.operationId,
      tags: [call.tag],
      summary: call.summary,
      security: SECURITY[call.auth],
      ...(call.body ? { body: call.body } : {}),
      ...(call.body && call.isOAuth ? { consumes: [JSON_TYPE, FORM_TYPE] } : {}),
      response: {
        200: call.reply,
        ...(call.mayBeEmpty ? { 204: z.undefined().describe('Nothing to tell') } : {}),
        ...errorResponses(call.errors),
      },
    };
    app.route({
      method: call.method,
      url: call.path,
      schema,
      config: {
        rateLimit: LIMITS[limit],
        isOAuth: call.isOAuth ?? false,
        forDevices: call.isOAuth ?? call.auth.endsWith('+device'),
      },
      // Runs after the limits by address, so that a refusal counts against them too.
      ...(call.auth === 'anyone' ? {} : { preParsing: asPreParsing(guards[call.auth]) }),
      ...(compress ? { onSend: compressed } : {}),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const answer = await handle({ body: request.body as never, request, reply });
        if (answer === undefined) return reply.code(204).send();
        const shared = compress?.(answer);
        if (!shared || !allowsGzip(request.headers['accept-encoding'])) return answer;
        sharedParts.set(request, shared.text);
        return shared.replacedBy(SHARED_MARK);
      },
    });
  };
}

const compressed: onSendAsyncHookHandler = async (request, reply, payload) => {
  addVary(reply, 'accept-encoding');
  if (typeof payload !== 'string') return payload;
  const shared = sharedParts.get(request);
  const prepared = shared === undefined ? undefined : withShared(payload, shared);
  const encoding = prepared ? 'gzip' : chooseEncoding(request.headers['accept-encoding']);
  const isSmall = !prepared && payload.length < WORTH_COMPRESSING;
  if (isSmall || encoding === 'identity') return payload;
  reply.removeHeader('content-length').header('content-encoding', encoding);
  return prepared ?? compressOnce(payload, encoding);
};

/** The part of a request's answer that others share. */
const sharedParts = new WeakMap<FastifyRequest, string>();
const withShared = createSharedTexts();

function asPreParsing(guard: Guard): preParsingAsyncHookHandler {
  return async (request, reply) => guard(request, reply);
}

/** The schemas of a route's error answers by status, with the codes that each status may have. */
export function errorResponses(codes: readonly ErrorCode[]): Record<number, z.ZodType> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(HTTP_STATUS[code], [...(byStatus.get(HTTP_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      errorBody.meta({ description: names.join(', '), 'x-error-codes': names }),
    ]),
  );
}
