import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@bonisa/domain/languages';
import { type HelpEntry, readHelpText } from './help-text.ts';

/** Our topics of Help in each language, in the order in which callers need them. */
export const OUR_HELP = Object.fromEntries(
  LANGUAGES.map((language) => [language, ourTopics(language)]),
) as Readonly<Record<Language, readonly HelpEntry[]>>;

/** The anchors of our topics. */
export const OUR_TOPICS: readonly string[] = OUR_HELP.en.map(({ id }) => id);

function ourTopics(language: Language): readonly HelpEntry[] {
  const name = `help/${language}.md`;
  const read = readHelpText(readFileSync(new URL(name, import.meta.url), 'utf8'));
  if (typeof read === 'string') throw new Error(`${name}: ${read}`);
  return read.topics;
}
