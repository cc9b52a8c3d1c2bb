import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uint32, writeBox } from '../ingest/boxes.ts';
import { createFirstChunks, firstChunkBytes } from './first-chunks.ts';
import { describeMedia, firstRendition, runsOf } from './play-media.ts';

const BASE = '/media/s/key/asset/';

const rendition = (height: number, averageBandwidth: number) => ({
  height,
  pixelWidth: height * 2,
  pixelHeight: height,
  frameRate: 25,
  codecs: height > 0 ? 'avc1.64001e,mp4a.40.2' : 'mp4a.40.2',
  bandwidth: averageBandwidth,
  averageBandwidth,
  bytes: 1,
  segments: [0, 2, 4].map((start) => ({ start, duration: start === 4 ? 1 : 2, bytes: 1 })),
});
const renditions = [
  rendition(0, 35_000),
  rendition(144, 95_000),
  rendition(240, 230_000),
  rendition(480, 800_000),
];
const asset = { renditions, parts: [{ id: 'asset', renditions }] };
const composed = { renditions, parts: ['a', 'b'].map((id) => ({ id, renditions })) };
/** A box of `size` bytes in all. */
const box = (type: string, size: number) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4);
  return bytes;
};
const moof = (size: number) => writeBox('moof', box('free', size - 8));
/** A segment of two chunks; the first has this many bytes. */
const segmentOf = (firstChunk: number) =>
  Buffer.concat([moof(100), box('mdat', firstChunk - 100), moof(16), box('mdat', 99)]);
const terms = {
  baseOf: (id: string) => `/media/s/key/${id}/`,
  cap: undefined,
  throughput: undefined,
  position: 0,
  firstChunk: createFirstChunks(async (_, path) =>
    path.endsWith('.m4s') ? segmentOf(9_000) : Buffer.from(path),
  ),
};
const textOf = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString();

// F10
describe('the media in the answer of the play call', () => {
  it('describe every segment of every offered rendition', async () => {
    const media = await describeMedia(asset, { ...terms, cap: 300 });
    expect(media.parts).toEqual([
      {
        base: BASE,
        runs: [
          [2, 2],
          [1, 1],
        ],
      },
    ]);
    expect(media.renditions).toEqual([
      { folder: '144p', height: 144, bandwidth: 95_000, codecs: 'avc1.64001e,mp4a.40.2' },
      { folder: '240p', height: 240, bandwidth: 230_000, codecs: 'avc1.64001e,mp4a.40.2' },
    ]);
  });

  it('name the storyboard of each part that has one', async () => {
    const tiles = { interval: 2, columns: 3, count: 3, width: 160, height: 90 };
    const parts = [
      { id: 'a', renditions, storyboard: tiles },
      { id: 'b', renditions },
    ];
    const media = await describeMedia({ renditions, parts }, terms);
    expect(media.parts.map(({ storyboard }) => storyboard)).toEqual([
      { url: '/media/s/key/a/storyboard/tiles.webp', ...tiles },
      undefined,
    ]);
  });

  it('offer sound alone for a cap of 0', async () => {
    const media = await describeMedia(asset, { ...terms, cap: 0 });
    expect(media.renditions.map(({ folder }) => folder)).toEqual(['audio']);
    expect(media.start?.folder).toBe('audio');
  });

  it('bring the init segment and the first chunk of the segment at the position', async () => {
    const { start } = await describeMedia(asset, { ...terms, position: 4.5 });
    expect(start).toMatchObject({ folder: '240p', segment: 2, is_whole: false });
    expect(textOf(start?.init)).toBe('240p/init.mp4');
    expect(Buffer.from(start?.bytes ?? '', 'base64')).toEqual(segmentOf(9_000).subarray(0, 9_000));
  });

  it('start in a lower rendition when the first chunk would take too long to arrive', async () => {
    const sizes: Record<string, number> = { '144p': 9_000, '240p': 15_000, '480p': 30_000 };
    const firstChunk = createFirstChunks(async (_, path) =>
      segmentOf(sizes[path.slice(0, 4)] ?? 1_000),
    );
    const startOn = async (throughput: number) =>
      (await describeMedia(asset, { ...terms, firstChunk, throughput })).start?.folder;
    expect(await startOn(1_800_000)).toBe('480p');
    expect(await startOn(1_610_000)).toBe('480p');
    expect(await startOn(1_590_000)).toBe('240p');
    expect(await startOn(790_000)).toBe('144p');
    expect(await startOn(50_000)).toBe('144p');
  });

  it('bring no more than a part of a huge first chunk', async () => {
    const huge = {
      ...terms,
      throughput: 50_000_000,
      firstChunk: createFirstChunks(async () => segmentOf(200_000)),
    };
    const { start } = await describeMedia(asset, huge);
    expect(Buffer.from(start?.bytes ?? '', 'base64')).toHaveLength(48_000);
    expect(start?.is_whole).toBe(false);
  });

  it('list each part of a composition with its own address and runs', async () => {
    const { parts } = await describeMedia(composed, terms);
    const runs = [
      [2, 2],
      [1, 1],
    ];
    expect(parts).toEqual([
      { base: '/media/s/key/a/', runs },
      { base: '/media/s/key/b/', runs },
    ]);
  });

  it('start inside the part of the position, whose segments are counted through all parts', async () => {
    const read: string[] = [];
    const startAt = async (position: number) => {
      const { start } = await describeMedia(composed, {
        ...terms,
        position,
        firstChunk: createFirstChunks(async (id, path) => {
          read.push(`${id}/${path}`);
          return segmentOf(9_000);
        }),
      });
      return start?.segment;
    };
    expect(await startAt(4.9)).toBe(2);
    expect(await startAt(5)).toBe(3);
    expect(await startAt(99)).toBe(5);
    expect(read.filter((path) => path.endsWith('.m4s'))).toEqual([
      'a/240p/2.m4s',
      'b/240p/0.m4s',
      'b/240p/2.m4s',
    ]);
  });

  it('say when the first bytes are the whole segment, and bring none of a missing file', async () => {
    const small = { ...terms, firstChunk: createFirstChunks(async () => box('mdat', 50)) };
    expect((await describeMedia(asset, small)).start?.is_whole).toBe(true);
    const none = { ...terms, firstChunk: createFirstChunks(async () => undefined) };
    expect((await describeMedia(asset, none)).start).toBeUndefined();
  });
});

