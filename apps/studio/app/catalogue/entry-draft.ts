import type { Fields } from './field-plan.ts';

/** What a person has typed into the form of an entry and not saved yet. */
export interface Draft {
  readonly typed: Fields;
  /** The version that it began from; `undefined`: nothing is typed. */
  readonly began: number | undefined;
}

export const NOTHING_TYPED: Draft = { typed: {}, began: undefined };

/**
 * The draft with another value. The page reads the entry again while a person types: the first
 * letter fixes the version.
 */
export function withField(
  { typed, began }: Draft,
  name: string,
  value: unknown,
  version: number | undefined,
): Draft {
  return { typed: { ...typed, [name]: value }, began: began ?? version };
}

/** The fields of a form that differ now although nobody sent them: somebody else changed them. */
export function changedBesides(before: Fields, now: Fields, sent: Fields): string[] {
  const isOther = (name: string): boolean =>
    name in before && JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  return Object.keys(now).filter((name) => !(name in sent) && isOther(name));
}

/**
 * The draft after `sent` is saved as `version`: fields that were changed again meanwhile stay, and
 * are a change of that version.
 */
export function withoutSaved({ typed }: Draft, sent: Fields, version: number): Draft {
  const left = Object.entries(typed).filter(
    ([name, value]) => !(name in sent) || !Object.is(sent[name], value),
  );
  return left.length === 0 ? NOTHING_TYPED : { typed: Object.fromEntries(left), began: version };
}
