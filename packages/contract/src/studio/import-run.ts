import type { EntryKind } from './catalogue-entries.ts';
import { naturalKey } from './natural-key.ts';

/**
 * How the rows of an import become batches: the same for the studio's screen, for the command
 * against a running product, and for the command on a database.
 */

/** A row of a batch, and the place in the source that a problem names. */
export interface ImportRow {
  readonly place: string;
  readonly row: Readonly<Record<string, unknown>> & { readonly kind: string };
}

/** What is wrong with a row of the source; `field` is empty where the row is at fault. */
export interface ImportProblem {
  readonly place: string;
  readonly field: string;
  readonly problem: string;
}

/** An entry that an earlier batch creates, and what rows may call it beside its key. */
export interface AssumedRow {
  readonly kind: EntryKind;
  readonly key: string;
  readonly names?: string[];
}

export interface ImportResult extends Pick<AssumedRow, 'kind' | 'key'> {
  /** Counts within the batch. */
  readonly row: number;
  readonly result: 'created' | 'changed' | 'unchanged' | 'deleted';
  readonly fields: readonly string[];
  readonly hangs: Readonly<Record<string, number>>;
}

/** What became of a batch; `row` counts within it. */
export interface ImportOutcome<Result extends ImportResult = ImportResult> {
  readonly problems: readonly {
    readonly row: number;
    readonly field: string;
    readonly problem: string;
  }[];
  readonly results: readonly Result[];
}

export interface PreviewTarget<Result extends ImportResult = ImportResult> {
  preview(rows: readonly object[], assumed: readonly AssumedRow[]): Promise<ImportOutcome<Result>>;
}

const BATCH_BYTES = 4 * 1024 * 1024;

/** The rows in batches of at most `most` rows and 4 MiB. */
export function batchesOf(rows: readonly ImportRow[], most: number): ImportRow[][] {
  const encoder = new TextEncoder();
  const batches: ImportRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of rows) {
    const size = encoder.encode(JSON.stringify(one.row)).length;
    const last = batches.at(-1);
    if (last && last.length < most && bytes + size <= BATCH_BYTES) {
      last.push(one);
      bytes += size;
    } else {
      batches.push([one]);
      bytes = size;
    }
  }
  return batches;
}

/** Says what would change, as if batches before each one had been written. */
export async function previewBatches<Result extends ImportResult>(
  batches: readonly (readonly ImportRow[])[],
  target: PreviewTarget<Result>,
  show: (done: number, all: number) => void = () => undefined,
): Promise<{ readonly results: Result[]; readonly problems: ImportProblem[] }> {
  const created = createAssumed();
  const results: Result[] = [];
  const problems: ImportProblem[] = [];
  const isFirst = onceByKey(problems);
  const noteSlugs = onceBySlug(problems);
  for (const [at, all] of batches.entries()) {
    const batch = all.filter(isFirst);
    if (batch.length === 0) continue;
    noteSlugs(batch);
    const rows = batch.map(({ row }) => row);
    const outcome = await target.preview(rows, created.namedBy(batch));
    problems.push(...problemsIn(outcome.problems, batch));
    results.push(...outcome.results);
    for (const { kind, key, result, row } of outcome.results)
      if (result === 'created') created.add({ kind, key }, batch[row]?.row ?? {});
    show(at + 1, batches.length);
  }
  return { results, problems };
}

/** The problems of a batch with their places in the source. */
export function problemsIn(
  problems: ImportOutcome['problems'],
  batch: readonly ImportRow[],
): ImportProblem[] {
  return problems.map(({ row, field, problem }) => {
    return { place: batch[row]?.place ?? '', field, problem };
  });
}

/**
 * Adds fields to the rows of titles that lack them, for the entries that they create. What exists
 * keeps what it has: a feed that comes again does not publish what was withdrawn. What a row itself
 * has for a new entry comes before the defaults.
 */
export function withDefaults(
  rows: readonly ImportRow[],
  defaults: Readonly<Record<string, unknown>>,
): ImportRow[] {
  if (Object.keys(defaults).length === 0) return [...rows];
  return rows.map((one) =>
    (one.row.kind === 'video' || one.row.kind === 'show') &&
    !('delete' in one.row || 'order' in one.row)
      ? { ...one, row: { ...one.row, ifNew: ifNewWith(defaults, one.row.ifNew) } }
      : one,
  );
}

