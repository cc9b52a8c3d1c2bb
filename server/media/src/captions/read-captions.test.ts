// Captions as people's programs write them: what is read is in order, and what is not is named.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCaptions } from './captions.ts';
import { readCaptions } from './read-captions.ts';
import { CaptionsError, writeWebVtt } from './webvtt.ts';

const CASES = new URL('cases/', import.meta.url);
const ofCase = (name: string): string => readFileSync(new URL(name, CASES), 'utf8');
const wordsOf = (text: string): string[] => readCaptions(text).cues.map((cue) => cue.text);
const one = (words: string): string | undefined =>
  readCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${words}`).cues[0]?.text;

describe('a file of captions', () => {
  it.each([
    ['no-blank.srt', ['First line', 'Second line', 'Third'], 0],
    ['no-blank-cues.vtt', ['First', 'Second', 'Third'], 0],
    ['no-blank-header.vtt', ['First cue', 'Second'], 0],
    ['blank-inside.srt', ['First line\nafter a gap', 'Second'], 0],
    ['zero-length.srt', ['First', 'Third'], 1],
    ['no-ms.srt', ['No fraction', 'Second'], 0],
    ['entities.srt', ['Tom &amp; Jerry "hi" it\'s\ntwo x no red <b>bold</b>'], 0],
  ])('is read as %s is', (name, words, left) => {
    expect(wordsOf(ofCase(name))).toEqual(words);
    expect(readCaptions(ofCase(name)).leftOut.count).toBe(left);
  });

  it.each([
    ['x.ass', 'SubStation Alpha'],
    ['x.ttml', 'TTML'],
    ['greek-8859-7.srt', 'not UTF-8'],
  ])('is refused by its name as %s is', (name, why) => {
    expect(() => readCaptions(ofCase(name))).toThrow(why);
  });

  it('is tried with every case', () => {
    expect(readdirSync(CASES)).toHaveLength(10);
  });

  it.each([
    ['<SAMI><BODY><SYNC Start=1><P>x</SAMI>', 'SAMI'],
    ['{0}{25}Hello', 'MicroDVD'],
    ['0:00:01.000,0:00:02.000\nHello', 'SubViewer'],
    ['[00:01.00]Hello', 'LRC'],
    ['<!DOCTYPE html><html>404</html>', 'XML or HTML'],
    ['{"captions": []}', 'JSON'],
    ['[{"start": 1}]', 'JSON'],
    ['[ti:Song]\n[00:12.00]Line', 'LRC'],
    ['[INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:02.00\nHello', 'SubViewer 2'],
    ['[10][25]Hello', 'MPL2'],
    ['00:00:01:Hello', 'TMPlayer'],
    ['# VobSub index file, v7', 'VobSub'],
    ['$FontName = Arial\n00:00:01:00,00:00:02:00,Hello', 'STL'],
    ['{\\rtf1\\ansi\n1\\par\n00:00:01,000 --> 00:00:02,000\\par\nHello\\par}', 'RTF'],
    ['Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi', 'SubStation Alpha'],
    ['[V4+ Styles]\nStyle: 00:00:01,000 --> 00:00:02,000', 'SubStation Alpha'],
    ['', 'there is no caption'],
    ['WEBVTT', 'there is no caption'],
    ['WEBVTT\n\nonly a name', 'there is no caption'],
    ['Some notes about a film.', 'there is no caption'],
    ['1\n00:00:03,000 --> 00:00:02,000\nx', 'line 2: no caption can be read: it ends before'],
  ])('is refused where it has none: %j', (text, why) => {
    expect(() => readCaptions(text)).toThrow(CaptionsError);
    expect(() => readCaptions(text)).toThrow(why);
  });

  it('is refused where it is larger than captions are', () => {
    expect(() => readCaptions('x'.repeat(1_000_001))).toThrow('larger than 1 MB');
  });

  it('loses no caption for another one, and names what it left out', () => {
    const { cues, leftOut } = readCaptions(
      [
        'Subtitles by Thandi',
        '',
        '1',
        '00:00:01,000 --> 00:00:02,000',
        'One',
        '',
        '2',
        '00:00:05,000 --> 00:00:04,000',
        'backwards',
        '',
        '3',
        '00:00:xx --> 00:00:06,000',
        'no times',
        '',
        '4',
        '-00:00:01,000 --> 00:00:02,000',
        'too early',
        '',
        '5',
        '00:61:00,000 --> 01:62:00,000',
        'no clock',
        '',
        '6',
        'without times',
        '',
        '7',
        'alone',
        '',
        '8',
        '00:00:07,000 --> 00:00:08,000',
        '',
        '9',
        '00:00:09,000 --> 00:00:10,000',
        'Nine',
      ].join('\n'),
    );
    expect(cues.map((cue) => cue.text)).toEqual(['One', 'Nine']);
    expect(leftOut).toEqual({
      count: 8,
      lines: [
        'line 1: it stands before the first times',
        'line 8: it ends before it begins',
        'line 12: its times cannot be read',
        'line 16: it begins before the film',
        'line 23: it has no times',
        'line 26: it has no times',
        'line 20: its times cannot be read',
        'line 30: it has no words',
      ],
    });
  });

  it('names only the first of many, and counts all', () => {
    const odd = Array.from({ length: 100 }, (_, at) => `${at}\n00:00:09,0 --> 00:00:01,0\nx\n`);
    const { leftOut } = readCaptions(`00:00:01,0 --> 00:00:02,0\nx\n\n${odd.join('\n')}`);
    expect([leftOut.count, leftOut.lines.length]).toEqual([100, 20]);
  });

  it('may have any line ends, marks, arrows, hours, fractions and order', () => {
    const text = [
      '\uFEFF2',
      '01:02:03.5 --> 01:02:04,000 X1:100 X2:200 Y1:10 Y2:20',
      '{\\an8}At the top',
      '',
      '1',
      '00:01,1234 -> 00:02,5',
      'Without hours',
      '00:00:03, 000 --> 75:00.000',
      'Without a number',
    ];
    for (const end of ['\n', '\r\n', '\r', '\r\r\n', '\n\n'])
      expect(readCaptions(text.join(end)).cues).toEqual([
        { start: 1.123, end: 2.5, text: 'Without hours' },
        { start: 3, end: 4500, text: 'Without a number' },
        { start: 3723.5, end: 3724, text: 'At the top', settings: 'line:0' },
      ]);
  });

  it('of WebVTT keeps places, and has no notes, styles, regions or names among its words', () => {
    const text = `WEBVTT - a file\r\nKind: captions\r\n\r\nSTYLE\r\n::cue {}\r\n\r\nREGION\r\nid:a\r
