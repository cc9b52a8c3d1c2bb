/** Captions that tell a story, spread over the length of its title. */

const LEAD_SECONDS = 0.6;
const GAP_SECONDS = 0.4;
const LEAST_SECONDS = 2.5;
/** A slow reader's pace. */
const CHARACTERS_A_SECOND = 12;
const LINE_LENGTH = 42;

/** Writes a WebVTT file with one cue for each two lines of `text`. */
export function captionStory(text: string, seconds: number): string {
  const cues = sentencesOf(text).flatMap(cuesOf);
  const slot = seconds / Math.max(1, cues.length);
  const blocks = cues.map((lines, index) => {
    const from = index * slot + LEAD_SECONDS;
    const wanted = Math.max(LEAST_SECONDS, lines.join(' ').length / CHARACTERS_A_SECOND);
    const to = Math.min(from + wanted, (index + 1) * slot - GAP_SECONDS);
    return `${timeOf(from)} --> ${timeOf(Math.max(to, from + 0.5))}\n${lines.join('\n')}\n`;
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
