// Order by hand over HTTP: places among a thousand shelves, rights, refusals.

import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS, videoRow } from './rows.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
const keys: Record<string, string> = {};
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await mediaUnderWay(product);
  studio = await product.studio();
  const { editing } = product.app.catalogue;
  const shelves = Array.from({ length: 1000 }, (_, at) => {
    return { kind: 'shelf', slug: `s-${at}`, title: `Shelf ${at}`, format: 'poster' };
  });
  expect((await editing.apply(ROWS)).problems).toEqual([]);
  expect(
    (await editing.apply([{ kind: 'shelf', key: 'home', delete: true }])).problems,
  ).toBeDefined();
  expect((await editing.apply(shelves)).problems).toEqual([]);
  const scopes: Record<string, Scope[]> = {
    editor: ['catalogue:read', 'catalogue:write'],
    publisher: ['catalogue:read', 'catalogue:write', 'catalogue:publish'],
  };
  for (const [name, of] of Object.entries(scopes)) {
    const command = { command: 'key' as const, name, scopes: of, days: 1 };
    keys[name] = (await runStaffCommand(product.app.staff, command)).split('\n')[0] ?? '';
  }
});
afterAll(() => product.close());

async function move(kind: string, body: object, who = 'publisher') {
  const answer = await studio.inject({
    ...{ method: 'POST', url: `/studio/api/catalogue/lists/${kind}/move` },
    ...{ headers: { authorization: `Bearer ${keys[who]}` }, payload: body },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function listed(query: string, kind = 'shelf') {
  const answer = await studio.inject({
    url: `/studio/api/catalogue/lists/${kind}?${query}`,
    headers: { authorization: `Bearer ${keys.editor}` },
  });
  return answer.json().data.map(({ key }: { key: string }) => key) as string[];
}

const page = (number: number) => listed(`sort=position&limit=200&page=${number}`);

describe('an order by hand', () => {
  it('puts the last of a thousand shelves at any place, and the next move writes one', async () => {
    const first = await page(1);
    const last = (await page(6)).at(-1) ?? (await page(5)).at(-1) ?? '';
    expect((await move('shelf', { keys: [last], to: 449 })).status).toBe(200);
    expect((await page(3))[49]).toBe(last);
    expect(await page(1)).toEqual(first);
    expect((await move('shelf', { keys: [last], to: 2 })).body).toEqual({ changed: 1 });
    expect((await page(1))[2]).toBe(last);
    expect((await move('shelf', { keys: [last], to: 2 })).body).toEqual({ changed: 0 });
  });

  it('gives a whole page its order, and no other page changes', async () => {
    const before = [await page(1), await page(2), await page(3)];
    const turned = before[1]?.toReversed() ?? [];
    expect((await move('shelf', { keys: turned, to: 200 })).status).toBe(200);
    expect([await page(1), await page(2), await page(3)]).toEqual([before[0], turned, before[2]]);
  });

  it.each([
    ['season', { keys: ['lamp/1'], to: 0 }, 'kind'],
    ['shelf', { keys: ['nothing'], to: 0 }, 'keys.0'],
    ['shelf', { keys: ['s-1', 's-1'], to: 0 }, 'keys'],
    ['shelf', { keys: ['s-1'], to: -1 }, 'to'],
    ['shelf', { keys: [], to: 0 }, 'keys'],
  ])('refuses by field: %s %j', async (kind, body, field) => {
    const refused = await move(kind, body);
    expect([refused.status, refused.body.fields[0].field]).toEqual([400, field]);
  });

  it('needs the right to publish where viewers see the entry', async () => {
    expect((await move('channel', { keys: ['c-1'], to: 0 }, 'editor')).status).toBe(200);
    await product.app.catalogue.editing.apply([{ kind: 'shelf', key: 's-7', published: true }]);
    const refused = await move('shelf', { keys: ['s-7'], to: 900 }, 'editor');
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
    expect(refused.body.fields[0].problem).toContain('catalogue:publish');
  });
});

it('takes a whole title or key as a search, and no more', async () => {
  const title = 'Long '.repeat(24).trim();
  const row = videoRow({ slug: 'lang', title });
  expect((await product.app.catalogue.editing.apply([row])).problems).toEqual([]);
  expect(title).toHaveLength(119);
  expect(await listed(`search=${encodeURIComponent(title)}`, 'video')).toEqual(['lang']);
  const ask = (path: string) =>
    studio.inject({
      url: `/studio/api/catalogue/${path}`,
      headers: { authorization: `Bearer ${keys.editor}` },
    });
  for (const path of ['lists/video?search=', 'find?search=', 'deleted?search=']) {
    expect((await ask(`${path}${'x'.repeat(200)}`)).statusCode).toBe(200);
    expect((await ask(`${path}${'x'.repeat(201)}`)).statusCode).toBe(400);
  }
});

it('a shelf lists its own titles, and says what to do about more than it may have', async () => {
  const { editing } = product.app.catalogue;
  await editing.apply([{ kind: 'shelf', key: 's-9', titles: ['lamp'] }]);
  expect(await listed('shelf=s-9', 'show')).toEqual(['lamp']);
  expect(await listed('shelf=s-8', 'show')).toEqual([]);
  const titles = Array.from({ length: 61 }, (_, at) => `t-${at}`);
  const { problems } = await editing.apply([{ kind: 'shelf', key: 's-9', titles }]);
  expect(problems[0]).toMatchObject({ field: 'titles' });
  expect(problems[0]?.problem).toMatch(/^has more than 60 titles: .*by a rule$/);
});
