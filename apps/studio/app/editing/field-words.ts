import { languageName } from '@bonisa/domain/language';
import { weekTime } from '@bonisa/domain/live/live-week';
import type { OwnCaptions } from '@bonisa/domain/playback/title-captions';
import { dateTime, exactTime } from '../design/time.ts';
import { inWords } from '../design/words.ts';

/** Values of fields as people read them. */

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A value of a field with all of its parts. */
export function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => valueWords(name, one)).join(', ');
  if (typeof value === 'object') return itemWords(value);
  if (name === 'startsAt' && typeof value === 'number') return weekTime(value);
  const text = String(value);
  if (name === 'languages') return languageName(text);
  if (name === 'assetId') return `the film that arrived ${exactTime(arrivalOf(text))}`;
  return INSTANT.test(text) ? timeWords(text) : text;
}

/** The part by which people know an item: it comes first, without its name. */
const HEADS: ReadonlySet<string> = new Set(['person', 'package', 'title']);

/** `thandi (role: cast; character: Nomsa)`. Parts without a value are left out. */
function itemWords(item: object): string {
  if ('filesId' in item) return captionWords(item as OwnCaptions);
  const parts = Object.entries(item).filter(([, value]) => value !== null && value !== '');
  // The kind names an item that has no other name.
  const head = parts.find(([name]) => HEADS.has(name)) ?? parts.find(([name]) => name === 'kind');
  const others = parts
    .filter((part) => part !== head)
    .map(([name, value]) => `${inWords(name)}: ${valueWords(name, value)}`)
    .join('; ');
  if (!head) return others || 'nothing';
  const named = valueWords(...head);
  return others ? `${named} (${others})` : named;
}

/** When a film arrived: its id (UUIDv7) begins with that. */
function arrivalOf(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}

/** Two files of a language differ in their number alone, which ends in what is shown. */
function captionWords({ label, filesId, isDefault }: OwnCaptions): string {
  if (filesId === null) return `${label} hidden`;
  return `${label}${isDefault ? ', offered first' : ''} (file ${filesId.slice(-6)})`;
}

function timeWords(text: string): string {
  return Date.parse(text) % 60_000 === 0 ? dateTime(text) : exactTime(text);
}

/** Longer texts are shown in part. */
const LONGEST = 400;
/** Letters before and after a difference. */
const AROUND = 60;

/** Two texts to compare: of long ones the passage in which they differ. */
export function passages(one: string, other: string): readonly [one: string, other: string] {
  if (Math.max(one.length, other.length) <= LONGEST) return [one, other];
  const [a, b] = [Array.from(one), Array.from(other)];
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from += 1;
  let after = 0;
  while (after < shorter - from && a.at(-1 - after) === b.at(-1 - after)) after += 1;
  return [passageOf(a, from, after), passageOf(b, from, after)];
}

/** The letters from just before the first difference to just after the last one. */
function passageOf(letters: readonly string[], from: number, after: number): string {
  const first = Math.max(0, from - AROUND);
  const last = Math.min(letters.length - Math.max(0, after - AROUND), first + LONGEST);
  const shown = letters.slice(first, last).join('');
  return `${first > 0 ? '…' : ''}${shown}${last < letters.length ? '…' : ''}`;
}
