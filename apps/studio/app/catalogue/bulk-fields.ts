import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { type Fields, type Plan, plansOf } from './field-plan.ts';
import type { KindView } from './kinds.ts';

/** What many entries can be given at once. */

/** What a dialog gets that changes all chosen entries of a list. */
export interface BulkDialogProps {
  readonly view: KindView;
  readonly keys: readonly string[];
  /** The titles of entries by their keys, as far as the list has shown them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Fields that may well be the same in many entries. */
const SHARED = new Set([
  ...['channel', 'genre', 'year', 'ratingAge', 'ratingAdvice', 'languages'],
  ...['availableFrom', 'availableUntil'],
]);

/** Whether the entries of a kind have windows by package, which have an editor of their own. */
export function hasPackages(kind: EntryKind): boolean {
  return 'packages' in ENTRY_FIELDS[kind];
}

/** Whether the entries of a kind can be published at a time. */
export function hasSchedule(kind: EntryKind): boolean {
  return 'availableFrom' in ENTRY_FIELDS[kind] && 'published' in ENTRY_FIELDS[kind];
}

/** Whether the entries of a kind stand on shelves. */
export function isShelved(kind: EntryKind): boolean {
  return kind === 'video' || kind === 'show';
}

/**
 * The titles of a shelf with others at its end, each once; `over`: how many the shelf has no room
 * for.
 */
export function shelfWith(
  titles: readonly string[],
  keys: readonly string[],
): { readonly titles: readonly string[]; readonly added: number; readonly over: number } {
  const all = [...new Set([...titles, ...keys])];
  return {
    titles: all,
    added: all.length - titles.length,
    over: Math.max(0, all.length - MOST_ON_SHELF),
  };
}

/** What is chosen in a list after all entries of a page are, or none of them; the rest stays. */
export function chosenWith(
  chosen: readonly string[],
  page: readonly string[],
  isChosen: boolean,
): string[] {
  const others = chosen.filter((key) => !page.includes(key));
  return isChosen ? [...others, ...page] : others;
}

/** The fields of a kind that many of its entries can be given at once. */
export function sharedPlansOf(kind: EntryKind): readonly Plan[] {
  return plansOf(kind).filter(({ name }) => SHARED.has(name));
}

/** What it means that a field is taken away from all entries, where that can be chosen. */
export const NONE_WORDS: Readonly<Record<string, string>> = {
  availableFrom: 'Without a beginning',
  availableUntil: 'Without an end',
  packages: 'Without windows: every subscriber may play them',
};

/** What a field has once it is ticked: one that can be taken away waits for a choice. */
export function untyped(name: string): null | undefined {
  return name in NONE_WORDS ? undefined : null;
}

/** Whether each chosen field has a value; `null` is one where {@link NONE_WORDS} offer it. */
export function isSharable(kind: EntryKind, fields: Fields): boolean {
  const chosen = sharedPlansOf(kind).filter(({ name }) => name in fields);
  const windows = (fields.packages ?? []) as readonly PackageWindow[];
  return (
    (chosen.length > 0 || 'packages' in fields) &&
    !('packages' in fields && fields.packages === undefined) &&
    windows.every((window) => window.package !== '') &&
    chosen.every(({ name, widget }) => {
      const value = fields[name];
      if (widget === 'instant') return value !== undefined;
      return name === 'ratingAdvice' || !isEmpty(value);
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
