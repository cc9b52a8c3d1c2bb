// Whatever a call of the studio is sent, it answers or refuses by name: a value that the database
// refuses is a gap in a schema of the contract.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import { schemaArbitrary } from '@bonisa/kit/http/schema-arbitrary.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createPerson, createSession, isStudioCall, type Person } from './staff.test-kit.ts';

const CONTRACT = new URL('../../../../packages/contract/src/studio/', import.meta.url);
const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.calls.ts'));
const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)));
/** Without those that hash a password, end the session, or fetch from an address. */
const LEFT_OUT: readonly string[] = [
  'studioChangePassword',
  'studioSignOut',
  'studioReadFeed',
  'studioImportPicture',
  'studioImportCaptions',
  'studioCreateWebhookEndpoint',
];
const CALLS: readonly AnyStudioCall[] = modules
  .flatMap((module) => Object.values(module).filter(isStudioCall))
  .filter(({ id, needs }) => needs !== 'anyone' && !LEFT_OUT.includes(id));

let folder: string;
let product: TestProduct;
let studio: FastifyInstance;
let person: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inputs-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  await product.app.files.check();
  await product.app.packages.service.start();
  await product.app.catalogue.editing.apply(ROWS);
  studio = await product.studio();
  person = await createPerson(product, ['administrator']);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, maxRetries: 9 });
});

/** Lines about values that only the database refused. */
const gaps = () => product.log.filter((line) => line.includes('refused a value'));

interface Sent {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const sentTo = ({ params, query, body }: AnyStudioCall): fc.Arbitrary<Sent> =>
  fc.record({
    params: params ? schemaArbitrary(params, 'input') : fc.constant({}),
    query: query ? schemaArbitrary(query, 'input') : fc.constant({}),
    body: body ? schemaArbitrary(body, 'input') : fc.constant(undefined),
  });

const fieldsOf = (value: unknown): [string, string][] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, field]) => [
    name,
    (typeof field === 'string' ? field : (JSON.stringify(field) ?? '')).toWellFormed(),
  ]);

function addressOf({ path }: AnyStudioCall, { params, query }: Sent): string {
  const given = new Map(fieldsOf(params));
  const filled = path.replace(/:([a-z_]+)/g, (_, name) =>
    encodeURIComponent(given.get(name) ?? '-'),
  );
  return `${filled}?${new URLSearchParams(fieldsOf(query))}`;
}

describe('the calls of the studio', () => {
  it.each(CALLS.map((call) => [call.id, call] as const))(
    '%s answers any input, or refuses it by name',
    async (_id, call) => {
      const { cookie, csrf } = await createSession(product, person);
      product.log.length = 0;
      await fc.assert(
        fc.asyncProperty(sentTo(call), async (sent) => {
          const answer = await studio.inject({
            method: call.method,
            url: addressOf(call, sent),
            headers: {
              cookie: `bonisa_studio=${cookie}`,
              'x-csrf-token': csrf,
              ...(call.body ? { 'content-type': 'application/json' } : {}),
            },
            ...(call.body ? { payload: JSON.stringify(sent.body) ?? '' } : {}),
          });
          expect(answer.statusCode).toBeLessThan(500);
          expect(gaps()).toEqual([]);
        }),
        { numRuns: 12 },
      );
    },
  );
});

describe('a day or an instant that PostgreSQL does not have', () => {
  const ID = '018f0000-0000-7000-8000-000000000000';
  const EARLY = '0000-01-01T00:00:00Z';
  const LATE = '9999-12-31T23:59:59-12:00';
  it.each([
    ['GET', 'audit?from=0000-01-01', 'from'],
    ['GET', 'audit/file?from=0000-01-01', 'from'],
    ['GET', 'feedback?to=9999-12-31', 'to'],
    ['GET', 'feedback/file?from=0000-01-01', 'from'],
    ['GET', 'reconciliation?to=0000-01-01', 'to'],
    ['GET', 'reconciliation?to=9999-12-31', 'to'],
    ['GET', 'settlements?month=0000-01', 'month'],
    [
      'POST',
      `webhooks/endpoints/${ID}/replay`,
      'from',
      { from: EARLY, to: '2026-01-01T00:00:00Z' },
    ],
    ['POST', `webhooks/endpoints/${ID}/replay`, 'to', { from: '2026-01-01T00:00:00Z', to: LATE }],
    ['POST', 'preview', 'at', { as: 'visitor', at: LATE }],
    ['POST', 'catalogue/states', 'at', { entries: [], state: 'scheduled', at: LATE }],
  ])('is refused by its field: %s %s %s', async (method, path, field, body?: object) => {
    const session = await createSession(product, person);
    const answer = await ask(studio, `/studio/api/${path}`, { method, body, ...session });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.fields).toContainEqual({
      field,
      problem: expect.stringMatching(/^must be in the years \d{4} to \d{4}$/),
    });
  });
});
