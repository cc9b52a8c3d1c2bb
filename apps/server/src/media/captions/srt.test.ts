// An editor brings captions as SRT or WebVTT; both are served as WebVTT at the same place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCaptions } from './captions.ts';
import { isSrt, parseSrt } from './srt.ts';
import { CaptionsError, parseWebVtt, writeWebVtt } from './webvtt.ts';

const FILE = [
  '\uFEFF1',
  '00:00:01,000 --> 00:00:02,500 X1:100 X2:200 Y1:10 Y2:20',
  '<i>Sawubona</i>, <font color="#fff">Mzansi</font>',
  'a < b & c',
  '',
  '2',
  '01:02:03.5 --> 01:02:04,000',
  '{\\an8}At the top',
  '',
  '',
  '00:00:09,000 --> 00:00:10,000',
  'Without a number',
].join('\r\n');

const written = (text: string): string =>
  cleanCaptions([{ language: 'en', label: 'English', vtt: text }])[0]?.vtt ?? '';

describe('captions in SRT', () => {
  it('are parsed with a byte order mark, tags, places, missing numbers and any line ends', () => {
    expect(parseSrt(FILE)).toEqual([
      { start: 1, end: 2.5, text: '<i>Sawubona</i>, Mzansi\na &lt; b &amp; c' },
      { start: 3723.5, end: 3724, text: 'At the top', settings: 'line:0' },
      { start: 9, end: 10, text: 'Without a number' },
    ]);
  });

  it('become WebVTT at ingest, each caption at its time and place', () => {
    expect(written(FILE)).toContain('01:02:03.500 --> 01:02:04.000 line:0\nAt the top\n');
    expect(parseWebVtt(written(FILE))).toEqual(parseSrt(FILE));
  });

  it('are told from WebVTT by their beginning, and WebVTT keeps its places', () => {
    expect([isSrt(FILE), isSrt('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx')]).toEqual([
      true,
      false,
    ]);
    expect(
      written('WEBVTT\n\n00:01.000 --> 00:02.000 line:10%,start align:left region:x bad\nx'),
    ).toContain('00:00:02.000 line:10%,start align:left\n');
  });

  it('keep every one of the nine places', () => {
    const places = Array.from(
      { length: 9 },
      (_, i) => parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n{\\an${i + 1}}x`)[0]?.settings,
    );
    expect(new Set(places).size).toBe(9);
    expect([places[1], places[7]]).toEqual([undefined, 'line:0']);
  });

  it.each([
    ['1\n00:00:01,000 -> 00:00:02,000\nx', 2],
    ['1\n00:00:03,000 --> 00:00:02,000\nx', 2],
    ['1\n00:61:00,000 --> 01:02:00,000\nx', 2],
    ['1\n00:00:01,000 --> 00:00:02,000\nx\n\nno times', 5],
  ])('are refused as %j with the line at fault', (text, line) => {
    expect(() => parseSrt(text)).toThrow(CaptionsError);
    expect(() => parseSrt(text)).toThrow(`line ${line}:`);
  });

  it.each([
    ['{\\', '{\\'],
    ['<font ', '&lt;font '],
    ['</font', '&lt;/font'],
    ['{\\an', '{\\an'],
  ])('keep the words of 400,000 characters of %j, which close no tag', (opening, shown) => {
    const many = Math.ceil(400_000 / opening.length);
    const [cue] = parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${opening.repeat(many)}`);
    expect(cue?.text === shown.repeat(many).trim()).toBe(true);
  });

  it('of any text are read or refused, and what is read is valid WebVTT', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          const cues = parseSrt(`1\n00:00:01,000 --> 00:00:02,000\n${text}`);
          expect(parseWebVtt(writeWebVtt(cues))).toHaveLength(cues.length);
        } catch (error) {
          expect(error).toBeInstanceOf(CaptionsError);
        }
      }),
    );
  });
});
