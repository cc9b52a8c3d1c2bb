import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/**
 * Describes every route that is registered afterwards in the OpenAPI document. Register it first.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  options: {
    title: string;
    publicUrl: string;
    version: string;
    content: readonly string[];
    sessionCookie: string;
  },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: options.title,
        version: options.version,
        description: `The same-origin calls, the content APIs and playback. Errors are always \`{code, description}\`.\n\nThe content APIs are met at ${options.content.join(' and ')}; what is written here as \`/content/v1\` and \`/content/v2\` is below those.`,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: options.publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: options.sessionCookie },
          csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
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

/** `/docs` for people, `/docs/json` for programs. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.get('/docs/json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
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
