// Lists of videos as the public documentation of each provider shows them.
import { createTestCatalogue } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { withDefaults } from '@bonisa/contract/studio/import-run';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { expect, it } from 'vitest';
import { contentOf } from './import-source.ts';
import { runImport } from './run-import.ts';

const JW_MRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:jwplayer="http://rss.jwpcdn.com/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Late stories</title>
    <jwplayer:feedid>pLaYl1st</jwplayer:feedid>
    <item>
      <title>Isibane</title>
      <link>https://cdn.jwplayer.com/previews/aBcDeFgH</link>
      <description>One lamp.</description>
      <pubDate>Mon, 02 Nov 2026 08:00:00 -0000</pubDate>
      <guid isPermaLink="false">aBcDeFgH</guid>
      <enclosure url="https://cdn.jwplayer.com/manifests/aBcDeFgH.m3u8" type="application/vnd.apple.mpegurl" length="120"/>
      <media:group>
        <media:content url="https://cdn.jwplayer.com/manifests/aBcDeFgH.m3u8" medium="video" type="application/vnd.apple.mpegurl" duration="120"/>
        <media:content url="https://cdn.jwplayer.com/videos/aBcDeFgH-one.m4a" medium="audio" type="audio/mp4" duration="120"/>
        <media:content url="https://cdn.jwplayer.com/videos/aBcDeFgH-two.mp4" medium="video" width="1280" height="720" duration="120" type="video/mp4" fileSize="9000"/>
        <media:thumbnail url="https://cdn.jwplayer.com/v2/media/aBcDeFgH/poster.jpg?width=720" width="720"/>
        <media:keywords>drama</media:keywords>
      </media:group>
      <jwplayer:track file="https://cdn.jwplayer.com/tracks/tRaCk001.vtt" kind="captions" label="English"/>
    </item>
  </channel>
</rss>`;

const JW_JSON = {
  title: 'Late stories',
  kind: 'MANUAL',
  feedid: 'pLaYl1st',
  playlist: [
    {
      mediaid: 'aBcDeFgH',
      title: 'Isibane',
      description: 'One lamp.',
      pubdate: 1_793_606_400,
      duration: 120,
      tags: 'drama',
      link: 'https://cdn.jwplayer.com/previews/aBcDeFgH',
      image: 'https://cdn.jwplayer.com/v2/media/aBcDeFgH/poster.jpg?width=720',
      sources: [
        {
          file: 'https://cdn.jwplayer.com/manifests/aBcDeFgH.m3u8',
          type: 'application/vnd.apple.mpegurl',
        },
        {
          file: 'https://cdn.jwplayer.com/videos/aBcDeFgH-two.mp4',
          type: 'video/mp4',
          width: 1280,
          height: 720,
          filesize: 9000,
        },
      ],
      tracks: [
        { file: 'https://cdn.jwplayer.com/strips/aBcDeFgH-120.vtt', kind: 'thumbnails' },
        {
          file: 'https://cdn.jwplayer.com/tracks/tRaCk001.vtt',
          kind: 'captions',
          label: 'English',
        },
      ],
    },
  ],
};

const BRIGHTCOVE = {
  id: '5718741494001',
  name: 'Late stories',
  type: 'EXPLICIT',
  account_id: '1752604059001',
  videos: [
    {
      id: '5702141808001',
      account_id: '1752604059001',
      name: 'Isibane',
      description: 'One lamp.',
      long_description: null,
      published_at: '2026-11-02T08:00:00.000Z',
      duration: 120_000,
      poster: 'https://cf-images.eu-west-1.prod.boltdns.net/poster.jpg',
      sources: [
        { src: 'https://manifest.prod.boltdns.net/a.m3u8', type: 'application/x-mpegURL' },
        { src: 'http://bcbolt.example/a.mp4', container: 'MP4', height: 720, size: 9000 },
        { src: 'https://bcbolt.example/a.mp4', container: 'MP4', height: 720, size: 9000 },
        { container: 'MP4', stream_name: 'mp4:a', app_name: 'rtmp://bcbolt.example/rtmp' },
      ],
      text_tracks: [
        {
          id: '4c3e1f1a-0001',
          account_id: '1752604059001',
          src: 'http://manifest.prod.boltdns.net/en.vtt',
          srclang: 'en',
          label: 'English',
          kind: 'captions',
          mime_type: 'text/webvtt',
          asset_id: null,
          sources: [{ src: 'https://manifest.prod.boltdns.net/en.vtt' }],
          default: true,
        },
        { src: 'https://manifest.prod.boltdns.net/cuepoints.vtt', kind: 'metadata' },
      ],
    },
  ],
};

/** `link.brightcove.com/services/mrss/player…`: the feed of a library, with a player. */
const BRIGHTCOVE_MRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:b="http://www.brightcove.tv/link" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
  <channel>
    <title>Late stories</title>
    <link>http://link.brightcove.com/services/link/bcpid1459151488</link>
    <item>
      <title>Isibane</title>
      <description>One lamp.</description>
      <pubDate>Mon, 02 Nov 2026 08:00:00 -0800</pubDate>
      <media:player height="270" width="480" url="http://link.brightcove.com/services/link/bctid57"/>
      <media:content url="https://bcbolt.example/a.mp4" fileSize="9000" type="video/mp4" height="720" width="1280" duration="120"/>
      <media:thumbnail height="90" width="120" url="https://bcsecure.example/th.jpg"/>
      <media:thumbnail height="360" width="480" url="https://bcsecure.example/vs.jpg"/>
      <media:subTitle type="text/vtt" lang="en" href="https://bcsecure.example/tracks/en.vtt"/>
      <b:playerid>1459151488</b:playerid>
      <b:titleid>5702141808001</b:titleid>
      <b:duration>120</b:duration>
      <dcterms:valid/>
    </item>
  </channel>
</rss>`;

