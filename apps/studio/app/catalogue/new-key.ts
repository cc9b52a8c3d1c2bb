import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { naturalKey, naturalKeyFields } from '@bonisa/contract/studio/natural-key';
import type { Fields } from './field-plan.ts';

/** The key of a new entry: a person's own, or the one that an import would give the entry. */

/** The version that a new entry begins from: nobody has made one under its key. */
export const NO_VERSION = 0;

/** Of what the key is made where the field for it is empty. */
const MADE_OF: Readonly<Partial<Record<EntryKind, string>>> = {
  category: 'the channel and the address',
  season: 'the show and the number',
  slide: 'the video or show',
};

/** What the field of the key says about itself. */
export function keyHint(kind: EntryKind): string {
  return `Your own name or number of it, for imports. Empty: ${MADE_OF[kind] ?? 'the address'}.`;
}

/** The key of a new entry; `undefined`: the fields of which it is made are not filled yet. */
export function newKeyOf(kind: EntryKind, own: string, fields: Fields): string | undefined {
  return own.trim() || naturalKey(kind, fields);
}

/**
 * What a refused key is called at the fields that a person can change: the key's own and, where
 * that is empty, the last one of which the key is made.
 */
export function keyProblems(
  kind: EntryKind,
  own: string,
  problem: string | undefined,
): Readonly<Record<string, string>> {
  if (problem === undefined) return {};
  const made = own.trim() === '' ? naturalKeyFields(kind).at(-1) : undefined;
  return { key: problem, ...(made === undefined ? {} : { [made]: problem }) };
}
