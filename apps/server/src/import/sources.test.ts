import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { separateArtwork } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { readFilmFolder } from './folder-source.ts';
import { ImportError, rowsOfDocument } from './import-row.ts';
import { rowsOfFeed } from './mrss-source.ts';

const csv = (text: string) => rowsOfCsv(text, { kind: 'video' });

describe('a table', () => {
  it('has a field in each column, with lists, flags, numbers and credits', () => {
    const text = `\u{feff}key;title;year;languages;published;credits;synopsis
v-1;"Umuzi; home";2026;zu|en;yes;cast: lindiwe: Gogo|director: sipho;
`;
    expect(csv(text)).toEqual([
      {
        place: 'line 2',
        row: {
          kind: 'video',
          key: 'v-1',
          title: 'Umuzi; home',
          year: 2026,
          languages: ['zu', 'en'],
          published: true,
          credits: [
            { role: 'cast', person: 'lindiwe', character: 'Gogo' },
            { role: 'director', person: 'sipho' },
          ],
        },
      },
    ]);
  });

  it('may have lines of any kind, which follow what they refer to', () => {
    const text = 'kind,key,title,channel\nvideo,v,V,c\nchannel,c,C,\n';
    expect(csv(text).map(({ row }) => row.kind)).toEqual(['channel', 'video']);
  });

  it.each(["=cmd|'/c calc'!A0", '=1+1', '@SUM(B2:B3)', '+cmd|x', '-2+cmd|x!A', '\t=1'])(
    'refuses the formula %j and takes it as text after an apostrophe',
    (formula) => {
      expect(() => csv(`key,title\nv,"${formula}"\n`)).toThrow('is a formula');
      expect(csv(`key,title\nv,"'${formula.trim()}"\n`)[0]?.row.title).toBe(formula.trim());
    },
  );

  it('refuses columns that it does not know, and lines of another length', () => {
    expect(() => csv('key,tilte,key\nv,x,y\n')).toThrow(
      /'tilte' is no field.*'key' is there twice/s,
    );
    expect(() => csv('key,title\nv\n')).toThrow(ImportError);
  });

  it('returns any text of a cell as it is, or refuses the table by name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (title) => {
        const quoted = `key,title\nv,"'${title.replaceAll('"', '""')}"\n`;
        const [found] = csv(quoted);
        expect(found?.row.title).toBe((/^[=@+\t\r-]/.test(title) ? title : `'${title}`).trim());
      }),
      { numRuns: 200 },
    );
  });
});

describe('a feed', () => {
  const feed = (items: string) =>
    `<rss xmlns:media="m"><channel><language>zu-ZA</language>${items}</channel></rss>`;

  it('becomes videos and the people that it credits', () => {
    const rows = rowsOfFeed(
      feed(`<item><guid isPermaLink="false">f&amp;1</guid><title>Umuzi &#8211; home</title>
        <description><![CDATA[<p>One <b>lamp</b> &amp; a window.</p>]]></description>
        <pubDate>Tue, 03 Feb 2026 10:00:00 +0200</pubDate>
        <media:group><media:rating scheme="urn:fpb">pg</media:rating>
        <media:credit role="actor">Lindiwe  Dube</media:credit><media:credit role="caterer">X</media:credit></media:group>
        <dcterms:valid>start=2026-01-01T00:00Z; end=2026-12-31T00:00Z</dcterms:valid></item>`),
    );
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'person', key: 'lindiwe-dube', slug: 'lindiwe-dube', name: 'Lindiwe Dube' },
      {
        kind: 'video',
        key: 'f&1',
        title: 'Umuzi – home',
        synopsis: 'One lamp & a window.',
        description: 'One lamp & a window.',
        year: 2026,
        languages: ['zu'],
        ratingAge: 'PG',
        availableFrom: '2026-01-01T00:00:00.000Z',
        availableUntil: '2026-12-31T00:00:00.000Z',
        credits: [{ person: 'lindiwe-dube', role: 'cast' }],
      },
    ]);
  });

  it.each([
    ['<!DOCTYPE rss [<!ENTITY a "b">]><rss/>', 'declares a document type'],
    ['<rss><channel></rss>', 'is no XML'],
    ['<feed/>', 'has no rss/channel'],
  ])('is refused as %j', (xml, problem) => {
    expect(() => rowsOfFeed(xml)).toThrow(problem);
  });

  it('is read, or refused by name, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (title, about) => {
        try {
          rowsOfFeed(
            feed(`<item><title>${title}</title><description>${about}</description></item>`),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a folder of films', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'films-'));
    await writeFile(join(folder, 'the-lamp.mp4'), '');
    await writeFile(join(folder, 'the-lamp.json'), '{"year": 2026, "genre": "drama"}');
    await writeFile(join(folder, 'the-lamp.zu.vtt'), 'WEBVTT');
    await writeFile(join(folder, 'bare_film.mkv'), '');
    await writeFile(join(folder, 'catalogue.json'), '{"genres": [{"slug": "drama"}]}');
    await writeFile(join(folder, 'the-lamp.jpg'), '');
    await writeFile(join(folder, 'the-lamp.hero-wide.PNG'), '');
    await writeFile(join(folder, 'poster.jpg'), '');
    await mkdir(join(folder, 'alone'));
    for (const name of ['alone.mp4', 'poster.jpg', 'alone.en-ZA.srt'])
      await writeFile(join(folder, 'alone', name), '');
    await mkdir(join(folder, 'inner.mp4'));
    await symlink('/etc/hostname', join(folder, 'linked.mp4'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has a video for each film, with the fields of the file beside it', async () => {
    const { rows, attachments, unused } = await readFilmFolder(folder);
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'genre', slug: 'drama' },
      { kind: 'video', key: 'alone', title: 'Alone' },
      { kind: 'video', key: 'bare-film', title: 'Bare film' },
      { kind: 'video', key: 'the-lamp', title: 'The lamp', year: 2026, genre: 'drama' },
    ]);
    const given = attachments
      .map(({ key, what, ...rest }) => {
        return [key, what, 'use' in rest ? rest.use : 'language' in rest ? rest.language : ''];
      })
      .toSorted();
    expect(given).toEqual(
      [
        ['bare-film', 'film', ''],
        ['the-lamp', 'film', ''],
        ['the-lamp', 'picture', 'all'],
        ['the-lamp', 'picture', 'hero-wide'],
        ['the-lamp', 'captions', 'zu'],
        ['alone', 'film', ''],
        ['alone', 'picture', 'all'],
        ['alone', 'captions', 'en-ZA'],
      ].toSorted(),
    );
    expect(unused).toEqual(['poster.jpg']);
  });
});

