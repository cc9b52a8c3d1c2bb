import { foldDigits } from '@bonisa/domain/numbers/fold-digits';
import { cueText, placeIn } from './cue-text.ts';
import { CaptionsError, type Cue, writeWebVtt } from './webvtt.ts';

/**
 * Reads captions in SRT (SubRip) or WebVTT as people's programs write them: with or without empty
 * lines, numbers, hours and fractions. The times divide the file; a caption that cannot be read is
 * left out and named, and keeps no other from its place.
 */

const MOST_CHARACTERS = 1_000_000;
/** Captions that are left out and named; all of them are counted. */
const MOST_NAMED = 20;
const BEFORE = 'it stands before the first times';
const HOW_TO_SAVE = 'save it as UTF-8 (in Notepad: Save as, Encoding: UTF-8)';

export interface ReadCaptions {
  readonly cues: readonly Cue[];
  readonly leftOut: LeftOut;
}

/** What of a file is not shown. */
export interface LeftOut {
  readonly count: number;
  /** The first ones, as `line 7: it ends before it begins`. */
  readonly lines: readonly string[];
}

/** Formats that are refused by their name, told by how they begin. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:\[(?:script info|v4\+? styles|events)\]|Dialogue:)/i, 'SubStation Alpha (.ass, .ssa)'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<(?:\w+:)?tt[\s>]/i, 'TTML (.ttml, .dfxp)'],
  [/^<sami/i, 'SAMI (.smi)'],
  [/^\{\d+\}\{\d+\}/, 'MicroDVD (.sub)'],
  [/^Scenarist_SCC/i, 'Scenarist (.scc)'],
  [/^\d+:\d\d:\d\d\.\d+,\d+:\d\d:\d\d\.\d+/, 'SubViewer (.sbv, .sub)'],
  [/^\[INFORMATION\]/i, 'SubViewer 2 (.sub)'],
  [/^\[(?:\d+:\d\d|[a-z]{2}:)/i, 'LRC (.lrc)'],
  [/^\[\d+\]\[\d*\]/, 'MPL2 (.mpl)'],
  [/^\d+:\d\d:\d\d[:=,][^\d\s]/, 'TMPlayer (.txt)'],
  [/^# VobSub/i, 'VobSub, which has pictures (.idx, .sub)'],
  [/^(?:\$\w+ *=|\d{3}STL)/, 'STL (.stl)'],
  [/^\{\\rtf/i, 'RTF, of a word processor'],
  [/^(?:<\?xml|<!doctype|<html|<\w+[\s>])/i, 'XML or HTML'],
  [/^(?:\{\s*"|\[\s*[{["])/, 'JSON'],
];

const TIME = String.raw`-?\d{1,6}(?::\d{1,2}){1,2}(?:[.,] ?\d{1,9}|[:;]\d{3})?`;
const ARROW = '-{1,3} ?>|- ->|[–—=]{1,2}>|→|[-–—]{1,2}|--&gt;';
/** The times, which may follow the caption's number on the same line. */
const TIMING = new RegExp(
  String.raw`^(?:\d{1,9}[.):]?[ \t]+)?(${TIME})[ \t]*(${ARROW})[ \t]*(${TIME})(?:[ \t]+(.*))?$`,
);
/** A line that means to have times: whatever else it is, it is not among the words. */
const TIMING_LIKE =
  /^-?\d+:[\d:.,;\s-]*[–—=-]>|\d:\d\d[\d.,:;]{0,9}[ \t]{0,3}-->|^[^\d]{0,9}-->.{0,3}\d+:\d/;
const NUMBER = /^#?\d{1,9}[.):]?$/;
/** Blocks of WebVTT that are no captions; a file of joined parts has several heads. */
const BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT|X-TIMESTAMP-MAP)(?:[ \t=]|$)/;
const HEAD = /^WEBVTT(?:[ \t]|$)/;
/** What may follow the times on their line: settings, and the places of some SRT files. */
const NAMED_VALUE = /^(?:vertical|line|position|size|align|region|[xy][12]):/i;
/** Two times without an arrow that is known. */
const TWO_TIMES = /^\d+(?::\d\d){1,2}[.,]\d+[^\d:]{1,9}\d+(?::\d\d){1,2}[.,]\d+$/;
/** The settings that place a caption; regions are not served. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|(?:line|position):-?\d{1,4}(?:\.\d{1,4})?%?(?:,(?:start|center|end|line-left|line-right))?|size:\d{1,3}(?:\.\d{1,4})?%|align:(?:start|center|end|left|right))$/;

/** A line of times, and what stands before it for the same caption. */
interface Timing {
  /** Its line, from 0. */
  readonly at: number;
  /** The line of the caption's name, else its own. */
  readonly from: number;
  /** The number that names the caption. */
  readonly number: number | undefined;
}

