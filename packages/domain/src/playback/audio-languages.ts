import { isLanguageCode, languageName } from '../language.ts';

/** The languages of a film's sound: which streams of its file become tracks, and what they are. */

/** More languages than the service has are not packaged. */
export const MOST_AUDIO_TRACKS = 8;

/** How addresses name a track whose file does not say its language (ISO 639-2). */
const UNTAGGED = 'und';

/** An audio stream of a file, as its container describes it. */
export interface AudioStream {
  readonly index: number;
  /** The language as it is written, such as `zul`, `eng` or `zu-ZA`. */
  readonly language: string | undefined;
  readonly title: string;
  readonly isDefault: boolean;
  readonly isCommentary: boolean;
  /** Says what the picture shows, for those who do not see it. */
  readonly isDescription: boolean;
  /** Whether its codec can be decoded. */
  readonly isSupported: boolean;
  readonly isMono: boolean;
}

/** A stream that becomes a track. */
export interface TakenAudio {
  readonly index: number;
  /** The stream of its right side, where cameras and editors write each side as a mono stream. */
  readonly right?: number;
  /** A language subtag of BCP 47, such as `zu`; null: the file does not say. */
  readonly language: string | null;
}

/**
 * Why a stream becomes no track. `same_language`: an earlier one has its language. `too_many`: the
 * limit is {@link MOST_AUDIO_TRACKS}.
 */
export const LEFT_OUT_REASONS = [
  'commentary',
  'description',
  'unsupported_codec',
  'same_language',
  'too_many',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export interface LeftOutAudio {
  readonly language: string | null;
  readonly title: string;
  readonly reason: LeftOutReason;
}

/** The codes of ISO 639-2 that name no one language, and those for private use. */
const NO_LANGUAGE = /^(?:und|mis|mul|zxx|q[a-t][a-z])$/;
const SUBTAG = /^[a-z]{2,3}$/;

/**
 * The language subtag of a tag in ISO 639-1, ISO 639-2 (both kinds) or BCP 47: `zul`, `zu-ZA` and
 * `zu` are `zu`. Undefined for a tag that names no language.
 */
export function languageOfTag(tag: string): string | undefined {
  if (!known.has(tag)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(tag, readLanguage(tag));
  }
  return known.get(tag);
}

/** The platform needs 20 µs for a tag, and a play asks for several. */
const known = new Map<string, string | undefined>();
const MOST_KNOWN = 500;

function readLanguage(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return SUBTAG.test(language) && !NO_LANGUAGE.test(language) ? language : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The name that its speakers use for a language, without the region: `zu-ZA` is isiZulu. A code
 * that nobody here knows is returned unchanged.
 */
export function spokenName(code: string): string {
  const language = languageOfTag(code);
  if (language === undefined) return code;
  if (isLanguageCode(language)) return languageName(language);
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
  return names.of(language) ?? code;
}

const COMMENTARY = /\bcomment(?:s|ary|aries)?\b|\bkommentaar\b/i;
const DESCRIPTION = /\baudio[ -]?descri|\bdescri(?:bed|ption|ptive)\b|\bvisually impaired\b/i;
const SHORT_DESCRIPTION = /\bAD\b/;

function unusualKind(stream: AudioStream): 'commentary' | 'description' | undefined {
  if (stream.isCommentary || COMMENTARY.test(stream.title)) return 'commentary';
  const isDescription =
    stream.isDescription || DESCRIPTION.test(stream.title) || SHORT_DESCRIPTION.test(stream.title);
  return isDescription ? 'description' : undefined;
}

/**
 * Chooses the streams that become tracks, one for each language: the default one first, the others
 * in the order of the file. Two mono streams that nothing tells apart are left and right. A file
 * whose streams are all unusual has the first of them as its sound. Nothing is taken where no
 * stream is supported.
 */
export function chooseAudio(streams: readonly AudioStream[]): {
  readonly taken: readonly TakenAudio[];
  readonly leftOut: readonly LeftOutAudio[];
} {
  const ordered = streams.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  const supported = ordered.filter(({ isSupported }) => isSupported);
  const areAllUnusual = supported.every((stream) => unusualKind(stream) !== undefined);
  const taken: TakenAudio[] = [];
  const leftOut: LeftOutAudio[] = [];
  for (const stream of ordered) {
    const language = languageOfTag(stream.language ?? '') ?? null;
    const isOnlySound = areAllUnusual && stream === supported[0];
    if (taken.some(({ right }) => right === stream.index)) continue;
    const reason = isOnlySound ? undefined : reasonAgainst(stream, language, taken);
    if (reason) leftOut.push({ language, title: stream.title.slice(0, 100), reason });
    else taken.push({ index: stream.index, language, ...rightOf(stream, language, ordered) });
  }
  return { taken, leftOut };
}

/** The right side of a mono stream: the next mono stream that nothing tells from it. */
function rightOf(
  left: AudioStream,
  language: string | null,
  streams: readonly AudioStream[],
): { readonly right?: number } {
  const right = streams.find(
    (stream) =>
      stream.index > left.index &&
      stream.isMono &&
      stream.isSupported &&
      unusualKind(stream) === undefined &&
      (languageOfTag(stream.language ?? '') ?? null) === language &&
      withoutSide(stream.title) === withoutSide(left.title),
  );
  return left.isMono && right ? { right: right.index } : {};
}

/** A title without what tells two sides apart: a number, or the word. */
function withoutSide(title: string): string {
  return title.toLowerCase().replaceAll(/\b(?:left|right|l|r)\b|\d+/g, '');
}

function reasonAgainst(
  stream: AudioStream,
  language: string | null,
  taken: readonly TakenAudio[],
): LeftOutReason | undefined {
  if (!stream.isSupported) return 'unsupported_codec';
  const unusual = unusualKind(stream);
  if (unusual) return unusual;
  if (taken.some((track) => track.language === language)) return 'same_language';
  return taken.length >= MOST_AUDIO_TRACKS ? 'too_many' : undefined;
}

/** A language in which a title can be heard. */
export interface SpokenLanguage {
  /** A language subtag of BCP 47. */
  readonly language: string;
  /** How addresses name its track. */
  readonly track: string;
}

/** The name of a track in addresses: its language, or {@link UNTAGGED}. */
export function trackName(language: string | null): string {
  return language ?? UNTAGGED;
}

/**
 * The languages in which a title can be heard, the first track's first. `tracks` are the languages
 * of the tracks, `ofTitle` those that an editor names, in their order. An editor's word counts for
 * a single track, whose tag is often left at what the editing program writes; for a track without a
 * tag it is the first language that no other track has.
 */
export function spokenLanguages(
  tracks: readonly (string | null)[],
  ofTitle: readonly string[],
): SpokenLanguage[] {
  const languages = ofTitle.flatMap((code) => languageOfTag(code) ?? []);
  const untagged = languages.find((code) => !tracks.includes(code)) ?? languages[0];
  const spoken: SpokenLanguage[] = [];
  for (const tag of tracks) {
    const language = (tracks.length === 1 ? (languages[0] ?? tag) : tag) ?? untagged;
    if (language && !spoken.some((spokenLanguage) => spokenLanguage.language === language))
      spoken.push({ language, track: trackName(tag) });
  }
  return spoken;
}
