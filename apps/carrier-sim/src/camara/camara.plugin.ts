import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v4 as uuid } from 'uuid';
import type { Access, AccessTokens } from '../oauth/access-tokens.ts';
import type { Scope } from '../oauth/scopes.ts';
import { CORRELATOR } from './common.schemas.ts';
import { CamaraError, type ErrorInfo, errorInfo } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that the operation wants. */
    scope?: Scope;
  }
  interface FastifyRequest {
    /** What the caller's token allows; set on every route of an API. */
    access: Access;
  }
}

/**
 * Registers the routes of one API under its base path, with what all CAMARA APIs share: `x-correlator` checked and
 * echoed, the bearer token and the operation's scope judged before the body is read, errors as `{status, code, message}`.
 */
export function registerCamaraApi(
  app: FastifyInstance,
  options: { prefix: string; tokens: AccessTokens; routes: (scope: FastifyInstance) => void },
): void {
  app.register(
    async (scope) => {
      // A getter cannot be decorated with a shared object; null is replaced before any handler runs.
      scope.decorateRequest('access', null as unknown as Access);
      scope.addHook('onRequest', async (request, reply) => {
        correlate(request, reply);
        if (request.is404) return;
        request.access = await authorise(request, options.tokens);
      });
      scope.setErrorHandler(answerError);
      scope.setNotFoundHandler((_request, reply) => {
        const error = new CamaraError('NOT_FOUND');
        return reply.code(error.status).send(errorInfo(error));
      });
      options.routes(scope);
    },
    { prefix: options.prefix },
  );
}

function correlate(request: FastifyRequest, reply: FastifyReply): void {
  const given = request.headers['x-correlator'];
  const valid = typeof given === 'string' && CORRELATOR.test(given);
  reply.header('x-correlator', valid ? given : uuid());
  if (given !== undefined && !valid) throw new CamaraError('INVALID_ARGUMENT', 'x-correlator is not of its pattern.');
}

async function authorise(request: FastifyRequest, tokens: AccessTokens): Promise<Access> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  const access = token === undefined ? undefined : await tokens.read(token);
  if (!access) throw new CamaraError('UNAUTHENTICATED');
  const { scope } = request.routeOptions.config;
  if (scope === undefined || !access.scopes.has(scope)) throw new CamaraError('PERMISSION_DENIED');
  return access;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const info = errorInfoOf(error);
  if (info.status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'operation failed');
  if (info.status === 401) reply.header('www-authenticate', 'Bearer');
  if (info.status === 429) reply.header('retry-after', '5');
  return reply.code(info.status).send(info);
}

/** What a client did wrong in general (a broken body, a wrong content type) is INVALID_ARGUMENT; only size has its own status. */
function errorInfoOf(error: unknown): ErrorInfo {
  if (error instanceof CamaraError) return errorInfo(error);
  const { statusCode = 500, validation, validationContext } = error as Partial<FastifyError>;
  if (validation) return errorInfo(new CamaraError('INVALID_ARGUMENT', describe(validation, validationContext)));
  if (statusCode === 413) return { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.' };
  return errorInfo(new CamaraError(statusCode < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'));
}

function describe(validation: NonNullable<FastifyError['validation']>, context = 'request'): string {
  const [first] = validation;
  const field = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') || context;
  return `${field}: ${first?.message ?? 'not of the agreed shape'}`;
}
