import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bonisa/domain/languages';
import type { Plugin } from 'vite';
import { compileText } from '../app/words/compile-text.ts';
import { CATALOGUES } from '../app/words/find-text.ts';

const CALL = /\b(say|sayWith)\(\s*'([a-z][\w.]*)'\s*(\))?/g;
const MARK = /@@words:([a-z][\w.]*):[0-9a-f]{8}@@/g;
const FIND_TEXT = '/app/words/find-text.ts';

/**
 * `find-text.ts` of the browser: the marks that the build writes are replaced by texts, and the
 * document says the rest (`root.tsx`).
 */
const IN_BROWSER = `
export const findText = (text) => text;
export const language = () => document.documentElement.lang.slice(0, 2);
export const proseLanguage = () => document.documentElement.dataset.prose;`;

/**
 * Puts a mark in the place of each key of `say` and `sayWith` in the browser's scripts; after the
 * build {@link writeLanguages} puts the words there. The mark has a hash of the words, so a script
 * with changed words has another name.
 */
export function words(): Plugin {
  return {
    name: 'bonisa-words',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id.endsWith(FIND_TEXT) ? IN_BROWSER : null),
    transform(code, id) {
      if (!/\/app\/.*\.tsx?(\?|$)/.test(id)) return null;
      const marked = markWords(code);
      return marked === code ? null : { code: marked, map: null };
    },
  };
}

/** The code with marks in the place of keys. A text without values needs no function. */
export function markWords(code: string): string {
  return code.replace(CALL, (call, name: string, key: string, end: string | undefined) => {
    const texts = LANGUAGES.map((language) => textOf(language, key));
    const isPlain = name === 'say' && end !== undefined;
    if (isPlain && texts.some((text) => /[{<]/.test(text)))
      throw new Error(`The words ${key} need values or elements: ${call}`);
    const hash = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 8);
    const mark = `"@@words:${key}:${hash}@@"`;
    return isPlain ? mark : `${name}(${mark}${end ?? ''}`;
  });
}

/**
 * Writes the words into the scripts of the build: English in place, each other language as scripts
 * of its own in `assets/<language>`. Scripts without words, React's for example, are shared by all
 * languages.
 */
export async function writeLanguages(client: string): Promise<void> {
  const assets = join(client, 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const scripts = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(assets, name), 'utf8')] as const),
    ),
  );
  const worded = scriptsWithWords(scripts);
  for (const language of LANGUAGES) {
    const folder = language === DEFAULT_LANGUAGE ? assets : join(assets, language);
    await mkdir(folder, { recursive: true });
    for (const name of worded) {
      const text = withWords(scripts.get(name) ?? '', language);
      const own = language === DEFAULT_LANGUAGE ? text : inFolder(text, language, worded);
      await writeFile(join(folder, name), own);
    }
  }
}

/** The scripts with words, and all that import them: each language needs its own. */
export function scriptsWithWords(scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const worded = new Set<string>();
  for (const [name, code] of scripts)
    if (code.search(MARK) >= 0 || name.startsWith('manifest-')) worded.add(name);
  for (let before = -1; before !== worded.size; ) {
    before = worded.size;
    for (const [name, code] of scripts)
      if (namesIn(code).some((other) => worded.has(other))) worded.add(name);
  }
  return worded;
}

/** The script with the words of a language in the place of marks. */
export function withWords(code: string, language: Language): string {
  return code.replace(MARK, (_, key: string) => escaped(textOf(language, key)));
}

/** The script as it stands in a language's folder: it names the scripts of that language. */
export function inFolder(code: string, language: Language, worded: ReadonlySet<string>): string {
  return code
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (whole, quote: string, name: string) =>
      worded.has(name) ? whole : `${quote}../${name}${quote}`,
    )
    .replace(/\bassets\/([\w.-]+\.js)\b/g, (whole, name: string) =>
      worded.has(name) ? `assets/${language}/${name}` : whole,
    );
}

function namesIn(code: string): readonly string[] {
  return [...code.matchAll(/(?:\.|\bassets)\/([\w.-]+\.js)\b/g)].map(([, name = '']) => name);
}

function textOf(language: Language, key: string): string {
  const text = CATALOGUES[language][key] ?? CATALOGUES[DEFAULT_LANGUAGE][key];
  if (text === undefined) throw new Error(`There are no words ${key}.`);
  return compileText(text);
}

/** The text inside a literal of any kind: minifiers choose the quotes. */
function escaped(text: string): string {
  return text.replace(/[\\"'`$]/g, '\\$&').replaceAll('\n', '\\n');
}
