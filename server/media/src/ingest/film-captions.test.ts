// Captions inside a film become captions of its title.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBox } from './boxes.ts';
import {
  type CaptionStream,
  captionsOfFilm,
  chooseCaptions,
  createCueList,
  cueOf,
} from './film-captions.ts';
import { survey } from './package-source.ts';

const stream = (index: number, given: Partial<CaptionStream>): CaptionStream => ({
  ...{ index, codec: 'subrip', language: 'zul', isForced: false, isForHearing: false },
  ...given,
});

it('takes one stream of text for each language, and names why others are left out', () => {
  const { taken, leftOut } = chooseCaptions([
    stream(2, { isForHearing: true }),
    stream(3, {}),
    stream(4, { language: 'eng', codec: 'hdmv_pgs_subtitle' }),
    stream(5, { language: 'eng', isForced: true }),
    stream(6, { language: 'eng', codec: 'ass', isForHearing: true }),
    stream(7, { language: 'und' }),
    stream(8, { language: undefined }),
  ]);
  expect(taken).toEqual([
    { index: 3, language: 'zu', label: 'isiZulu' },
    { index: 6, language: 'en', label: 'English (SDH)' },
  ]);
  expect([...leftOut.keys()].toSorted()).toEqual([2, 4, 5, 7, 8]);
  expect(leftOut.get(2)).toBe('an earlier stream has captions in its language');
  expect(leftOut.get(4)).toContain('captions in hdmv_pgs_subtitle are no text');
  expect(leftOut.get(5)).toContain('forced captions');
  expect(leftOut.get(7)).toContain('captions without a language that is known');
});

const TIME = { start: 1, seconds: 2 };
const timed = (text: string | Buffer): Buffer => {
  const words = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length);
  return Buffer.concat([length, words, writeBox('styl', Buffer.alloc(12))]);
};

it.each([
  ['subrip', Buffer.from('<i>Molo</i> <font color="red">wena</font>\0'), '<i>Molo</i> wena'],
  ['mov_text', timed('Molo & <wena>'), 'Molo &amp; &lt;wena>'],
  ['mov_text', timed(Buffer.from('\ufeffMolo', 'utf16le').swap16()), 'Molo'],
  ['mov_text', Buffer.from([0]), undefined],
  ['mov_text', timed(''), undefined],
  ['ass', Buffer.from('0,0,Default,,0,0,0,,{\\b1}Molo,\\Nwena'), 'Molo,\nwena'],
  ['ass', Buffer.from('0,0,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}'), undefined],
  ['ass', Buffer.from('no line of it'), undefined],
  ['webvtt', Buffer.from('<v Gogo>Molo'), '<v Gogo>Molo'],
  ['webvtt', writeBox('vttc', writeBox('payl', Buffer.from('Molo'))), 'Molo'],
  ['webvtt', writeBox('vtte'), undefined],
])('reads a packet of %s (%#)', (codec, data, text) => {
  expect(cueOf(codec, data, TIME)?.text).toBe(text);
});

it('keeps the place of a caption, and shows one without a length for four seconds', () => {
  const data = Buffer.from('0,0,Default,,0,0,0,,{\\an8}Molo');
  expect(cueOf('ass', data, { start: 1, seconds: 0 })).toEqual({
    ...{ start: 1, end: 5, text: 'Molo', settings: 'line:0' },
  });
});

it('brings captions onto the time of the film, and leaves out what is outside of it', () => {
  const list = createCueList();
  for (const start of [30, 9, 10, 19]) list.add(2, { start, end: start + 2, text: `at ${start}` });
  list.add(2, undefined);
  list.add(3, { start: 1, end: 2, text: 'before the film' });
  const taken = [
    { index: 2, language: 'zu', label: 'isiZulu' },
    { index: 3, language: 'en', label: 'English' },
  ];
  expect(captionsOfFilm({ taken }, list.cues, { start: 10, seconds: 10 })).toEqual({
    captions: [
      {
        ...{ language: 'zu', label: 'isiZulu' },
        vtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nat 9\n\n00:00:00.000 --> 00:00:02.000\nat 10\n\n00:00:09.000 --> 00:00:10.000\nat 19\n',
      },
    ],
    notes: ['Stream 2 became captions in zu.', 'Left out: stream 3: the captions have no words.'],
  });
});

it('holds no more of a stream than a file of captions may have', () => {
  const list = createCueList();
  for (let at = 0; at < 12; at += 1)
    list.add(2, { start: at, end: at + 1, text: 'a'.repeat(100_000) });
  expect(list.cues).toHaveLength(10);
});

const FFMPEG = '/usr/bin/ffmpeg';

describe.runIf(existsSync(FFMPEG))('a film with captions', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bonisa-captions-'));
    await writeFile(join(folder, 'a.srt'), '1\n00:00:00,500 --> 00:00:01,500\nMolo\n<i>wena</i>\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['mp4', 'mov_text'],
    ['mkv', 'subrip'],
    ['mkv', 'ass'],
    ['mkv', 'webvtt'],
  ])('in %s as %s has them in its language', async (ending, codec) => {
    const file = join(folder, `${codec}.${ending}`);
    const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=2'];
    const words = ['-i', join(folder, 'a.srt'), '-map', '0', '-map', '1', '-c:s', codec];
    const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    const language = ['-metadata:s:s:0', 'language=zul'];
    execFileSync(FFMPEG, ['-v', 'error', ...pictures, ...words, ...h264, ...language, file]);
    const { captions, notes } = await survey({ file }, () => undefined);
    expect(notes).toContain('Stream 1 became captions in zu.');
    expect(captions).toEqual([
      {
        ...{ language: 'zu', label: 'isiZulu' },
        vtt: expect.stringMatching(
          /^WEBVTT\n\n00:00:00\.500 --> 00:00:01\.500\nMolo\n(?:<i>)?wena(?:<\/i>)?\n$/,
        ),
      },
    ]);
  });
});
