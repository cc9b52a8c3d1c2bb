import { expect, it } from 'vitest';
import { readFeed } from './mrss-source.ts';

const content = (url: string, more = ''): string => `<media:content url="${url}" ${more}/>`;
const read = (
  item: string,
  { head = '', channel = '', address = undefined as string | undefined } = {},
) => {
  const xml = `<rss ${head}><channel>${channel}<item><guid>a</guid><title>T</title>${item}</item></channel></rss>`;
  const { rows, unread, refused } = readFeed(xml, { address });
  const { film, artwork }: Readonly<Record<string, unknown>> = rows[0]?.row ?? {};
  const urlOf = (one: unknown) => (one as { url?: string } | null | undefined)?.url;
  return { film: urlOf(film), artwork: urlOf(artwork), unread, refused };
};
const FILM = 'https://x.example/film.mp4';

it('a preview is no film, however large it is', () => {
  const preview = content('https://x.example/p.mp4', 'expression="sample" height="2160"');
  expect(read(preview + content(FILM, 'expression="full" height="720"'))).toMatchObject({
    film: FILM,
    unread: ['a preview beside the film of an item is not read (1)'],
  });
  expect(read(preview)).toMatchObject({
    film: undefined,
    unread: ['item 0: film: https://x.example/p.mp4 (without a type) is a preview'],
  });
});

it('what an item has beside its film is named by what it is', () => {
  const others = [
    content('https://x.example/lo.mp4', 'height="240"'),
    content('https://x.example/zu.mp4', 'lang="zu" height="360"'),
    content('https://x.example/a.mp3', 'type="audio/mpeg"'),
    content('https://x.example/a.m3u8', 'type="application/x-mpegURL"'),
    content('https://x.example/a.jpg', 'medium="image"'),
    content('https://x.example/b.jpg', 'medium="image"'),
    `<enclosure url="${FILM}" type="video/mp4"/>`,
  ];
  const group = `<media:group>${content(FILM, 'height="720"')}${others.join('')}</media:group>`;
  expect(read(group)).toMatchObject({
    film: FILM,
    artwork: 'https://x.example/a.jpg',
    unread: [
      'a smaller film of an item is not read (1)',
      'a film in another language is not read (1)',
      'a file beside the film of an item is not read (1)',
      'a playlist beside the film of an item is not read (1)',
      'a picture beside the film of an item is not read (1)',
    ],
  });
});

it('relative addresses follow xml:base, else the feed, else the link of its channel', () => {
  const item = `${content('/v/a.mp4')}<media:thumbnail url="a.jpg"/>`;
  const link = { channel: '<link>https://partner.example/</link>' };
  expect(read(item, link)).toMatchObject({
    film: 'https://partner.example/v/a.mp4',
    artwork: 'https://partner.example/a.jpg',
  });
  expect(read(item, { address: 'https://f.example/feeds/all.xml' })).toMatchObject({
    film: 'https://f.example/v/a.mp4',
    artwork: 'https://f.example/feeds/a.jpg',
  });
  const inner = '<media:content xml:base="b/" url="c.mp4"/>';
  expect(read(inner, { ...link, head: 'xml:base="https://cdn.example/a/"' }).film).toBe(
    'https://cdn.example/a/b/c.mp4',
  );
});

it('an address that stays relative leaves its picture out, and no item', () => {
  expect(read(`${content(FILM)}<media:thumbnail url="a.jpg"/>`)).toMatchObject({
    film: FILM,
    artwork: undefined,
    unread: ['item 0: artwork: a.jpg is no whole address'],
  });
  expect(read(content('a.mp4')).refused).toEqual(['item 0: film: must be at an https address']);
});