NOTE hello\r\nmore\r\n\r\nintro\r\n00:01.000 --> 00:02.500 line:10%,start align:left region:a x\r
Sawubona\r\nMzansi\r\n\r\nNOTE\r\nafter\r\n\r\nthe end\r\n01:00:00.000 --> 01:00:01.000\r\nEnd\r\n\r\nNOTE last`;
    expect(readCaptions(text)).toEqual({
      cues: [
        { start: 1, end: 2.5, text: 'Sawubona\nMzansi', settings: 'line:10%,start align:left' },
        { start: 3600, end: 3601, text: 'End' },
      ],
      leftOut: { count: 0, lines: [] },
    });
  });

  it.each([
    '00:00:03,000 => 00:00:04,000',
    '00:00:03,000 → 00:00:04,000',
    '00:00:03,000 -- 00:00:04,000',
    '00:00:03,000 --&gt; 00:00:04,000',
    '00:00:03:000 --> 00:00:04:000',
    '00:00:03;000 --> 00:00:04;000',
    '00:00:03,000\u{a0}-->\u{a0}00:00:04,000',
    '\u{200f}00:00:03,000 --> 00:00:04,000\u{200e}',
    '٠٠:٠٠:٠٣,٠٠٠ --> ٠٠:٠٠:٠٤,٠٠٠',
    '００：００：０３，０００ --> ００：００：０４，０００',
    '2 00:00:03,000 --> 00:00:04,000',
    '2. 00:00:03,000 --> 00:00:04,000',
  ])('reads the times of %j, which are not among the words before', (times) => {
    const first = '1\n00:00:01,000 --> 00:00:02,000\nOne\n';
    const { cues, leftOut } = readCaptions(`${first}${times}\nTwo`);
    expect(cues.map(({ start, text }) => [start, text])).toEqual([
      [1, 'One'],
      [3, 'Two'],
    ]);
    expect(leftOut.count).toBe(0);
  });

  it('has words beside the times, and numbers with a sign', () => {
    const text =
      '1.\n00:01,0 --> 00:02,0 Sawubona, it is 10:30\nMzansi\n\n2.\n00:03,0 --> 00:04,0\nB';
    expect(wordsOf(text)).toEqual(['Sawubona, it is 10:30\nMzansi', 'B']);
    expect(wordsOf('#1\n00:01,0 --> 00:02,0\nA\n#2\n00:03,0 --> 00:04,0\nB')).toEqual(['A', 'B']);
  });

  it('loses no word beside settings, and shows no times that it cannot read', () => {
    expect(wordsOf('00:01,0 --> 00:02,0 X1:1 Thabo:Hi\nA\n\n00:03,0 00:04,0\nB')).toEqual([
      'Thabo:Hi\nA',
    ]);
    expect(wordsOf('WEBVTT\n\n00:01.0 --> 00:02.0 line:0 x\nA\n\n00:03.0 ~> 00:04.0\nB')).toEqual([
      'A',
    ]);
  });

  it('of joined parts has no heads among its words, and each caption once', () => {
    const part = (cue: string): string =>
      `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n${cue}`;
    const [one, two] = ['00:01.0 --> 00:03.0\nOne\n', '00:03.0 --> 00:04.0\nTwo\n'];
    const { cues, leftOut } = readCaptions(part(one) + part(`${one}\n${two}`));
    expect(cues.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(leftOut.lines).toEqual(['line 9: the same caption is there already']);
  });

  it('names times that it cannot read before other lines where no caption is left', () => {
    expect(() => readCaptions('By Thandi\n\n1\n00:00:01:12 --> 00:00:02:20\nx')).toThrow(
      'line 4: no caption can be read: its times cannot be read',
    );
  });

  it('keeps a number that is said, and no number that names', () => {
    expect(wordsOf('00:01.0 --> 00:02.0\nThree\n2\n00:03.0 --> 00:04.0\n1')).toEqual([
      'Three\n2',
      '1',
    ]);
    expect(
      wordsOf('1\n00:01.0 --> 00:02.0\n10\n\n2\n00:03.0 --> 00:04.0\n9\n7\n00:05.0 --> 00:06.0\n8'),
    ).toEqual(['10', '9', '8']);
  });
});

describe('the words of a caption', () => {
  it.each([
    ['&amp;quot; &nbsp;&eacute; &#8217; &notin', '&amp;quot; \u{a0}é ’ &amp;notin'],
    ['<I>a</I> <v Gogo & co>b</v> <em>c</em>', '<i>a</i> <v Gogo &amp; co>b</v> <i>c</i>'],
    ['<span style="x">a</span><br/>b<p>c</p>d', 'a\nbc\nd'],
    ['<script>alert(1)</script><img src=x onerror=y>z', 'alert(1)z'],
    ['<00:00:01.500>a <c.yellow.bg>b</c>', 'a b'],
    ['a < b & c > d <laughs> <3', 'a &lt; b &amp; c > d &lt;laughs> &lt;3'],
    ['&lt;script&gt;', '&lt;script>'],
    ['{\\i1}a{\\i0} {y:b}c{/i}\\Nd', 'a c</i>\nd'],
    ['{ \\an8 }a', 'a'],
    ['Tom &amp Jerry &copy=3', 'Tom &amp; Jerry &amp;copy=3'],
    ['&#123;\\an8}a {b<:>}', '&#123;\\an8}a &#123;b}'],
    ['a\u{1}b\tc\u{85}', 'ab c'],
  ])('are %j as %j', (raw, shown) => {
    expect(one(raw)).toBe(shown);
  });

  it('keep every one of the nine places', () => {
    const places = Array.from(
      { length: 9 },
      (_, i) => readCaptions(`1\n00:00:01,000 --> 00:00:02,000\n{\\an${i + 1}}x`).cues[0]?.settings,
    );
    expect(new Set(places).size).toBe(9);
    expect([places[1], places[7]]).toEqual([undefined, 'line:0']);
    const placed = (words: string) =>
      readCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${words}`).cues[0]?.settings;
    expect(['{\\an8\\i1}x', '{\\fad(1,2)\\an8}x', '{\\a6}x'].map(placed)).toEqual(
      Array(3).fill('line:0'),
    );
    expect(placed('{\\alpha1}x {\\a 8')).toBeUndefined();
  });

  it.each([
    ['{\\', '{\\'],
    ['<font ', '&lt;font'],
    ['</font', '&lt;/font'],
    ['&#', '&amp;#'],
  ])('take no more time where 400,000 characters of %j close no tag', (opening, shown) => {
    const many = opening.repeat(Math.ceil(400_000 / opening.length));
    expect(one(many)?.startsWith(shown)).toBe(true);
  });

  it('cannot end a caption early', () => {
    const text = 'a\n\n00:05.000 --> 00:06.000\nb';
    const [cue, ...more] = readCaptions(writeWebVtt([{ start: 0, end: 1, text }])).cues;
    expect([cue?.text, more]).toEqual(['a\n00:05.000 → 00:06.000\nb', []]);
  });
});

