/** Captions as the product stores and serves them (WebVTT, W3C). */

/** One caption. `start` and `end` are in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** WebVTT's cue settings that place the caption, such as `line:0 align:left`. */
  readonly settings?: string;
}

/** Why a file of captions is refused; `line` counts from 1. */
export class CaptionsError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`captions, line ${line}: ${message}`);
    this.name = 'CaptionsError';
    this.line = line;
  }
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