/** `vimeo.com/…/videos/rss`: a player for each video, and no file. */
const VIMEO_RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Vimeo / Late stories</title>
    <link>https://vimeo.com/latestories/videos</link>
    <item>
      <title>Isibane</title>
      <pubDate>Mon, 02 Nov 2026 08:00:00 -0500</pubDate>
      <link>https://vimeo.com/123456</link>
      <dc:creator>Late stories</dc:creator>
      <description>&lt;p&gt;One lamp.&lt;/p&gt;</description>
      <guid isPermaLink="false">tag:vimeo,2026-11-02:clip123456</guid>
      <media:content medium="video" duration="120">
        <media:player url="https://player.vimeo.com/video/123456"/>
        <media:credit role="author" scheme="https://vimeo.com/latestories"/>
        <media:thumbnail height="540" width="960" url="https://i.vimeocdn.com/video/1-d_960"/>
      </media:content>
    </item>
  </channel>
</rss>`;

const VIMEO = {
  total: 3,
  page: 1,
  per_page: 1,
  paging: { next: '/me/videos?page=2', previous: null },
  data: [
    {
      uri: '/videos/123456',
      name: 'Isibane',
      description: 'One lamp.',
      link: 'https://vimeo.com/123456',
      language: 'zu',
      created_time: '2026-11-02T08:00:00+00:00',
      pictures: {
        sizes: [
          { width: 100, height: 75, link: 'https://i.vimeocdn.com/video/1_100x75' },
          { width: 1280, height: 720, link: 'https://i.vimeocdn.com/video/1_1280x720' },
        ],
      },
      files: [
        { quality: 'hls', type: 'video/mp4', link: 'https://player.vimeo.com/external/1.m3u8' },
        {
          quality: 'hd',
          type: 'video/mp4',
          height: 720,
          size: 9000,
          link: 'https://player.vimeo.com/progressive/1/file.mp4',
        },
      ],
      texttracks: {
        total: 1,
        data: [
          {
            uri: '/videos/123456/texttracks/1',
            active: true,
            type: 'captions',
            language: 'en-US',
            name: 'isibane.vtt',
            link: 'https://captions.cloud.vimeo.com/captions/1.vtt?expires=1',
          },
        ],
      },
    },
  ],
};

const read = (list: string | object, format: 'json' | 'mrss') =>
  contentOf(Buffer.from(typeof list === 'string' ? list : JSON.stringify(list)), {
    ...{ name: 'the feed', format, kind: 'video' },
  });

it.each([
  ['the MRSS of JW Player', JW_MRSS, 'mrss', 'late-stories/aBcDeFgH'],
  ['the JSON of JW Player', JW_JSON, 'json', 'jwplayer.com/aBcDeFgH'],
  ['the MRSS of Brightcove', BRIGHTCOVE_MRSS, 'mrss', 'link.brightcove.com/5702141808001'],
  ['the JSON of Brightcove', BRIGHTCOVE, 'json', 'brightcove.com/5702141808001'],
  ['the JSON of Vimeo', VIMEO, 'json', 'vimeo.com/123456'],
] as const)('%s gives titles with their film and picture', (_what, list, format, key) => {
  const { rows, attachments, refused, leavesOut } = read(list, format);
  expect([refused, leavesOut]).toEqual([[], true]);
  expect(rows).toMatchObject([
    { row: { key, title: 'Isibane', description: 'One lamp.', year: 2026 } },
  ]);
  expect(attachments.map(({ what }) => what).sort()).toEqual([
    ...['fetched captions', 'fetched film', 'picture'],
  ]);
  expect(attachments.find(({ what }) => what === 'fetched captions')).toMatchObject({
    ...{ kind: 'video', key, language: expect.stringMatching(/^en(-US)?$/) },
    url: expect.stringMatching(/^https:.*(?:tracks|en|captions).*\.vtt/),
  });
  expect(JSON.stringify(attachments)).toMatch(/"url":"https:[^"]+(?:two|a|file)\.mp4"/);
});

it('Brightcove’s MRSS gives its still and not its stamp, by the id of the video', () => {
  const { attachments, unread } = read(BRIGHTCOVE_MRSS, 'mrss');
  expect(attachments[0]).toMatchObject({ from: { url: 'https://bcsecure.example/vs.jpg' } });
  expect(unread).toEqual([
    ...['media:player', 'bc:playerid', 'bc:duration'].map(
      (name) => `the element '${name}' is not read (1)`,
    ),
  ]);
});

it('Vimeo’s RSS gives titles with their picture, and says that it has no films', () => {
  const { rows, attachments, unread } = read(VIMEO_RSS, 'mrss');
  expect(rows).toMatchObject([
    { row: { key: 'vimeo.com/tag:vimeo,2026-11-02:clip123456', title: 'Isibane', year: 2026 } },
  ]);
  expect(attachments).toMatchObject([
    { what: 'picture', from: { url: 'https://i.vimeocdn.com/video/1-d_960' } },
  ]);
  expect(unread).toContain('item 0: film: the feed names a player, and no file');
});

it('a list of JSON at an address is a feed too, and one of nobody is refused by name', () => {
  expect(read(VIMEO, 'mrss').rows).toEqual(read(VIMEO, 'json').rows);
  expect(read(VIMEO, 'json').rows[0]?.row.languages).toEqual(['zu']);
  expect(() => read({ films: [] }, 'mrss')).toThrow(
    'the feed: is no list of videos of JW Player, Brightcove or Vimeo',
  );
});

it('a list with more pages says how many videos are not in it', () => {
  expect(read(VIMEO, 'json').unread).toContain('2 videos are on other pages of the list');
});

it('each list is imported by the command of the documentation', async () => {
  const open = await createTestDatabase();
  const { editing } = await createTestCatalogue(open);
  await editing.apply(ROWS);
  const given = { channel: 'c-1', genre: 'drama', ratingAge: 'PG', ratingAdvice: [] };
  const target = {
    apply: editing.apply,
    preview: (rows: Parameters<typeof editing.preview>[0]) => editing.preview(rows),
  };
  for (const list of [JW_MRSS, JW_JSON, BRIGHTCOVE_MRSS, BRIGHTCOVE, VIMEO_RSS, VIMEO]) {
    const rows = withDefaults(read(list, 'mrss').rows, {
      ...{ ...given, languages: ['en'], published: true },
    });
    expect(await runImport({ rows, target })).toMatchObject({ created: 1 });
    expect(await runImport({ rows, target })).toMatchObject({ created: 0, unchanged: 1 });
  }
  await open.close();
});
