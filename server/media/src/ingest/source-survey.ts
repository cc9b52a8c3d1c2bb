import type { LeftOutAudio } from '@bonisa/domain/playback/audio-languages';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import type { WaitingCaptions } from '../media.tables.ts';
import { type ChosenCaptions, captionsOfFilm, type FoundCue } from './film-captions.ts';
import type { Loudness } from './loudness.ts';
import { damaged, judgeLength, type Source } from './source.ts';

/** What reading a source to its end has shown, and what follows from it. */

/** From when to when something is seen or heard, in seconds of the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Survey {
  /** Undefined: no picture has a time. */
  readonly pictures: (Span & { readonly packets: number }) | undefined;
  /** Pictures that are missing between others, and in how many places. */
  readonly missing: { readonly pictures: number; readonly places: number };
  /** The tracks of sound, in the order of the source's. */
  readonly sounds: readonly {
    readonly loudness: Loudness;
    /** When each of its streams has sound, by their indexes; empty: none could be decoded. */
    readonly spans: ReadonlyMap<number, readonly Span[]>;
    readonly packets: number;
    /** How often a packet could not be decoded. */
    readonly errors: number;
  }[];
  /** A sentence for each other stream. */
  readonly leftOut: readonly string[];
  readonly captions: Pick<ChosenCaptions, 'taken'> & { readonly cues: readonly FoundCue[] };
  /** The length that the container states, in seconds; 0: none. */
  readonly stated: number;
  /** The share of the file's bytes before the end of the last packet. */
  readonly readShare: number;
  /** Whether what lies behind the last packet may be an index of the file. */
  readonly hasIndexBehind: boolean;
  /** How often the clock of the file has jumped. */
  readonly jumps: number;
}

/** A source as it was surveyed. */
export interface SurveyedSource {
  readonly source: Source;
  /** Of the tracks that are packaged, in their order. */
  readonly loudness: readonly Loudness[];
  /** When the streams of sound have none, by their indexes. */
  readonly holes: ReadonlyMap<number, readonly Span[]>;
  /** The captions inside the film. */
  readonly captions: readonly WaitingCaptions[];
  /** Sentences for the operator: what differs from what the file says, or was left out. */
  readonly notes: readonly string[];
}

/** What may be damaged of a film that is still packaged. */
export const MOST_DAMAGE = 0.1;
/** A packaged film that is longer or shorter by more than this share is told. */
export const LENGTH_TOLERANCE = 0.01;
/** Behind the last packet there may be an index, or padding. */
const MOST_UNREAD = 0.25;
/** Sound that ends so much later than the pictures is a rest, and is cut; seconds. */
const SOUND_REST = 0.25;
/** Sound that begins so little before the pictures is what encoders put there; seconds. */
const SOUND_LEAD = 0.05;

/**
 * Brings a source and its survey together. Throws a TaskRefusal: `damaged`, `too_short` or
 * `too_long`.
 */
export function withSurvey(source: Source, survey: Survey): SurveyedSource {
  const { pictures, sounds } = survey;
  if (!pictures) throw damaged('the picture track of the file holds no picture');
  const heard = source.audio.flatMap((audio, i) => {
    const sound = sounds[i];
    const span = sound && wholeOf([...sound.spans.values()].flat());
    return span ? [{ audio, ...sound, span }] : [];
  });
  for (const { errors, packets } of heard)
    if (errors > packets * MOST_DAMAGE)
      throw damaged(`${errors} of ${packets} parts of the sound cannot be decoded`);
  const soundEnd = Math.max(...heard.map(({ span }) => span.end));
  const soundStart = Math.min(...heard.map(({ span }) => span.start));
  const start = soundStart < pictures.start - SOUND_LEAD ? soundStart : pictures.start;
  const end = soundEnd > pictures.end + SOUND_REST ? soundEnd : pictures.end;
  const seconds = end - start;
  refuseUnread(survey, seconds);
  judgeLength(seconds);
  const texts = captionsOfFilm(survey.captions, survey.captions.cues, { start, seconds });
  const silent = source.audio.filter((audio) => !heard.some((one) => one.audio === audio));
  return {
    source: { ...source, start, seconds, audio: heard.map(({ audio }) => audio) },
    loudness: heard.map(({ loudness }) => loudness),
    holes: new Map(
      heard.flatMap(({ spans }) =>
        [...spans].map(([index, own]) => [index, holesIn(own, { start, end })] as const),
      ),
    ),
    captions: texts.captions,
    notes: [
      ...lengthNotes(survey, { pictures, start, end, soundEnd }),
      ...heard.flatMap(({ audio, errors, packets }) =>
        errors > 0
          ? [`${errors} of ${packets} parts of the sound of stream ${audio.index} are damaged.`]
          : [],
      ),
      ...heard.flatMap(({ audio }) =>
        audio.right === undefined
          ? []
          : [`Streams ${audio.index} and ${audio.right}, both mono, became left and right.`],
      ),
      ...(source.hdr ? ['The pictures are in HDR and were brought to the usual range.'] : []),
      ...silent.map(({ index }) => `Left out: stream ${index}: no sound in it can be decoded.`),
      ...withCounts(source.leftOutAudio.map(soundNote)),
      ...texts.notes,
      ...survey.leftOut,
    ],
  };
}

