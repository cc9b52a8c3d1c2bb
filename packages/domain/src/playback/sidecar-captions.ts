import { endingOf } from '../catalogue/film-name.ts';
import { ownName, readLanguage } from '../language-word.ts';

/**
 * Captions beside a film, by their names: `The Lamp.zu.vtt`, `The Lamp.English.sdh.srt`. There is
 * one file for each language; what is not given to the film is named with its reason.
 */

const CAPTIONS = new Set(['.vtt', '.srt']);
const OTHERS = new Set(
  ['.ass', '.ssa', '.ttml', '.dfxp', '.smi', '.sami', '.sub', '.idx', '.sup'].concat([
    '.sbv',
    '.stl',
    '.scc',
    '.lrc',
  ]),
);
/** What captions are for, as names say it, and how viewers read it. */
const KINDS: Readonly<Record<string, string>> = { sdh: 'SDH', cc: 'CC', hoh: 'SDH' };
/** They translate a few lines, and would stand for all of them. */
const FORCED = new Set(['forced', 'foreign']);
const NO_KIND = new Set([
  '',
  'default',
  'full',
  'sub',
  'subs',
  'subtitle',
  'subtitles',
  'captions',
]);

interface SidecarCaptions {
  readonly file: string;
  readonly language: string;
  readonly label: string;
}

interface CaptionsBeside {
  readonly given: readonly SidecarCaptions[];
  /** The files of this film that are not given, each with its reason. */
  readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
}

/** The captions of a film among the files beside it; `stems` are those of all films there. */
export function captionsBeside(
  beside: readonly string[],
  stem: string,
  stems: readonly string[],
): CaptionsBeside {
  const leftOut: { file: string; reason: string }[] = [];
  const read = beside.flatMap((file): (SidecarCaptions & { readonly kind: string })[] => {
    const ending = endingOf(file);
    if (!CAPTIONS.has(ending) && !OTHERS.has(ending)) return [];
    const whole = file.slice(0, -ending.length);
    if (ownerOf(whole, stems) !== stem) return [];
    const found = OTHERS.has(ending)
      ? `${ending} is no format of captions that is read; export them as SRT or WebVTT`
      : wordsOf(whole.slice(stem.length));
    if (typeof found === 'object') return [{ file, ...found }];
    leftOut.push({ file, reason: found });
    return [];
  });
  const byLanguage = new Map<string, SidecarCaptions>();
  // Those for everybody before those for the hard of hearing.
  for (const { kind, ...captions } of read.toSorted((a, b) => a.kind.length - b.kind.length)) {
    const first = byLanguage.get(captions.language.toLowerCase());
    if (first)
      leftOut.push({
        file: captions.file,
        reason: `the captions in ${captions.language} are those of ${first.file}`,
      });
    else byLanguage.set(captions.language.toLowerCase(), captions);
  }
  return { given: [...byLanguage.values()], leftOut };
}

/** The longest name of a film that a file begins with. */
function ownerOf(whole: string, stems: readonly string[]): string | undefined {
  return stems
    .filter(
      (stem) =>
        whole.slice(0, stem.length).toLowerCase() === stem.toLowerCase() &&
        /^(?:$|[ ._([-])/.test(whole.slice(stem.length)),
    )
    .toSorted((a, b) => b.length - a.length)[0];
}

/** What the words after the film's name say, or why they are not understood. */
function wordsOf(text: string): { language: string; label: string; kind: string } | string {
  const words = text.split(/[.\s()[\]]+/).flatMap((word) => {
    const parts = word.split(/[_-]/);
    const isTag = readLanguage(word) !== undefined && !parts.some(isKind);
    return isTag ? [word] : parts;
  });
  const isForced = words.some((word) => FORCED.has(word.toLowerCase()));
  const others = words.filter((word) => !isKind(word) && !NO_KIND.has(word.toLowerCase()));
  // Alone it is Hindi, after a language it is for the hard of hearing.
  const isHearing = others.length > 1 && others.at(-1)?.toLowerCase() === 'hi';
  const labelWords = isHearing ? others.slice(0, -1) : others;
  if (isForced) return 'forced captions, of a few lines only, are not offered';
  if (labelWords.length === 0) return 'its name says no language: call it NAME.en.srt';
  const language =
    readLanguage(labelWords.join('')) ??
    (labelWords.length === 1 ? readLanguage(labelWords[0] ?? '') : undefined);
  if (language === undefined)
    return `'${labelWords.join(' ')}' is no language: call it NAME.en.srt`;
  const kind =
    words.map((word) => KINDS[word.toLowerCase()]).find(Boolean) ?? (isHearing ? 'SDH' : '');
  const name = ownName(language);
  return { language, label: kind ? `${name} (${kind})` : name, kind };
}

function isKind(word: string): boolean {
  const small = word.toLowerCase();
  return Object.hasOwn(KINDS, small) || FORCED.has(small);
}
