/** What a page says, and which of it is English of our interface: for the tests of languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

type Texts = Readonly<Record<string, string>>;

const WORDS = join(import.meta.dirname, '../../apps/web/app/words');
const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(join(WORDS, `${language}.json`), 'utf8'));

/** Every text of a page that a viewer sees or hears, each once: its head has two of them. */
export function textsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts = [
      document.title,
      document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, noscript'))
        texts.push(walker.currentNode.textContent ?? '');
    for (const attribute of ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt'])
      for (const element of document.body.querySelectorAll(`[${attribute}]`))
        texts.push(element.getAttribute(attribute) ?? '');
    const plain = texts.map((text) => text.replace(/\s+/g, ' ').trim());
    return [...new Set(plain.filter((text) => text !== ''))];
  });
}

/** A part of an English message that another language says otherwise. */
interface Said {
  readonly key: string;
  readonly pattern: RegExp;
  /** The number of its own words. */
  readonly words: number;
}

/**
 * The English messages that `language` says otherwise, as patterns of whole texts: a value is any
 * text, and the words of an element are a text of their own, as in a page.
 */
export function englishSaidOtherwise(language: string): readonly Said[] {
  const [english, other] = [textsOf('en'), textsOf(language)];
  return Object.entries(english)
    .filter(([key, text]) => other[key] !== text)
    .flatMap(([key, text]) => formsOf(text).map((form) => ({ key, form })))
    .flatMap(({ key, form }) => form.split(/<\/?\w+>/).map((part) => ({ key, part: part.trim() })))
    .filter(({ part }) => /\p{L}{2,}/u.test(part.replaceAll(/\{\w+\}/g, '')))
    .map(({ key, part }) => ({
      key,
      pattern: new RegExp(
        `^${part
          .split(/\{\w+\}/)
          .map(literal)
          .join('.+')}$`,
      ),
      words: part.replaceAll(/\{\w+\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0,
    }));
}

/** The texts of a message with each of its plural forms. */
function formsOf(text: string): readonly string[] {
  const plural = /\{\w+, plural, ((?:[\w=]+ \{[^}]*\} ?)+)\}/.exec(text);
  if (!plural) return [text];
  return [...(plural[1] ?? '').matchAll(/\{([^}]*)\}/g)].map(([, form = '']) =>
    text.replace(plural[0], form.replace('#', '{count}')),
  );
}

function literal(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Sentences are never names of the catalogue, which may be one word such as `Music`. */
const SENTENCE_WORDS = 4;

/**
 * The English messages among texts, by their keys. `data`: the catalogue's own texts, in which a
 * message of a few words does not count.
 */
export function englishAmong(
  texts: readonly string[],
  said: readonly Said[],
  data: ReadonlySet<string> = new Set(),
): readonly string[] {
  const names = [...data].filter((text) => text.includes(' '));
  return texts.flatMap((text) => {
    const own = withoutNames(text, names);
    return said
      .filter(({ pattern }) => pattern.test(text))
      .filter(({ pattern, words }) => words >= SENTENCE_WORDS || pattern.test(own))
      .filter(({ words }) => words >= SENTENCE_WORDS || !isData(text, data))
      .map(({ key }) => `${key}: ${text}`);
  });
}

/** A text without the names in it: 'Kites of the August Wind' is no English of ours. */
function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => (rest === name ? rest : rest.replaceAll(name, '…')), text);
}

/** Whether a text is one of the data, or made of several: `isiZulu · Drama`. */
function isData(text: string, data: ReadonlySet<string>): boolean {
  const parts = text.split(/ ?· |: /).filter((part) => part !== '');
  return data.has(text) || parts.every((part) => data.has(part) || areLanguages(part));
}

/** Signs that are the same in every language: units, places of episodes, advice, file formats. */
const SIGNS = /\b(MB|GB|min|h|WhatsApp|SMS|PG|SV|CT|IAT|\d+p|[SE]\d+|A|\d+-\d+PG)\b/g;
const LANGUAGES = /^(English|isiZulu|isiXhosa|Afrikaans|Sesotho)$/;

function areLanguages(text: string): boolean {
  return text.split(', ').every((name) => LANGUAGES.test(name));
}

/** The texts with words that a page has in two languages alike, and that are no data. */
export function saidAlike(
  texts: readonly string[],
  others: readonly string[],
  data: ReadonlySet<string>,
): readonly string[] {
  return texts.filter(
    (text) =>
      others.includes(text) && /\p{L}{2,}/u.test(text.replaceAll(SIGNS, '')) && !isData(text, data),
  );
}

/**
 * The texts among `data` on a page in `language` that no element below the document says the
 * language of. The names of people have none. A channel may be called as a word of ours is.
 */
export async function unnamedProse(
  page: Page,
  data: ReadonlySet<string>,
  language: string,
): Promise<readonly string[]> {
  const ours = new Set(Object.values(textsOf(language)));
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!element || element.closest('script, style, noscript, .credit')) continue;
      if (element.closest('[lang]') === document.documentElement)
        found.push((walker.currentNode.textContent ?? '').replace(/\s+/g, ' ').trim());
    }
    return found;
  });
  const isProse = (text: string) => data.has(text) && !ours.has(text) && !areLanguages(text);
  return texts.filter((text) => isProse(text) && /\p{L}{2,}/u.test(text.replaceAll(SIGNS, '')));
}

/** All texts in data of any shape. */
export function textsIn(data: unknown): readonly string[] {
  // A page shows the paragraphs of a text as elements of their own.
  if (typeof data === 'string')
    return [data, ...data.split('\n')].map((text) => text.replace(/\s+/g, ' ').trim());
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(textsIn);
}
