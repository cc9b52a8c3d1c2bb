import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { type Fields, type Plan, plansOf } from './field-plan.ts';

/** What many entries can be given at once. */

/** Fields that may well be the same in many entries. */
const SHARED = new Set([
  ...['channel', 'genre', 'year', 'ratingAge', 'ratingAdvice', 'languages'],
  ...['availableFrom', 'availableUntil'],
]);

/** The fields of a kind that many of its entries can be given at once. */
export function sharedPlansOf(kind: EntryKind): readonly Plan[] {
  return plansOf(kind).filter(({ name }) => SHARED.has(name));
}

/** Whether each chosen field has a value; a window without a beginning or an end is one. */
export function isSharable(kind: EntryKind, fields: Fields): boolean {
  const chosen = sharedPlansOf(kind).filter(({ name }) => name in fields);
  return (
    chosen.length > 0 &&
    chosen.every(({ name, widget }) => {
      const value = fields[name];
      return widget === 'instant' || name === 'ratingAdvice' || !isEmpty(value);
    })
  );
}

/** The rows of a batch that gives the entries the chosen fields. */
export function rowsOfBulk(
  kind: EntryKind,
  keys: readonly string[],
  fields: Fields,
): Record<string, unknown>[] {
  // A category is a part of one channel: with the channel it must change too.
  const moved = 'channel' in fields && /^(show|video)$/.test(kind) ? { category: null } : {};
  const advice = 'ratingAdvice' in fields ? { ratingAdvice: fields.ratingAdvice ?? [] } : {};
  return keys.map((key) => ({ kind, key, ...moved, ...fields, ...advice }));
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
