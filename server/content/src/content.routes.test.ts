// C1 C2 C3 C4 C5 C6 C8 C9 E8 E9 B3; interfaces 'Content': entities, lists, slugs, bad pages and
// limits, GET twins with ETag and 304

import { brotliDecompressSync } from 'node:zlib';
import * as v1 from '@bonisa/contract/content.calls';
import type { ContentCall } from '@bonisa/contract/content-call';
import * as v2 from '@bonisa/contract/content-v2.calls';
import { dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { createTestApp } from '@bonisa/kit/http/http-app.test-kit';
import { schemaArbitrary } from '@bonisa/kit/http/schema-arbitrary.test-kit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  createTestCatalogue,
  type EntryRow,
  fillWithShowAndLive,
  mediaReady,
  publishEntries,
  type TestCatalogue,
  video,
} from './catalogue.test-kit.ts';
import { contentRoutes } from './content.routes.ts';

let kit: TestCatalogue;
let app: FastifyInstance;

beforeAll(async () => {
  kit = await createTestCatalogue();
  // At noon, whatever the real time: no programme ends at midnight between two reads of a test.
  kit.clock.moveTo(instantOf(daysAfter(dayOf(kit.clock.now()), 1), 12));
  await fillWithShowAndLive(kit.editing);
  await mediaReady(kit.catalogue);
  const { content, pageData, clock, catalogue } = kit;
  const [terms, privacy] = [await pageData.terms(), await pageData.privacyPolicy()];
  app = await createTestApp(async (instance) => {
    await instance.register(
      contentRoutes({
        content,
        terms: () => terms,
        privacyPolicy: () => privacy,
        clock,
        catalogueVersion: catalogue.currentVersion,
        cacheBytes: 1_000_000,
      }),
    );
  });
});
afterAll(async () => {
  await app.close();
  await kit.close();
});

type AnyCall = ContentCall<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType>;
const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value;
const CALLS: AnyCall[] = [...Object.values(v1), ...Object.values(v2)].filter(isCall) as AnyCall[];

/** Fields for which each read finds an entry in this catalogue. */
const FOUND: Record<string, unknown> = {
  slug: 'isibane',
  channel: 'ekhaya',
  category: 'family',
  category_slug: 'talk',
  season_id: 2,
  category_id: 1,
  from: '',
  page: 1,
  limit: 6,
};
const SLUGS: Record<string, string> = {
  '/content/v1/channel': 'ekhaya',
  '/content/v1/channel/titles': 'ekhaya',
  '/content/v1/channel/carousels': 'ekhaya',
  '/content/v1/show': 'lamplight',
  '/content/v1/episode': 'lamplight-s1e1',
};

function fieldsOf({ path, fields }: AnyCall): Record<string, unknown> {
  const names = Object.keys(fields?.shape ?? {});
  return Object.fromEntries(
    names.map((name) => [name, name === 'slug' ? (SLUGS[path] ?? FOUND.slug) : FOUND[name]]),
  );
}

function urlOf(call: AnyCall, fields = fieldsOf(call)): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(FOUND[name]));
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

const get = async (path: string) => (await app.inject(path)).json();
const slugsOf = (answer: { data: { slug: string }[] }): string[] =>
  answer.data.map(({ slug }) => slug);

describe('every read', () => {
  it.each(CALLS.map((call) => [call.path, call] as const))(
    '%s answers GET, and POST if specified, in its documented shape without further fields',
    async (_, call) => {
      const got = await app.inject(urlOf(call));
      expect([got.statusCode, got.headers['cache-control'], got.headers.etag]).toEqual([
        200,
        expect.stringMatching(/^public, max-age=60, stale-while-revalidate=/),
        expect.stringMatching(/^".+"$/),
      ]);
      expect(call.reply.parse(got.json())).toEqual(got.json());
      expect(
        (
          await app.inject({
            url: urlOf(call),
            headers: { 'if-none-match': String(got.headers.etag) },
          })
        ).statusCode,
      ).toBe(304);
      const posted = await app.inject({ method: 'POST', url: call.path, payload: fieldsOf(call) });
      if (!call.post) return expect(posted.statusCode).toBe(404);
      expect([posted.statusCode, posted.headers['cache-control'], posted.json()]).toEqual([
        200,
        'no-store',
        got.json(),
      ]);
    },
  );

  it.each(CALLS.filter(({ fields }) => fields && 'slug' in fields.shape).map(({ path }) => path))(
    '%s answers 404 for an unknown slug',
    async (path) => {
      const answer = await app.inject(`${path}?slug=no-such-thing`);
      expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ]);
    },
  );

  it.each(CALLS.filter(({ post }) => post).map((call) => [call.path, call] as const))(
    '%s never fails, whatever the fields',
    async (_, { path, fields }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.json(),
            (fields ? schemaArbitrary(fields) : fc.jsonValue()).map(
              (value) => JSON.stringify(value) ?? '',
            ),
          ),
          async (payload) => {
            const answer = await app.inject({
              method: 'POST',
              url: path,
              payload,
              headers: { 'content-type': 'application/json' },
            });
            expect(answer.statusCode).toBeLessThan(500);
            if (answer.statusCode >= 400)
              expect(answer.json()).toMatchObject({
                code: expect.any(String),
                description: expect.any(String),
              });
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});

