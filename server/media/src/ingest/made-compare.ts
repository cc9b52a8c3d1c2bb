import type { Encoded } from './library-encode.ts';
import type { GreyEdges } from './library-stills.ts';
import type { Source } from './source.ts';
import { differs, inSeconds } from './source-survey.ts';

/** Compares what was packaged with its source, and tells what differs in sentences. */

/** What was made. */
export interface Made {
  readonly seconds: number;
  readonly tracks: number;
  readonly edges: GreyEdges;
}

/**
 * Mean difference of grey levels above which two small pictures, brought to one brightness, show
 * something else. Encoding changes them by 1 to 3.
 */
const OTHER_PICTURE = 12;

/** Pictures that begin later behind the sound are told; seconds. */
const LATE = 0.5;

/** The differences of what was made from its source; none where it shows all of it. */
export function compareMade(source: Source, encoded: Encoded, made: Made): string[] {
  const { packets, lost, changes, firstAt, edges } = encoded;
  const notes: string[] = [];
  if (lost > 0)
    notes.push(
      `${lost} of ${packets} pictures are damaged and cannot be decoded: the picture before stands.`,
    );
  if (firstAt > source.start + LATE)
    notes.push(
      `The first picture comes after ${inSeconds(firstAt - source.start)}: it stands from the beginning.`,
    );
  if (changes > 0)
    notes.push(
      `The size or format of the pictures changes ${changes === 1 ? 'once' : `${changes} times`}: they were fitted into the first.`,
    );
  if (differs(made.seconds, source.seconds))
    notes.push(
      `The packaged film lasts ${inSeconds(made.seconds)}, its source ${inSeconds(source.seconds)}.`,
    );
  if (made.tracks !== source.audio.length)
    notes.push(`Of ${source.audio.length} tracks of sound ${made.tracks} were packaged.`);
  for (const edge of ['first', 'last'] as const) {
    const [picture] = made.edges[edge];
    const ofSource = edges?.[edge] ?? [];
    if (!picture || !ofSource.some((one) => isAlike(one, picture)))
      notes.push(`The ${edge} picture of the packaged film is not that of its source.`);
  }
  return notes;
}

function isAlike(picture: Uint8Array, other: Uint8Array): boolean {
  const mean = (grey: Uint8Array) => grey.reduce((sum, level) => sum + level, 0) / grey.length;
  const shift = mean(picture) - mean(other);
  const difference = picture.reduce(
    (sum, level, i) => sum + Math.abs(level - (other[i] ?? 0) - shift),
    0,
  );
  return difference / picture.length < OTHER_PICTURE;
}
