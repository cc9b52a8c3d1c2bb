import { readFile } from 'node:fs/promises';
import { ADDRESSES } from '@bonisa/contract/addresses';
import { WEBHOOK_BODIES } from '@bonisa/contract/webhook-bodies';
import { WEBHOOK_TYPES } from '@bonisa/domain/staff/webhooks';
import { type OpenApiDocument, type Operation, operationsOf } from '@bonisa/kit/http/openapi-names';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import product from '../package.json' with { type: 'json' };
import { describeProduct } from './openapi.ts';

let document: OpenApiDocument;
beforeAll(async () => {
  document = await describeProduct();
});

/** The names of an operation's headers, in order. */
function headersOf(operation: unknown): string[] {
  const { parameters = [] } = operation as { parameters?: { in: string; name: string }[] };
  return parameters.flatMap((one) => (one.in === 'header' ? [one.name] : [])).sort();
}

describe('the OpenAPI document', () => {
  it('is valid for an independent validator, as version 3.1 and with every reference resolved', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    expect(() => validator.resolveRefs()).not.toThrow();
    const schemas = document.components?.schemas ?? {};
    const wanted = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)"/g)];
    expect(wanted.length).toBeGreaterThan(100);
    for (const [, name = ''] of wanted) expect(Object.keys(schemas)).toContain(name);
  });

  it('has the version of the product', () => {
    expect(document.info).toMatchObject({ version: product.version });
  });

  it('is in the repository as it is now', async () => {
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('names every operation once, by a verb and a noun, with its tag and summary', () => {
    const operations = operationsOf(document);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, method, operation } of operations) {
      expect([path, method, operation.operationId]).toEqual([
        path,
        method,
        expect.stringMatching(/^[a-z]+[A-Z][A-Za-z0-9]+$/),
      ]);
      expect(operation).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] });
    }
    for (const { method, path } of Object.values(ADDRESSES))
      expect(document.paths?.[path]?.[method.toLowerCase()]).toBeDefined();
  });

  it('has the body of every webhook by its name, without a phone number in any', () => {
    const webhooks = document.webhooks as Record<string, unknown>;
    expect(Object.keys(webhooks).sort()).toEqual([...WEBHOOK_TYPES].sort());
    expect(webhooks['charge.denied']).toMatchObject({
      post: {
        operationId: 'receiveChargeDenied',
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ChargeDeniedWebhook' } },
          },
        },
      },
    });
    const bodies = WEBHOOK_TYPES.map((type) => WEBHOOK_BODIES[type].shape.data.shape);
    for (const body of bodies) expect(Object.keys(body).join()).not.toMatch(/msisdn|number|phone/);
  });

  // A finding of a review: the bodies of files and the headers of tus were nowhere.
  it('says of calls of files and of tus what goes over the wire', () => {
    const sent = document.paths?.['/studio/api/uploads/{id}']?.patch;
    expect(sent).toMatchObject({
      requestBody: {
        content: {
          'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } },
        },
      },
      responses: {
        204: {
          headers: {
            'upload-offset': { schema: { type: 'integer' } },
            'upload-job': { schema: { type: 'string' } },
          },
        },
      },
    });
    expect(headersOf(sent)).toEqual(['tus-resumable', 'upload-offset']);
    const created = document.paths?.['/studio/api/uploads']?.post;
    expect(headersOf(created)).toEqual(['tus-resumable', 'upload-length', 'upload-metadata']);
    expect(created).toMatchObject({ responses: { 201: { headers: { location: {} } } } });
    expect(document.paths?.['/studio/api/imports/read']?.post).toMatchObject({
      requestBody: { content: { 'application/octet-stream': {} } },
    });
    const picture = document.paths?.['/studio/api/artwork/{kind}']?.put as Operation;
    expect(Object.keys(picture.requestBody?.content ?? {})).toContain('image/avif');
    const file = document.paths?.['/studio/api/reconciliation-exceptions/file']?.get as Operation;
    expect(Object.keys(file.responses?.[200]?.content ?? {})).toEqual(['text/csv']);
  });

  it('says that the calls of OAuth take forms, as its libraries send them, and no other does', () => {
    const forms = operationsOf(document).filter(
      ({ operation }) => operation.requestBody?.content?.['application/x-www-form-urlencoded'],
    );
    expect(forms.map(({ path }) => path)).toEqual([
      '/oauth/device_authorization',
      '/oauth/token',
      '/oauth/revoke',
    ]);
    for (const { operation } of forms) {
      const { content = {} } = operation.requestBody ?? {};
      expect(Object.keys(content)).toEqual([
        'application/json',
        'application/x-www-form-urlencoded',
      ]);
      const [json, form] = Object.values(content);
      expect(json?.schema).toHaveProperty('$ref');
      expect(form).toEqual(json);
    }
  });

  it('gives an answer without a body none', () => {
    for (const { operation } of operationsOf(document))
      expect([operation.operationId, operation.responses?.[204]?.content]).toEqual([
        operation.operationId,
        undefined,
      ]);
  });

  it('gives every body, reply and error a name of its own', () => {
    const inPlace = operationsOf(document).flatMap(({ operation }) =>
      [operation.requestBody, ...Object.values(operation.responses ?? {})]
        .flatMap((part) => part?.content?.['application/json'] ?? [])
        .filter(({ schema }) => schema && !('$ref' in schema) && !('anyOf' in schema)),
    );
    expect(inPlace).toEqual([]);
    expect(document.paths?.['/api/account']).toMatchObject({
      get: {
        security: [{ session: [] }],
        responses: {
          401: {
            description: 'not_signed_in',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/NotSignedInError' } },
            },
          },
        },
      },
    });
  });
});
