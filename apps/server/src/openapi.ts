import { createHash } from 'node:crypto';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { OPERATIONS } from '@bonisa/contract/operations.calls';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { errorResponses } from '@bonisa/kit/http/call-route';
import { registerOpenApi, withListener } from '@bonisa/kit/http/docs.routes';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import type { OpenApiDocument } from '@bonisa/kit/http/openapi-names';
import { createSite } from '@bonisa/kit/http/site-listener';
import { createStudio } from '@bonisa/kit/http/studio-listener';
import { createLogger } from '@bonisa/kit/logger';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { createBase } from './base.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

/** Secrets of the right form: no document holds one. */
const SECRETS = {
  key: (purpose: string) => createHash('sha256').update(purpose).digest(),
  lastingKey: (purpose: string) => createHash('sha256').update(purpose).digest(),
  carrierKey: {},
  enrichmentSecret: 'none',
  inboundToken: 'none',
};

/**
 * The OpenAPI document of everything that others may call: the site, the studio and the operations
 * listener. Composes the product as a start does, and opens no database and no port.
 */
export async function describeProduct(): Promise<OpenApiDocument> {
  const { site, studio, operations, config } = composeUnopened();
  const own = await documentOf(await createSite({ ...site, pages: () => undefined }));
  const staffs = await documentOf(await createStudio(studio));
  const operators = await describeOperations((server) => {
    server.get('/metrics', async () => '');
    for (const mount of operations.opsRoutes) mount(server);
  });
  const joined = withListener(own, config.studio.url, staffs);
  return withListener(joined, `http://localhost:${config.opsPort}`, operators) as OpenApiDocument;
}

function composeUnopened() {
  const config = readConfig({});
  const open = { db: drizzle.mock(), state: {}, ping: async () => undefined };
  return compose({
    base: createBase({
      config,
      secrets: SECRETS,
      // Nothing is read: routes are registered, and no request is made of them.
      open: open as unknown as OpenDatabase,
      clock: { now: () => new Date(0) },
      logger: createLogger('fatal'),
    }),
    carrierTerms: configuredCarriers(config, SECRETS),
    // No carrier is asked for anything.
    connect: () => ({}) as Carrier,
  });
}

/** The document of the operations listener, which publishes none itself. */
async function describeOperations(
  mount: (server: FastifyInstance) => void,
): Promise<OpenApiDocument> {
  const server = await createHttpApp({ logger: createLogger('fatal'), trustProxy: [] });
  await registerOpenApi(server, {
    title: 'operations',
    description: 'The calls of the operations listener.',
    publicUrl: 'http://localhost',
    securitySchemes: {},
    complete: (schema, method, path) =>
      schema.hide ? schema : { ...schema, ...describeOperation(method, path) },
  });
  mount(server);
  return await documentOf(server);
}

/** Errors of the gate and the listener, which every call may answer with. */
const GATE_ERRORS = ['invalid_token', 'foreign_origin', 'too_many_requests'] as const;

/** What the contract says of a call of the operations listener; hidden: another method of tus. */
function describeOperation(method: string, path: string): FastifySchema {
  const call = OPERATIONS[`${method} ${path}`];
  if (!call && method.includes(',')) return { hide: true };
  if (!call) throw new Error(`operations.calls.ts does not describe ${method} ${path}`);
  const { operationId, summary, status = 200, reply, errors } = call;
  return {
    operationId,
    summary,
    tags: ['operations'],
    // The loopback address is the right.
    security: [],
    response: {
      [status]: reply ?? z.undefined().describe('Done'),
      ...errorResponses([...new Set([...errors, ...GATE_ERRORS])]),
    },
  };
}

async function documentOf(server: FastifyInstance): Promise<OpenApiDocument> {
  await server.ready();
  return server.swagger() as unknown as OpenApiDocument;
}
