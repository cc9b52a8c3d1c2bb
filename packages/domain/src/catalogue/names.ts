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

/** Copies only what changes: this walks every answer that is rendered. */
function narrowed(value: unknown, language: Language | undefined): unknown {
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [at, before] of value.entries()) {
      const after = narrowed(before, language);
      if (after === before) continue;
      items ??= [...value];
      items[at] = after;
    }
    return items ?? value;
  }
  // What is no plain data, such as an instant, has no names.
  if (value === null || typeof value !== 'object' || !isPlain(value)) return value;
  const before = value as Record<string, unknown> & { names?: Names };
  let fields: typeof before | undefined;
  for (const name in before) {
    if (name === 'names') continue;
    const after = narrowed(before[name], language);
    if (after === before[name]) continue;
    fields ??= { ...before };
    fields[name] = after;
  }
  if (!before.names) return fields ?? value;
  const { names, ...others } = fields ?? before;
  const own = language && names?.[language];
  return own ? { ...others, names: { [language]: own } } : others;
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
