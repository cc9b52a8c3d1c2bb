import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowestVariant, piecesAt } from './playlist-reader.ts';

const BASE = 'https://site.example/media/p/token/master.m3u8';
const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=800000,RESOLUTION=854x480
480p.m3u8?s=1

#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1,mp4a"
240p.m3u8?s=2
`;
const MEDIA = `#EXTM3U
#EXT-X-TARGETDURATION:2
#EXT-X-MAP:URI="/media/s/a/init.mp4"
#EXTINF:2.000,
/media/s/a/0.m4s
#EXTINF:2.000,
/media/s/a/1.m4s
#EXTINF:0.5,
/media/s/a/2.m4s
#EXT-X-ENDLIST`;

describe('reading a playlist for a head start', () => {
  it('finds the lowest variant, with its own signature', () => {
    expect(lowestVariant(MASTER, BASE)).toBe('https://site.example/media/p/token/240p.m3u8?s=2');
    expect(lowestVariant(MEDIA, BASE)).toBeUndefined();
  });
  it('finds the init segment and the segment at the position', () => {
    const init = 'https://site.example/media/s/a/init.mp4';
    expect(piecesAt(MEDIA, BASE, 0)).toEqual({
      init,
      segment: 'https://site.example/media/s/a/0.m4s',
    });
    expect(piecesAt(MEDIA, BASE, 2)?.segment).toMatch(/1\.m4s$/);
    expect(piecesAt(MEDIA, BASE, 4.4)?.segment).toMatch(/2\.m4s$/);
    expect(piecesAt(MEDIA, BASE, 5)).toBeUndefined();
  });
  it('never throws for a text that is no playlist, except for an invalid address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        lowestVariant(text, BASE);
        piecesAt(text, BASE, 0);
      }),
    );
  });
});
