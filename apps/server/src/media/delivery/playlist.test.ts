import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeMediaPlaylist, writeMultivariant } from './playlist.ts';

const rendition = {
  bandwidth: 461_455.2,
  averageBandwidth: 379_906,
  codecs: 'avc1.64001e,mp4a.40.2',
  pixelWidth: 640,
  pixelHeight: 360,
  frameRate: 25,
};

const anyAddress = fc.stringMatching(/^\/media\/[a-zA-Z0-9/_.-]{1,80}$/);
const anyDuration = fc.double({ min: 0.02, max: 12, noNaN: true });

describe('the multivariant playlist', () => {
  it('lists the attributes that a player needs to choose a variant', () => {
    expect(writeMultivariant([{ rendition, address: '/media/p/t/360p.m3u8' }])).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-STREAM-INF:BANDWIDTH=461456,AVERAGE-BANDWIDTH=379906,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000',
        '/media/p/t/360p.m3u8',
        '',
      ].join('\n'),
    );
  });

  it('keeps every variant, in the given order', () => {
    fc.assert(
      fc.property(fc.array(anyAddress, { minLength: 1, maxLength: 8 }), (addresses) => {
        const text = writeMultivariant(addresses.map((address) => ({ rendition, address })));
        expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(
          addresses,
        );
      }),
    );
  });

  it('refuses values that would break a line', () => {
    expect(() => writeMultivariant([])).toThrow(RangeError);
    for (const address of ['', '#x', 'a b', 'a\nb'])
      expect(() => writeMultivariant([{ rendition, address }])).toThrow(RangeError);
    expect(() =>
      writeMultivariant([{ rendition: { ...rendition, codecs: 'a"b' }, address: '/a' }]),
    ).toThrow(RangeError);
  });
});

describe('a media playlist', () => {
  it('lists every segment and ends with ENDLIST', () => {
    const text = writeMediaPlaylist([
      {
        init: '/i.mp4',
        segments: [
          { duration: 2, address: '/0.m4s' },
          { duration: 0.48, address: '/1.m4s' },
        ],
      },
    ]);
    expect(text.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="/i.mp4"',
      '#EXTINF:2.00000,',
      '/0.m4s',
      '#EXTINF:0.48000,',
      '/1.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('separates two parts by a discontinuity and names the init segment of each', () => {
    const part = (name: string) => ({
      init: `/${name}/init.mp4`,
      segments: [0, 1].map((index) => ({ duration: 2, address: `/${name}/${index}.m4s` })),
    });
    const lines = writeMediaPlaylist([part('a'), part('b')]).split('\n');
    expect(lines.slice(lines.indexOf('#EXT-X-MAP:URI="/a/init.mp4"'))).toEqual([
      '#EXT-X-MAP:URI="/a/init.mp4"',
      '#EXTINF:2.00000,',
      '/a/0.m4s',
      '#EXTINF:2.00000,',
      '/a/1.m4s',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="/b/init.mp4"',
      '#EXTINF:2.00000,',
      '/b/0.m4s',
      '#EXTINF:2.00000,',
      '/b/1.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('has no segment above the target duration and loses no time to rounding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ duration: anyDuration, address: anyAddress }), {
          minLength: 1,
          maxLength: 40,
        }),
        (segments) => {
          const text = writeMediaPlaylist([{ init: '/i', segments }]);
          const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1]);
          const durations = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map((match) =>
            Number(match[1]),
          );
          expect(durations).toHaveLength(segments.length);
          for (const duration of durations)
            expect(Math.round(duration)).toBeLessThanOrEqual(target);
          const total = segments.reduce((sum, segment) => sum + segment.duration, 0);
          expect(durations.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(total, 2);
          expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
        },
      ),
    );
  });

  it('refuses values that would break a line', () => {
    const one = { duration: 1, address: '/a' };
    expect(() => writeMediaPlaylist([])).toThrow(RangeError);
    expect(() => writeMediaPlaylist([{ init: '/i', segments: [] }])).toThrow(RangeError);
    expect(() => writeMediaPlaylist([{ init: '/i', segments: [{ ...one, duration: 0 }] }])).toThrow(
      RangeError,
    );
    expect(() => writeMediaPlaylist([{ init: '/i"', segments: [one] }])).toThrow(RangeError);
  });
});
