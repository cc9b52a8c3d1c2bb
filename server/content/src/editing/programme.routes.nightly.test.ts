import { ask, createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { minuteOfWeek } from '@bonisa/domain/live/live-schedule';
import { dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ASSET, mediaReady, OTHER_ASSET } from '../catalogue.test-kit.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let publisher: { cookie: string; csrf: string };
const DAY = 24 * 60 * 60 * 1000;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
  studio = await product.studio();
  publisher = await createSession(product, await createPerson(product, ['publisher']));
  const closes = (days: number) =>
    new Date(product.app.clock.now().getTime() + days * DAY).toISOString();
  const titled = (key: string, fields: object) =>
    videoRow({ key, slug: key, title: key, assetId: ASSET, ...fields });
  await mediaReady(product.app.catalogue.service);
  await apply(
    ...ROWS,
    { kind: 'genre', slug: 'music', title: 'Music' },
    titled('alpha', { genre: 'music', languages: ['en'], year: 2001, availableUntil: closes(20) }),
    titled('beta', { genre: 'music', languages: ['zu'], year: 2003, availableUntil: closes(3) }),
    titled('gamma', { genre: 'music', languages: ['xh', 'en'], year: 2002 }),
    titled('hidden', { genre: 'music', published: false }),
  );
});
afterEach(() => product.close());

async function apply(...rows: object[]): Promise<void> {
  expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
}

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  ask(studio, `/studio/api/catalogue/${path}`, { method, body, ...publisher });

async function filled(rule: object | null, titles?: string[]): Promise<string[]> {
  const { body } = await call('POST', 'shelves/preview', { rule, titles });
  return (body.data as { key: string }[]).map(({ key }) => key);
}

it('a rule fills a shelf by genre, language, age, window and order, and its preview shows it', async () => {
  const genres = ['music'];
  expect(await filled({ genres, order: 'year' })).toEqual(['beta', 'gamma', 'alpha']);
  expect(await filled({ genres, order: 'title', limit: 2 })).toEqual(['alpha', 'beta']);
  expect(await filled({ genres, languages: ['en'], order: 'title' })).toEqual(['alpha', 'gamma']);
  expect(await filled({ genres, order: 'closing' })).toEqual(['beta', 'alpha']);
  expect(await filled({ closing_days: 7, order: 'closing' })).toEqual(['beta']);
  expect(await filled({ genres, order: 'title' }, ['gamma'])).toEqual(['gamma', 'alpha', 'beta']);
  expect(await filled(null, ['gamma', 'alpha'])).toEqual(['gamma', 'alpha']);
  await product.app.catalogue.titlePlays.replace(
    new Map([
      ['gamma', 7],
      ['alpha', 2],
      ['x', 9],
    ]),
  );
  expect(await filled({ genres, order: 'most_watched', limit: 2 })).toEqual(['gamma', 'alpha']);
  await apply({
    kind: 'shelf',
    key: 'music',
    slug: 'music',
    title: 'Music',
    format: 'poster',
    published: true,
    titles: ['gamma'],
    rule: { genres, order: 'title' },
  });
  const home = await product.app.siteContent.pageData.home();
  const shelf = home.shelves.find(({ slug }) => slug === 'music');
  expect(shelf?.items.map(({ slug }) => slug)).toEqual(['gamma', 'alpha', 'beta']);
  await apply({ kind: 'video', key: 'hidden', published: true });
  const after = (await product.app.siteContent.pageData.home()).shelves;
  expect(after.find(({ slug }) => slug === 'music')?.items).toHaveLength(4);
});

it('a shelf whose rule finds nothing is published for the titles that were chosen by hand', async () => {
  const shelf = { kind: 'shelf', key: 'both', slug: 'both', title: 'Both', format: 'poster' };
  await apply(
    { kind: 'genre', slug: 'silence', title: 'Silence' },
    { ...shelf, titles: ['hidden'], rule: { genres: ['silence'] } },
  );
  const publish = async () => {
    const entries = [{ kind: 'shelf', key: 'both' }];
    return await call('POST', 'states', { entries, state: 'published' });
  };
  await apply({ kind: 'video', key: 'hidden', published: false });
  expect((await publish()).body).toMatchObject({
    code: 'cannot_publish',
    fields: [{ field: 'shelf.both.titles', problem: 'It has no title that viewers would see' }],
  });
  await apply({ kind: 'shelf', key: 'both', titles: ['gamma'] });
  expect((await publish()).body).toMatchObject({ entries: [{ state: 'published' }] });
  const home = await product.app.siteContent.pageData.home();
  const items = home.shelves.find(({ slug }) => slug === 'both')?.items;
  expect(items?.map(({ slug }) => slug)).toEqual(['gamma']);
  await apply({ kind: 'shelf', key: 'both', delete: true });
});

