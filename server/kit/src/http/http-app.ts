import { createServer, type IncomingMessage, type Server } from 'node:http';
import '@bonisa/contract/problem-words';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { createAnswerLog } from './answer-log.ts';
import { AppError } from './app-error.ts';
import { closeInOrder, type DrainOfServer } from './close-in-order.ts';
import { type Connections, createConnections } from './connections.ts';
import { correlationIdFor } from './correlation.ts';
import { registerErrors, sendError, sentCodeOf } from './errors.ts';
import { askForBodies } from './expected-bodies.ts';
import { acceptPathsOnly, refuseTunnels } from './request-form.ts';
import type { AnsweredRequest, RequestHandler, ResponseFastPath } from './response-fast-path.ts';
import { safetyHeadersOf } from './safety-headers.ts';
import { traceIdsOf, traceRequests } from './trace-requests.ts';
import { dropUnreadBodies } from './unread-bodies.ts';
import { BARE_HEADERS, createUnreadableAnswer } from './unreadable-request.ts';

/** The largest body of a call, in bytes; a larger one is refused unread. */
const BODY_LIMIT = 64 * 1024;

/** Counts answers and their time by route and status. */
export function countRequests(
  metrics: Pick<Metrics, 'requests'>,
): (answer: AnsweredRequest) => void {
  return ({ method, route, status, seconds }) =>
    metrics.requests.observe({ method, route, status }, seconds);
}

export interface HttpAppOptions {
  readonly logger: Logger;
  /** Which of our listeners this is, in the log of answers. */
  readonly listener?: 'site' | 'studio' | 'operations';
  /** The level of the line that each ordinary answer has. */
  readonly answerLevel?: 'info' | 'debug';
  /** Proxies whose forwarding headers count. */
  readonly trustProxy: readonly string[];
  /** Called with each request before anything else reads it. */
  readonly onRequest?: (request: IncomingMessage) => void;
  /** Called after each response, those of the fast path included. */
  readonly onAnswer?: (answer: AnsweredRequest) => void;
  /** Sends cached responses before any routing. */
  readonly fastPath?: ResponseFastPath;
  /** Says how the listener closes when the process stops. */
  readonly drain?: DrainOfServer;
  /** The longest time that a request may take to arrive. */
  readonly requestTimeoutMs?: number;
  /** The longest parameter of an address; a longer one is no address. */
  readonly longestParam?: number;
}

const LONGEST_PARAM = 256;
const KEEP_ALIVE_MS = 65_000;

/**
 * Makes a Fastify with what all our listeners share: a correlation id on each response, one shape
 * of error, safety headers, a body limit, JSON only, and one log line for each response that names
 * the route's pattern (an address may hold anything).
 */
export async function createHttpApp({
  logger,
  listener = 'site',
  answerLevel = 'debug',
  trustProxy,
  onRequest,
  onAnswer,
  fastPath,
  drain,
  requestTimeoutMs = 30_000,
  longestParam = LONGEST_PARAM,
}: HttpAppOptions): Promise<FastifyInstance> {
  const log = createAnswerLog({ logger, listener, level: answerLevel });
  const report = (answer: AnsweredRequest): void => {
    onAnswer?.(answer);
    log(answer);
  };
  const connections = createConnections();
  const app: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // Fastify's own line would contain the address; `report` writes one with the pattern instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    requestIdHeader: false,
    genReqId: (request) => correlationIdFor(request.headers),
    // Each line names its correlation id itself: a logger for each request costs as much as a line.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: longestParam, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // While the server stops, a request on an open connection still gets its response, and then
    // the connection closes.
    return503OnClosing: false,
    serverFactory: (handler) =>
      createServerBefore(handler, { onRequest, fastPath, report, requestTimeoutMs, connections }),
    frameworkErrors: (_error, request, reply) => {
      const refusal = new AppError('invalid_request', 'The address could not be read.');
      void sendError(
        (reply as FastifyReply).headers(BARE_HEADERS).header('x-correlation-id', request.id),
        request,
        refusal,
      );
    },
    clientErrorHandler: createUnreadableAnswer(connections),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  traceRequests(app, trustProxy);
  const safetyHeaders = await safetyHeadersOf();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id).headers(safetyHeaders);
    done();
  });
  acceptJsonOnly(app);
  const untilQuiet = closeInOrder(app.server, connections, drain);
  const close = app.close.bind(app);
  // As soon as Fastify closes, it ends connections with their answers.
  app.close = (async () => await untilQuiet().then(close)) as typeof app.close;
  registerErrors(app);
  app.addHook('onResponse', (request, reply, done) => {
    const code = sentCodeOf(request);
    report({
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
      ...(code ? { code } : {}),
      seconds: reply.elapsedTime / 1000,
      correlationId: request.id,
      ...traceIdsOf(request.raw),
    });
    done();
  });
  return app;
}

interface InFront {
  readonly onRequest: HttpAppOptions['onRequest'];
  readonly fastPath: ResponseFastPath | undefined;
  readonly report: (answer: AnsweredRequest) => void;
  readonly requestTimeoutMs: number;
  readonly connections: Connections;
}

/**
 * Makes the HTTP server of a Fastify, through its `serverFactory`, with what runs before routing:
 * the check of the request's target, `onRequest` and the fast path.
 */
function createServerBefore(
  routing: RequestHandler,
  { onRequest, fastPath, report, requestTimeoutMs, connections }: InFront,
): Server {
  const answering = fastPath ? fastPath.before(routing, report) : routing;
  const observed: RequestHandler = (request, response) => {
    onRequest?.(request);
    // Fastify would wait for the body that a type announces.
    if (request.readableEnded) delete request.headers['content-type'];
    answering(request, response);
  };
  const onRefusal: Parameters<typeof refuseTunnels>[2] = (refused) =>
    report({ ...refused, route: 'unmatched', seconds: 0 });
  const handle = connections.withSubscriberLock(
    dropUnreadBodies(acceptPathsOnly(observed, onRefusal)),
  );
  // A request without a body has ended when it begins: it needs no stream and no events.
  const server = createServer({ optimizeEmptyRequests: true, requireHostHeader: false }, handle);
  // Node would refuse an expectation that it does not know without a body; it may be ignored.
  server.on('checkExpectation', handle);
  server.on('checkContinue', askForBodies(handle));
  connections.endUnread(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = requestTimeoutMs;
  refuseTunnels(server, connections, onRefusal);
  return server;
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
