// A17 A18 E10 F11 S9 B5 B6: the reports of pages are limited and contain no numbers.

import { ENRICHMENT_SECRET } from '@bonisa/server/app.test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '../viewer/viewer.test-kit.ts';
import { cleanHeaders } from './clean-headers.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

const report = (uuid: string, fields: Record<string, unknown> = {}) => ({
  uuid,
  video: 'isibane',
  status: 'playing',
  ...fields,
});
const entries = (uuid: string) =>
  product.rows(`select *, subscriber_id::int from playback_log where uuid = '${uuid}' order by id`);

describe('the playback log', () => {
  // A17 E10 F11 B5 B6
  it('accepts reports of a visitor and of a subscriber about a video and an episode, and answers nothing', async () => {
    const uuid = crypto.randomUUID();
    const fields = { duration: 30.4, vid_paused_at: 12.5, vid_finished_at: null };
    const sent = {
      'x-platform': 'web-mobile',
      'x-site-version': '1.7',
      'x-country': 'South Africa',
      'x-locale': 'za',
    };
    const answer = await product
      .visitor()
      .call('playbackLog', report(uuid, { ...fields, status: 'paused' }), sent);
    expect([answer.status, answer.body]).toEqual([204, {}]);
    const viewer = await product.signedIn();
    expect(
      (await viewer.call('playbackLog', report(uuid, { video: 'lamplight-s2e1' }))).status,
    ).toBe(204);
    expect(await entries(uuid)).toMatchObject([
      {
        video: 'isibane',
        status: 'paused',
        duration: 30.4,
        paused_at: 12.5,
        finished_at: null,
        subscriber_id: null,
        platform: 'web-mobile',
        site_version: '1.7',
        country: 'South Africa',
        locale: 'za',
      },
      { video: 'lamplight-s2e1', subscriber_id: viewer.subscriberId, platform: null },
    ]);
  });

  it('takes what was fetched for nobody as bytes alone: no play, and no entry of the log', async () => {
    const uuid = crypto.randomUUID();
    const viewer = await product.signedIn();
    const quality = {
      ...{ start_ms: 120, stalls: 0, stalled_seconds: 0, watched_seconds: 9, finished: true },
      ...{ network: 'wifi', save_data: false, heights: [], unwatched: true },
      bytes: { mobile: 0, wifi: 31_000, unknown: 0 },
    };
    await viewer.call('playbackLog', report(uuid, { status: 'paused', quality }));
    expect(await entries(uuid)).toEqual([]);
    const [row] = await product.rows(`select figures from play_reports where uuid = '${uuid}'`);
    expect(row?.figures).toMatchObject({
      start_ms: null,
      watched_seconds: 0,
      bytes: quality.bytes,
    });
  });

  // A17
  it('refuses malformed reports and unknown titles, and stores nothing of them', async () => {
    const uuid = crypto.randomUUID();
    const visitor = product.visitor();
    for (const bad of [
      report('27821234567'),
      report(uuid, { status: 'broken' }),
      report(uuid, { duration: -1 }),
      report(uuid, { vid_paused_at: '12' }),
      report(uuid, { msisdn: '27821234567' }),
      report(uuid, { video: '' }),
      {},
    ]) {
      const { status, body } = await visitor.call('playbackLog', bad);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
    for (const video of ['made-up', 'lamplight', '0821234567'])
      expect((await visitor.call('playbackLog', report(uuid, { video }))).status).toBe(404);
    await product.hide('video', 'isibane');
    expect((await visitor.call('playbackLog', report(uuid))).status).toBe(404);
    await product.hide('video', 'isibane', false);
    expect(await entries(uuid)).toEqual([]);
  });

  // A17
  it('stores at most 300 entries of a uuid, for ninety days, up to a total limit', async () => {
    const uuid = crypto.randomUUID();
    await product.rows(
      `insert into playback_log (uuid, video, status, at) select '${uuid}', 'isibane', 'playing', '${product.clock.now().toISOString()}' from generate_series(1, 320) returning 1`,
    );
    await product.visitor().call('playbackLog', report(uuid, { status: 'finished' }));
    const kept = await entries(uuid);
    expect([kept.length, kept.at(-1)?.status]).toEqual([300, 'finished']);
    product.clock.by(90 * 86_400 + 1);
    await product.visitor().call('playbackLog', report(uuid, { status: 'started' }));
    await product.app.telemetry.playbackLog.purge();
    expect(await entries(uuid)).toMatchObject([{ status: 'started' }]);
  });
});

describe('the header log', () => {
  // A18 S9
  it("shows the request's own headers beside those of the page, without secrets and numbers", async () => {
    const visitor = await product.signedIn();
    const answer = await visitor.call(
      'logHeaders',
      {
        headers: {
          'X-From-The-Page': 'called 082 123 4567',
          Cookie: 'secret=1',
          'X-MSISDN': '27821234567',
          'x-shown': 'page',
        },
      },
      {
        'x-shown': 'request',
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.7339.128',
        authorization: 'Bearer x',
        'x-msisdn': '27821234567',
        'x-enrichment-secret': ENRICHMENT_SECRET,
        'x-account': '4111111111111111',
      },
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      at: product.clock.now().toISOString(),
      headers: {
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.7339.128',
        'x-from-the-page': 'called [number]',
        'x-shown': 'request',
        'x-account': '[number]',
      },
    });
    const [kept] = await product.rows('select headers from header_log order by id desc limit 1');
    expect(kept?.headers).toEqual(answer.body.headers);
    for (const secret of [
      visitor.cookies.get('bonisa_session') ?? 'none',
      ENRICHMENT_SECRET,
      '2782',
      'Bearer',
      'secret=1',
      '4111',
    ])
      expect(JSON.stringify(kept)).not.toContain(secret);
    expect(product.log.join()).not.toContain(visitor.msisdn);
  });

  // A18
  it('stores the last two hundred entries and accepts an empty body', async () => {
    await product.rows(
      `insert into header_log (at, headers) select '2026-01-01', '{}'::jsonb from generate_series(1, 250) returning 1`,
    );
    expect((await product.visitor().call('logHeaders', {})).status).toBe(200);
    expect(await product.rows('select count(*)::int as n from header_log')).toEqual([{ n: 200 }]);
  });

  // A18
  it("cleans any headers without failing: no secret's name and no long number remain", () => {
    const name = fc.oneof(
      fc.constantFrom('Cookie', 'X_MSISDN', 'x-api-key', '__proto__', 'x-2782123456789'),
      fc.string({ maxLength: 40 }),
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('+27 82 123 4567', '27821234567', 'a 0821234567 b'),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value), (headers) => {
        const clean = cleanHeaders(headers);
        expect(cleanHeaders(clean)).toEqual(clean);
        expect(JSON.stringify(clean)).not.toMatch(/[0-9]{9}|821234567|82 123 4567/);
        for (const one of Object.keys(clean))
          expect(one).not.toMatch(/cookie|msisdn|api.?key|token/i);
      }),
    );
  });
});