it('a rule that names what does not exist is refused by field', async () => {
  const rule = { genres: ['music', 'opera'], channel: 'nowhere' };
  const { status, body } = await call('PUT', 'entries/shelf/first', { fields: { rule } });
  expect(status).toBe(400);
  expect((body.fields as { field: string }[]).map(({ field }) => field)).toEqual([
    'rule.channel',
    'rule.genres.1',
  ]);
});

it('a live week is replaced as a version, its gaps are named and overlaps refused', async () => {
  const before = await call('GET', 'weeks/radio-lamp');
  expect(before.body).toMatchObject({ version: 1, gaps: [] });
  const slot = (startsAt: number, minutes: number, title: string) => ({
    ...{ startsAt, minutes, title, synopsis: 'News.', ratingAge: 'A', ratingAdvice: [] },
  });
  const slots = [slot(480, 60, 'News'), slot(510, 60, 'Talk')];
  expect(await call('PUT', 'weeks/radio-lamp', { slots })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'slots.1', problem: "overlaps 'News', Mon 08:00 to Mon 09:00" }] },
  });
  const good = { slots: [slot(480, 60, 'News'), slot(600, 60, 'Talk')], version: 1 };
  const gaps = [{ startsAt: 540, minutes: 60, words: 'off air from Mon 09:00 to Mon 10:00' }, {}];
  const dry = await call('PUT', 'weeks/radio-lamp', { ...good, dry_run: true });
  expect(dry).toMatchObject({ status: 200, body: { version: 1, gaps } });
  expect(await call('PUT', 'weeks/radio-lamp', good)).toMatchObject({ body: { version: 2, gaps } });
  const stale = { slots: [slot(0, 60, 'Late')], version: 1 };
  expect((await call('PUT', 'weeks/radio-lamp', stale)).body.code).toBe('conflict');
  expect((await call('GET', 'weeks/nowhere')).status).toBe(404);
});

/** A dated programme, as a form sends it. */
const once = (startsAt: string, minutes: number, title: string, fields: object = {}) => ({
  ...{ startsAt, minutes, title, synopsis: 'Once.', ratingAge: 'PG', ratingAdvice: [] },
  ...fields,
});

// C9 R10
it('a dated programme takes the time of the week, for viewers and in what is played', async () => {
  const now = product.app.clock.now();
  const [begins, ends] = [-30, 30].map((minutes) =>
    new Date(Math.floor(now.getTime() / 60_000) * 60_000 + minutes * 60_000).toISOString(),
  ) as [string, string];
  const put = await call('PUT', 'weeks/radio-lamp', {
    dated: [once(begins, 60, 'Match', { video: 'gamma' })],
  });
  expect(put.body).toMatchObject({
    dated: [{ startsAt: begins, title: 'Match', video: 'gamma' }],
  });
  expect(put.body.slots).toHaveLength(7);
  const card = (await product.app.siteContent.content.liveChannels())[0];
  expect(card?.now).toMatchObject({ title: 'Match', startsAt: begins, endsAt: ends });
  expect(card?.next[0]).toMatchObject({ title: 'All day', startsAt: ends });
  const { channels, goodUntil } = await product.app.catalogue.programming();
  const shown = channels.find(({ slug }) => slug === 'radio-lamp')?.slots ?? [];
  expect(shown.find(({ title }) => title === 'Match')).toMatchObject({
    ...{ startsAt: minuteOfWeek(new Date(begins)), minutes: 60, chosen: ASSET },
  });
  expect(goodUntil).toEqual(instantOf(daysAfter(dayOf(now), 1)));
  expect((await call('GET', 'entries/liveChannel/radio-lamp/lacks')).body.lacks).not.toContainEqual(
    expect.objectContaining({ field: 'slots' }),
  );
  const history = (await call('GET', 'entries/liveChannel/radio-lamp/versions')).body;
  expect(history).toMatchObject({ data: [{ fields: { dated: { before: [] } } }, {}] });
});