/**
 * Reads a file of captions, in the order of their times. Throws a {@link CaptionsError} for a file
 * of another format, one with letters that were lost, and one without any caption.
 */
export function readCaptions(text: string): ReadCaptions {
  if (text.length > MOST_CHARACTERS) throw new CaptionsError(1, 'the file is larger than 1 MB');
  const lines = linesOf(text);
  const isVtt = /^WEBVTT/i.test(lines.find(Boolean) ?? '');
  if (!isVtt) refuseOthers(lines);
  const lost = lines.findIndex((line) => line.includes('\u{fffd}'));
  if (lost >= 0)
    throw new CaptionsError(lost + 1, `letters were lost: the file is not UTF-8; ${HOW_TO_SAVE}`);
  const timings = timingsOf(lines, isVtt);
  const cues: Cue[] = [];
  const leftOut: string[] = [];
  let left = 0;
  const leave = (line: number, why: string): void => {
    left += 1;
    if (leftOut.length < MOST_NAMED) leftOut.push(`line ${line + 1}: ${why}`);
  };
  if (timings.length === 0)
    throw new CaptionsError(
      1,
      "there is no caption: expected times as in '00:00:01,000 --> 00:00:04,000'",
    );
  leaveBeginning(lines.slice(0, timings[0]?.from), isVtt, leave);
  const seen = new Set<string>();
  for (const [nth, timing] of timings.entries()) {
    const end = timings[nth + 1]?.from ?? lines.length;
    const words = wordsOf(lines, timing, { end, isVtt, leave });
    const cue = cueOf(lines[timing.at] ?? '', words, isVtt);
    const same = typeof cue === 'string' ? '' : writeWebVtt([cue]);
    if (typeof cue === 'string') leave(timing.at, cue);
    else if (seen.has(same)) leave(timing.at, 'the same caption is there already');
    else cues.push(cue);
    seen.add(same);
  }
  if (cues.length === 0) {
    const first = leftOut.find((one) => !one.endsWith(BEFORE)) ?? leftOut[0] ?? '';
    throw new CaptionsError(
      Number(/^line (\d+)/.exec(first)?.[1] ?? 1),
      `no caption can be read: ${first.replace(/^line \d+: /, '')}`,
    );
  }
  return {
    cues: cues.toSorted((a, b) => a.start - b.start || a.end - b.end),
    leftOut: { count: left, lines: leftOut },
  };
}

function linesOf(text: string): string[] {
  const lines = text
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .split(/\r\r?\n|\n|\r/)
    .map((line) => plainTimes(line.trim()));
  // Some programs write each line end twice.
  const isDouble = lines.length > 3 && lines.every((line, at) => at % 2 === 0 || line === '');
  return isDouble ? lines.flatMap((line, at) => (at % 2 === 0 ? [line] : [])) : lines;
}

/** A line of times in any digits, with no-break spaces or marks of direction, as a plain one. */
function plainTimes(line: string): string {
  if (!/[>→]/.test(line) || /^[\x20-\x7e]*$/.test(line)) return line;
  const plain = foldDigits(line).trim();
  return TIMING.test(plain) ? plain : line;
}

function refuseOthers(lines: readonly string[]): void {
  const first = lines.findIndex(Boolean);
  const beginning = lines
    .slice(Math.max(first, 0), first + 20)
    .join('\n')
    .slice(0, 2000);
  const [, name] = OTHERS.find(([pattern]) => pattern.test(beginning)) ?? [];
  if (name)
    throw new CaptionsError(first + 1, `the file is ${name}; export it as SRT or WebVTT instead`);
}

/** All lines of times, each with the line that names its caption. */
function timingsOf(lines: readonly string[], isVtt: boolean): Timing[] {
  const found = lines.flatMap((_, at) => (isTiming(lines, at, isVtt) ? [at] : []));
  const isNumbered = found.some((at, nth) => {
    const named = lastBefore(lines, at, (found[nth - 1] ?? -1) + 1);
    return NUMBER.test(lines[named] ?? '') && (nth === 0 || (lines[named - 1] ?? '') === '');
  });
  const timings: Timing[] = [];
  for (const at of found) {
    const { at: before = -1, number } = timings.at(-1) ?? {};
    const name = lastBefore(lines, at, before + 1);
    const named = lines[name] ?? '';
    const isOwn = name === at - 1;
    const isNext = number === undefined || numberIn(named) === number + 1;
    const isNumber = isNumbered && NUMBER.test(named) && (isOwn || isNext);
    // A name of WebVTT may be of any text, after an empty line.
    const isName = isVtt && isOwn && name > before + 1 && lines[name - 1] === '';
    const from = isNumber || isName ? name : at;
    timings.push({ at, from, number: isNumber ? numberIn(named) : undefined });
  }
  return timings;
}

