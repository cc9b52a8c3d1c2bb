import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, createPerson, createSession } from '../staff/staff.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let editor: { cookie: string; csrf: string; id: string };
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  editor = await createSession(product, await createPerson(product, ['publisher']));
  await product.app.catalogue.editing.apply(ROWS);
});
afterEach(() => product.close());

async function linkFor(body: object): Promise<string> {
  const asked = { method: 'POST', body, ...editor } as const;
  const { body: answer } = await ask(studio, '/studio/api/preview', asked);
  const { pathname, search } = new URL(String(answer.url));
  return pathname + search;
}

const site = (url: string, cookie?: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  product.site.inject({
    ...{ url, method },
    ...(payload ? { payload } : {}),
    headers: { ...(cookie ? { cookie } : {}) },
  });

it('a link opens in one browser, and ends with the person’s session', async () => {
  const link = await linkFor({ as: 'visitor', path: '/video/draft' });
  const first = await site(link);
  expect(first.headers).toMatchObject({ location: '/video/draft', 'cache-control': 'no-store' });
  const [made] = first.cookies;
  expect(made).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const cookie = `${made?.name}=${made?.value}`;
  expect((await site(link)).json().code).toBe('link_invalid');
  expect((await site(link, cookie)).statusCode).toBe(303);
  expect((await site(`${link}x`)).statusCode).toBe(410);
  expect((await site('/preview/open?link=a&link=b')).statusCode).toBe(410);
  expect((await site('/api/subscribe', cookie, 'POST', {})).json().code).toBe('preview_only');
  await product.rows(`update staff_sessions set ended_at = now() where id = '${editor.id}'`);
  expect((await site('/api/subscribe', cookie, 'POST', {})).json().code).not.toBe('preview_only');
  await product.rows(`update staff_sessions set ended_at = null where id = '${editor.id}'`);
});

it('a link lasts half an hour, and ends with its preview', async () => {
  const [link, late] = [await linkFor({ as: 'visitor' }), await linkFor({ as: 'visitor' })];
  product.clock.by(29 * 60);
  const [made] = (await site(link)).cookies;
  const cookie = `${made?.name}=${made?.value}`;
  expect((await site(link, cookie)).statusCode).toBe(303);
  await product.site.inject({
    ...{ url: '/preview/end', method: 'POST', payload: '' },
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect((await site(link, cookie)).statusCode).toBe(410);
  product.clock.by(60);
  expect((await site(late)).statusCode).toBe(410);
});