describe('a response of the content API', () => {
  it('has six titles and six categories of a channel by default (B3)', async () => {
    const matches = Array.from({ length: 8 }, (_, n): EntryRow[] => [
      {
        kind: 'category',
        channel: 'veld',
        slug: `field-${n}`,
        title: `Field ${n}`,
        tagline: 'Grass.',
        genre: 'sport',
        published: true,
        position: n,
      },
      video({
        slug: `match-${n}`,
        title: `Match ${n}`,
        channel: 'veld',
        category: `field-${n}`,
        position: n + 1,
      }),
    ]);
    await publishEntries(kit.editing, matches.flat());
    expect(slugsOf(await get('/content/v1/channel/titles?slug=veld'))).toEqual([
      'throw',
      'match-0',
      'match-1',
      'match-2',
      'match-3',
      'match-4',
    ]);
    expect(slugsOf(await get('/content/v1/channel/titles?slug=veld&limit=2'))).toEqual([
      'throw',
      'match-0',
    ]);
    expect(slugsOf(await get('/content/v1/list/categories/veld/6'))).toHaveLength(6);
    expect(slugsOf(await get('/content/v2/list/categories/veld'))).toHaveLength(8);
  });

  it('has seasons and episodes by ordinal, whatever the order of their creation', async () => {
    const { seasons } = await get('/content/v1/show?slug=lamplight');
    expect(
      seasons.map(({ ordinal, episodeCount }: { ordinal: number; episodeCount: number }) => [
        ordinal,
        episodeCount,
      ]),
    ).toEqual([
      [1, 2],
      [2, 1],
    ]);
    const episodes = await get(`/content/v1/episodes/season?season_id=${seasons[0].id}`);
    expect(slugsOf(episodes)).toEqual(['lamplight-s1e1', 'lamplight-s1e2']);
    expect(episodes.data[1]).toMatchObject({
      ordinal: 2,
      season: { id: seasons[0].id, ordinal: 1 },
      show: { slug: 'lamplight' },
    });
    expect(
      await get(`/content/v1/episodes/season?season_id=${seasons[0].id}&page=2&limit=1`),
    ).toMatchObject({
      page: 2,
      lastPage: 2,
      total: 2,
      data: [{ ordinal: 2 }],
    });
  });

  it('is not cached for a page past the last one, because there is no end of them', async () => {
    const kept = async (url: string) => {
      await app.inject(url);
      return (await app.inject(url)).headers['x-page-cache'];
    };
    expect(await kept('/content/v2/list/category/ekhaya/family/2/1')).toBe('hit');
    expect(await kept('/content/v2/list/category/ekhaya/family/7/1')).toBe('miss');
    expect(await kept('/content/v1/episodes/season?season_id=2&page=7&limit=5')).toBe('miss');
  });

  it('is paged, empty past the last page, and a bad page or limit is refused by name', async () => {
    const first = await get('/content/v2/list/category/ekhaya/family/1/1');
    expect(first).toMatchObject({
      videos: { page: 1, lastPage: 2, total: 2 },
      pagination: { page: 1, limit: 1, pages: 2, total: 2 },
      header: { slug: 'family' },
    });
    const second = await get('/content/v2/list/category/ekhaya/family/2/1');
    expect([...slugsOf(first.videos), ...slugsOf(second.videos)].sort()).toEqual([
      'isibane',
      'lamplight',
    ]);
    expect((await get('/content/v2/list/category/ekhaya/family/9/24')).videos).toEqual({
      data: [],
      page: 9,
      lastPage: 1,
      total: 2,
    });
    for (const [page, limit, field] of [
      ['0', '6', 'page'],
      ['x', '6', 'page'],
      ['1', '101', 'limit'],
      ['1', '-1', 'limit'],
      ['1.5', '6', 'page'],
    ]) {
      const answer = await app.inject(`/content/v2/list/category/ekhaya/family/${page}/${limit}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_request',
          fields: [expect.objectContaining({ field })],
        }),
      ]);
    }
  });

  it('never lists the video itself beside a video, and random videos only from its category', async () => {
    expect(slugsOf(await get('/content/v1/videos/slider?slug=isibane'))).not.toContain('isibane');
    expect(slugsOf(await get('/content/v1/videos/randomCategoryVideos?slug=match-1'))).toEqual([]);
    expect((await app.inject('/content/v1/videos/slider?slug=lamplight')).statusCode).toBe(404);
  });

  it('names the current and the next programme, and follows the clock', async () => {
    const [link] = (await get('/content/v2/live/live-links')).data;
    kit.clock.moveTo(new Date(link.now.endsAt));
    const [later] = (await get('/content/v2/live/live-links')).data;
    expect(later.now).toEqual(link.next[0]);
    expect(await get('/content/v2/live/live-header')).toMatchObject({
      slug: 'radio-lamp',
      headline: 'On now',
    });
    expect(slugsOf(await get('/content/v2/live/category/live-links?category_id=1'))).toEqual([
      'radio-lamp',
    ]);
    expect(
      (await app.inject('/content/v2/live/category/live-links?category_id=99')).statusCode,
    ).toBe(404);
  });

  it('changes with a publication, also for a client with the old ETag', async () => {
    const first = await app.inject('/content/v1/home/carousels');
    const headers = { 'if-none-match': String(first.headers.etag) };
    await publishEntries(kit.editing, [{ kind: 'shelf', key: 'first', titles: ['umuzi'] }]);
    const moved = await app.inject({ url: '/content/v1/home/carousels', headers });
    expect([moved.statusCode, slugsOf({ data: moved.json().data[0].items })]).toEqual([
      200,
      ['umuzi'],
    ]);
  });

  it('is compressed for a client that accepts it', async () => {
    const answer = await app.inject({
      url: '/content/v1/terms',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(String(brotliDecompressSync(answer.rawPayload)))).toEqual(
      await get('/content/v1/terms'),
    );
  });
});

describe('wrong fields', () => {
  it.each([
    '',
    '?slug=',
    '?slug=a&slug=b',
    '?slug=a&more=1',
    `?slug=${'a'.repeat(81)}`,
    '?slug=%00',
  ])('%s are refused by name', async (query) => {
    const answer = await app.inject(`/content/v1/video${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });
});
