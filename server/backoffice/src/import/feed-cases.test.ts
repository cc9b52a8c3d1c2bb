// Feeds as other companies write them.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFeed } from './mrss-source.ts';

const ofCase = (name: string): string =>
  readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8');
const videosOf = (xml: string) =>
  readFeed(xml).rows.flatMap(({ row }) => (row.kind === 'video' ? [row] : []));
const ofItem = (item: string, head = '') =>
  videosOf(
    `<rss ${head}><channel><item><guid>a</guid><title>T</title>${item}</item></channel></rss>`,
  );

describe('a namespace', () => {
  const expected = {
    key: 'prefix/pre-1',
    ratingAge: '16',
    availableFrom: '2025-12-31T22:00:00.000Z',
    availableUntil: '2026-02-01T22:00:00.000Z',
    credits: [{ person: 'sipho-dube', role: 'director' }],
    artwork: { url: 'https://films.example/a.jpg' },
    film: { url: 'https://films.example/a.mp4', bytes: 1000 },
  };

  it('is known by its address, whatever the prefix is', () => {
    expect(videosOf(ofCase('prefix.xml'))).toMatchObject([expected]);
  });

  it.each([
    'http://search.yahoo.com/mrss',
    'https://search.yahoo.com/mrss/',
    'http://video.search.yahoo.com/mrss',
    'http://tools.search.yahoo.com/mrss/',
    'http://www.rssboard.org/media-rss',
  ])('is known by the address %s', (uri) => {
    const xml = ofCase('prefix.xml').replace('http://search.yahoo.com/mrss/', uri);
    expect(videosOf(xml.replace('purl.org/dc/terms/', 'purl.org/dc/terms'))).toMatchObject([
      expected,
    ]);
  });

  it('may be the default, of an element or wrongly of the whole feed', () => {
    const mrss = 'xmlns="http://search.yahoo.com/mrss/"';
    const inner = `<group ${mrss}><content url="https://x.example/a.mp4"/><rating>18</rating></group>`;
    const film = { url: 'https://x.example/a.mp4' };
    expect(ofItem(inner)).toMatchObject([{ ratingAge: '18', film }]);
    const wrong = `<media:content url="https://x.example/a.mp4"/><media:rating>18</media:rating>`;
    expect(ofItem(wrong, mrss)).toMatchObject([{ title: 'T', ratingAge: '18', film }]);
  });

  it('decides, and not the prefix that another one has', () => {
    const head =
      'xmlns:media="http://purl.org/dc/terms/" xmlns:dcterms="http://search.yahoo.com/mrss/"';
    const item = '<media:valid>end=2026-02-01</media:valid><dcterms:rating>13</dcterms:rating>';
    expect(ofItem(item, head)).toMatchObject([
      { ratingAge: '13', availableUntil: '2026-02-01T22:00:00.000Z' },
    ]);
  });
});

describe('a namespace that is none of ours', () => {
  it('keeps its elements from being read by a prefix that ours has elsewhere', () => {
    const head = 'xmlns:media="http://other.example/" xmlns:m="http://search.yahoo.com/mrss/"';
    const item = '<media:rating>PG</media:rating><m:rating>16</m:rating>';
    const { rows, unread } = readFeed(
      `<rss ${head}><channel><item><guid>a</guid><title>T</title>${item}</item></channel></rss>`,
    );
    expect(rows[0]?.row.ratingAge).toBe('16');
    expect(unread).toEqual(["the element 'media:rating of http://other.example/' is not read (1)"]);
  });

  it('has no attributes that hide those without a prefix', () => {
    const item = '<media:content x:url="https://x.example/b.mp4" url="https://x.example/a.mp4"/>';
    expect(ofItem(item)).toMatchObject([{ film: { url: 'https://x.example/a.mp4' } }]);
  });
});

describe('the licence of an item', () => {
  const until = '2026-02-01T22:00:00.000Z';
  const valid = (text: string): string => `<dcterms:valid>${text}</dcterms:valid>`;
  it.each([
    [valid('start=2026-01-01') + valid('end=2026-02-01'), '2025-12-31T22:00:00.000Z', until],
    [valid('end=2026-02-01') + valid('end=2026-02-01'), undefined, until],
  ])('is read whole from %s', (item, availableFrom, availableUntil) => {
    expect(ofItem(item)[0]).toMatchObject({ availableUntil });
    expect(ofItem(item)[0]?.availableFrom).toBe(availableFrom);
  });

  it('may be that of the channel', () => {
    const xml = `<rss><channel>${valid('end=2026-02-01')}<media:restriction type="country">za</media:restriction><item><guid>a</guid><title>T</title></item></channel></rss>`;
    expect(videosOf(xml)).toMatchObject([{ availableUntil: until }]);
    expect(readFeed(xml).unread).toEqual(["the element 'media:restriction' is not read (1)"]);
  });

  it.each([valid('end=2026-12'), valid('end=2026-02-01') + valid('end=2026-03-01')])(
    'refuses the item where it is not understood: %s',
    (item) => expect(() => ofItem(item)).toThrow('item 0: availableUntil'),
  );
});

