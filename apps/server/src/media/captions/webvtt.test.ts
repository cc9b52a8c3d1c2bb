import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CaptionsError, parseWebVtt, writeWebVtt } from './webvtt.ts';

const anyCue = fc
  .tuple(
    fc.nat(20_000_000),
    fc.integer({ min: 1, max: 20_000 }),
    fc.stringMatching(/^[\p{L}\d,.!? ]{0,40}[\p{L}\d]$/u),
    fc.boolean(),
  )
  .map(([start, length, text, second]) => ({
    start: start / 1000,
    end: (start + length) / 1000,
    text: (second ? `${text}\n${text}` : text).replace(/^ +/gm, ''),
  }))
  .filter((cue) => cue.text.split('\n').every((line) => line.trim() === line));

describe('captions', () => {
  it('are the same after writing and parsing', () => {
    fc.assert(
      fc.property(fc.array(anyCue, { maxLength: 20 }), (cues) => {
        expect(parseWebVtt(writeWebVtt(cues))).toEqual(cues);
      }),
    );
  });

  it('are parsed with a byte order mark, notes, styles, names, settings and any line ends', () => {
    const text =
      '\uFEFFWEBVTT - a file\r\nKind: captions\r\n\r\nSTYLE\r\n::cue {}\r\n\r\nNOTE hello\r\n\r\n1\r\n00:01.000 --> 00:02.500 line:0\r\nSawubona\r\nMzansi\r\n\r\n\r\n01:00:00.000 --> 01:00:01.000\r\nEnd';
    expect(parseWebVtt(text)).toEqual([
      { start: 1, end: 2.5, text: 'Sawubona\nMzansi', settings: 'line:0' },
      { start: 3600, end: 3601, text: 'End' },
    ]);
  });

  it.each([
    ['', 1],
    ['1\n00:01,000 --> 00:02,000\nsrt', 1],
    ['WEBVTTX', 1],
    ['WEBVTT\n\n00:01.000 -> 00:02.000\nx', 4],
    ['WEBVTT\n\n00:03.000 --> 00:02.000\nx', 3],
    ['WEBVTT\n\n00:61.000 --> 01:02.000\nx', 3],
    ['WEBVTT\n\nonly a name', 4],
  ])('refuses %j and names the line', (text, line) => {
    expect(() => parseWebVtt(text)).toThrow(CaptionsError);
    try {
      parseWebVtt(text);
    } catch (error) {
      expect(error).toMatchObject({ line });
    }
  });

  it('parses or refuses every text with a CaptionsError', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const whole of [
          text,
          `WEBVTT\n\n${text}`,
          `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`,
        ]) {
          try {
            parseWebVtt(whole);
          } catch (error) {
            expect(error).toBeInstanceOf(CaptionsError);
          }
        }
      }),
    );
  });

  it('cannot be ended early by their text', () => {
    const [cue, ...more] = parseWebVtt(
      writeWebVtt([{ start: 0, end: 1, text: 'a\n\n00:05.000 --> 00:06.000\nb' }]),
    );
    expect(more).toEqual([]);
    expect(cue?.text).toBe('a\n00:05.000 → 00:06.000\nb');
  });
});
