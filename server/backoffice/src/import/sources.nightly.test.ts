import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separateArtwork } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { separateFilms } from './film-fields.ts';
import { ImportError, rowsOfDocument } from './import-row.ts';
import { readFeed, rowsOfFeed } from './mrss-source.ts';

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

  it.each([
    ...["=cmd|'/c calc'!A0", '=1+1', '@SUM(B2:B3)', '+cmd|x', '-2+cmd|x!A', '\t=1', '+1+1', '-2+3'],
    ...[' =HYPERLINK(1)', '\n@SUM(1)', '\u00a0=1', ' -2+3', '-A1', '- cmd|x', '- SUM(1)'],
  ])('refuses the formula %j and takes it as text after an apostrophe', (formula) => {
    expect(() => csv(`key,title\nv,"${formula}"\n`)).toThrow('is a formula');
    expect(csv(`key,title\nv,"'${formula.trim()}"\n`)[0]?.row.title).toBe(formula.trim());
  });

  it.each(['- Sanibona, Gogo', '-', '-2', '-2 ', '+27', '-1,5', '+2.5', 'A - B', '1+1'])(
    'takes %j as it is, which is no formula',
    (title) => {
      expect(csv(`key,title\nv,"${title}"\n`)[0]?.row.title).toBe(title.trim());
    },
  );

  it('stores nothing that a spreadsheet would run, whatever stands before it', () => {
    const space = fc.constantFrom('', ' ', '\u00a0', '\n ', '\t');
    const start = fc.constantFrom('=', '@', '+', '-');
    fc.assert(
      fc.property(space, start, fc.string({ maxLength: 8 }), (before, sign, rest) => {
        const cell = `${before}${sign}${rest}`;
        const table = `key,title\nv,"${cell.replaceAll('"', '""')}"\n`;
        const isText = /^[+-]\d+([.,]\d+)?$|^-( [^|!(]*)?$/.test(cell.trim());
        if (isText && !/^\t/.test(cell)) expect(csv(table)[0]?.row.title).toBe(cell.trim());
        else expect(() => csv(table)).toThrow('is a formula');
      }),
    );
  });

  it.each(['segments', 'slots', 'rule', 'packages'])(
    'refuses a cell of %s with more levels than any catalogue',
    (column) => {
      const deep = '['.repeat(20_000) + ']'.repeat(20_000);
      const cell = column === 'rule' ? `{"a":${deep}}` : deep;
      expect(() => csv(`kind,key,${column}\nvideo,v,"${cell.replaceAll('"', '""')}"\n`)).toThrow(
        `line 2: ${column}: has more than 30 levels`,
      );
    },
  );

  it('refuses columns that it does not know, and lines of another length', () => {
    expect(() => csv('key,tilte,key\nv,x,y\n')).toThrow(
      /'tilte' is no field.*'key' is there twice/s,
    );
    expect(() => csv('key,title\nv\n')).toThrow(ImportError);
  });

  it('has names in other languages', () => {
    const names = (cell: string) => csv(`kind,key,names\ngenre,g,"${cell}"\n`)[0]?.row.names;
    expect(names('zu: Umculo | af: Musiek')).toEqual({ zu: 'Umculo', af: 'Musiek' });
    expect(names('none')).toBeNull();
  });

  it('has windows by package, and the rule of a shelf', () => {
    const from = '2026-01-01T00:00:00+02:00';
    const until = '2026-06-01T00:00:00+02:00';
    const packages = (cell: string) => csv(`key,packages\nv,"${cell}"\n`)[0]?.row.packages;
    expect(
      packages(`daily | p-weekly from ${from} until ${until} | monthly until ${until}`),
    ).toEqual([
      { package: 'daily' },
      { package: 'p-weekly', from, until },
      { package: 'monthly', until },
    ]);
    expect(packages('All')).toBeNull();
    expect(packages('[{""package"": ""daily""}]')).toEqual([{ package: 'daily' }]);
    const rule = (cell: string) => csv(`kind,key,rule\nshelf,s,"${cell}"\n`)[0]?.row.rule;
    expect(
      rule('genres: drama, comedy | languages: zu | channel: c:1 | newest_days: 30 | limit: 12'),
    ).toEqual({
      genres: ['drama', 'comedy'],
      languages: ['zu'],
      channel: 'c:1',
      newest_days: 30,
      limit: 12,
    });
    expect(rule('none')).toBeNull();
    expect(rule('{""order"": ""title""}')).toEqual({ order: 'title' });
    // The service refuses these by field: it gets what was written.
    expect(rule('newest')).toBe('newest');
    expect(rule('order: title | order: year')).toBe('order: title | order: year');
    expect(rule('limit: many')).toEqual({ limit: 'many' });
  });

  it('reads any rule and any windows, or leaves them to the service', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const cell = `x${text.replaceAll('"', '""')}`;
        for (const column of ['rule', 'packages'])
          expect(csv(`key,${column}\nv,"${cell}"\n`)[0]?.row[column]).toBeDefined();
      }),
      { numRuns: 300 },
    );
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

  it('leaves out an item with a rating that the catalogue does not have, and imports the others', () => {
    const item = (key: string, more: string): string =>
      `<item><guid>${key}</guid><title>T</title>${more}</item>`;
    const credit = (name: string): string => `<media:credit role="actor">${name}</media:credit>`;
    const { rows, refused } = readFeed(
      feed(
        item('a', `<media:rating>TV-MA</media:rating>${credit('Sipho')}`) +
          item(
            'b',
            `<media:rating scheme="urn:mpaa">r</media:rating><media:rating>16</media:rating>`,
          ) +
          item('c', credit('Lindiwe')) +
          item('c', '') +
          '<item><description>x</description></item>',
      ),
    );
    expect(rows.map(({ row }) => [row.kind, row.key, row.ratingAge])).toEqual([
      ['person', 'lindiwe', undefined],
      ['video', 'b', '16'],
      ['video', 'c', undefined],
    ]);
    expect(refused).toEqual([
      expect.stringMatching(/^item 0: ratingAge: 'TV-MA' is no rating: /),
      'item 3: key: is that of item 2',
      'item 4: key: has no guid, link or title',
    ]);
    expect(() => readFeed(feed(item('a', '<media:rating>TV-MA</media:rating>')))).toThrow(
      "item 0: ratingAge: 'TV-MA'",
    );
  });

  it('is read in the content, the group, the item and the channel, the deepest first', () => {
    const rating = (age: string): string => `<media:rating>${age}</media:rating>`;
    const content = (name: string, inner: string, more = ''): string =>
      `<media:content url="https://x.example/${name}.mp4" ${more}>${inner}</media:content>`;
    const words = '<media:title>Own</media:title><media:description>Words.</media:description>';
    const credit = '<media:credit role="actor">Sipho</media:credit>';
    const picture = (name: string) => `<media:thumbnail url="https://x.example/${name}.jpg"/>`;
    const items = [
      content('a', rating('18')) + rating('PG'),
      `<media:group>${content('b', `${words}${picture('b')}${credit}`)}${rating('16')}</media:group>`,
      // The film is the larger one; an empty element says nothing.
      content('c', rating('10-12PG'), 'height="360"') + content('d', rating('13'), 'height="720"'),
      content('e', '<media:rating scheme="urn:fpb"/>'),
    ].map((media, at) => `<item><guid>${at}</guid><title>T</title>${media}</item>`);
    const ofChannel = `${rating('7-9PG')}<media:title>The channel</media:title>${picture('logo')}`;
    const videos = rowsOfFeed(feed(ofChannel + items.join('')))
      .map(({ row }) => row)
      .filter(({ kind }) => kind === 'video');
    expect(videos.map(({ ratingAge }) => ratingAge)).toEqual(['18', '16', '13', '7-9PG']);
    expect(videos.map(({ title }) => title)).toEqual(['T', 'Own', 'T', 'T']);
    expect(videos[1]).toMatchObject({
      synopsis: 'Words.',
      artwork: { url: 'https://x.example/b.jpg' },
      credits: [{ person: 'sipho', role: 'cast' }],
    });
    expect(videos[0]).not.toHaveProperty('artwork');
  });

  it('names the largest film of an item, and never a playlist or another scheme', () => {
    const item = (key: string, media: string): string =>
      `<item><guid>${key}</guid><title>T</title>${media}</item>`;
    const content = (url: string, more: string): string => `<media:content url="${url}" ${more}/>`;
    const { rows, refused } = readFeed(
      feed(
        item(
          'a',
          content('https://x.example/small.mp4', 'type="video/mp4" height="360"') +
            content('https://x.example/hls.m3u8', 'type="application/x-mpegURL" height="1080"') +
            content(
              'https://x.example/large.mp4?s=1',
              'type="video/mp4" height="720" fileSize="9"',
            ),
        ) +
          item('b', content('http://x.example/plain.mp4', 'medium="video"')) +
          item(
            'c',
            '<enclosure url="https://x.example/c.mov" length="7" type="video/quicktime"/>',
          ) +
          item('d', content('https://x.example/page.html', 'type="text/html"')),
      ),
    );
    const { attachments, rows: left } = separateFilms(rows, undefined);
    expect(attachments).toMatchObject([
      { what: 'fetched film', kind: 'video', key: 'a', url: 'https://x.example/large.mp4?s=1' },
      { what: 'fetched film', key: 'c', url: 'https://x.example/c.mov' },
    ]);
    expect(left.some(({ row }) => 'film' in row)).toBe(false);
    expect(refused).toEqual(['item 1: film: must be at an https address']);
    // A new signature is the same film, another size is another.
    const referenceOf = (film: object) => {
      const one = [{ place: 'p', row: { kind: 'video', key: 'a', film } }];
      return separateFilms(one, undefined).attachments.map((each) => {
        return 'reference' in each && each.reference;
      });
    };
    const url = 'https://x.example/large.mp4?s=';
    expect(referenceOf({ url: `${url}2`, bytes: 9 })).toEqual(
      attachments.flatMap((one) => ('reference' in one && one.key === 'a' ? [one.reference] : [])),
    );
    expect(referenceOf({ url: `${url}2`, bytes: 8 })).not.toEqual(referenceOf({ url, bytes: 9 }));
  });

  it.each([
    ['a'.repeat(119), { title: 'a'.repeat(119) }],
    ['a'.repeat(118), { title: `${'a'.repeat(118)}😀` }],
  ])('cuts no character in two: %s', (start, expected) => {
    expect(rowsOfFeed(feed(`<item><title>${start}😀b</title></item>`))[0]?.row).toMatchObject(
      expected,
    );
  });

  it('has whole characters in every field, whatever a feed writes', () => {
    const characters = fc.constantFrom('a', ' ', '😀', '&#xD83D;', '&#xDE00;', '&#128512;');
    const long = fc.string({ unit: characters, minLength: 70, maxLength: 200 });
    fc.assert(
      fc.property(long, long, (title, about) => {
        const credit = `<media:credit role="actor">${about}</media:credit>`;
        const described = `<description>${about.repeat(20)}</description>`;
        const rows = rowsOfFeed(feed(`<item><title>${title}</title>${described}${credit}</item>`));
        expect(JSON.stringify(rows)).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    `${'<a>'.repeat(150)}${'</a>'.repeat(150)}`,
    '<item><constructor>x</constructor></item>',
    '<item><prototype>x</prototype></item>',
    '<item><__proto__>x</__proto__></item>',
    '<item><title>a</title><media:credit role="constructor">b</media:credit></item>',
  ])('with hostile tags is read, or refused by name: %s', (items) => {
    try {
      expect(readFeed(feed(items)).rows.length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
    }
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

  it('belongs to the default key of its entry where the row has none', () => {
    const keyed = (fields: object) =>
      separateArtwork(
        [{ place: 'x', row: { kind: 'video', ...fields, artwork: 'https://a.example/a.jpg' } }],
        undefined,
      ).attachments.map(({ key }) => key);
    expect(keyed({ kind: 'category', channel: 'c-1', slug: 'family' })).toEqual(['c-1/family']);
    expect(keyed({ kind: 'category', key: 'own', channel: 'c-1', slug: 'a' })).toEqual(['own']);
    expect(keyed({ kind: 'slide', title: 'v-1' })).toEqual(['v-1']);
    expect(keyed({ slug: 'umuzi' })).toEqual(['umuzi']);
    expect(() => keyed({ kind: 'category', slug: 'family' })).toThrow('must have a key or a slug');
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