const word = fc.stringMatching(/^[\p{L},.!?]{1,12}$/u);
const words = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
});
const shape = fc.record({
  isVtt: fc.boolean(),
  isNumbered: fc.boolean(),
  first: fc.nat(500),
  gap: fc.integer({ min: 1, max: 3 }),
  hasBlanks: fc.boolean(),
  hasHours: fc.boolean(),
  mark: fc.constantFrom(',', '.'),
  end: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
  begin: fc.constantFrom('', '\uFEFF'),
});

it('any words in any of the shapes are in order, without times or numbers', () => {
  const cues = fc.array(fc.tuple(fc.nat(3_000_000), words), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(cues, shape, (given, form) => {
      const clock = (ms: number): string => {
        const at = new Date(ms).toISOString().slice(form.hasHours ? 11 : 14, 23);
        return at.replace('.', form.mark);
      };
      const blocks = given.map(([at, lines], nth) => [
        ...(form.isNumbered ? [String(form.first + nth * form.gap)] : []),
        `${clock(at)} --> ${clock(at + 500)}`,
        ...lines.map((line) => line.join(' ')),
        ...(form.hasBlanks ? [''] : []),
      ]);
      const text = [...(form.isVtt ? ['WEBVTT'] : []), ...blocks.flat()].join(form.end);
      const read = readCaptions(form.begin + text);
      const expected = given
        .map(([at, lines]) => ({ at, text: lines.map((line) => line.join(' ')).join('\n') }))
        .toSorted((a, b) => a.at - b.at);
      expect(read.cues.map((cue) => cue.text)).toEqual(expected.map((cue) => cue.text));
      expect(read.leftOut.count).toBe(0);
    }),
  );
});

it('any text is read or refused, and what is read is the same when read again', () => {
  const line = fc.oneof(
    fc.constantFrom('', '1', '2', 'WEBVTT', 'NOTE x', '00:01.0 --> 00:02.0', '0:1 --> x', '-->'),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('<', '>', '&', '{', '}', '/', 'b', ';', '-', ':', '1') }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, isCue) => {
      const text = [...(isCue ? ['1', '00:00:01,000 --> 00:00:02,000'] : []), ...lines].join('\n');
      try {
        const { vtt } = cleanCaptions(text);
        expect(vtt).not.toMatch(/<(?!\/?(?:i|b|u|ruby|rt|v)[ >])/);
        expect(cleanCaptions(vtt)).toEqual({ vtt, leftOut: { count: 0, lines: [] } });
      } catch (error) {
        if (!(error instanceof CaptionsError)) throw error;
      }
    }),
    { numRuns: 200 },
  );
});