function wholeOf(spans: readonly Span[]): Span | undefined {
  if (spans.length === 0) return undefined;
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

/** When nothing is heard between a start and an end. */
export function holesIn(spans: readonly Span[], { start, end }: Span): Span[] {
  const starts = [...spans.map((span) => span.start), end];
  const ends = [start, ...spans.map((span) => span.end)];
  return ends
    .map((from, i) => ({ start: from, end: starts[i] ?? end }))
    .filter((hole) => hole.end > hole.start);
}

/** A file whose reading stops long before its end has lost more than it shows. */
function refuseUnread({ stated, readShare }: Survey, seconds: number): void {
  if (stated * (1 - MOST_DAMAGE) > seconds && readShare < 1 - MOST_DAMAGE)
    throw new TaskRefusal(
      'damaged',
      `only ${seconds.toFixed(1)} of ${stated.toFixed(1)} seconds of the file can be read`,
    );
}

function lengthNotes(
  { stated, jumps, missing, readShare, hasIndexBehind }: Survey,
  {
    pictures,
    start,
    end,
    soundEnd,
  }: {
    readonly pictures: Span;
    readonly start: number;
    readonly end: number;
    readonly soundEnd: number;
  },
): string[] {
  const notes: string[] = [];
  const seconds = end - start;
  if (jumps > 0)
    notes.push(
      `The clock of the file jumps ${jumps === 1 ? 'once' : `${jumps} times`}: what follows was put behind what came before.`,
    );
  if (missing.places > 0)
    notes.push(
      `About ${missing.pictures} pictures are missing in ${missing.places === 1 ? 'one place' : `${missing.places} places`}: the picture before stands.`,
    );
  if (readShare < 1 - MOST_UNREAD && !hasIndexBehind)
    notes.push(
      `The last ${Math.round((1 - readShare) * 100)} % of the file cannot be read and are left out.`,
    );
  if (end > pictures.end)
    notes.push(
      `The pictures end after ${inSeconds(pictures.end - start)}, the sound after ${inSeconds(soundEnd - start)}: the last picture stands.`,
    );
  if (Number.isFinite(soundEnd) && soundEnd < pictures.end - 1)
    notes.push(`The sound ends after ${inSeconds(soundEnd - start)}, the rest is silent.`);
  if (stated > 0 && differs(stated, seconds))
    notes.push(
      `The file says that it lasts ${inSeconds(stated)}; pictures and sound last ${inSeconds(seconds)}.`,
    );
  return notes;
}

const SOUND_REASONS: Readonly<Record<LeftOutAudio['reason'], string>> = {
  commentary: 'it is a commentary',
  description: 'it describes the pictures',
  unsupported_codec: 'its codec is not supported',
  same_language: 'an earlier stream has its language',
  too_many: 'there are too many languages',
};

function soundNote({ language, title, reason }: LeftOutAudio): string {
  const details = [language, title].filter(Boolean).join(', ');
  return `Left out: sound${details ? ` (${details})` : ''}: ${SOUND_REASONS[reason]}.`;
}

/** Equal sentences once, with how often they stand there. */
function withCounts(notes: readonly string[]): string[] {
  return [...new Set(notes)].map((note) => {
    const times = notes.filter((one) => one === note).length;
    return times > 1 ? `${note.slice(0, -1)} (${times} streams).` : note;
  });
}

/** Whether two lengths differ by more than what is told. */
export function differs(one: number, other: number): boolean {
  return Math.abs(one - other) > Math.max(0.1, LENGTH_TOLERANCE * Math.max(one, other));
}

/** A length in words. */
export function inSeconds(seconds: number): string {
  return `${Math.round(seconds * 10) / 10} s`;
}
