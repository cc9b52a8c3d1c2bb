import { CaptionsError, type Cue } from './webvtt.ts';

/** Reads captions in SRT (SubRip); what it says of a place becomes the settings of WebVTT. */

const MOST_BYTES = 1_000_000;
const TIME = String.raw`(\d{1,3}):(\d{2}):(\d{2})[,.](\d{1,3})`;
const TIMING = new RegExp(String.raw`^${TIME}[ \t]*-->[ \t]*${TIME}(?:[ \t].*)?$`);

/** The first lines of an SRT file: a number, or the times of the first caption. */
const BEGINNING = /^\s*(?:\d+[ \t]*(?:\r\n|\n|\r)[ \t]*)?\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}[ \t]*-->/;

/** The place that `{\an8}` means: the numbers are laid out like the keys of a number pad. */
const PLACES: Readonly<Record<string, string>> = {
  1: 'position:0% align:left',
  3: 'position:100% align:right',
  4: 'line:50% position:0% align:left',
  5: 'line:50%',
  6: 'line:50% position:100% align:right',
  7: 'line:0 position:0% align:left',
  8: 'line:0',
  9: 'line:0 position:100% align:right',
};

/** Whether a text is SRT, by its beginning. */
export function isSrt(text: string): boolean {
  return BEGINNING.test(text.replace(/^\uFEFF/, ''));
}

/**
 * Parses an SRT file of at most 1 MB. Keeps the place of a caption (`{\an8}`), italics, bold and
 * underlining; drops colours, fonts and coordinates in pixels of an unknown picture. Throws a
 * {@link CaptionsError}.
 */
export function parseSrt(text: string): Cue[] {
  if (text.length > MOST_BYTES) throw new CaptionsError(1, 'the file is larger than 1 MB');
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/);
  const cues: Cue[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isEmpty(lines[at])) {
      at++;
      continue;
    }
    if (/^\s*\d+\s*$/.test(lines[at] as string) && at + 1 < lines.length) at++;
    let end = at + 1;
    while (end < lines.length && !isEmpty(lines[end])) end++;
    const cue = readCue(lines, at, end);
    if (cue) cues.push(cue);
    at = end;
  }
  return cues;
}

function isEmpty(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

function readCue(lines: readonly string[], at: number, end: number): Cue | undefined {
  const match = TIMING.exec((lines[at] as string).trim());
  if (!match)
    throw new CaptionsError(at + 1, "expected times as in '00:00:01,000 --> 00:00:04,000'");
  const start = readTime(match.slice(1, 5), at);
  const finish = readTime(match.slice(5, 9), at);
  if (finish <= start) throw new CaptionsError(at + 1, 'a caption ends before it begins');
  const raw = lines.slice(at + 1, end).join('\n');
  const place = PLACES[/\{\\an?([1-9])\}/.exec(raw)?.[1] ?? ''];
  const text = readText(raw);
  return text === ''
    ? undefined
    : { start, end: finish, text, ...(place ? { settings: place } : {}) };
}

function readTime(parts: readonly string[], at: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(0, 3).map(Number);
  if (minutes > 59 || seconds > 59) throw new CaptionsError(at + 1, 'minutes and seconds go to 59');
  const thousandths = Number((parts[3] as string).padEnd(3, '0'));
  return (((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths) / 1000;
}

/** The text with the tags that WebVTT shares; everything else that WebVTT would read is escaped. */
function readText(raw: string): string {
  // A tag ends before the next one begins. Else a run of openings would take quadratic time.
  return raw
    .replaceAll(/\{\\[^{}\n]*\}/g, '')
    .replaceAll(/<\/?font[^<>\n]*>/gi, '')
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll(/<(?!\/?[ibu]>)/gi, '&lt;')
    .replaceAll(/<(\/?[ibu])>/gi, (tag) => tag.toLowerCase())
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}
