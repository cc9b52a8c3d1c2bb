// Quality and audience: what players report, counted by the job, in figures and files.

import { createOperations } from '@bonisa/kit/http/operations-listener';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createPerson, createSession, type Person } from '../staff/staff.test-kit.ts';

const MB = 1_000_000;
let product: ProductWithCatalogue;
let studio: FastifyInstance;
let operations: FastifyInstance;
let person: Person;
let viewer: SignedInVisitor;

beforeAll(async () => {
  product = await createProductWithCatalogue();
  studio = await product.studio();
  operations = await createOperations(product.app.operations);
  person = await createPerson(product, ['publisher']);
  viewer = await product.signedIn();
});
afterAll(async () => {
  await operations.close();
  await product.close();
});

const cookie = async (): Promise<string> => (await createSession(product, person)).cookie;
const get = async (path: string) =>
  ask(studio, `/studio/api/reports/${path}`, { cookie: await cookie() });
const file = async (report: string) =>
  studio.inject({
    url: `/studio/api/reports/quality/files/${report}`,
    headers: { cookie: `bonisa_studio=${await cookie()}` },
  });
/** The next run of the job. */
const count = async () => {
  product.clock.by(60);
  await product.app.maintenance.runDue();
};
const today = () =>
  new Date(product.clock.now().getTime() + 2 * 3_600_000).toISOString().slice(0, 10);

const QUALITY = {
  start_ms: 800,
  stalls: 1,
  stalled_seconds: 2,
  watched_seconds: 600,
  finished: false,
  network: 'mobile',
  save_data: false,
  bytes: { mobile: 40 * MB, wifi: 0, unknown: 0 },
  heights: [
    [240, 100],
    [480, 500],
  ],
};
const report = (quality: object, more: object = {}, uuid: string = crypto.randomUUID()) => ({
  uuid,
  video: 'isibane',
  status: 'paused',
  quality: { ...QUALITY, ...quality },
  ...more,
});
const send = async (by: Pick<SignedInVisitor, 'call'>, body: object) =>
  expect((await by.call('playbackLog', body)).status).toBe(204);

