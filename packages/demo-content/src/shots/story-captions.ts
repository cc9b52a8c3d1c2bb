/** Captions that tell a story, spread over the length of its title. */
import { type CaptionWords, type ToldTitle, tellingOf } from './caption-words.ts';
import { SHOT_SECONDS, type Shot } from './shot.ts';

const LEAD_SECONDS = 0.6;
const GAP_SECONDS = 0.4;
const LEAST_SECONDS = 2.5;
/** A slow reader's pace. */
const CHARACTERS_A_SECOND = 12;
const LINE_LENGTH = 42;

/** A text and when it is said. */
interface Said {
  readonly text: string;
  readonly from: number;
  readonly seconds: number;
}

/** Writes a WebVTT file with one cue for each two lines of `text`. */
export function captionStory(text: string, seconds: number): string {
  const cues = sentencesOf(text).flatMap(cuesOf);
  const slot = seconds / Math.max(1, cues.length);
  return write(
    cues.map((lines, index) => ({ text: lines.join('\n'), from: index * slot, seconds: slot })),
  );
}

/** Writes a WebVTT file that tells a title over its shots, with the words of a language. */
export function captionShots(
  words: CaptionWords,
  told: ToldTitle,
  shots: readonly Pick<Shot, 'name' | 'world'>[],
): string {
  const { opening, atShots, ending } = tellingOf(words, told, shots);
  const said: Said[] = [];
  for (const [index, sentence] of atShots.entries()) {
    const before = index === 0 ? opening : undefined;
    const after = index === shots.length - 1 ? ending : undefined;
    const texts = [before, sentence, after].filter((text) => text !== undefined);
    const cues = texts.flatMap(cuesOf);
    const slot = SHOT_SECONDS / Math.max(1, cues.length);
    for (const [at, lines] of cues.entries())
      said.push({
        ...{ text: lines.join('\n'), seconds: slot },
        from: index * SHOT_SECONDS + at * slot,
      });
  }
  return write(said);
}

function write(said: readonly Said[]): string {
  const blocks = said.map(({ text, from, seconds }) => {
    const begin = from + LEAD_SECONDS;
    const wanted = Math.max(LEAST_SECONDS, text.length / CHARACTERS_A_SECOND);
    const end = Math.min(begin + wanted, from + seconds - GAP_SECONDS);
    return `${timeOf(begin)} --> ${timeOf(Math.max(end, begin + 0.5))}\n${text}\n`;
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** A sentence as cues of at most two lines each. */
function cuesOf(sentence: string): string[][] {
  const lines: string[] = [];
  for (const word of sentence.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const cues: string[][] = [];
  for (let at = 0; at < lines.length; at += 2) cues.push(lines.slice(at, at + 2));
  return cues;
}

function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${(seconds - minutes * 60).toFixed(3).padStart(6, '0')}`;
}