describe('the artwork of a row', () => {
  const row = (artwork: unknown, more: object = {}) => [
    { place: 'videos.0', row: { kind: 'video', key: 'v', artwork, ...more } },
  ];
  const of = (artwork: unknown, more?: object) => separateArtwork(row(artwork, more), '/films');

  it('is a file or an address, for all uses or by use, with a focal point', () => {
    const { rows, attachments } = of({
      poster: { file: 'a/b.jpg', focal: { x: 0.2, y: 1 } },
      all: { url: 'https://example.org/a.jpg' },
    });
    expect(rows).toEqual([{ place: 'videos.0', row: { kind: 'video', key: 'v' } }]);
    expect(attachments).toMatchObject([
      { use: 'poster', x: 0.2, y: 1, from: { file: '/films/a/b.jpg' } },
      { use: 'all', x: 0.5, y: 0.5, from: { url: 'https://example.org/a.jpg' } },
    ]);
    const cell = of('a.png', { artworkFocal: '0.25, 0.75' }).attachments;
    expect(cell).toMatchObject([{ use: 'all', x: 0.25, y: 0.75, from: { file: '/films/a.png' } }]);
  });

  it.each([
    [{ file: '../secret.jpg' }, 'is not in the folder'],
    [{ file: '/etc/passwd' }, 'is not in the folder'],
    [{ url: 'file:///etc/passwd' }, 'must have a file'],
    [{ file: 'a.jpg', focal: { x: 2, y: 0 } }, 'focal must be'],
    [{ banner: { file: 'a.jpg' } }, "'banner' is none of"],
    [7, 'must be {file}, {url} or {id}'],
  ])('is refused with its place: %j', (artwork, problem) => {
    expect(() => of(artwork)).toThrow(ImportError);
    expect(() => of(artwork)).toThrow(`videos.0: artwork: `);
    expect(() => of(artwork)).toThrow(problem);
  });

  it('of a feed is its first thumbnail', () => {
    const xml = `<rss><channel><item><title>A</title>
      <media:group><media:thumbnail url="https://example.org/1.jpg"/><media:thumbnail url="https://example.org/2.jpg"/></media:group>
      </item></channel></rss>`;
    expect(rowsOfFeed(xml).at(-1)?.row.artwork).toEqual({ url: 'https://example.org/1.jpg' });
  });
});

it('a document with lists that the catalogue does not have is refused', () => {
  expect(() => rowsOfDocument({ films: [], videos: {} }, 'a.json')).toThrow(
    /'films' is none of.*videos must be a list/s,
  );
});
