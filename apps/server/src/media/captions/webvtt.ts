/**
 * Reads and writes captions (WebVTT, W3C). The captions of an editor are parsed and written again,
 * so that only well-formed files are served.
 */

/** One caption. `start` and `end` are in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** WebVTT's cue settings that place the caption, such as `line:0 align:left`. */
  readonly settings?: string;
}

/** An error in a caption file; `line` counts from 1. */
export class CaptionsError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`captions, line ${line}: ${message}`);
    this.name = 'CaptionsError';
    this.line = line;
  }
}

const MOST_BYTES = 1_000_000;
const TIMING =
  /^((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})(?:[ \t](.*))?$/;
/** The settings that place a caption; regions are not served. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|(?:line|position):-?\d{1,4}(?:\.\d{1,4})?%?(?:,(?:start|center|end|line-left|line-right))?|size:\d{1,3}(?:\.\d{1,4})?%|align:(?:start|center|end|left|right))$/;

/**
 * Parses a WebVTT file of at most 1 MB. Keeps where captions are placed; drops regions, styles
 * and notes. Throws a {@link
 * CaptionsError}.
 */
export function parseWebVtt(text: string): Cue[] {
  if (text.length > MOST_BYTES) throw new CaptionsError(1, 'the file is larger than 1 MB');
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
    throw new CaptionsError(1, "the file does not begin with 'WEBVTT'");
  const cues: Cue[] = [];
  let at = 1;
  while (at < lines.length && lines[at] !== '') at++;
  while (at < lines.length) {
    if (lines[at] === '') {
      at++;
      continue;
    }
    const end = endOfBlock(lines, at);
    const cue = readBlock(lines, at, end);
    if (cue) cues.push(cue);
    at = end;
  }
  return cues;
}

function endOfBlock(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end] !== '') end++;
  return end;
}

function readBlock(lines: readonly string[], from: number, end: number): Cue | undefined {
  if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[from] as string)) return undefined;
  const at = (lines[from] as string).includes('-->') ? from : from + 1;
  const match = at < end ? TIMING.exec(lines[at] as string) : null;
  if (!match) throw new CaptionsError(at + 1, "expected times as in '00:01.000 --> 00:04.000'");
  const start = readTime(match[1] as string, at);
  const finish = readTime(match[2] as string, at);
  if (finish <= start) throw new CaptionsError(at + 1, 'a caption ends before it begins');
  const text = lines
    .slice(at + 1, end)
    .join('\n')
    .trim();
  if (text === '') return undefined;
  const settings = (match[3] ?? '')
    .split(/[ \t]+/)
    .filter((setting) => SETTING.test(setting))
    .join(' ');
  return { start, end: finish, text, ...(settings ? { settings } : {}) };
}

function readTime(text: string, line: number): number {
  const parts = text.split(':').map(Number);
  const seconds = parts.at(-1) as number;
  const minutes = parts.at(-2) as number;
  if (minutes > 59 || seconds >= 60)
    throw new CaptionsError(line + 1, 'minutes and seconds go to 59');
  const hours = parts.length === 3 ? (parts[0] as number) : 0;
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
}

/**
 * Writes captions. Keeps line breaks inside a caption; removes empty lines, which would end it, and
 * arrows.
 */
export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => {
    const text = cue.text
      .replaceAll('-->', '→')
      .split(/\r\n|\n|\r/)
      .filter((line) => line.trim() !== '')
      .join('\n');
    const settings = cue.settings ? ` ${cue.settings}` : '';
    return `${writeTime(cue.start)} --> ${writeTime(cue.end)}${settings}\n${text}\n`;
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function writeTime(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3_600_000);
  return `${two(hours)}:${two(Math.floor(total / 60_000) % 60)}:${two(Math.floor(total / 1000) % 60)}.${String(total % 1000).padStart(3, '0')}`;
}
