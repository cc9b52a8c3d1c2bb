/** The captions of a title: those of its media, and what an editor has made of them. */

/** A language that an editor has decided on. */
export interface OwnCaptions {
  /** A BCP 47 tag, such as `en-ZA`. */
  readonly language: string;
  readonly label: string;
  /** The folder of the editor's file in the store; null: the captions of the media are hidden. */
  readonly filesId: string | null;
  /** Offered first. */
  readonly isDefault: boolean;
}

export interface ShownCaptions {
  readonly language: string;
  readonly label: string;
  /** Null: the file lies with the media. */
  readonly filesId: string | null;
  readonly isDefault: boolean;
}

/** Digests of the words that an import gave last, by their language in small letters. */
export type ImportedCaptions = Readonly<Record<string, string>>;

/**
 * Whether an import gives its words: not the ones that it gave last, because an editor may have
 * replaced or removed them on purpose since.
 */
export function givesWords(
  imported: ImportedCaptions | null,
  language: string,
  digest: string,
): boolean {
  return imported?.[language.toLowerCase()] !== digest;
}

/**
 * What an import is known to have given after a change of captions. `imported`: the digest of the
 * words that an import gives now. `before`: that of the words which go. An import may have found
 * these, or given them before such digests were noted, so they count where nothing else is known.
 */
export function importedAfter(
  known: ImportedCaptions | null,
  {
    language,
    imported,
    before,
  }: {
    readonly language: string;
    readonly imported?: string | undefined;
    readonly before?: string | undefined;
  },
): ImportedCaptions | null {
  const name = language.toLowerCase();
  const words = imported ?? known?.[name] ?? before;
  return words === undefined ? known : { ...known, [name]: words };
}

/** The captions that a viewer can choose from: an editor's word counts before that of the media. */
export function shownCaptions(
  ofMedia: readonly { readonly language: string; readonly label: string }[],
  own: readonly OwnCaptions[] | null | undefined,
): ShownCaptions[] {
  const decided = new Set((own ?? []).map(({ language }) => language.toLowerCase()));
  const kept = ofMedia
    .filter(({ language }) => !decided.has(language.toLowerCase()))
    .map(({ language, label }) => ({ language, label, filesId: null, isDefault: false }));
  const uploaded = (own ?? []).filter(({ filesId }) => filesId !== null);
  return [...uploaded, ...kept].toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** The same captions with those of one language replaced. At most one is offered first. */
export function withCaptions(
  own: readonly OwnCaptions[] | null | undefined,
  captions: OwnCaptions,
): OwnCaptions[] {
  const others = withoutCaptions(own, captions.language);
  const rest = captions.isDefault
    ? others.map((other) => ({ ...other, isDefault: false }))
    : others;
  return [...rest, captions];
}

/** What an editor has decided about a language; `undefined`: nothing. */
export function captionsOf(
  own: readonly OwnCaptions[] | null | undefined,
  language: string,
): OwnCaptions | undefined {
  return own?.find((captions) => captions.language.toLowerCase() === language.toLowerCase());
}

/** The folders of the editors' files. */
export function captionFiles(own: readonly OwnCaptions[] | null | undefined): string[] {
  return (own ?? []).flatMap(({ filesId }) => filesId ?? []);
}

/**
 * The captions of an earlier version as an undo brings them back. A language whose file is not kept
 * any more stays as it is now; `isWhole`: there is none.
 */
export function captionsAgain(
  earlier: readonly OwnCaptions[] | null,
  now: readonly OwnCaptions[] | null,
  isKept: (filesId: string) => boolean,
): { readonly captions: readonly OwnCaptions[] | null; readonly isWhole: boolean } {
  const isThere = ({ filesId }: OwnCaptions): boolean => filesId === null || isKept(filesId);
  const lost = (earlier ?? []).filter((ownCaptions) => !isThere(ownCaptions));
  const back = (earlier ?? []).flatMap((ownCaptions) =>
    isThere(ownCaptions) ? ownCaptions : (captionsOf(now, ownCaptions.language) ?? []),
  );
  const captions = back.reduce<OwnCaptions[]>(withCaptions, []);
  return { captions: captions.length > 0 ? captions : null, isWhole: lost.length === 0 };
}

/** The same captions without an editor's word on one language. */
export function withoutCaptions(
  own: readonly OwnCaptions[] | null | undefined,
  language: string,
): OwnCaptions[] {
  return (own ?? []).filter(
    (captions) => captions.language.toLowerCase() !== language.toLowerCase(),
  );
}
