import type { Language } from '../languages.ts';

/** What an entry of the catalogue is called in other languages than its title's. */
export type Names = Readonly<Partial<Record<Language, string | undefined>>>;

/** An entry as viewers read it: by its name in their language, else by its title. */
export interface Named {
  readonly title: string;
  readonly names?: Names | undefined;
}

/**
 * An answer whose entries have, of their names, only that in one language: nobody reads the others,
 * and everybody would pay for them. Without a language they have none. Parts without names stay the
 * same objects, which a page writes once however often it shows them.
 */
export function withNamesIn<Answer>(answer: Answer, language?: Language): Answer {
  return narrowed(answer, language) as Answer;
}

function narrowed(value: unknown, language: Language | undefined): unknown {
  if (Array.isArray(value)) {
    const items = value.map((one) => narrowed(one, language));
    return items.some((one, at) => one !== value[at]) ? items : value;
  }
  // What is no plain data, such as an instant, has no names.
  if (value === null || typeof value !== 'object' || !isPlain(value)) return value;
  const { names, ...fields } = value as { names?: Names };
  const own = language && names?.[language];
  const parts = Object.entries(fields).map(([name, one]) => [name, one, narrowed(one, language)]);
  if (!names && parts.every(([, before, after]) => before === after)) return value;
  return {
    ...Object.fromEntries(parts.map(([name, , after]) => [name, after])),
    ...(own && { names: { [language]: own } }),
  };
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
