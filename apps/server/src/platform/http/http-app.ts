import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { AppError } from './app-error.ts';
import { correlationIdFor } from './correlation.ts';
import { registerErrors, sendError } from './errors.ts';
import type { QuickAnswers } from './quick-answers.ts';
import { acceptPathsOnly } from './request-form.ts';
import { answerUnreadable, BARE_HEADERS } from './unreadable-request.ts';

/** No call takes more; a larger body is refused unread. */
const BODY_LIMIT = 64 * 1024;

export interface HttpAppOptions {
  readonly logger: Logger;
  /** Proxies whose forwarding headers count. */
  readonly trustProxy: readonly string[];
  /**
   * Told of each answer: the route's pattern, never the address, since an address may hold
   * anything.
   */
  readonly onAnswer?: (answer: {
    method: string;
    route: string;
    status: number;
    seconds: number;
  }) => void;
  /** Prepared answers, sent before any routing. */
  readonly quick?: QuickAnswers;
  /** For how long a request may take to arrive. */
  readonly requestTimeoutMs?: number;
}

/**
 * A Fastify with what every listener of ours shares: a correlation id on each answer, one shape of
 * error, safety headers, a body limit, JSON only, and one log line for each answer that names the
 * route's pattern.
 */
export async function createHttpApp({
  logger,
  trustProxy,
  onAnswer,
  quick,
  requestTimeoutMs = 30_000,
}: HttpAppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // One line of ours for each answer instead: the framework's own would write the address.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    requestIdHeader: false,
    genReqId: (request) => correlationIdFor(request.headers),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // What still arrives on a kept connection while we stop is answered, in our shape, and the
    // connection closed after it.
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    requestTimeout: requestTimeoutMs,
    frameworkErrors: (_error, request, reply) => {
      const refusal = new AppError('invalid_request', 'The address could not be read.');
      void sendError(
        (reply as FastifyReply).headers(BARE_HEADERS).header('x-correlation-id', request.id),
        request,
        refusal,
      );
    },
    clientErrorHandler: answerUnreadable,
  });
  quick?.standBefore(app.server);
  acceptPathsOnly(app.server, ({ method, status }) =>
    onAnswer?.({ method, route: 'unmatched', status, seconds: 0 }),
  );
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
  });
  acceptJsonOnly(app);
  letGoOfIdleConnections(app);
  await app.register(helmet, SAFETY_HEADERS);
  registerErrors(app);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const seconds = reply.elapsedTime / 1000;
    onAnswer?.({ method: request.method, route, status: reply.statusCode, seconds });
    request.log.debug(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        correlation_id: request.id,
      },
      'answered',
    );
  });
  return app;
}

/**
 * What no answer needs more than: pages bring a policy of their own, made from what stands in them.
 */
const SAFETY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  // Only where the site itself is https does this header mean anything; browsers ignore it on http.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

const LET_GO_EVERY_MS = 50;

/**
 * A connection whose request was in flight when the stop began falls idle after its answer, and
 * would hold the stop up for as long as it is kept alive; those that are idle at the start of the
 * stop are closed by Fastify itself.
 */
function letGoOfIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LET_GO_EVERY_MS);
    app.server.once('close', () => clearInterval(timer));
    // A server that never listened closes without saying so.
    timer.unref();
  });
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