describe('the first chunk', () => {
  it('ends with its media data, or with the segment', () => {
    expect(firstChunkBytes(segmentOf(5_000))).toBe(5_000);
    expect(firstChunkBytes(Buffer.concat([box('styp', 24), segmentOf(500)]))).toBe(524);
    expect(firstChunkBytes(segmentOf(5_000).subarray(0, 300))).toBe(300);
  });

  it('is the one behind a picture that opens the segment alone', () => {
    const run = writeBox('trun', uint32(0x201), uint32(1), uint32(0), uint32(200));
    const header = [writeBox('tfhd', uint32(0), uint32(1)), writeBox('tfdt', uint32(0), uint32(0))];
    const opening = writeBox('moof', writeBox('traf', ...header, run));
    const before = Buffer.concat([opening, box('mdat', 208)]);
    expect(firstChunkBytes(Buffer.concat([before, segmentOf(500)]))).toBe(before.length + 500);
    expect(firstChunkBytes(before)).toBe(before.length);
  });
});

describe('the first rendition', () => {
  const rates = [95_000, 230_000, 800_000].map((averageBandwidth) => ({ averageBandwidth }));

  it('is one that starts soon on an unknown network', () => {
    expect(firstRendition(rates, undefined)).toBe(rates[1]);
  });

  it('is the highest that the expected throughput carries with a margin, or the lowest', () => {
    expect(firstRendition(rates, 1_400_000)).toBe(rates[2]);
    expect(firstRendition(rates, 1_000_000)).toBe(rates[1]);
    expect(firstRendition(rates, 10_000)).toBe(rates[0]);
    expect(firstRendition([], 10_000)).toBeUndefined();
  });
});

describe('the runs of durations', () => {
  it('hold every duration in its order, to a microsecond', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(2, 1.96, 0.52)), (durations) => {
        const runs = runsOf(durations.map((duration) => ({ duration })));
        expect(runs.flatMap(([count, seconds]) => Array(count).fill(seconds))).toEqual(durations);
        expect(runs.some(([, seconds], i) => seconds === runs[i + 1]?.[1])).toBe(false);
      }),
    );
    expect(runsOf([{ duration: 2.000_000_04 }, { duration: 2 }])).toEqual([[2, 2]]);
  });
});
