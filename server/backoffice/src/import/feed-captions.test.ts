// Captions that feeds and catalogue files name at addresses.
import { expect, it } from 'vitest';
import type { AttachmentTarget } from './attachments.ts';
import { ImportError, ImportTargetAway } from './import-row.ts';
import { contentOf } from './import-source.ts';
import { runAttachments } from './run-attachments.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nMolo\n';

const feedOf = (items: string) =>
  contentOf(
    Buffer.from(
      `<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><link>https://f.example</link>${items}</channel></rss>`,
    ),
    { name: 'the feed', format: 'mrss', kind: 'video' },
  );
const item = (inner: string): string => `<item><guid>a</guid><title>A</title>${inner}</item>`;
const subTitle = (more: string): string => `<media:subTitle type="text/vtt" ${more}/>`;

const fileOf = (row: object) =>
  contentOf(Buffer.from(JSON.stringify({ videos: [{ key: 'a', title: 'A', ...row }] })), {
    ...{ name: 'the file', format: 'json', kind: 'video' },
  });

it('of Media RSS are brought in one language each, and others are named', () => {
  const { attachments, unread, refused, rows } = feedOf(
    item(
      [
        subTitle('lang="zu" href="captions/zu.ttml" type="application/ttml+xml"').replace(
          'type="text/vtt" ',
          '',
        ),
        subTitle('lang="zu" href="https://c.example/zu.vtt"'),
        subTitle('lang="qq" href="https://c.example/qq.vtt"'),
        subTitle('href="https://c.example/none.vtt"'),
        subTitle('lang="en-ZA"'),
        '<media:group><media:subTitle lang="zul" href="https://c.example/zu.vtt"/></media:group>',
      ].join(''),
    ),
  );
  expect(refused).toEqual([]);
  expect(rows[0]?.row).not.toHaveProperty('captions');
  expect(attachments).toEqual([
    {
      ...{ place: 'item 0', kind: 'video', key: 'f.example/a', what: 'fetched captions' },
      ...{ url: 'https://c.example/zu.vtt', language: 'zu', label: 'isiZulu' },
    },
  ]);
  expect(unread).toEqual([
    "item 0: captions: 'qq' of https://c.example/qq.vtt is no language that is known",
    'item 0: captions: https://c.example/none.vtt says no language',
    "item 0: captions: https://f.example/captions/zu.ttml is a second file in 'zu'",
  ]);
});

it('of a catalogue file have a language, and are refused by field without one', () => {
  const url = 'https://c.example/a.vtt';
  const { attachments } = fileOf({
    captions: [
      { url, language: 'English' },
      { url, language: 'zu', label: 'Zulu' },
    ],
  });
  expect(attachments).toMatchObject([
    { what: 'fetched captions', language: 'en', label: 'English' },
    { language: 'zu', label: 'Zulu' },
  ]);
  for (const [captions, problem] of [
    ['a.vtt', 'must be a list of captions'],
    [['a.vtt'], 'must be {file, language} or {url, language}'],
    [[{ url }], 'must have a language'],
    [[{ url, language: 'qq' }], "'qq' is no language that is known"],
    [[{ url: 'ftp://c.example/a.vtt', language: 'zu' }], 'must be at an http or https address'],
    [[{ url, language: 'zu', kind: 'sdh' }], "'kind' is no field of captions"],
    [[{ url, language: 'zu', label: 'a\nb' }], 'label must be one line of at most 60 characters'],
    [[{ file: '../a.vtt', language: 'zu' }], '../a.vtt is not in the folder of the import'],
    [
      [
        { url, language: 'zu' },
        { url, language: 'zul' },
      ],
      "'zu' is there twice",
    ],
  ] as const)
    expect(() => fileOf({ captions })).toThrow(`videos.0: captions: ${problem}`);
});

/** A target that only takes captions, and what it was given. */
function captionsTarget(isAway = false) {
  const given: string[] = [];
  const none = () => Promise.reject(new Error('only captions are sent'));
  const target: AttachmentTarget = {
    captions: async ({ key, language }, vtt) => {
      if (isAway) throw new ImportTargetAway('it does not answer');
      given.push(`${key} ${language} ${vtt}`);
      return 'given';
    },
    ...{ picture: none, film: none, hasFilm: none },
    filmsSoFar: async () => ({ failed: [], waiting: 0 }),
  };
  return { target, given };
}

const { attachments } = fileOf({
  captions: ['srt', 'broken', '404'].map((name, at) => {
    return { url: `https://c.example/${name}?key=secret`, language: ['zu', 'xh', 'st'][at] };
  }),
});
const fetchCaptions = async (url: string): Promise<Buffer> => {
  if (url.includes('404')) throw new ImportError('the file answered 404');
  return Buffer.from(url.includes('srt') ? SRT : '[Script Info]\nDialogue: Molo');
};

it('at an address are stored as WebVTT, and what cannot be read is a line and no refusal', async () => {
  const { target, given } = captionsTarget();
  const sent = await runAttachments({ attachments, target, fetchCaptions });
  expect(given).toEqual(['a zu WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMolo\n']);
  expect(sent).toEqual({
    ...{ given: 1, unchanged: 0, waiting: 0 },
    leftOut: [
      expect.stringMatching(
        /^videos\.0: captions xh https:\/\/c\.example\/broken \(fetched\): .*SubStation Alpha/,
      ),
      'videos.0: captions st https://c.example/404 (fetched): the file answered 404',
    ],
  });
});

it('stop an import whose target is away', async () => {
  const { target } = captionsTarget(true);
  const run = runAttachments({ attachments, target, fetchCaptions });
  await expect(run).rejects.toThrow('it does not answer');
});

it('are never fetched from a private network', async () => {
  const { target, given } = captionsTarget();
  const inside = fileOf({ captions: [{ url: 'http://127.0.0.1:9/a.vtt', language: 'zu' }] });
  const { leftOut } = await runAttachments({ attachments: inside.attachments, target });
  expect(leftOut).toEqual([expect.stringMatching(/the file is at 127\.0\.0\.1: /)]);
  expect(given).toEqual([]);
});

it.each([
  ['<enclosure url="https://f.example/a.mp3" type="audio/mpeg"/>', true],
  ['<enclosure url="https://f.example/a.mp3"/>', true],
  ['<media:content url="https://f.example/a.mp4" type="audio/mp4"/>', true],
  ['<media:content url="https://f.example/a" medium="audio"/>', true],
  [
    '<media:content url="https://f.example/a.m3u8" type="application/vnd.apple.mpegurl"/>' +
      '<media:content url="https://f.example/a.m4a" type="audio/mp4"/>' +
      '<media:content url="https://f.example/a.jpg" type="image/jpeg"/>',
    true,
  ],
  [
    '<media:content url="https://f.example/a.m3u8" height="720"/>' +
      '<media:content url="https://f.example/a.m4a" type="audio/mp4"/>',
    false,
  ],
  [
    '<media:content url="https://f.example/a.mp4" type="video/mp4"/>' +
      '<media:content url="https://f.example/a.m4a" type="audio/mp4"/>',
    false,
  ],
  ['<media:content url="https://f.example/a.pdf" type="application/pdf"/>', false],
  ['', false],
])('an item that has only sound is refused by name: %s', (contents, isRefused) => {
  const other = '<item><guid>b</guid><title>B</title></item>';
  const { rows, refused } = feedOf(item(contents) + other);
  expect(refused).toEqual(isRefused ? ['item 0: film: has only sound: Bonisa plays films'] : []);
  expect(rows).toHaveLength(isRefused ? 1 : 2);
});
