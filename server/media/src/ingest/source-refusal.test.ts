import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uint32, writeBox } from './boxes.ts';
import { refuseUnplayable } from './source-refusal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-refusal-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function judged(bytes: Buffer | string): Promise<string> {
  const file = join(folder, 'source');
  await writeFile(file, bytes);
  return await refuseUnplayable(file).then(
    () => 'let through',
    (error: unknown) => (error instanceof TaskRefusal ? error.code : String(error)),
  );
}

const ftyp = writeBox('ftyp', Buffer.from('isom'), uint32(0));
const mdat = writeBox('mdat', Buffer.alloc(1000));
/** A movie box whose only track has samples of this kind. */
function moov(entry: string): Buffer {
  const stsd = writeBox('stsd', uint32(0), uint32(1), writeBox(entry, Buffer.alloc(80)));
  return writeBox(
    'moov',
    writeBox('trak', writeBox('mdia', writeBox('minf', writeBox('stbl', stsd)))),
  );
}

describe('a file that no decoder is asked to open', () => {
  it.each([
    '#EXTM3U\n#EXTINF:2,\nhttp://192.0.2.1/a.ts\n',
    '\ufeff#EXTM3U\nfile:///etc/passwd',
    "ffconcat version 1.0\nfile '/etc/passwd'\n",
    "file '/etc/passwd'\n",
    '<?xml version="1.0"?><MPD></MPD>',
    'concat:/etc/passwd|/etc/hosts',
    'http://192.0.2.1/video.mp4',
    '[playlist]\nFile1=/etc/passwd\n',
    'v=0\r\no=- 0 0 IN IP4 192.0.2.1\r\n',
  ])('is refused as a list of other files: %j', async (text) => {
    expect(await judged(text)).toBe('playlist');
  });

  it.each([
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['GIF', Buffer.from('GIF89a')],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['AVIF', Buffer.from('\0\0\0\x20ftypavif', 'latin1')],
  ])('is refused as a still picture: %s', async (_name, bytes) => {
    expect(await judged(bytes)).toBe('picture');
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body>404</body></html>', 'unreadable'],
    ['a text', 'Dear editor, here is the film.\n', 'unreadable'],
    ['a PDF', '%PDF-1.7\n%\xe2\xe3', 'unreadable'],
    ['an archive', 'PK\x03\x04\x14\0\0\0', 'unreadable'],
    ['a bare stream', '\0\0\0\x01\x67\x64\0\x0c', 'unreadable'],
    ['an MP3', 'ID3\x04\0\0\0\0', 'no_video'],
    ['a WAV', 'RIFF\x24\0\0\0WAVEfmt ', 'no_video'],
  ])('is refused as what it is: %s', async (_name, text, code) => {
    expect(await judged(Buffer.from(text, 'latin1'))).toBe(code);
  });

  it('is refused as truncated when more than a tenth of it is missing', async () => {
    const whole = Buffer.concat([ftyp, moov('avc1'), mdat]);
    expect(await judged(whole)).toBe('let through');
    expect(await judged(whole.subarray(0, -1))).toBe('let through');
    expect(await judged(whole.subarray(0, whole.length * 0.91))).toBe('let through');
    expect(await judged(whole.subarray(0, whole.length * 0.89))).toBe('truncated');
    expect(await judged(Buffer.concat([ftyp, mdat]))).toBe('truncated');
    const flv = Buffer.concat([
      Buffer.from('FLV\x01\x05\0\0\0\x09filesize\0', 'latin1'),
      Buffer.from('40c3880000000000', 'hex'),
    ]);
    expect(await judged(flv)).toBe('truncated');
    const asf = Buffer.concat([
      Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
      Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'),
      ...[Buffer.alloc(24), Buffer.from('1027000000000000', 'hex')],
    ]);
    expect(await judged(asf)).toBe('truncated');
    const riff = Buffer.from('RIFF\xff\xff\0\0AVI LIST', 'latin1');
    expect(await judged(riff)).toBe('truncated');
    const matroska = Buffer.from('1a45dfa380185380674100', 'hex');
    expect(await judged(matroska)).toBe('truncated');
    expect(await judged(Buffer.concat([matroska, Buffer.alloc(256)]))).toBe('let through');
  });

  it('is refused as encrypted by its sample entries or its scrambled packets', async () => {
    expect(await judged(Buffer.concat([ftyp, moov('encv'), mdat]))).toBe('encrypted');
    const packet = (flags: number) =>
      Buffer.concat([Buffer.from([0x47, 1, 0, flags]), Buffer.alloc(184)]);
    const stream = (flags: number) => Buffer.concat(Array.from({ length: 9 }, () => packet(flags)));
    expect(await judged(stream(0x90))).toBe('encrypted');
    expect(await judged(stream(0x10))).toBe('let through');
    // Behind lost bytes no packet begins where one would.
    const lost = Buffer.concat([stream(0x10), Buffer.alloc(7), Buffer.alloc(9 * 188, 0xaa)]);
    expect(await judged(lost)).toBe('let through');
  });

  it('never ends in another error, whatever its bytes are', async () => {
    const beginnings = [ftyp, moov('avc1'), Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(0)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 80 }),
        async (beginning, bytes) => {
          expect(await judged(Buffer.concat([beginning, bytes]))).toMatch(/^[a-z_ ]+$/);
        },
      ),
      { numRuns: 100 },
    );
  });
});