it('every item of a feed is read, in several channels and outside of them', () => {
  const item = (id: string): string => `<item><guid>${id}</guid><title>${id}</title></item>`;
  const xml = `<rss><channel>${item('a')}</channel><channel>${item('b')}</channel>${item('c')}</rss>`;
  expect(videosOf(xml).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  const prefixed = `<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:item><r:guid>a</r:guid><r:title>T</r:title></r:item></r:channel></r:rss>`;
  expect(videosOf(prefixed)).toMatchObject([{ key: 'a', title: 'T' }]);
});

it('the languages of a feed are read by their codes and names', () => {
  for (const lang of ['zul', 'isiZulu', 'zu_ZA', 'ZU'])
    expect(ofItem(`<media:content lang="${lang}"/>`)).toMatchObject([{ languages: ['zu'] }]);
});

describe('the texts of a feed', () => {
  it('keep the words within tags that the feed forgot to escape', () => {
    expect(ofItem('<description>Hi <b>you <i>there</i></b>, all<br/></description>')).toMatchObject(
      [{ description: 'Hi you there , all' }],
    );
  });

  it('may have control characters, and tell of document types', () => {
    expect(ofItem('<description>a\u{b}b <![CDATA[<!DOCTYPE x>]]></description>')).toMatchObject([
      { description: 'a b <!DOCTYPE x>' },
    ]);
  });

  it('are named where they are cut', () => {
    const xml = `<rss><channel><item><guid>a</guid><title>${'x'.repeat(121)}</title></item></channel></rss>`;
    expect(readFeed(xml).unread).toEqual([
      'item 0: a title or a description is longer than it may be, and cut',
    ]);
  });

  it('have no entities of HTML, and lose nothing between < and >', () => {
    expect(videosOf(ofCase('entities.xml'))).toMatchObject([
      {
        title: 'Café stories – it’s on',
        synopsis: 'Café Noir — it’s ‘open’ […] The post x appeared first.',
      },
      { title: 'Rock & Roll', synopsis: 'It’s "double" & escaped HTML' },
      { title: '5 < 6 and 7 > 3', synopsis: 'When x < y then z > 3, said Thabo.' },
    ]);
  });

  it('may have entities of HTML that the feed does not declare', () => {
    expect(
      ofItem('<description>Caf&eacute; &rsquo;n <![CDATA[&ocirc;]]></description>'),
    ).toMatchObject([{ synopsis: 'Café ’n ô' }]);
  });

  it('without tags are as they were', () => {
    const word = fc.constantFrom('a', '<', '>', '&', 'y>', '<z', ';', 'x', '"', '1', '<3');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.join(' ');
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        expect(ofItem(`<description>${escaped}</description>`)[0]?.description).toBe(text);
      }),
    );
  });
});

describe('the film of an item', () => {
  const film = (content: string) => ofItem(content)[0]?.film;
  it.each([
    ['<media:content url="https://x.example/a" type="video/x-ms-wmv"/>', 'a'],
    ['<media:content url="https://x.example/a.mp4" type="application/octet-stream"/>', 'a.mp4'],
    ['<media:content url="https://x.example/a.mp4" type=""/>', 'a.mp4'],
    ['<media:content url="https://x.example/a.mp4" type="mp4"/>', 'a.mp4'],
    ['<media:content url="https://x.example/a?v=1" medium="video"/>', 'a?v=1'],
    ['<media:content url="https://x.example/a" type="application/mp4"/>', 'a'],
    [
      '<media:group><media:content url="http://x.example/b.mp4" height="1080" type="video/mp4"/><media:content url="https://x.example/a.MP4" height="720"/></media:group>',
      'a.MP4',
    ],
  ])('is found in %s', (content, url) => {
    expect(film(content)).toEqual({ url: `https://x.example/${url}` });
  });

  it.each([
    '<media:content url="https://x.example/a.m3u8" type="video/mp4"/>',
    '<media:content url="https://x.example/a.jpg" type="image/jpeg"/>',
    '<media:content url="https://x.example/a" type="application/x-shockwave-flash"/>',
  ])('is none in %s, which is named', (content) => {
    const { rows, unread } = readFeed(
      `<rss><channel><item><guid>a</guid><title>T</title>${content}</item></channel></rss>`,
    );
    expect(rows[0]?.row).not.toHaveProperty('film');
    expect(unread).toEqual([expect.stringMatching(/^item 0: film: https.*is no film that can be/)]);
  });
});

it('a feed names the elements and credits that are not read, with how often', () => {
  const item = '<item><guid>1</guid><title>T</title><itunes:duration>1</itunes:duration></item>';
  const other =
    '<item><guid>2</guid><title>T</title><itunes:duration>1</itunes:duration><media:credit role="caterer">X</media:credit></item>';
  expect(readFeed(`<rss><channel>${item}${other}</channel></rss>`).unread).toEqual([
    "the element 'itunes:duration' is not read (2)",
    "the credit of a 'caterer' is not read (1)",
  ]);
});

it.each([
  [
    '<feed xmlns="http://www.w3.org/2005/Atom"/>',
    'is no RSS 2.0: it has no rss/channel, and begins',
  ],
  ['{"version": "https://jsonfeed.org/version/1.1"}', 'it is JSON or empty'],
  ['', 'it is JSON or empty'],
  ['<!doctype html><html><body>Log in</body></html>', 'it is a page of HTML'],
  ['<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss/>', 'declares a document type'],
  ['<rss>\n<a url="?b=1&c=2"/></rss>', 'line 2 has an & that must be written as &amp;'],
  ['<a>'.repeat(200), 'more than 100 elements within each other'],
  [`<a ${Array.from({ length: 200 }, (_, at) => `b${at}="c"`).join(' ')}/>`, 'more than 100 attr'],
  [`<rss><channel>${'<item/>'.repeat(200_001)}</channel></rss>`, 'more than 200000 items'],
  ['<rss><channel><item><title>A & B</title><a>;</a></item></channel></rss>', 'is no XML'],
])('a feed beyond its limits is refused by them', (xml, why) => {
  expect(() => readFeed(xml)).toThrow(why);
});
