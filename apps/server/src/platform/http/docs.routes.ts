import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { ZodType } from 'zod';
import { nameSchemas, type OpenApiDocument } from './openapi-names.ts';
import { withWebhooks } from './openapi-webhooks.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The body in the OpenAPI document, of a route that reads its body itself. */
    documentedBody?: ZodType;
    /** The media types in the document of a body that is sent as it is. */
    documentedBytes?: readonly string[];
    /** The request's headers in the document, of a route that reads them itself. */
    documentedHeaders?: ZodType;
  }
}

/** The parts of an OpenAPI document that are joined. */
export interface ApiDocument {
  readonly tags?: readonly unknown[];
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, unknown>>;
}

type SecuritySchemes = Record<
  string,
  | { type: 'apiKey'; in: 'cookie' | 'header'; name: string }
  | { type: 'http'; scheme: 'bearer'; description?: string }
>;

/**
 * Describes every route that is registered afterwards in the OpenAPI document. Register it first.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  {
    title,
    description,
    publicUrl,
    version,
    securitySchemes,
    complete,
    webhooks = {},
  }: {
    title: string;
    description: string;
    publicUrl: string;
    version: string;
    securitySchemes: SecuritySchemes;
    /** Completes the schema of a route that says too little of itself. */
    complete?: (schema: FastifySchema, method: string, url: string) => FastifySchema;
    /** What we call at others: the body of each type of webhook. */
    webhooks?: Readonly<Record<string, ZodType>>;
  },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version,
        description,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes },
    },
    transform: ({ schema, url, route, ...more }) => {
      const method = String(route.method);
      const given = complete?.(schema ?? {}, method, url) ?? schema ?? {};
      const { documentedBody: body, documentedBytes: bytes, documentedHeaders, ...rest } = given;
      const headers = documentedHeaders ? { headers: documentedHeaders } : {};
      const whole = { ...rest, ...headers, ...(body ? { body } : {}) };
      const made = jsonSchemaTransform({ ...more, route, url, schema: whole });
      return bytes ? { ...made, schema: { ...made.schema, ...bodyOfBytes(bytes) } } : made;
    },
    transformObject: (document) =>
      nameSchemas(
        withWebhooks(jsonSchemaTransformObject(document as never) as OpenApiDocument, webhooks),
      ) as never,
  });
}

/** A body that is sent as it is, in any of the media types. */
function bodyOfBytes(types: readonly string[]): FastifySchema {
  return { body: { type: 'string', format: 'binary' }, consumes: [...types] };
}

/**
 * A document with the paths of another listener, each with that listener's address. Named schemas
 * and security schemes of the two must differ where their contents do.
 */
export function withListener(document: ApiDocument, url: string, other: ApiDocument): ApiDocument {
  const paths = Object.entries(other.paths ?? {}).map(([path, operations]) => [
    path,
    { ...(operations as object), servers: [{ url }] },
  ]);
  const ours = document.components ?? {};
  const theirs = other.components ?? {};
  const kinds = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const components = [...kinds].map((kind) => [
    kind,
    { ...(theirs[kind] as object | undefined), ...(ours[kind] as object | undefined) },
  ]);
  return {
    ...document,
    paths: { ...document.paths, ...Object.fromEntries(paths) },
    components: Object.fromEntries(components),
  };
}

/** Configures the reference page as a plain reader without links to other hosts' services. */
const REFERENCE = {
  url: '/docs/json',
  theme: 'purple',
  darkMode: true,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
};

/** `/docs` for people, `/docs/json` for programs; `joined` adds the calls of other listeners. */
export async function registerDocs(
  app: FastifyInstance,
  joined: (own: ApiDocument) => Promise<ApiDocument>,
): Promise<void> {
  app.get('/docs/json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await joined(app.swagger() as ApiDocument)),
  );
  await app.register(async (scope) => {
    // The reference page has inline scripts. They are allowed by their hashes, on this page only.
    scope.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
      if (isPage && typeof payload === 'string')
        reply.header('content-security-policy', policyOf(payload));
      return payload;
    });
    await scope.register(scalar, { routePrefix: '/docs', configuration: REFERENCE as never });
  });
}

function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  );
  return `default-src 'none'; script-src 'self' ${scripts.join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
}
