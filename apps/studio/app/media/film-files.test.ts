import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceOf as referenceOfFile } from '@bonisa/backoffice/import/http-attachments';
import { expect, it } from 'vitest';
import { about, clock, size } from '../design/bytes.ts';
import { languageInName, captionText as textOf } from './caption-file.ts';
import { referenceOf } from './film-reference.ts';

it.each([0, 5, 4_000_001, 9_000_000])(
  'names a film of %s bytes as the import of a folder does',
  async (bytes) => {
    const folder = await mkdtemp(join(tmpdir(), 'films-'));
    const content = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
    const file = join(folder, 'film.mp4');
    await writeFile(file, content);
    expect(await referenceOf(new Blob([content]))).toBe(await referenceOfFile(file));
    await rm(folder, { recursive: true });
  },
);

it('reads captions as UTF-8, as UTF-16 with a mark, or as Windows-1252 where that is sure', () => {
  const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;
  const captionText = (bytes: ArrayBuffer) => textOf(bytes, 'a.srt');
  expect(captionText(bytesOf(Buffer.from('Sawubona: ṱ')))).toBe('Sawubona: ṱ');
  const little = Buffer.from('\ufeffMôre', 'utf16le');
  expect(captionText(bytesOf(little))).toBe('Môre');
  expect(captionText(bytesOf(Buffer.from(little).swap16()))).toBe('Môre');
  expect(captionText(bytesOf(Buffer.from('Môre', 'latin1')))).toBe('Môre');
  expect(captionText(new ArrayBuffer(0))).toBe('');
  const greek = Buffer.from([0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1]);
  expect(() => captionText(bytesOf(greek))).toThrow(
    /^a\.srt is neither UTF-8 nor.*save it as UTF-8/,
  );
});

it('reads the language from the name of a file of captions', () => {
  expect(languageInName('the-lamp.zu.vtt')).toBe('zu');
  expect(languageInName('the-lamp_en-ZA.srt')).toBe('en-ZA');
  expect(languageInName('The Lamp (English).srt')).toBe('en');
  expect(languageInName('the-lamp.zul.sdh.vtt')).toBe('zu');
  expect(languageInName('captions.srt')).toBeUndefined();
  expect(languageInName('the.longest.srt')).toBeUndefined();
});

it('writes sizes, lengths and waiting times for people', () => {
  expect([size(3), size(640_000), size(12_400_000), size(1_250_000_000)]).toEqual([
    ...['1 kB', '640 kB', '12.4 MB', '1.25 GB'],
  ]);
  expect([clock(0), clock(245), clock(3723)]).toEqual(['0:00', '4:05', '1:02:03']);
  expect([about(20), about(240), about(7200)]).toEqual([
    ...['about 20 seconds', 'about 4 minutes', 'about 2 hours'],
  ]);
});
