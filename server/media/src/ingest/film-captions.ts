import { ownName, readLanguage } from '@bonisa/domain/language-word';
import { cueText, placeIn } from '../captions/cue-text.ts';
import { type Cue, writeWebVtt } from '../captions/webvtt.ts';
import type { WaitingCaptions } from '../media.tables.ts';
import { childBoxes, findBox } from './boxes.ts';

/** The captions inside a film: which streams are taken, and what their packets say. */

/** A stream of captions as its container describes it. */
export interface CaptionStream {
  readonly index: number;
  /** As FFmpeg names it. */
  readonly codec: string;
  readonly language: string | undefined;
  /** It translates a few lines only. */
  readonly isForced: boolean;
  readonly isForHearing: boolean;
}

/** A caption of a stream; times are in seconds of the source. */
export type FoundCue = Cue & { readonly stream: number };

export interface ChosenCaptions {
  readonly taken: readonly {
    readonly index: number;
    readonly language: string;
    readonly label: string;
  }[];
  /** Why the other streams of captions are left out, by their indexes. */
  readonly leftOut: ReadonlyMap<number, string>;
}

/** Captions as text; others are pictures (PGS, DVB, VobSub) or teletext. */
const TEXT_CODECS = new Set(['mov_text', 'subrip', 'srt', 'text', 'ass', 'ssa', 'webvtt']);
const MOST_TRACKS = 16;
/** Of one stream; what follows is left out. */
const MOST_CHARACTERS = 1_000_000;
/** How long a caption is shown where the file does not say, in seconds. */
const USUAL_SECONDS = 4;
const SEND_FILE = 'send them as a file of captions';

/** The streams of which captions are made: one for each language, as text. */
export function chooseCaptions(streams: readonly CaptionStream[]): ChosenCaptions {
  const leftOut = new Map<number, string>();
  const taken = new Map<string, ChosenCaptions['taken'][number]>();
  // Those for everybody come before those for the hard of hearing.
  const inOrder = streams.toSorted((a, b) => Number(a.isForHearing) - Number(b.isForHearing));
  for (const { index, codec, language: said, isForced, isForHearing } of inOrder) {
    const language = said === undefined ? undefined : readLanguage(said);
    const why = !TEXT_CODECS.has(codec)
      ? `captions in ${codec} are no text, ${SEND_FILE}`
      : isForced
        ? 'forced captions, of a few lines only, are not offered'
        : language === undefined
          ? `captions without a language that is known, ${SEND_FILE}`
          : taken.has(language)
            ? 'an earlier stream has captions in its language'
            : taken.size === MOST_TRACKS &&
              `there are captions in more than ${MOST_TRACKS} languages`;
    if (why || language === undefined) leftOut.set(index, why || SEND_FILE);
    else {
      const name = ownName(language);
      taken.set(language, { index, language, label: isForHearing ? `${name} (SDH)` : name });
    }
  }
  return { taken: [...taken.values()], leftOut };
}

/** The words of a packet of a stream of captions, as WebVTT; undefined for none. */
export function cueOf(
  codec: string,
  data: Buffer,
  { start, seconds }: { readonly start: number; readonly seconds: number },
): Cue | undefined {
  const raw = rawText(codec, data);
  const text = cueText(raw);
  if (text === '' || start < 0) return undefined;
  const settings = placeIn(raw);
  const end = start + (seconds > 0 ? seconds : USUAL_SECONDS);
  return { start, end, text, ...(settings ? { settings } : {}) };
}

function rawText(codec: string, data: Buffer): string {
  if (codec === 'mov_text') return timedText(data);
  if (codec === 'webvtt' && /^vtt[ce]$/.test(data.toString('latin1', 4, 8))) return boxedText(data);
  const text = data.toString('utf8').replaceAll('\0', '');
  if (codec !== 'ass' && codec !== 'ssa') return text;
  // ReadOrder, Layer, Style, Name, three margins and Effect come before the words.
  const words = /^(?:[^,]*,){8}(.*)$/s.exec(text)?.[1] ?? '';
  return words
    .replaceAll(MARKED, (all, marks: string) => (/\\p[1-9]/.test(marks) ? '' : all))
    .replaceAll('\\n', ' ');
}

/** Marks of SubStation Alpha and what follows them: with `\p1` it is a drawing and no words. */
const MARKED = /(\{[^{}]*\})[^{}]*/g;

/** A sample of 3GPP timed text: its length, the words, and styles that are left out. */
function timedText(data: Buffer): string {
  if (data.length < 2) return '';
  const words = data.subarray(2, 2 + data.readUInt16BE(0));
  const isUtf16 = words.length >= 2 && words.readUInt16BE(0) === 0xfeff;
  return isUtf16 ? new TextDecoder('utf-16be').decode(words) : words.toString('utf8');
}

/** A sample of WebVTT in MP4 (ISO/IEC 14496-30): a box for each caption of its time. */
function boxedText(data: Buffer): string {
  return childBoxes(data)
    .filter(({ type }) => type === 'vttc')
    .flatMap(({ start, end }) => findBox(data, ['payl'], start, end) ?? [])
    .map(({ start, end }) => data.toString('utf8', start, end))
    .join('\n');
}

/** Gathers the captions of a film while it is read, up to what a file of captions may have. */
export function createCueList() {
  const cues: FoundCue[] = [];
  const characters = new Map<number, number>();
  return {
    cues: cues as readonly FoundCue[],
    add(stream: number, cue: Cue | undefined): void {
      const before = characters.get(stream) ?? 0;
      if (!cue || before + cue.text.length > MOST_CHARACTERS) return;
      characters.set(stream, before + cue.text.length);
      cues.push({ ...cue, stream });
    },
  };
}

/** The captions of a film that begins at `start` and lasts `seconds`, and a sentence for each. */
export function captionsOfFilm(
  { taken }: Pick<ChosenCaptions, 'taken'>,
  cues: readonly FoundCue[],
  { start, seconds }: { readonly start: number; readonly seconds: number },
): { readonly captions: readonly WaitingCaptions[]; readonly notes: readonly string[] } {
  const captions: WaitingCaptions[] = [];
  const notes: string[] = [];
  for (const { index, language, label } of taken) {
    const own = cues.flatMap(({ stream, ...cue }) => {
      const from = Math.max(0, cue.start - start);
      const until = Math.min(seconds, cue.end - start);
      return stream === index && until > from ? [{ ...cue, start: from, end: until }] : [];
    });
    if (own.length === 0) notes.push(`Left out: stream ${index}: the captions have no words.`);
    else {
      const inOrder = own.toSorted((a, b) => a.start - b.start);
      captions.push({ language, label, vtt: writeWebVtt(inOrder) });
      notes.push(`Stream ${index} became captions in ${language}.`);
    }
  }
  return { captions, notes };
}
