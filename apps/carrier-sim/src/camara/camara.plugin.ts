import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v4 as uuid } from 'uuid';
import type { Scope } from '../oauth/scopes.ts';
import type { Access, Authorise } from './access.ts';
import { CORRELATOR } from './common.schemas.ts';
import { CamaraError, type ErrorInfo, errorInfo } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the operation requires. */
    scope?: Scope;
    /** Set for a method that the address does not have: the methods that it has. */
    allow?: string;
  }
  interface FastifyRequest {
    /** The access that the caller's token grants; set on every route of an API. */
    access: Access;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Registers the routes of one API under its base path with the common behaviour of CAMARA APIs:
 * checks and echoes `x-correlator`, checks the bearer token and the operation's scope before it
 * reads the body, answers errors as `{status, code, message}`, and answers 405 for every method
 * that an address does not have.
 */
export function registerCamaraApi(
  app: FastifyInstance,
  options: { prefix: string; authorise: Authorise; routes: (scope: FastifyInstance) => void },
): void {
  app.register(
    async (scope) => {
      // Fastify refuses a shared object as a decoration; null is replaced before any handler runs.
      scope.decorateRequest('access', null as unknown as Access);
      scope.addHook('onRequest', async (request, reply) => {
        const correlator = correlate(request, reply);
        if (request.is404) return;
        const { allow, scope: wanted } = request.routeOptions.config;
        if (allow !== undefined) {
          reply.header('allow', allow);
          throw new CamaraError('METHOD_NOT_ALLOWED');
        }
        request.access = await options.authorise({
          authorization: request.headers.authorization,
          scope: wanted,
          correlator,
        });
      });
      scope.setErrorHandler(answerError);
      scope.setNotFoundHandler(answerNotFound);
      const operations = collectOperations(scope);
      options.routes(scope);
      refuseOtherMethods(scope, operations);
    },
    { prefix: options.prefix },
  );
}

/** Answers requests for an address of no API. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  if (!reply.hasHeader('x-correlator')) correlate(request, reply);
  const error = new CamaraError('NOT_FOUND');
  return reply.code(error.status).send(errorInfo(error));
}

/** Collects the methods of each address while its routes are registered. */
function collectOperations(scope: FastifyInstance): Map<string, Set<string>> {
  const operations = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ routePath, method }) => {
    const methods = operations.get(routePath) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    operations.set(routePath, methods);
  });
  return operations;
}

function refuseOtherMethods(scope: FastifyInstance, operations: Map<string, Set<string>>): void {
  for (const [url, methods] of [...operations]) {
    const allow = [...methods].join(', ');
    const others = METHODS.filter((method) => !methods.has(method));
    scope.route({
      method: others,
      url,
      config: { allow },
      handler: () => {
        throw new CamaraError('METHOD_NOT_ALLOWED');
      },
    });
  }
}

/** @returns the correlator of the call: the received one or a new one. */
function correlate(request: FastifyRequest, reply: FastifyReply): string {
  const given = request.headers['x-correlator'];
  const valid = typeof given === 'string' && CORRELATOR.test(given);
  const correlator = valid ? given : uuid();
  reply.header('x-correlator', correlator);
  if (given !== undefined && !valid)
    throw new CamaraError('INVALID_ARGUMENT', 'x-correlator is not of its pattern.');
  return correlator;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const info = errorInfoOf(error);
  if (info.status === 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'operation failed');
  if (info.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error instanceof CamaraError && info.status === 429)
    reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(info.status).send(info);
}

/**
 * A general mistake of the client (a malformed body) is INVALID_ARGUMENT; the size and type of a
 * body have codes of their own.
 */
function errorInfoOf(error: unknown): ErrorInfo {
  if (error instanceof CamaraError) return errorInfo(error);
  const { statusCode = 500, validation, validationContext } = error as Partial<FastifyError>;
  if (validation)
    return errorInfo(new CamaraError('INVALID_ARGUMENT', describe(validation, validationContext)));
  if (statusCode === 413)
    return { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.' };
  if (statusCode === 415) return errorInfo(new CamaraError('UNSUPPORTED_MEDIA_TYPE'));
  return errorInfo(new CamaraError(statusCode < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'));
}

function describe(
  validation: NonNullable<FastifyError['validation']>,
  context = 'request',
): string {
  const [first] = validation;
  const field = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') || context;
  return `${field}: ${first?.message ?? 'not of the agreed shape'}`;
}
