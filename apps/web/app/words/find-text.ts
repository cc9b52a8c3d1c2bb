/**
 * Finds texts on the server and in tests. The browser's build has a module of its own in this
 * place (`build-tools/words.ts`): its scripts hold the texts of one language.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_LANGUAGE, type Language, languageOfPart } from '@bonisa/domain/languages';
import af from './af.json' with { type: 'json' };
import { compileText } from './compile-text.ts';
import en from './en.json' with { type: 'json' };
import st from './st.json' with { type: 'json' };
import xh from './xh.json' with { type: 'json' };
import zu from './zu.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

/**
 * A prefix stays on the line of what a viewer looks for (`i-OTP`): a word joiner follows its
 * hyphen. Elsewhere a line may end there, and the scripts stay small.
 */
function withPrefixes(texts: Texts): Texts {
  const joined = (text: string) => text.replace(/-(?=OTP)/g, '-\u2060');
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, joined(text)]));
}

/** The files of words. */
export const CATALOGUES: Readonly<Record<Language, Texts>> = {
  en,
  zu: withPrefixes(zu),
  xh: withPrefixes(xh),
  af,
  st,
};

interface Rendering {
  readonly language: Language;
  readonly prose: string | undefined;
}

const renderings = new AsyncLocalStorage<Rendering>();
const compiled = new Map<string, string>();

/** Runs a rendering whose words are those of a language. `catalogue`: that of the catalogue. */
export function renderIn<Result>(
  language: Language,
  work: () => Result,
  catalogue: string = DEFAULT_LANGUAGE,
): Result {
  return renderings.run({ language, prose: languageOfPart(catalogue, language) }, work);
}

/** The language of the page that is rendered. */
export function language(): Language {
  const asked = renderings.getStore()?.language;
  // A text outside a function would be that of no viewer.
  if (asked === undefined && import.meta.env?.PROD)
    throw new Error('Words belong to a rendering: find them inside a function.');
  return asked ?? DEFAULT_LANGUAGE;
}

/**
 * The language of the catalogue's words, where the page has another one: elements with such words
 * have it as `lang` (WCAG 2.2, 3.1.2). Undefined: nothing needs to be said.
 */
export function proseLanguage(): string | undefined {
  return renderings.getStore()?.prose;
}

/** The compiled text of a key, in the language of the page that is rendered. */
export function findText(key: string): string {
  const inLanguage = language();
  const name = `${inLanguage} ${key}`;
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = CATALOGUES[inLanguage][key] ?? CATALOGUES[DEFAULT_LANGUAGE][key];
  if (text === undefined) throw new Error(`There are no words ${key}.`);
  const made = compileText(text);
  compiled.set(name, made);
  return made;
}
