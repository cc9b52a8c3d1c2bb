import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { ZodType } from 'zod';
import product from '../../package.json' with { type: 'json' };
import { type EncodedBody, encodeBody, sendBody, sendNotModified } from './encoded-body.ts';
import { nameSchemas, type OpenApiDocument } from './openapi-names.ts';
import { withTags } from './openapi-tags.ts';
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
    securitySchemes,
    complete,
    webhooks = {},
  }: {
    title: string;
    description: string;
    publicUrl: string;
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
        version: product.version,
        description,
        contact: { name: 'API support', url: publicUrl },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes },
    },
    transform: ({ schema, url, route, ...more }) => {
      const method = String(route.method);
      const completed = complete?.(schema ?? {}, method, url) ?? schema ?? {};
      const {
        documentedBody: body,
        documentedBytes: bytes,
        documentedHeaders,
        ...rest
      } = completed;
      const headers = documentedHeaders ? { headers: documentedHeaders } : {};
      const whole = { ...rest, ...headers, ...(body ? { body } : {}) };
      const made = jsonSchemaTransform({ ...more, route, url, schema: whole });
      return bytes ? { ...made, schema: { ...made.schema, ...bodyOfBytes(bytes) } } : made;
    },
    transformObject: (document) => {
      const made = jsonSchemaTransformObject(document as never) as OpenApiDocument;
      return withTags(nameSchemas(withWebhooks(made, webhooks))) as never;
    },
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
    tags: [...(document.tags ?? []), ...(other.tags ?? [])],
    paths: { ...document.paths, ...Object.fromEntries(paths) },
    components: Object.fromEntries(components),
  };
}

const SCRIPT = '/docs/js/scalar.js';

/** Configures the reference page as a plain reader without links to other hosts' services. */
const REFERENCE = {
  url: '/docs/json',
  cdn: SCRIPT,
  theme: 'purple',
  darkMode: true,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
};

/** A release changes them, and a 304 is small. */
const CACHE_CONTROL = 'public, max-age=300, must-revalidate';
/** The largest is a script of 4 MB: more effort would take seconds. */
const BROTLI_EFFORT = 4;

type Make = () => Promise<string>;

/**
 * `/docs` for people, `/docs/json` for programs; `joined` adds the calls of other listeners. Each
 * is made at its first request, once: the document takes 40 ms of this thread.
 */
export function registerDocs(
  app: FastifyInstance,
  joined: (own: ApiDocument) => Promise<ApiDocument>,
): void {
  const add = (
    path: string,
    type: string,
    make: Make,
    headersOf?: (text: string) => Record<string, string>,
  ) => {
    let ready: Promise<{ body: EncodedBody; headers: Record<string, string> }> | undefined;
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      ready ??= make().then((text) => ({
        body: encodeBody(Buffer.from(text), { effort: BROTLI_EFFORT }),
        headers: { ...headersOf?.(text), 'content-type': type, 'cache-control': CACHE_CONTROL },
      }));
      const { body, headers } = await ready;
      reply.headers(headers);
      return sendNotModified(request, reply, body) ?? sendBody(request, reply, body);
    });
  };
  const documented: Make = async () => JSON.stringify(await joined(app.swagger() as ApiDocument));
  add('/docs/json', 'application/json; charset=utf-8', documented);
  // The page has inline scripts. They are allowed by their hashes, on this page only.
  const page: Make = () => referenceFile('/docs/');
  for (const path of ['/docs', '/docs/'])
    add(path, 'text/html; charset=utf-8', page, (html) => ({
      'content-security-policy': policyOf(html),
    }));
  add(SCRIPT, 'text/javascript; charset=utf-8', () => referenceFile(SCRIPT));
}

/** A file of the reference page, which its package only makes as a plugin of a server. */
async function referenceFile(path: string): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: REFERENCE as never });
  return (await server.inject(path)).body;
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
