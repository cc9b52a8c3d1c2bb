import fc from 'fast-check';
import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { movedSegmentFile } from '../asset.ts';
import { composeRenditions, renditionOf } from '../composition.ts';
import { fileAddress } from './delivery.addresses.ts';
import { writeCaptionPlaylist, writeMediaPlaylist, writeMultivariant } from './playlist.ts';

/** The parser then refuses what RFC 8216 does not allow. */
beforeAll(() => HLS.setOptions({ strictMode: true }));

const heights = [0, 144, 240, 360, 480, 720, 1080];

/** A part of a title: the segments of all its renditions begin at the same instants. */
const anyPart = fc
  .record({
    id: fc.uuid(),
    durations: fc.array(fc.double({ min: 0.02, max: 6.4, noNaN: true }), {
      minLength: 1,
      maxLength: 12,
    }),
    rate: fc.integer({ min: 30_000, max: 400_000 }),
    content: fc.constantFrom('one', 'other'),
  })
  .map(({ id, durations, rate, content }) => {
    let at = 0;
    const segments = durations.map((duration) => {
      const start = at;
      at += duration;
      return { start, duration, bytes: Math.ceil((rate * duration) / 8) };
    });
    const renditions = heights.map((height) => ({
      height,
      pixelWidth: height && Math.round((height * 16) / 9),
      pixelHeight: height,
      frameRate: height ? 25 : 0,
      codecs: height ? 'avc1.64001e,mp4a.40.2' : 'mp4a.40.2',
      bandwidth: rate * (1 + height / 100),
      averageBandwidth: rate * (1 + height / 200),
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 800),
      segments,
    }));
    return { id, content, renditions, durationMs: Math.round(at * 1000) };
  });
const anyTitle = fc.uniqueArray(anyPart, { minLength: 1, maxLength: 8, selector: ({ id }) => id });

const CAPTIONS = [
  {
    language: 'zu-ZA',
    label: 'isiZulu',
    address: '/media/p/token/captions-zu-za.m3u8',
    isOn: true,
  },
  {
    language: 'en-ZA',
    label: 'English',
    address: '/media/p/token/captions-en-za.m3u8',
    isOn: false,
  },
];

describe('an independent parser of HLS', () => {
  it('reads captions as one segment of the whole title', () => {
    const seconds = fc.double({ min: 0.5, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(seconds, (length) => {
        const playlist = HLS.parse(
          writeCaptionPlaylist(length, '/c.vtt'),
        ) as HLS.types.MediaPlaylist;
        expect(playlist).toMatchObject({ endlist: true, playlistType: 'VOD' });
        expect(playlist.segments.map(({ uri }) => uri)).toEqual(['/c.vtt']);
        expect(playlist.segments[0]?.duration).toBeCloseTo(length, 4);
      }),
    );
  });

  it('reads the parts, init segments and durations of any composition as they are', () => {
    fc.assert(
      fc.property(anyTitle, fc.constantFrom(...heights), (parts, height) => {
        const folder = height ? `${height}p` : 'audio';
        const address = (id: string, file: string) => fileAddress('1-key', id, folder, file);
        const text = writeMediaPlaylist(
          parts.map((part) => ({
            init: { address: address(part.id, 'init.mp4'), content: part.content },
            segments: renditionOf(part as never, height).segments,
            addresses: (startsAt) => (index) =>
              address(part.id, movedSegmentFile(index, startsAt, 'm')),
          })),
        );
        const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
        expect(playlist).toMatchObject({ isMasterPlaylist: false, endlist: true, version: 7 });
        const { segments } = playlist;
        let startsAt = 0;
        let initPart = parts[0];
        const expected = parts.flatMap((part, number) => {
          const isOther = part.content !== parts[number - 1]?.content;
          if (isOther) initPart = part;
          const from = Math.round(startsAt * 1e6);
          return renditionOf(part as never, height).segments.map(({ duration }, i) => {
            startsAt += duration;
            return {
              uri: address(part.id, movedSegmentFile(i, from, 'm')),
              map: address(initPart?.id ?? '', 'init.mp4'),
              jump: number > 0 && i === 0 && isOther,
              duration,
            };
          });
        });
        expect(segments.map(({ uri, map }) => ({ uri, map: map?.uri }))).toEqual(
          expected.map(({ uri, map }) => ({ uri, map })),
        );
        expect(segments.map(({ discontinuity }) => Boolean(discontinuity))).toEqual(
          expected.map(({ jump }) => jump),
        );
        for (const [i, { duration }] of segments.entries()) {
          expect(duration).toBeCloseTo(expected[i]?.duration ?? 0, 4);
          expect(Math.round(duration)).toBeLessThanOrEqual(playlist.targetDuration);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reads the variants of any composition with their rates, codecs and sizes', () => {
    fc.assert(
      fc.property(anyTitle, (parts) => {
        const renditions = composeRenditions(parts as never);
        const playlist = HLS.parse(
          writeMultivariant(
            renditions.map((rendition) => ({
              rendition,
              address: `/media/p/token/${rendition.height}p.m3u8`,
            })),
            CAPTIONS,
          ),
        ) as HLS.types.MasterPlaylist;
        expect(playlist).toMatchObject({ isMasterPlaylist: true, independentSegments: true });
        expect(playlist.variants).toHaveLength(renditions.length);
        for (const [i, rendition] of renditions.entries()) {
          expect(playlist.variants[i]?.subtitles).toMatchObject(
            CAPTIONS.map(({ language, label, address, isOn }) => ({
              ...{ type: 'SUBTITLES', language, name: label, uri: address, autoselect: true },
              isDefault: isOn,
            })),
          );
          expect(playlist.variants[i]?.audio.map(({ name, uri }) => [name, uri])).toEqual(
            rendition.height ? [] : [['Sound alone', '/media/p/token/0p.m3u8']],
          );
          expect(playlist.variants[i]).toMatchObject({
            bandwidth: Math.ceil(rendition.bandwidth),
            averageBandwidth: Math.ceil(rendition.averageBandwidth),
            codecs: rendition.codecs,
            ...(rendition.height
              ? { resolution: { width: rendition.pixelWidth, height: rendition.pixelHeight } }
              : {}),
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
