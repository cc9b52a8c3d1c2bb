import type { CmcdTerms } from './cmcd.ts';
import type { MediaPart, MediaRendition, Storyboard } from './timeline.ts';

/** A title's media as the answer of the play call describes it: no playlist has to be fetched. */
export interface PlayMedia {
  readonly parts: readonly MediaPart[];
  /** Lowest first. */
  readonly renditions: readonly MediaRendition[];
  /** The first bytes to play, where they came with the answer itself. */
  readonly start?: MediaStart | undefined;
  /** Where the operator has requests say how the playback is doing. */
  readonly cmcd?: CmcdTerms | undefined;
}

/** What the play call says of the languages of a title. */
export interface SpokenSource {
  /** The language that plays, as BCP 47 writes it; null: unknown, or no sound. */
  readonly audio_language?: string | null;
  /** The languages in which the title can be heard, each by its own name. */
  readonly audio_languages?: readonly { readonly language: string; readonly label: string }[];
}

/** The init segment of a rendition and the first bytes of one segment. */
export interface MediaStart {
  readonly folder: string;
  /** The number of the segment in the whole title. */
  readonly segment: number;
  readonly init: Uint8Array<ArrayBuffer>;
  /** The answer's last part, to be read once: they may still be on their way. */
  readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Whether `bytes` are the whole segment. */
  readonly isWhole: boolean;
}

/** A title's media as the play call's answer writes them. */
export interface WrittenMedia {
  readonly parts: readonly {
    readonly base: string;
    readonly backup?: string | undefined;
    /** The durations of the segments: how many, and the seconds of each. */
    readonly runs: readonly (readonly [number, number])[];
    readonly storyboard?: Storyboard | undefined;
  }[];
  readonly renditions: readonly MediaRendition[];
  readonly cmcd?: CmcdTerms | undefined;
  readonly start?:
    | {
        readonly folder: string;
        readonly segment: number;
        readonly is_whole: boolean;
        readonly init: string;
        /** In pieces, each of which is base64. */
        readonly bytes: string | AsyncIterable<string>;
      }
    | undefined;
}

/** Reads the media of an answer. Throws for an init segment that is no base64. */
export function readMedia({ parts, renditions, cmcd, start }: WrittenMedia): PlayMedia {
  return {
    parts: parts.map(({ runs, ...part }) => ({
      ...part,
      durations: runs.flatMap(([count, seconds]) => Array<number>(count).fill(seconds)),
    })),
    renditions,
    ...(cmcd && { cmcd }),
    ...(start && {
      start: {
        folder: start.folder,
        segment: start.segment,
        init: bytesOf(start.init),
        bytes: allBytesOf(start.bytes),
        isWhole: start.is_whole,
      },
    }),
  };
}

async function* allBytesOf(written: string | AsyncIterable<string>) {
  for await (const piece of typeof written === 'string' ? [written] : written) yield bytesOf(piece);
}

/** Missing in browsers before 2025. */
type Reader = { fromBase64?(base64: string): Uint8Array<ArrayBuffer> };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const read = (Uint8Array as Reader).fromBase64?.(base64);
  if (read) return read;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // The first picture waits for this: a loop takes a fifth of the time of `Uint8Array.from`.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