/** What is no object stays, and the service refuses it by its field. */
function ifNewWith(defaults: Readonly<Record<string, unknown>>, own: unknown): unknown {
  if (own === undefined) return defaults;
  const isFields = typeof own === 'object' && own !== null && !Array.isArray(own);
  return isFields ? { ...defaults, ...own } : own;
}

/** Videos and shows share their keys and slugs. */
const sharedKind = (kind: string): string => (kind === 'show' ? 'video' : kind);

/**
 * Lets the first row of each key pass, and names the others: within a batch the target refuses
 * them, and between batches the later row would overwrite the entry of the earlier one. An order
 * may place entries that other rows have.
 */
function onceByKey(problems: ImportProblem[]): (row: ImportRow) => boolean {
  const seen = new Map<string, string>();
  return ({ row, place }) => {
    if ('order' in row) return true;
    const key = row.key ?? naturalKey(row.kind as EntryKind, row);
    if (typeof key !== 'string') return true;
    const name = `${sharedKind(row.kind)} ${key.trim()}`;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, place);
    else problems.push({ place, field: 'key', problem: `is that of ${first} already` });
    return first === undefined;
  };
}

/**
 * Names slugs that entries of earlier batches have: the target sees those of one batch only, and
 * would refuse the later batch when the earlier one is written.
 */
function onceBySlug(problems: ImportProblem[]): (batch: readonly ImportRow[]) => void {
  const seen = new Map<string, { readonly key: unknown; readonly place: string }>();
  return (batch) => {
    const slugs = batch.flatMap(({ row, place }) => {
      if (typeof row.slug !== 'string') return [];
      const within = row.kind === 'category' ? `${row.channel}/` : '';
      const name = `${sharedKind(row.kind)} ${within}${row.slug}`;
      return [{ name, key: row.key ?? row.slug, place }];
    });
    for (const { name, key, place } of slugs) {
      const first = seen.get(name);
      if (first && first.key !== key)
        problems.push({ place, field: 'slug', problem: `is that of ${first.place} already` });
    }
    for (const { name, key, place } of slugs) if (!seen.has(name)) seen.set(name, { key, place });
  };
}

/** What earlier batches would create, by everything that rows may call it. */
function createAssumed() {
  const created = new Map<string, AssumedRow>();
  const byName = new Map<string, AssumedRow>();
  const namesOf = (kind: string, name: unknown): string[] => {
    const found = byName.get(`${kind} ${name}`);
    return found ? [found.key, ...(found.names ?? [])] : [String(name)];
  };
  const otherNames = (kind: EntryKind, row: Readonly<Record<string, unknown>>): string[] => {
    const { slug, channel, show, ordinal } = row;
    if (kind === 'category') return namesOf('channel', channel).map((name) => `${name}/${slug}`);
    if (kind === 'season') return namesOf('video', show).map((name) => `${name}/${ordinal}`);
    return typeof slug === 'string' ? [slug] : [];
  };
  return {
    add({ kind, key }: AssumedRow, row: Readonly<Record<string, unknown>>): void {
      const names = otherNames(kind, row).filter((name) => name !== key);
      const one = names.length > 0 ? { kind, key, names } : { kind, key };
      created.set(`${kind} ${key}`, one);
      for (const name of [key, ...names]) byName.set(`${sharedKind(kind)} ${name}`, one);
    },

    /** The entries that the rows of a batch may name, found by every text in the rows. */
    namedBy(batch: readonly ImportRow[]): AssumedRow[] {
      const texts = textsOf(batch);
      const own = new Set(batch.map(({ row }) => `${row.kind} ${row.key}`));
      return [...created.values()].filter(
        ({ kind, key, names = [] }) =>
          [key, ...names].some((name) => texts.has(name)) && !own.has(`${kind} ${key}`),
      );
    },
  };
}

function textsOf(batch: readonly ImportRow[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim());
    else if (Array.isArray(value)) for (const item of value) collect(item);
    else if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collect(item);
  };
  for (const { row } of batch) {
    const { kind: _, key: __, description: ___, synopsis: ____, ...named } = row;
    collect(named);
    if (row.kind === 'episode') texts.add(`${row.show}/${row.season}`);
    if ('category' in row) texts.add(`${row.channel}/${row.category}`);
  }
  return texts;
}
