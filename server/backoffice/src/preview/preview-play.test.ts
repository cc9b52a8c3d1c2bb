// A finding from outside: a preview's film went on playing when the preview had ended.

import { ASSET, mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import { ADDRESSES } from '@bonisa/contract/addresses';
import { createSite } from '@bonisa/kit/http/site-listener';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../../../media/src/media.tables.ts';
import { ask, createPerson, createSession, type TestSession } from '../staff/staff.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let publisher: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  publisher = await createSession(product, await createPerson(product, ['publisher']));
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply([
    ...ROWS,
    videoRow({ key: 'draft', slug: 'draft', title: 'Draft', published: false, assetId: ASSET }),
  ]);
  expect(problems).toEqual([]);
  await product.open.db
    .insert(mediaAssets)
    .values(readyAsset(product.clock.now(), { renditions: [testRendition()] }));
});
afterAll(() => product.close());

const site = (url: string, cookie?: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  product.site.inject({
    ...{ url, method },
    ...(payload ? { payload } : {}),
    headers: { ...(cookie ? { cookie } : {}) },
  });

describe('a film of a preview', () => {
  const played = async (cookie: string) =>
    (await site('/api/play', cookie, 'POST', { video: 'draft' })).json();
  const statusOf = async (playlist: string) => (await site(playlist)).statusCode;
  const previewBy = async (by: TestSession) => {
    const { body } = await ask(studio, '/studio/api/preview', {
      ...{ method: 'POST', body: { as: 'subscriber' } },
      ...by,
    });
    const { pathname, search } = new URL(String(body.url));
    const [made] = (await site(pathname + search)).cookies;
    return `${made?.name}=${made?.value}`;
  };

  it('ends with the preview, also at its address alone', async () => {
    const cookie = await previewBy(publisher);
    const { playlist } = await played(cookie);
    expect(await statusOf(playlist)).toBe(200);
    await site('/preview/end', cookie, 'POST');
    expect((await site(playlist)).json().code).toBe('not_entitled');
  });

  it('ends with the session of its maker, with their role and with their account', async () => {
    const { accountRows, sessionRows } = product.app.staff;
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => sessionRows.end(id, {}, product.clock.now()),
      (id) => accountRows.update(id, { roles: ['editor'] }),
      (id) => accountRows.update(id, { state: 'disabled' }),
    ];
    for (const end of ends) {
      const maker = await createPerson(product, ['publisher']);
      const { playlist } = await played(await previewBy(await createSession(product, maker)));
      expect(await statusOf(playlist)).toBe(200);
      await end(maker.account.id);
      expect((await site(playlist)).json().code).toBe('not_entitled');
    }
  });

  it('ends in every process once the preview is gone', async () => {
    const { playlist } = await played(await previewBy(publisher));
    const again = product.again();
    const there = await createSite({ ...again.site, pages: () => undefined });
    expect((await there.inject(playlist)).statusCode).toBe(200);
    await product.rows('delete from previews');
    expect((await there.inject(playlist)).json().code).toBe('not_entitled');
    await there.close();
    await again.scheduler.stop();
  });

  it('is shown to nobody who may not publish', async () => {
    const maker = await createPerson(product, ['editor']);
    const cookie = await previewBy(await createSession(product, maker));
    const refused = { entitled: false, reason: 'preview_only' };
    expect(await played(cookie)).toEqual(refused);
    const live = await site(ADDRESSES.playLive.path, cookie, 'POST', { channel: 'any' });
    expect(live.json()).toEqual(refused);
  });
});
