import { z } from 'zod';
import type { OpenApiDocument } from './openapi-names.ts';

/** The headers of Standard Webhooks. */
const HEADERS = {
  'webhook-id': 'the same for each attempt and replay of an event: what has been seen is ignored',
  'webhook-timestamp': 'when this attempt was made, in seconds since 1970',
  'webhook-signature': '`v1,` and the HMAC-SHA256 of `id.timestamp.body`, one for each secret',
} as const;

/** `charge.unconfirmed` -> `ChargeUnconfirmed`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** The document with what we call at others: the body of each type of webhook, by name. */
export function withWebhooks(
  document: OpenApiDocument,
  bodies: Readonly<Record<string, z.ZodType>>,
): OpenApiDocument {
  const schemas = Object.entries(bodies).map(([type, body]) => {
    const { $schema: _draft, ...schema } = z.toJSONSchema(body, { io: 'output' });
    return [`${nameOf(type)}Webhook`, schema];
  });
  const webhooks = Object.keys(bodies).map((type) => [type, { post: operationOf(type) }]);
  return {
    ...document,
    webhooks: Object.fromEntries(webhooks),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, ...Object.fromEntries(schemas) },
    },
  };
}

function operationOf(type: string) {
  const schema = { $ref: `#/components/schemas/${nameOf(type)}Webhook` };
  return {
    operationId: `receive${nameOf(type)}`,
    tags: ['webhooks'],
    summary: `What an endpoint gets for ${type}`,
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'Nothing more is wanted: the endpoint is disabled' },
      default: { description: 'Sent again later, for days' },
    },
  };
}
