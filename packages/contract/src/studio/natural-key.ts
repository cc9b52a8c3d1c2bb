import type { EntryKind } from './catalogue-entries.ts';

/** The key of an entry that names none, as callers, files and the studio's forms make it. */

const FIELDS: Readonly<Partial<Record<EntryKind, readonly string[]>>> = {
  category: ['channel', 'slug'],
  season: ['show', 'ordinal'],
  slide: ['title'],
};

/** The fields of which the natural key of a kind is made: the slug, for most of them. */
export function naturalKeyFields(kind: EntryKind): readonly string[] {
  return FIELDS[kind] ?? ['slug'];
}

/**
 * The natural key of an entry, with that of its parent where needed: `c-1/family`. `undefined`: a
 * part is missing.
 */
export function naturalKey(
  kind: EntryKind,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const named = naturalKeyFields(kind).map((field) => fields[field]);
  const isGiven = named.every((part) => typeof part === 'string' || typeof part === 'number');
  return isGiven ? named.join('/') : undefined;
}
