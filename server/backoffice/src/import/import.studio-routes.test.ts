// The studio's import: files and feeds are read into rows, and refused by place, field and reason.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { MOST_IMPORT_ROWS } from '@bonisa/contract/studio/import.calls';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createStudio } from '@bonisa/kit/http/studio-listener';
import { LOOPBACK, publicAddressesOf } from '@bonisa/kit/public-address';
import { halves } from '@bonisa/media/artwork/pictures.test-kit';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStaffCommand } from '../staff/staff-commands.ts';
import { importStudioRoutes } from './import.studio-routes.ts';
import { importAnswer } from './import-answer.ts';
import { createImportReader } from './read-import.ts';

const FEED = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<item><guid>f-1</guid><title>Umlilo</title><description>A fire.</description>
<media:thumbnail url="https://pictures.example/f-1.jpg"/>
<media:subTitle lang="zu" href="https://captions.example/zu.srt"/></item></channel></rss>`;

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nMolo\n';

let product: TestProduct;
let studio: FastifyInstance;
/** A studio that may fetch from this machine, as a test's own feed lies there. */
let open: FastifyInstance;
let feeds: Server;
let at: string;
let folder: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  await mediaUnderWay(product);
  await product.app.files.check();
  await product.app.catalogue.editing.apply(ROWS);
  studio = await product.studio();
  const addressesOf = (host: string) => publicAddressesOf(host, { allowed: LOOPBACK });
  const { artwork, media } = product.app;
  const reader = createImportReader();
  const routes = [importStudioRoutes({ artwork, library: media.library, reader, addressesOf })];
  open = await createStudio({ ...product.app.studio, studioRoutes: routes });
  const scopes: Scope[] = ['catalogue:read', 'catalogue:write'];
  const command = { command: 'key' as const, name: 'import', scopes, days: 1 };
  [key = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  const picture = await halves(300, 200).png().toBuffer();
  feeds = createServer(({ url }, answer) => {
    if (url?.startsWith('/feed.xml')) answer.end(FEED);
    else if (url === '/picture.png') answer.end(picture);
    else if (url === '/zu.srt') answer.end(`${SRT}\n2\n00:00:05,000 --> 00:00:04,000\nHamba\n`);
    else if (url === '/large.xml') answer.end(Buffer.alloc(9_000_000, 32));
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await open.close();
  await product.close();
  feeds.close();
  await rm(folder, { recursive: true });
});

async function ask(path: string, payload: string | object, on = studio) {
  const answer = await on.inject({
    method: 'POST',
    url: `/studio/api/imports/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('a file that the studio reads', () => {
  it('becomes rows in the order in which they must be written, with their places', async () => {
    const document = {
      videos: [{ key: 'v-9', title: 'Umoya', artwork: 'https://pictures.example/a.jpg' }],
      genres: [{ slug: 'drama', title: 'Drama' }],
    };
    const { status, body } = await ask('read?format=json', JSON.stringify(document));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rows: [
        { place: 'genres.0', row: { kind: 'genre', slug: 'drama' } },
        { place: 'videos.0', row: { kind: 'video', key: 'v-9', title: 'Umoya' } },
      ],
      pictures: [{ place: 'videos.0', kind: 'video', key: 'v-9', use: 'all', x: 0.5 }],
      problems: [],
    });
    const table = 'key;title;artwork\nv-9;Umoya;a.jpg\n';
    const csv = (await ask('read?format=csv&kind=show', table)).body;
    expect(csv.rows).toMatchObject([{ place: 'line 2', row: { kind: 'show', key: 'v-9' } }]);
    expect(csv).toMatchObject({ pictures: [], left_out: ['line 2: a.jpg'] });
    const feed = (await ask('read?format=mrss', FEED)).body;
    expect(feed.rows).toMatchObject([{ row: { kind: 'video', key: 'f-1', title: 'Umlilo' } }]);
    expect(feed.pictures).toMatchObject([{ url: 'https://pictures.example/f-1.jpg' }]);
    const captions = { place: 'item 0', kind: 'video', key: 'f-1', language: 'zu' };
    expect(feed.captions).toEqual([
      { ...captions, label: 'isiZulu', url: 'https://captions.example/zu.srt' },
    ]);
  });

  it('is read as Excel writes it, and says so; other letters are refused', async () => {
    const table = Buffer.from('key;title\nv-9;Oupa se brêk\n', 'latin1');
    const { body } = await ask('read?format=csv', table);
    expect(body).toMatchObject({
      encoding: 'Windows-1252',
      rows: [{ row: { title: 'Oupa se brêk' } }],
    });
    const mac = Buffer.concat([Buffer.from('key;title\nv-9;caf'), Buffer.from([0x8e, 10])]);
    const refused = (await ask('read?format=csv', mac)).body;
    expect(refused).toMatchObject({ rows: [], encoding: null });
    expect(refused.problems[0].problem).toContain('save it as UTF-8');
  });

  it('of a feed leaves bad items out by place, and counts the films that it does not fetch', async () => {
    const item = (key: string, more: string): string =>
      `<item><guid>${key}</guid><title>T</title>${more}</item>`;
    const film = '<media:content url="https://films.example/a.mp4" type="video/mp4"/>';
    const items =
      item('a', film) +
      item('b', '<media:rating>X99</media:rating>') +
      item('c', '<media:content url="https://films.example/c.mp4" lang="qq"/>');
    const feed = `<rss xmlns:media="m"><channel>${items}</channel></rss>`;
    const { body } = await ask('read?format=mrss', feed);
    expect(body).toMatchObject({ films: 1, problems: [], rows: [{ row: { key: 'a' } }] });
    expect(body.refused).toMatchObject([
      {
        place: 'item 1',
        field: 'ratingAge',
        problem: expect.stringContaining('must be one of '),
      },
      { place: 'item 2', field: 'languages.0', problem: expect.stringMatching(/^must be one of/) },
    ]);
    const table = 'key;title;film\nv-9;Umoya;a.mp4\n';
    expect((await ask('read?format=csv', table)).body.left_out).toEqual(['line 2: a.mp4']);
  });

  it.each([
    ['csv', 'title\n=1+1\n', { place: 'line 2', field: 'title' }],
    ['csv', 'colour\nred\n', { place: '', field: '' }],
    ['json', '{"videos": 3}', { place: 'the file', field: '' }],
    ['json', '[', { place: 'the file', field: 'is no JSON', problem: 'it ends too early' }],
    ['json', '{"videos": x}', { problem: `unexpected 'x', "{"videos": x}"` }],
    ['json', '{\n"videos": [],}', { problem: 'line 2, column 14' }],
    ['json', `{"videos": [${'['.repeat(9000)}${']'.repeat(9000)}]}`, { place: 'the file' }],
    ['json', '{"videos": [{"key": "a", "artwork": 5}]}', { place: 'videos.0', field: 'artwork' }],
    ['mrss', '<!DOCTYPE a [<!ENTITY b "c">]><rss/>', { field: '' }],
    ['mrss', '%PDF-1.7 no feed', { field: '' }],
    [
      'mrss',
      `<rss><channel>${'<a>'.repeat(150)}${'</a>'.repeat(150)}</channel></rss>`,
      { place: '', problem: 'the feed has more than 100 elements within each other' },
    ],
    [
      'mrss',
      '<rss><channel><item><constructor>a</constructor></item></channel></rss>',
      { place: 'item 0', field: 'key' },
    ],
    [
      'csv',
      `key,segments\nv,${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
      { place: 'line 2', field: 'segments' },
    ],
  ] as const)('is refused by place, field and reason: %s %s', (format, source, problem) => {
    const options = { name: 'the file', format, kind: 'video' } as const;
    const { rows, problems } = importAnswer(Buffer.from(source), options);
    expect(rows).toEqual([]);
    expect(problems[0]).toMatchObject(problem);
    expect(problems[0]?.problem.length).toBeGreaterThan(5);
  });

  it('is refused when it is too large, of no known form, or sent by nobody', async () => {
    expect((await ask('read?format=csv', 'x'.repeat(8_400_000))).body.code).toBe(
      'payload_too_large',
    );
    expect((await ask('read?format=exe', 'x')).status).toBe(400);
    const nobody = { method: 'POST', url: '/studio/api/imports/read?format=csv' } as const;
    expect((await studio.inject({ ...nobody, payload: 'title' })).statusCode).toBe(401);
  });
});

it('one person reads one import at a time, and all together a few', async () => {
  const options = { name: 'the file', format: 'csv', kind: 'video' } as const;
  const reader = createImportReader();
  const waiting = Array.from({ length: 3 }, () => Promise.withResolvers<Buffer>());
  const begun = waiting.map(({ promise }, at) => reader.read(`p-${at}`, options, () => promise));
  const bring = () => Promise.reject(new Error('nothing is brought'));
  await expect(reader.read('p-0', options, bring)).rejects.toThrow('Another import of yours');
  await expect(reader.read('p-9', options, bring)).rejects.toThrow('Others read their imports');
  for (const { resolve } of waiting) resolve(Buffer.from('key,title\na,A\n'));
  for (const one of await Promise.all(begun)) expect(await text(one)).toContain('"title":"A"');
  expect(await text(await reader.read('p-0', options, async () => Buffer.from('x\n')))).toContain(
    "column 'x'",
  );
});

it('a file of more entries than the studio takes is refused by its limit', () => {
  const keys = Array.from({ length: MOST_IMPORT_ROWS + 1 }, (_, at) => `a${at}\n`).join('');
  const table = Buffer.from(`key\n${keys}`);
  const answer = importAnswer(table, { name: 'the file', format: 'csv', kind: 'video' });
  expect(answer.problems).toMatchObject([
    { place: 'the file', problem: expect.stringContaining('more than 20000 entries') },
  ]);
});

describe('a feed or a picture at an address', () => {
  it('is fetched, bounded, and leaves the host in the audit', async () => {
    const { body } = await ask('feed', { url: `${at}/feed.xml?token=secret` }, open);
    expect(body).toMatchObject({ rows: [{ row: { key: `${new URL(at).host}/f-1` } }] });
    const [line] = await product.rows(
      `select details from staff_audit where action = 'studioReadFeed'`,
    );
    expect(line).toEqual({ details: { host: '127.0.0.1' } });
    const large = await ask('feed', { url: `${at}/large.xml` }, open);
    expect([large.status, large.body.fields[0].field]).toEqual([400, 'url']);
    const picture = { kind: 'video', key: 'v-1', use: 'all', x: 0.2, y: 0.5 };
    const given = await ask('picture', { ...picture, url: `${at}/picture.png` }, open);
    expect(given.body.given).toMatchObject([{ use: 'all', width: 300, focal: { x: 0.2 } }]);
    const none = await ask('picture', { ...picture, url: `${at}/feed.xml` }, open);
    expect([none.status, none.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('of captions gives them once, names what is left out, and refuses what are none', async () => {
    const captions = { kind: 'video', key: 'v-1', language: 'zu', label: 'isiZulu' };
    const give = async (path: string) => {
      const { status, body } = await ask('captions', { ...captions, url: `${at}${path}` }, open);
      return status === 200 ? body : [status, body.code, body.fields?.[0]];
    };
    const left_out = { count: 1, lines: [expect.stringContaining('it ends before it begins')] };
    expect(await give('/zu.srt')).toEqual({ given: true, left_out });
    expect(await give('/zu.srt')).toEqual({ given: false, left_out });
    const { library } = product.app.media;
    const text = await library.captionsText({ kind: 'video', key: 'v-1' }, 'zu');
    expect(text.toString()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMolo\n');
    expect(await give('/none.srt')).toEqual([
      ...[400, 'invalid_request', { field: 'url', problem: 'the file answered 404' }],
    ]);
    const [status, code, problem] = (await give('/feed.xml')) as unknown[];
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(problem).toMatchObject({ field: 'url', problem: expect.stringContaining('XML') });
  });

  it.each([
    'http://127.0.0.1/feed.xml',
    'http://[::1]/feed.xml',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/feed.xml',
    'https://user:password@example.org/feed.xml',
    'file:///etc/passwd',
  ])('is refused inside of a private network and with a password: %s', async (url) => {
    for (const [path, payload] of [
      ['feed', { url }],
      ['picture', { kind: 'video', key: 'v-1', use: 'all', x: 0, y: 0, url }],
      ['captions', { kind: 'video', key: 'v-1', language: 'zu', label: 'isiZulu', url }],
    ] as const) {
      const { status, body } = await ask(path, payload);
      expect([path, status, body.fields?.[0]?.field]).toEqual([path, 400, 'url']);
    }
  });
});
