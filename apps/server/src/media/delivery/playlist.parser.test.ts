import fc from 'fast-check';
import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeRenditions, renditionOf } from '../composition.ts';
import { fileAddress } from './delivery.addresses.ts';
import { writeMediaPlaylist, writeMultivariant } from './playlist.ts';

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
  })
  .map(({ id, durations, rate }) => {
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
    return { id, renditions, durationMs: Math.round(at * 1000) };
  });
const anyTitle = fc.uniqueArray(anyPart, { minLength: 1, maxLength: 8, selector: ({ id }) => id });

describe('an independent parser of HLS', () => {
  it('reads the parts, init segments and durations of any composition as they are', () => {
    fc.assert(
      fc.property(anyTitle, fc.constantFrom(...heights), (parts, height) => {
        const folder = height ? `${height}p` : 'audio';
        const address = (id: string, file: string) => fileAddress('1-key', id, folder, file);
        const text = writeMediaPlaylist(
          parts.map((part) => ({
            init: address(part.id, 'init.mp4'),
            segments: renditionOf(part as never, height).segments.map(({ duration }, i) => ({
              duration,
              address: address(part.id, `${i}.m4s`),
            })),
          })),
        );
        const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
        expect(playlist).toMatchObject({ isMasterPlaylist: false, endlist: true, version: 7 });
        const { segments } = playlist;
        const expected = parts.flatMap((part, number) =>
          renditionOf(part as never, height).segments.map(({ duration }, i) => ({
            uri: address(part.id, `${i}.m4s`),
            map: address(part.id, 'init.mp4'),
            jump: number > 0 && i === 0,
            duration,
          })),
        );
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
          ),
        ) as HLS.types.MasterPlaylist;
        expect(playlist).toMatchObject({ isMasterPlaylist: true, independentSegments: true });
        expect(playlist.variants).toHaveLength(renditions.length);
        for (const [i, rendition] of renditions.entries())
          expect(playlist.variants[i]).toMatchObject({
            bandwidth: Math.ceil(rendition.bandwidth),
            averageBandwidth: Math.ceil(rendition.averageBandwidth),
            codecs: rendition.codecs,
            ...(rendition.height
              ? { resolution: { width: rendition.pixelWidth, height: rendition.pixelHeight } }
              : {}),
          });
      }),
      { numRuns: 60 },
    );
  });
});
