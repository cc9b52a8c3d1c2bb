// A11 A12 E8 E9: the lists that a page extends in place, over HTTP.
import { categoryVideos, seasonEpisodes } from '@bonisa/contract/catalogue.calls';
import { createTestApp } from '@bonisa/kit/http/http-app.test-kit';
import { schemaArbitrary } from '@bonisa/kit/http/schema-arbitrary.test-kit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageListRoutes } from './catalogue.routes.ts';
import {
  createTestCatalogue,
  fillWithShowAndLive,
  mediaReady,
  type TestCatalogue,
} from './catalogue.test-kit.ts';

let kit: TestCatalogue;
let app: FastifyInstance;
beforeAll(async () => {
  kit = await createTestCatalogue();
  await fillWithShowAndLive(kit.editing);
  await mediaReady(kit.catalogue);
  app = await createTestApp((server, register) =>
    pageListRoutes(kit.content)({ server, register }),
  );
});
afterAll(async () => {
  await app.close();
  await kit.close();
});

async function post(url: string, payload: Record<string, unknown>) {
  const answer = await app.inject({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json() };
}

describe('/api/episodes/season', () => {
  it('returns the episodes of a season by ordinal, a page at a time', async () => {
    const season = (await kit.content.show('lamplight'))?.seasons[0];
    const { status, body } = await post('/api/episodes/season', {
      season_id: season?.id,
      page: 2,
      limit: 1,
    });
    expect([status, seasonEpisodes.reply.parse(body)]).toEqual([200, body]);
    expect(body.episodes).toMatchObject({
      page: 2,
      lastPage: 2,
      total: 2,
      data: [{ slug: 'lamplight-s1e2', ordinal: 2, season: { id: season?.id, ordinal: 1 } }],
    });
    expect(
      (await post('/api/episodes/season', { season_id: season?.id, page: 3, limit: 1 })).body
        .episodes,
    ).toMatchObject({ data: [], total: 2 });
  });

  it('names what is wrong with a season, a page or a limit', async () => {
    expect((await post('/api/episodes/season', { season_id: 999 })).body).toMatchObject({
      code: 'not_found',
    });
    for (const [fields, field] of [
      [{ season_id: 'x' }, 'season_id'],
      [{ season_id: 1, page: 0 }, 'page'],
      [{ season_id: 1, limit: 101 }, 'limit'],
    ] as const) {
      const { status, body } = await post('/api/episodes/season', fields);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_request',
          fields: [expect.objectContaining({ field })],
        }),
      ]);
    }
  });
});

describe('/api/categories/videos', () => {
  it('returns a page of a category with its header, thumbnail and genres', async () => {
    const { status, body } = await post('/api/categories/videos', {
      channel: 'ekhaya',
      category: 'family',
      page: 1,
      limit: 1,
    });
    expect([status, categoryVideos.reply.parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({
      videos: { page: 1, lastPage: 2, total: 2, data: [expect.any(Object)] },
      header: { title: 'Family', channel: { slug: 'ekhaya' } },
      genres: [{ slug: 'drama', titleCount: 2 }],
      thumbnail: { base: expect.stringMatching(/^\/pictures\/category-landscape\//) },
    });
  });

  it('filters by one genre, and answers 404 for an unknown category', async () => {
    expect(
      (
        await post('/api/categories/videos', {
          channel: 'ekhaya',
          category: 'family',
          genre: 'sport',
        })
      ).body.videos,
    ).toMatchObject({
      total: 0,
      data: [],
    });
    for (const fields of [
      { channel: 'veld', category: 'family' },
      { channel: 'ekhaya', category: 'family', genre: 'nothing' },
    ]) {
      expect(await post('/api/categories/videos', fields)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });
});

describe('bodies that match the schema', () => {
  it.each([seasonEpisodes, categoryVideos])(
    '$path answers or refuses by name',
    async ({ path, body }) => {
      await fc.assert(
        fc.asyncProperty(schemaArbitrary(body), async (sent) => {
          const answer = await app.inject({
            method: 'POST',
            url: path,
            payload: JSON.stringify(sent) ?? '',
            headers: { 'content-type': 'application/json' },
          });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode >= 400)
            expect(answer.json()).toMatchObject({
              code: expect.any(String),
              description: expect.any(String),
            });
        }),
        { numRuns: 60 },
      );
    },
  );
});