/** The number of a line that has nothing else: `7`, `7.`, `#7`. */
function numberIn(line: string): number | undefined {
  return NUMBER.test(line) ? Number(line.replace(/\D/g, '')) : undefined;
}

/** The last line with words before `at`, not before `floor`; -1 without one. */
function lastBefore(lines: readonly string[], at: number, floor: number): number {
  let line = at - 1;
  while (line >= floor && lines[line] === '') line -= 1;
  return line >= floor ? line : -1;
}

function isTiming(lines: readonly string[], at: number, isVtt: boolean): boolean {
  const line = lines[at] ?? '';
  if (!/\d:\d|>/.test(line)) return false;
  // In our WebVTT the sign → is one of the words.
  if (isVtt && line.includes('→') && !line.includes('-->')) return false;
  const [, start = '', arrow] = TIMING.exec(line) ?? [];
  // Without fractions only the arrow of the formats is one: words may say 10:00 -> 12:00.
  if (arrow !== undefined) return arrow === '-->' || /[.,]/.test(start);
  if (TIMING_LIKE.test(line) || TWO_TIMES.test(line)) return true;
  const before = lines[at - 1] ?? '';
  const isBlock = NUMBER.test(before) && (lines[at - 2] ?? '') === '';
  return line.includes('-->') && (isBlock || (isVtt && before === ''));
}

type Leave = (line: number, why: string) => void;

/** Names what stands before the first caption and is no head of WebVTT. */
function leaveBeginning(lines: readonly string[], isVtt: boolean, leave: Leave): void {
  for (const [nth, { from, first }] of blocksOf(lines, 0, lines.length).entries())
    if (!isVtt || (nth > 0 && !BLOCK.test(first))) leave(from, BEFORE);
}

/** The words after a line of times, also after empty lines. */
function wordsOf(
  lines: readonly string[],
  { at, number }: Timing,
  { end, isVtt, leave }: { readonly end: number; readonly isVtt: boolean; readonly leave: Leave },
): string {
  const blocks = blocksOf(lines, at + 1, end);
  let next = number;
  const shown = blocks.filter(({ from, first }) => {
    if (HEAD.test(first)) return false;
    if (from === at + 1) return true;
    if (isVtt && BLOCK.test(first)) return false;
    if (next === undefined || numberIn(first) !== next + 1) return true;
    next += 1;
    leave(from, 'it has no times');
    return false;
  });
  return shown.map(({ from, to }) => lines.slice(from, to).join('\n')).join('\n');
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly first: string;
}

/** The runs of lines between empty ones. */
function blocksOf(lines: readonly string[], from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < to; at += 1) {
    if (lines[at] === '') continue;
    const begin = at;
    const isEnd = (line: string): boolean => line === '' || (at > begin && HEAD.test(line));
    while (at < to && !isEnd(lines[at] ?? '')) at += 1;
    blocks.push({ from: begin, to: at, first: lines[begin] ?? '' });
    at -= 1;
  }
  return blocks;
}

/** The caption of a line of times and its words, or why there is none. */
function cueOf(line: string, raw: string, isVtt: boolean): Cue | string {
  const [, from = '', , until = '', rest = ''] = TIMING.exec(line) ?? [];
  const [start, end] = [secondsOf(from), secondsOf(until)];
  if (start === undefined || end === undefined) return 'its times cannot be read';
  if (start < 0 || end < 0) return 'it begins before the film';
  if (end === start) return 'it has no length';
  if (end < start) return 'it ends before it begins';
  const parts = rest.split(/[ \t]+/);
  const others = parts.filter((part) => !NAMED_VALUE.test(part));
  // Some programs write the words beside the times; what WebVTT has there are settings.
  const areWords =
    !isVtt || (others.length === parts.length && others.some((one) => !/\w:/.test(one)));
  const text = cueText(areWords ? `${others.join(' ')}\n${raw}` : raw);
  if (text === '') return 'it has no words';
  const settings = parts.filter((part) => SETTING.test(part)).join(' ') || placeIn(raw);
  return { start, end, text, ...(settings ? { settings } : {}) };
}

/** Seconds of `1:02:03,5`; minutes alone may be more than 59. Undefined for what is no time. */
function secondsOf(text: string): number | undefined {
  const plain = text.replace(/^-| /g, '').replace(/[:;](?=\d{3}$)|,/, '.');
  const parts = plain.split(':').map(Number);
  const [seconds = Number.NaN, minutes = Number.NaN, hours = 0] = parts.toReversed();
  if (!(seconds < 60) || !(minutes < 60 || (parts.length === 2 && minutes < 6000)))
    return undefined;
  const total = Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
  return text.startsWith('-') ? -Math.max(total, 0.001) : total;
}
