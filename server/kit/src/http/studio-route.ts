import { type AnyStudioCall, STUDIO_ERRORS } from '@bonisa/contract/studio/studio-call';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify';
import type { Database } from '../database/database.ts';
import { errorResponses } from './call-route.ts';
import { LIMITS } from './limits.ts';
import type {
  AuditEntry,
  RegisterStudioCall,
  StudioActor,
  StudioGate,
  StudioInput,
} from './studio-types.ts';

/** How the OpenAPI document names the ways to prove who calls. */
const BY_SESSION = { studioSession: [], studioCsrf: [] };
const BY_SESSION_READ = { studioSession: [] };
const BY_KEY = { studioKey: [] };

/**
 * Creates the function that turns a call of the studio's contract into a route: address, schemas,
 * errors, the guard that reads `needs`, and the audit.
 */
export function createRegisterStudioCall(
  server: FastifyInstance,
  gate: StudioGate,
): RegisterStudioCall {
  return (call, { limit, bodyLimit, raw = false, handle }) => {
    if (call.takes && !raw)
      throw new Error(`${call.id} takes a body that its handler does not read`);
    const actors = new WeakMap<FastifyRequest, StudioActor>();
    const route: RouteOptions = {
      method: call.method,
      url: call.path,
      schema: schemaOf(call),
      config: { rateLimit: LIMITS[limit] },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      ...(raw ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
      // After the limits by address, so that a refusal counts, and before the body is read.
      preParsing: async (request, reply) => {
        actors.set(request, await gate.admit(request, reply, call));
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const actor = actors.get(request);
        if (!actor) throw new Error('the guard did not run');
        const { audit, recorded } = auditOf(gate, call, request, actor);
        const { params, query, body } = request;
        const input = { params, query, body, actor, audit, request, reply };
        const answer = await handle(input as unknown as StudioInput<never, never, never> as never);
        if (call.audited && !recorded() && !isRefused(reply))
          await audit.record({ subject: subjectOf(call, params) });
        return answer;
      },
    };
    if (raw) server.register(async (scope) => streamed(scope).route(route));
    else server.route(route);
  };
}

/** Hands bodies to the handler as they arrive, whatever type the client says they have. */
function streamed(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return scope;
}

/** The audit of one request, and whether anything was recorded. */
function auditOf(
  gate: StudioGate,
  call: AnyStudioCall,
  request: FastifyRequest,
  actor: StudioActor,
) {
  let entries = 0;
  const who = { actor, action: call.id, correlationId: request.id };
  return {
    audit: {
      record: async (entry: AuditEntry, tx?: Database): Promise<void> => {
        await gate.record(who, entry, tx);
        entries += 1;
      },
    },
    recorded: () => entries > 0,
  };
}

/** Whether a handler that answered by itself refused: others refuse by an error. */
function isRefused({ sent, raw }: FastifyReply): boolean {
  return sent && raw.statusCode >= 400;
}

/**
 * What a call without an entry of its own concerned: the parameters of its address, else the area
 * of the studio that the address begins with, such as `catalogue`.
 */
function subjectOf({ path }: Pick<AnyStudioCall, 'path'>, params: unknown): string {
  const parameters = Object.entries((params ?? {}) as Record<string, unknown>);
  if (parameters.length === 0) return path.split('/')[3] ?? path;
  return parameters.map(([name, value]) => `${name}:${String(value)}`).join(' ');
}

function schemaOf(call: AnyStudioCall): FastifySchema {
  const byKey = call.needs !== 'account' && !call.stepUp;
  const bySession = call.method === 'GET' ? BY_SESSION_READ : BY_SESSION;
  const needs = `Needs: ${call.needs}${call.stepUp ? ', with a factor shown just now' : ''}.`;
  return {
    operationId: call.id,
    tags: [call.tag],
    summary: call.summary,
    description: needs,
    security: call.needs === 'anyone' ? [] : [bySession, ...(byKey ? [BY_KEY] : [])],
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.takes ? { documentedBytes: call.takes } : {}),
    ...(call.protocol ? { documentedHeaders: call.protocol.headers } : {}),
    response: {
      ...successOf(call),
      ...errorResponses([...new Set([...STUDIO_ERRORS, ...call.errors])]),
    },
  };
}

/** The answer of success: JSON, a file, or what a protocol says in headers. */
function successOf({ reply, answers, protocol }: AnyStudioCall): Record<number, unknown> {
  if (protocol)
    return { [protocol.status]: reply.meta({ ...reply.meta(), headers: protocol.answerHeaders }) };
  if (!answers) return { 200: reply };
  const description = reply.meta()?.description ?? 'A file';
  const content = Object.fromEntries(answers.map((type) => [type, { schema: reply }]));
  return { 200: { description, content } };
}