it('dated programmes that overlap are refused, and a stale week keeps those of others', async () => {
  const nine = once('2026-12-01T09:00:00+02:00', 60, 'Nine');
  const half = once('2026-12-01T09:30:00+02:00', 60, 'Half past');
  expect(await call('PUT', 'weeks/radio-lamp', { dated: [nine, half] })).toMatchObject({
    status: 400,
    body: {
      fields: [{ field: 'dated.1', problem: "overlaps 'Nine' at 2026-12-01T07:00:00.000Z" }],
    },
  });
  const dry = await call('PUT', 'weeks/radio-lamp', { dated: [nine], dry_run: true });
  expect(dry.body).toMatchObject({ version: 1, dated: [{ title: 'Nine' }] });
  await call('PUT', 'weeks/radio-lamp', { dated: [nine], version: 1 });
  const stale = await call('PUT', 'weeks/radio-lamp', { dated: [half], version: 1 });
  expect(stale.body.code).toBe('conflict');
  const seconds = once('2026-12-01T09:30:30+02:00', 60, 'Late');
  expect((await call('PUT', 'weeks/radio-lamp', { dated: [seconds] })).body).toMatchObject({
    fields: [{ field: 'dated.0.startsAt', problem: 'must be a whole minute' }],
  });
  const before = await call('GET', 'weeks/radio-lamp');
  expect(before.body).toMatchObject({ version: 2, dated: [{ title: 'Nine' }] });
});

it('an XMLTV file replaces the dated programmes of its time, and comes back as one', async () => {
  const soon = once('2030-12-01T09:00:00Z', 60, 'Before');
  const within = once('2030-12-03T09:00:00Z', 60, 'Within');
  const past = once('2020-12-03T09:00:00Z', 60, 'Years ago');
  await call('PUT', 'weeks/radio-lamp', { dated: [soon, within, past] });
  const one = (day: string, title: string) =>
    `<programme start="203012${day}080000 +0000" stop="203012${day}090000 +0000" channel="radio-lamp">
      <title>${title}</title><icon src="x"/><rating><value>PG</value></rating></programme>`;
  const xml = `<tv>${one('02', 'First')}${one('04', 'Last')}</tv>`;
  const titles = ({ week }: Record<string, unknown>) =>
    (week as { dated: { title: string }[] }).dated.map(({ title }) => title);
  const dry = await call('PUT', 'weeks/radio-lamp/xmltv', { xml, dry_run: true });
  expect(dry.body).toMatchObject({ read: 2, remarks: ['not read: icon'], week: { version: 2 } });
  const written = await call('PUT', 'weeks/radio-lamp/xmltv', { xml, version: 2 });
  expect(titles(written.body)).toEqual(['Before', 'First', 'Last']);
  const path = '/studio/api/catalogue/weeks/radio-lamp/xmltv';
  const cookie = `bonisa_studio=${publisher.cookie}`;
  const file = (await studio.inject({ url: path, headers: { cookie } })).body;
  expect(file).toContain('<title>First</title>');
  const again = await call('PUT', 'weeks/radio-lamp/xmltv', { xml: file });
  expect(again.body).toMatchObject({ read: 3, remarks: [], week: { version: 3 } });
  const bad = await call('PUT', 'weeks/radio-lamp/xmltv', { xml: '<rss/>' });
  expect(bad.body).toMatchObject({ code: 'invalid_request', fields: [{ field: 'xml' }] });
  const other = `<tv>${one('05', 'Later')}</tv>`;
  const stale = await call('PUT', 'weeks/radio-lamp/xmltv', { xml: other, version: 1 });
  expect(stale.body.code).toBe('conflict');
});

it('a programme names a video or an episode by key, and the channel plays it where it may', async () => {
  const words = { title: 'Film', synopsis: 'One film.', ratingAge: 'PG', ratingAdvice: [] };
  const day = (at: number, fields: object) => ({
    ...{ ...words, startsAt: at * 1440, minutes: 1440 },
    ...fields,
  });
  const put = (...slots: object[]) => call('PUT', 'weeks/radio-lamp', { slots });
  const { status, body } = await put(
    day(0, { video: 'gamma' }),
    day(1, { episode: 'e-1' }),
    day(2, { video: 'gamma', ratingAge: 'A' }),
    day(3, {}),
    day(4, { ratingAge: 'A' }),
  );
  expect(status).toBe(200);
  const [first, second, , fourth] = body.slots as object[];
  expect(first).toMatchObject({ video: 'gamma', episode: null });
  expect(second).toMatchObject({ video: null, episode: 'e-1' });
  expect(fourth).toMatchObject({ video: null, episode: null });
  const { channels } = await product.app.catalogue.programming();
  const shown = channels.find(({ slug }) => slug === 'radio-lamp')?.slots ?? [];
  expect(shown.map(({ chosen }) => chosen)).toEqual([ASSET, ASSET, null, null, null]);
  // Its genre is drama: its only film is rated PG.
  expect(shown.map(({ assetIds }) => assetIds)).toEqual([[ASSET], [ASSET], [], [ASSET], []]);

  const problemOf = async (fields: object) =>
    (await put(day(0, fields))).body.fields as { field: string; problem: string }[];
  expect(await problemOf({ video: 'lamp' })).toMatchObject([{ field: 'slots.0.video' }]);
  expect(await problemOf({ episode: 'nowhere' })).toEqual([
    { field: 'slots.0.episode', problem: "there is no episode 'nowhere'" },
  ]);
  expect(await problemOf({ video: 'gamma', episode: 'e-1' })).toHaveLength(1);
});

