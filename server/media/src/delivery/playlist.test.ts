import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  onPathways,
  writeCaptionPlaylist,
  writeMediaPlaylist,
  writeMultivariant,
  writeSteering,
} from './playlist.ts';

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

  it('has every variant on each pathway, with sound of its own, and says who steers', () => {
    const sound = { ...rendition, pixelHeight: 0, pixelWidth: 0, codecs: 'mp4a.40.2' };
    const variants = onPathways({ pathways: ['main', 'backup'] }, (pathway) => [
      { rendition, address: `/${pathway}/360p.m3u8` },
      { rendition: sound, address: `/${pathway}/0p.m3u8` },
    ]);
    const lines = writeMultivariant(variants).split('\n');
    expect(lines[3]).toBe(
      '#EXT-X-CONTENT-STEERING:SERVER-URI="/media/steering.json",PATHWAY-ID="main"',
    );
    for (const pathway of ['main', 'backup']) {
      const group = pathway === 'main' ? 'sound-alone' : 'sound-alone-backup';
      const at = lines.indexOf(`/${pathway}/360p.m3u8`);
      expect(lines[at - 1]).toContain(`PATHWAY-ID="${pathway}"`);
      expect(lines[lines.indexOf(`/${pathway}/0p.m3u8`) - 1]).toContain(`AUDIO="${group}"`);
      expect(lines).toContainEqual(
        expect.stringContaining(`GROUP-ID="${group}",NAME="Sound alone",DEFAULT=YES`),
      );
    }
    expect(JSON.parse(writeSteering(['main', 'backup']))).toEqual({
      VERSION: 1,
      TTL: 300,
      'RELOAD-URI': '/media/steering.json',
      'PATHWAY-PRIORITY': ['main', 'backup'],
    });
  });

  it('says nothing of pathways where there is one', () => {
    const variants = onPathways({ pathways: ['main'] }, () => [{ rendition, address: '/a' }]);
    expect(writeMultivariant(variants)).not.toMatch(/PATHWAY|STEERING/);
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

/** A part whose addresses say where it starts in the title, in microseconds. */
const part = (name: string, durations: readonly number[], content?: string) => ({
  init: { address: `/${name}/init.mp4`, content },
  segments: durations.map((duration) => ({ duration })),
  addresses: (startsAt: number) => (index: number) => `/${name}/${index}@${startsAt}`,
});
const bodyOf = (text: string): string[] => {
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('#EXT-X-MAP')));
};

describe('a media playlist', () => {
  it('lists every segment and ends with ENDLIST', () => {
    expect(writeMediaPlaylist([part('a', [2, 0.48])]).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:2',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MAP:URI="/a/init.mp4"',
      '#EXTINF:2.00000,',
      '/a/0@0',
      '#EXTINF:0.48000,',
      '/a/1@0',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('gives parts of the same encoding one init segment, one timeline and no discontinuity', () => {
    expect(bodyOf(writeMediaPlaylist([part('a', [2, 1.52], 'x'), part('b', [2], 'x')]))).toEqual([
      '#EXT-X-MAP:URI="/a/init.mp4"',
      '#EXTINF:2.00000,',
      '/a/0@0',
      '#EXTINF:1.52000,',
      '/a/1@0',
      '#EXTINF:2.00000,',
      '/b/0@3520000',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('separates parts that need another init segment by a discontinuity', () => {
    const other = [part('a', [2], 'x'), part('b', [2], 'y')];
    const unknown = [part('a', [2]), part('b', [2])];
    for (const parts of [other, unknown])
      expect(bodyOf(writeMediaPlaylist(parts))).toEqual([
        '#EXT-X-MAP:URI="/a/init.mp4"',
        '#EXTINF:2.00000,',
        '/a/0@0',
        '#EXT-X-DISCONTINUITY',
        '#EXT-X-MAP:URI="/b/init.mp4"',
        '#EXTINF:2.00000,',
        '/b/0@2000000',
        '#EXT-X-ENDLIST',
        '',
      ]);
  });

  it('has no segment above the target duration and loses no time to rounding', () => {
    fc.assert(
      fc.property(fc.array(anyDuration, { minLength: 1, maxLength: 40 }), (all) => {
        const text = writeMediaPlaylist([part('a', all)]);
        const target = Number(/TARGETDURATION:(\d+)/.exec(text)?.[1]);
        const durations = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map((match) => Number(match[1]));
        expect(durations).toHaveLength(all.length);
        for (const duration of durations) expect(Math.round(duration)).toBeLessThanOrEqual(target);
        const total = all.reduce((sum, duration) => sum + duration, 0);
        expect(durations.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(total, 2);
        expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
      }),
    );
  });

  it('refuses values that would break a line', () => {
    expect(() => writeMediaPlaylist([])).toThrow(RangeError);
    expect(() => writeMediaPlaylist([part('a', [])])).toThrow(RangeError);
    expect(() => writeMediaPlaylist([part('a', [0])])).toThrow(RangeError);
    expect(() => writeMediaPlaylist([part('a"', [1])])).toThrow(RangeError);
    expect(() => writeCaptionPlaylist(60, 'a b')).toThrow(RangeError);
  });
});
