/**
 * Fails if a file still uses a retired word (scripts/retired-words.json): in identifiers, file
 * names, SQL, comments and prose. The glossary (docs/glossary.md) has the words that we use
 * instead.
 */
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const WORDS = 'scripts/retired-words.json';
const CHECKED = /\.(css|mjs|md|sql|ts|tsx)$/;
/**
 * The text that may separate the parts of one term: none, as in camelCase, or the end of a line.
 */
const JOINT = /^(|[-_ ]|\s*\n\s*(\*|\/\/|--|#)?\s*)$/;

/**
 * A term that is no longer used, or a `pattern` of citations of something outside the repository.
 */
interface RetiredWord {
  /**
   * The parts of the term in lower case: `due source` is found in `DueSource` and `due-sources`.
   */
  readonly words?: string;
  /** A regular expression that ignores case, if no term describes it. */
  readonly pattern?: string;
  /** The word to use instead. */
  readonly say: string;
  /** Longer terms in which the word is allowed: `encoding ladder`. */
  readonly allow?: readonly string[];
  /** The rule holds only for paths that match one of these regular expressions. */
  readonly only?: readonly string[];
  /** The word is allowed in paths that match one of these regular expressions. */
  readonly except?: readonly string[];
}

interface Part {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** A place where a retired word was found; `line` counts from 1, and 0 is the file's name. */
interface Finding {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly say: string;
}

/** The words of a text, with the parts of camelCase and snake_case separated. */
function partsOf(text: string): Part[] {
  return [...text.matchAll(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g)].map((match) => ({
    word: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Whether a part is a word of a term; the last word may be a plural. */
function fits(part: Part | undefined, word: string, isLast: boolean): boolean {
  if (!part) return false;
  return part.word === word || (isLast && [`${word}s`, `${word}es`].includes(part.word));
}

/** Every range of a text that spells a term in any style. */
function rangesOf(term: string, text: string, parts: readonly Part[]): [number, number][] {
  const words = term.split(' ');
  return parts.flatMap((first, index) => {
    const taken = words.map((_, offset) => parts[index + offset]);
    const all = words.every((word, at) => fits(taken[at], word, at === words.length - 1));
    const last = taken.at(-1);
    if (!all || !last) return [];
    const joined = taken.every((part, at) => {
      const before = taken[at - 1];
      return !part || !before || JOINT.test(text.slice(before.to, part.from));
    });
    return joined ? [[first.from, last.to] as [number, number]] : [];
  });
}

function matchesOf({ words, pattern }: RetiredWord, text: string, parts: readonly Part[]) {
  if (words !== undefined) return rangesOf(words, text, parts);
  return [...text.matchAll(new RegExp(pattern ?? '(?!)', 'gi'))].map((match): [number, number] => [
    match.index,
    match.index + match[0].length,
  ]);
}

const matchesAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => new RegExp(pattern).test(path));

function appliesTo({ only, except = [] }: RetiredWord, path: string): boolean {
  return (only === undefined || matchesAny(only, path)) && !matchesAny(except, path);
}

/** The retired words in a file's name and text. */
function findRetired(
  rules: readonly RetiredWord[],
  { path, text }: { path: string; text: string },
): Finding[] {
  const inText = { text, parts: partsOf(text), lineAt: lineCounter(text) };
  const inName = { text: path, parts: partsOf(path), lineAt: () => 0 };
  return rules
    .filter((rule) => appliesTo(rule, path))
    .flatMap((rule) =>
      [inName, inText].flatMap(({ text: place, parts, lineAt }) => {
        const allowed = (rule.allow ?? []).flatMap((term) => rangesOf(term, place, parts));
        return matchesOf(rule, place, parts)
          .filter(([from, to]) => !allowed.some(([start, end]) => start <= from && to <= end))
          .map(([from, to]) => ({
            path,
            line: lineAt(from),
            found: place.slice(from, to).replace(/\s+/g, ' '),
            say: rule.say,
          }));
      }),
    );
}

function lineCounter(text: string): (at: number) => number {
  return (at) => text.slice(0, at).split('\n').length;
}

const rules = JSON.parse(readFileSync(WORDS, 'utf8')) as readonly RetiredWord[];
const findings = sourceFiles()
  .filter((path) => CHECKED.test(path))
  .flatMap((path) => findRetired(rules, { path, text: readFileSync(path, 'utf8') }));
for (const { path, line, found, say } of findings)
  console.error(`${path}${line > 0 ? `:${line}` : ''}: '${found}' is retired; ${say}`);
if (findings.length > 0) process.exitCode = 1;