it('the slate of a channel, a draft as well, fills its holes and no programme', async () => {
  await mediaReady(product.app.catalogue.service, OTHER_ASSET);
  const card = { key: 'card', slug: 'card', genre: 'music', assetId: OTHER_ASSET };
  await apply(videoRow({ ...card, published: false }), {
    kind: 'liveChannel',
    key: 'radio-lamp',
    genre: 'music',
  });
  const channel = async () =>
    (await product.app.catalogue.programming()).channels.find(({ slug }) => slug === 'radio-lamp');
  const choose = (slate: string | null, version?: number) =>
    call('PUT', 'entries/liveChannel/radio-lamp', { fields: { slate }, version });
  expect((await channel())?.slateAssetId).toBeNull();
  expect((await choose('card', 2)).status).toBe(200);
  expect((await channel())?.slateAssetId).toBe(OTHER_ASSET);
  expect((await choose(null, 2)).body.code).toBe('conflict');
  const history = await call('GET', 'entries/liveChannel/radio-lamp/versions');
  expect(history.body.data).toMatchObject([
    { fields: { slate: { before: null, after: 'card' } } },
    { action: 'changed' },
    { action: 'created' },
  ]);

  const filling = async () => new Set((await channel())?.slots.flatMap((slot) => slot.assetIds));
  const slot = { startsAt: 0, minutes: 60, title: 'Film', synopsis: 'One.', ratingAdvice: [] };
  await call('PUT', 'weeks/radio-lamp', { slots: [{ ...slot, ratingAge: '18' }] });
  await apply({ kind: 'video', key: 'card', published: true });
  expect(await filling()).toEqual(new Set([ASSET]));
  await choose(null);
  expect(await filling()).toEqual(new Set([ASSET, OTHER_ASSET]));
});

it('refuses a show as a slate, and a channel whose slate is deleted is off air in its holes', async () => {
  const choose = (slate: string | null) =>
    call('PUT', 'entries/liveChannel/radio-lamp', { fields: { slate } });
  const problem = "'lamp' is not a video";
  expect((await choose('lamp')).body.fields).toEqual([{ field: 'slate', problem }]);
  await choose('hidden');
  await apply({ kind: 'video', key: 'hidden', delete: true });
  const { channels } = await product.app.catalogue.programming();
  expect(channels[0]?.slateAssetId).toBeNull();
  const { body } = await call('GET', 'entries/liveChannel/radio-lamp');
  expect(body.fields).toMatchObject({ slate: null });
});

it('a programme is never filled with what only some packages may watch, nor by another genre', async () => {
  const only = [{ package: 'p-grtv-monthly-c-01', from: null, until: null }];
  const poolOf = async () =>
    (await product.app.catalogue.programming()).channels
      .find(({ slug }) => slug === 'radio-lamp')
      ?.slots.at(0)?.assetIds;
  const slot = { startsAt: 0, minutes: 60, title: 'Film', synopsis: 'One.', ratingAdvice: [] };
  await call('PUT', 'weeks/radio-lamp', { slots: [{ ...slot, ratingAge: '18' }] });
  expect(await poolOf()).toEqual([ASSET]);
  await apply(
    { kind: 'video', key: 'v-1', packages: only },
    { kind: 'show', key: 'lamp', packages: only },
  );
  expect(await poolOf()).toEqual([]);
  await apply(
    { kind: 'video', key: 'v-1', packages: null },
    { kind: 'show', key: 'lamp', packages: null },
    { kind: 'liveChannel', key: 'radio-lamp', genre: 'music' },
  );
  expect(await poolOf()).toEqual([ASSET]);
  await apply({ kind: 'genre', slug: 'opera', title: 'Opera' });
  await apply({ kind: 'liveChannel', key: 'radio-lamp', genre: 'opera' });
  expect(await poolOf()).toEqual([]);
});