describe('the report of quality', () => {
  it('has each play once, with what it reported last, on the day of its first report', async () => {
    const day = today();
    const uuid = crypto.randomUUID();
    await send(viewer, report({}, {}, uuid));
    await count();
    const { body: first } = await get(`quality?from=${day}&to=${day}`);
    expect(first.total).toMatchObject({ plays: 1, watched_seconds: 600, bytes: 40 * MB });
    expect(first.counted_until).toBe(product.clock.now().toISOString());
    // The next day it goes on, over Wi-Fi; a report that was overtaken says less.
    product.clock.by(86_400);
    const later = { watched_seconds: 900, finished: true, stalls: 1 };
    await send(
      viewer,
      report(
        { ...later, bytes: { mobile: 40 * MB, wifi: 9 * MB, unknown: 0 }, backup_bytes: 3 * MB },
        {},
        uuid,
      ),
    );
    await send(viewer, report({}, {}, uuid));
    await send(
      viewer,
      report({ start_ms: 5000, stalls: 0, stalled_seconds: 0, network: 'wifi', save_data: true }),
    );
    await count();
    await count();
    const { body } = await get(`quality?from=${day}&to=${today()}`);
    expect(body.data.map(({ key, plays }: Record<string, unknown>) => [key, plays])).toEqual([
      [day, 1],
      [today(), 1],
    ]);
    expect(body.data[0]).toMatchObject({
      ...{ plays: 1, started: 1, finished: 1, watched_seconds: 900, stalls: 1, stalled_seconds: 2 },
      ...{ bytes: 49 * MB, saved_bytes: 0 },
    });
    expect(Math.abs(body.data[0].start_median_ms - 800)).toBeLessThan(100);
    expect(body.total).toMatchObject({ plays: 2, watched_seconds: 1500 });
    expect(body.total).toMatchObject({ backup_plays: 1, backup_bytes: 3 * MB });
    expect(body.total.start_p90_ms).toBeGreaterThan(4000);
    const { body: networks } = await get(`quality?from=${day}&to=${today()}&by=network`);
    expect(
      networks.data.map(({ key, plays, bytes }: Record<string, unknown>) => [key, plays, bytes]),
    ).toEqual([
      ['mobile', 1, 80 * MB],
      ['wifi', 1, 9 * MB],
    ]);
    const { body: wifi } = await get(`quality?from=${day}&to=${today()}&network=wifi`);
    expect(wifi.total).toMatchObject({ plays: 1, bytes: 9 * MB });
    const { body: lines } = await get(`renditions?from=${day}&to=${today()}&network=mobile`);
    expect(lines.data).toEqual([
      { network: 'mobile', height: 240, watched_seconds: 100 },
      { network: 'mobile', height: 480, watched_seconds: 500 },
    ]);
  });

  it('keeps no subscriber with a play, and counts nobody else than subscribers', async () => {
    const columns = await product.rows(
      `select column_name from information_schema.columns where table_name = 'play_reports'`,
    );
    expect(columns.map(({ column_name }) => column_name)).not.toContain('subscriber_id');
    const before = await product.rows('select count(*)::int as n from play_reports');
    await send(product.visitor(), report({}));
    expect(await product.rows('select count(*)::int as n from play_reports')).toEqual(before);
  });

  it('bounds what one subscriber can claim, whatever is sent', async () => {
    product.clock.by(86_400);
    const liar = await product.signedIn();
    const day = today();
    for (let n = 0; n < 90; n++)
      await send(liar, report({ watched_seconds: 86_400, stalls: 100_000, start_ms: 3_600_000 }));
    await count();
    const { body } = await get(`quality?from=${day}&to=${day}`);
    expect(body.total.plays).toBe(1);
    expect(body.total.watched_seconds).toBe(12 * 3600);
    expect(body.total.stalls).toBeLessThan(10_000);
    expect(body.total.start_p90_ms).toBeLessThan(120_000);
  });

  it('refuses figures that no player sends, and stores nothing of them', async () => {
    for (const bad of [
      { start_ms: -1 },
      { stalls: 1.5 },
      { network: '27821234567' },
      { bytes: { mobile: 1 } },
      { heights: Array(13).fill([240, 1]) },
      { msisdn: '27821234567' },
    ]) {
      const { status, body } = await viewer.call('playbackLog', report(bad));
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
    expect((await viewer.call('playbackLog', report({}, { live: true }))).status).toBe(404);
  });

  it('deletes counted plays after seven days, and not those that wait', async () => {
    await count();
    const uuid = crypto.randomUUID();
    await send(viewer, report({}, {}, uuid));
    product.clock.by(8 * 86_400);
    await product.app.telemetry.purge();
    expect(await product.rows('select uuid from play_reports')).toEqual([{ uuid }]);
    await count();
    await product.app.telemetry.purge();
    expect(await product.rows('select uuid from play_reports')).toEqual([]);
  });
});

describe('the report of titles', () => {
  it('puts titles and live channels in the asked order, with their names', async () => {
    product.clock.by(86_400);
    const fan = await product.signedIn();
    const day = today();
    const [channel] = await product.rows(
      'select slug, title from live_channels order by id limit 1',
    );
    await send(fan, report({ finished: true }, { video: 'lamplight-s2e1' }));
    await send(fan, report({}, { video: 'lamplight-s2e1' }));
    await send(fan, report({ watched_seconds: 3000 }, { video: channel?.slug, live: true }));
    await send(fan, report({ start_ms: 9000, bytes: { mobile: 0, wifi: 90 * MB, unknown: 0 } }));
    await count();
    const slugs = async (query: string) =>
      (await get(`titles?from=${day}&to=${day}&${query}`)).body.data.map(
        ({ slug }: { slug: string }) => slug,
      );
    const { body } = await get(`titles?from=${day}&to=${day}`);
    expect(body.data[0]).toMatchObject({
      ...{ kind: 'title', slug: 'lamplight-s2e1', plays: 2, finished: 1, slow: 0 },
      ...{ watched_seconds: 1200, bytes_mobile: 80 * MB },
    });
    expect(body.data[0].title).toMatch(/: /);
    expect(await slugs('order=watched&limit=1')).toEqual([channel?.slug]);
    expect(await slugs('order=bytes&limit=1')).toEqual(['isibane']);
    expect(await slugs('kind=live')).toEqual([channel?.slug]);
    expect(await slugs('order=slow&kind=title')).toHaveLength(2);
    // A live channel's plays are in no log of a person.
    expect(
      await product.rows(`select video from playback_log where video = '${channel?.slug}'`),
    ).toEqual([]);
    const { status } = await get('titles?limit=501');
    expect(status).toBe(400);
  });

  it('counts the whole months of a long range, as the sum of their days', async () => {
    const year = today().slice(0, 4);
    const { body: all } = await get(`titles?from=${year}-01-15&to=${year}-12-01`);
    expect([all.from, all.to]).toEqual([`${year}-01-01`, `${year}-12-31`]);
    const sums = await product.rows(
      `select slug, sum(plays)::int as plays from report_titles where grain = 'day' group by 1`,
    );
    for (const { slug, plays } of sums)
      expect(all.data.find((one: { slug: string }) => one.slug === slug)?.plays).toBe(plays);
  });
});

describe('the files of quality and audience', () => {
  it('are CSV attachments with a header line, and recorded', async () => {
    for (const report of ['quality', 'renditions', 'titles', 'searches']) {
      const answer = await file(`${report}?from=2020-01-01&to=2020-01-02`);
      expect([report, answer.statusCode]).toEqual([report, 200]);
      expect(answer.headers['content-disposition']).toContain(`bonisa-${report}.csv`);
      expect(answer.body.trim().split('\r\n')[0]).toMatch(/^[a-z_0-9]+(,[a-z_0-9]+)+$/);
    }
    const [entry] = await product.rows(
      'select action, subject from staff_audit order by at desc, id desc limit 1',
    );
    expect(entry).toEqual({ action: 'studioDownloadQualityReport', subject: 'report:searches' });
  });
});

describe('a rebuild of plays', () => {
  const TABLES = ['report_plays', 'report_starts', 'report_heights', 'report_titles'];
  /** Every roll-up of plays, in one order. */
  const sums = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(async (table) => [
          table,
          await product.rows(`select * from ${table} as t order by t::text`),
        ]),
      ),
    );
  const rebuild = async () => {
    const answer = await operations.inject({ method: 'POST', url: '/ops/reports/rebuild' });
    expect(answer.statusCode).toBe(200);
    return answer.json().plays_from;
  };
  /** Until no day waits to be counted again. */
  const finish = async () => {
    for (let n = 0; n < 20; n++) {
      await count();
      const [row] = await product.rows('select count(*)::int as n from report_changes');
      if (row?.n === 0) return;
    }
    throw new Error('days still wait');
  };

  it('counts days with all reports again, often, and leaves earlier days as they are', async () => {
    await product.rows('delete from report_changes');
    // A day whose reports are deleted by age, then one whose reports stay.
    const old = await product.signedIn();
    await send(old, report({}, { video: 'lamplight-s2e1' }));
    await count();
    const oldDay = today();
    product.clock.by(8 * 86_400);
    await product.app.telemetry.purge();
    const fan = await product.signedIn();
    const day = today();
    const uuid = crypto.randomUUID();
    await send(fan, report({ finished: true }, { video: 'lamplight-s2e1' }));
    await send(fan, report({ network: 'wifi' }, {}, uuid));
    await count();
    const before = await sums();
    expect(await rebuild()).toBe(day);
    await finish();
    expect(await sums()).toEqual(before);
    // What is wrong on a day with reports is put right; an earlier day has nothing to be right by.
    await product.rows(`update report_plays set plays = plays + 7 where day = '${day}'`);
    await product.rows(`delete from report_starts where day = '${day}'`);
    await product.rows(
      `update report_titles set slow = 99 where period >= '${day.slice(0, 7)}-01'`,
    );
    await product.rows(
      `update report_titles set slow = 0 where grain = 'day' and period < '${day}'`,
    );
    const oldPlays = `select sum(plays)::int as n from report_plays where day = '${oldDay}'`;
    await product.rows(`update report_plays set plays = plays + 1 where day = '${oldDay}'`);
    const untouched = await product.rows(oldPlays);
    expect(await rebuild()).toBe(day);
    expect(await rebuild()).toBe(day);
    // A report that comes before the job runs is added by difference, once.
    await send(fan, report({ network: 'wifi', watched_seconds: 700 }, {}, uuid));
    await finish();
    const { body } = await get(`quality?from=${day}&to=${day}`);
    expect(body.total).toMatchObject({ plays: 2, finished: 1, watched_seconds: 1300 });
    expect((await sums()).report_starts).toEqual(before.report_starts);
    expect(await product.rows('select slug from report_titles where slow = 99')).toEqual([]);
    expect(await product.rows(oldPlays)).toEqual(untouched);
  });

  it('leaves a day that loses reports after it was marked', async () => {
    const before = await sums();
    await rebuild();
    product.clock.by(9 * 86_400);
    await product.app.telemetry.purge();
    await finish();
    expect(await sums()).toEqual(before);
    expect(await rebuild()).toBe(null);
  });
});

describe('the job', () => {
  it('counts a play once, also when two processes run it at once', async () => {
    product.clock.by(86_400);
    const fan = await product.signedIn();
    for (let n = 0; n < 5; n++) await send(fan, report({}));
    product.clock.by(60);
    const [, job] = product.app.reports.jobs;
    await Promise.all([job?.run(), job?.run()]);
    const { body } = await get(`quality?from=${today()}&to=${today()}`);
    expect(body.total.plays).toBe(5);
  });
});
