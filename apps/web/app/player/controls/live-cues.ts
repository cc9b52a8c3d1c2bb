/** A cue of a caption file; times are seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const TIMES = /^((?:\d+:)?\d\d:\d\d\.\d{3}) --> ((?:\d+:)?\d\d:\d\d\.\d{3})/;

/** Reads the cues of WebVTT as our server writes it; what is no cue is left out. */
export function readCues(vtt: string): Cue[] {
  return vtt.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const at = lines.findIndex((line) => TIMES.test(line));
    const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? [];
    const text = lines
      .slice(at + 1)
      .join('\n')
      .trim();
    return at < 0 || text === '' ? [] : [{ start: secondsOf(start), end: secondsOf(end), text }];
  });
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
