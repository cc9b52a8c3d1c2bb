import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK, publicAddressesOf } from '@bonisa/kit/public-address';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttachmentTarget, FilmAtAddress } from './attachments.ts';
import { type FetchFilmOptions, fetchFilm, filmFiles } from './fetch-film.ts';
import { separateFilms } from './film-fields.ts';
import { ImportError, ImportTargetAway } from './import-row.ts';
import { checkAttachments, lineOf, runAttachments } from './run-attachments.ts';

const FILM = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
const HALF = 120_000;

let server: Server;
let port: number;
let folder: string;
let asked: IncomingHttpHeaders[];
let version = '"one"';
let breakOff = (): void => undefined;
beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    asked.push(headers);
    const { pathname } = new URL(url ?? '/', 'http://x');
    const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
    const isSame = headers['if-range'] === version;
    if (pathname === '/film.mp4' && range && isSame)
      response
        .writeHead(206, {
          'content-range': `bytes ${range}-${FILM.length - 1}/${FILM.length}`,
          'content-length': FILM.length - Number(range),
        })
        .end(FILM.subarray(Number(range)));
    else if (pathname === '/film.mp4')
      response.writeHead(200, { etag: version, 'content-length': FILM.length }).end(FILM);
    else if (pathname === '/broken.mp4') {
      response.writeHead(200, { etag: version, 'content-length': FILM.length });
      response.write(FILM.subarray(0, HALF));
      breakOff = () => response.destroy();
    } else if (pathname === '/page.mp4')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Sorry');
    else if (pathname === '/endless.mp4') {
      response.writeHead(200);
      response.write(FILM);
    } else if (pathname === '/away.mp4')
      response.writeHead(302, { location: `http://inside.test:${port}/film.mp4` }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
beforeEach(async () => {
  asked = [];
  version = '"one"';
  folder = await mkdtemp(join(tmpdir(), 'fetched-'));
  return () => rm(folder, { recursive: true });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// A name of this test stands for a public address; the machine has no other to connect to.
const outside = {
  addressesOf: (host: string) =>
    host === 'outside.test'
      ? publicAddressesOf('127.0.0.1', { allowed: LOOPBACK })
      : publicAddressesOf(host, { resolve: async () => [{ address: '10.0.0.1', family: 4 }] }),
  schemes: ['http:', 'https:'],
};
const at = (path: string): string => `http://outside.test:${port}${path}`;
const file = (): string => join(folder, 'film');

/** The line breaks when the first half has arrived. */
async function half(): Promise<void> {
  const show = (share: number): void => {
    if (share * FILM.length >= HALF) breakOff();
  };
  const broken = fetchFilm(at('/broken.mp4'), file(), { ...outside, show });
  await expect(broken).rejects.toThrow('the film could not be fetched');
}

describe('a film at an address', () => {
  it('is fetched whole, and only the rest of it after an interruption', async () => {
    await half();
    const { size } = await stat(`${file()}.part`);
    expect(size).toBe(HALF);
    const shares: number[] = [];
    const show = (share: number): void => void shares.push(share);
    await fetchFilm(at('/film.mp4'), file(), { ...outside, show });
    expect(await readFile(file())).toEqual(FILM);
    expect(asked.at(-1)).toMatchObject({ range: `bytes=${size}-`, 'if-range': '"one"' });
    expect(shares.at(-1)).toBe(1);
    expect(await readdir(folder)).toEqual(['film']);
  });

  it('is fetched from its beginning where the server has another one by now', async () => {
    await half();
    version = '"two"';
    await fetchFilm(at('/film.mp4'), file(), outside);
    expect(await readFile(file())).toEqual(FILM);
  });

  it('is refused by name, and leaves nothing behind', async () => {
    const refusals: readonly (readonly [string, FetchFilmOptions, RegExp])[] = [
      [at('/none.mp4'), outside, /the film answered 404/],
      [at('/page.mp4'), outside, /the film answered text\/html/],
      [at('/film.mp4'), { ...outside, mostBytes: 1000 }, /the film has more than 1000 bytes/],
      [at('/endless.mp4'), { ...outside, mostBytes: 1000 }, /more than 1000 bytes/],
      [at('/endless.mp4'), { ...outside, seconds: 0.2 }, /took longer than 0.2 seconds/],
      [
        at('/away.mp4'),
        outside,
        /the film is at inside\.test: the host is not on the public internet/,
      ],
      [
        at('/film.mp4'),
        { ...outside, schemes: ['https:'] },
        /the film must be at an https address/,
      ],
    ];
    for (const [url, options, problem] of refusals) {
      const error = await fetchFilm(url, file(), options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ImportError);
      expect((error as Error).message).toMatch(problem);
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.version'))).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/a.mp4',
    'https://169.254.169.254/a',
    'https://[::1]/a',
    'https://localhost/a',
  ])('is refused inside of a private network, without a connection: %s', async (url) => {
    await expect(fetchFilm(url, file(), { addressesOf: publicAddressesOf })).rejects.toThrow(
      'public internet',
    );
  });
});

describe('the film of a row', () => {
  const rows = (film: unknown, kind = 'video') => [
    { place: 'videos.0', row: { kind, key: 'v-1', title: 'Umuzi', film } },
  ];

  it.each([
    ['http://x.example/a.mp4', 'must be at an https address'],
    ['https://user:secret@x.example/a.mp4', 'must be at an https address'],
    ['file:///etc/passwd', 'must be at an https address'],
    ['../a.mp4', 'is not in the folder'],
    [7, 'must be {file} or {url}'],
    [{}, 'must have a file'],
  ])('is refused with its place: %j', (film, problem) => {
    expect(() => separateFilms(rows(film), '/films')).toThrow(`videos.0: film: `);
    expect(() => separateFilms(rows(film), '/films')).toThrow(problem);
  });

  it('is for videos and episodes alone', () => {
    expect(() => separateFilms(rows('a.mp4', 'show'), '/films')).toThrow('a show has no film');
    expect(separateFilms(rows('a.mp4', 'episode'), '/films').attachments).toMatchObject([
      { what: 'film', kind: 'episode', file: '/films/a.mp4' },
    ]);
  });

  it('is fetched, given once, and kept where the product went away', async () => {
    const { attachments } = separateFilms(rows('https://x.example/a.mp4?token=secret'), undefined);
    await checkAttachments(attachments);
    expect(attachments.map(lineOf)).toEqual([
      'film https://x.example/a.mp4 (fetched) of video v-1',
    ]);
    const own = attachments.map((one) => ({ ...one, url: at('/film.mp4') }));
    const given: string[] = [];
    let isAway = true;
    const target: AttachmentTarget = {
      picture: async () => 'given',
      captions: async () => 'given',
      filmsSoFar: async () => ({ failed: [], waiting: 0 }),
      hasFilm: async ({ reference }) => given.includes(reference),
      film: async ({ file: fetched, reference = '' }) => {
        if (isAway) throw new ImportTargetAway('it does not answer');
        expect(await readFile(fetched)).toEqual(FILM);
        given.push(reference);
        return 'given';
      },
    };
    const filmFile = filmFiles(folder, outside);
    const run = () => runAttachments({ attachments: own as never, target, filmFile });
    await expect(run()).rejects.toThrow('does not answer');
    expect(await readdir(folder)).toHaveLength(1);
    isAway = false;
    expect(await run()).toEqual({ given: 1, unchanged: 0, waiting: 0, leftOut: [] });
    expect(await run()).toEqual({ given: 0, unchanged: 1, waiting: 0, leftOut: [] });
    // Fetched once, and nothing of it is left.
    expect(asked).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused another import that fetches it at the same time', async () => {
    const { attachments } = separateFilms(rows('https://x.example/a.mp4'), undefined);
    const film = { ...attachments[0], url: at('/film.mp4') } as FilmAtAddress;
    const [one, other] = [filmFiles(folder, outside), filmFiles(folder, outside)];
    const show = () => undefined;
    const first = one.fetch(film, show);
    await expect(other.fetch(film, show)).rejects.toThrow('another import is fetching this film');
    expect(await readFile(await first)).toEqual(FILM);
    await expect(other.fetch(film, show)).rejects.toThrow(ImportError);
    await one.keep(film);
    expect(await readFile(await other.fetch(film, show))).toEqual(FILM);
    await other.done(film);
    expect(asked).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });
});
