import { createHash } from 'node:crypto';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { BatchRepository } from './batch.repository.ts';
import type { RowProblem } from './batch.rows.ts';
import type { PlannedDeletion } from './deletion.plan.ts';
import { type KeyKind, keyKindOf } from './entry-kinds.ts';
import { WITH_SLUG } from './entry-tables.ts';
import type { PlannedPut } from './planned-put.ts';

/** What no two entries may share: slugs, the numbers of seasons and episodes, a slide's title. */

interface Unique {
  readonly name: string;
  readonly field: string;
}

function uniquesOf(kind: EntryKind, values: Readonly<Record<string, unknown>>): Unique[] {
  const { slug, channelId, showId, seasonId, ordinal, titleId } = values;
  const own = keyKindOf(kind);
  if (kind === 'category') return [{ name: `category ${channelId}/${slug}`, field: 'slug' }];
  if (kind === 'season') return [{ name: `season ${showId}/${ordinal}`, field: 'ordinal' }];
  if (kind === 'slide') return [{ name: `slide ${titleId}`, field: 'title' }];
  const bySlug = { name: `${own} ${slug}`, field: 'slug' };
  if (kind !== 'episode') return [bySlug];
  return [bySlug, { name: `episode ${seasonId}#${ordinal}`, field: 'ordinal' }];
}

/**
 * Adds a problem for each value that another entry has already. A slug that was made from a title
 * gets an ending instead.
 */
export async function checkUnique(
  puts: readonly PlannedPut[],
  deletions: readonly PlannedDeletion[],
  repository: BatchRepository,
  problems: RowProblem[],
): Promise<void> {
  const taken = await readTaken(puts, repository);
  freeValues(taken, puts, deletions);
  // A slug that is made gives way to every other one, wherever its row is.
  for (const put of puts.toSorted((a, b) => Number(a.slugIsMade) - Number(b.slugIsMade))) {
    const { row, kind, key, values, slugIsMade } = put;
    if (slugIsMade && taken.has(`${keyKindOf(kind)} ${values.slug}`))
      values.slug = other(values.slug, key);
    for (const { name, field } of uniquesOf(kind, values)) {
      const owner = taken.get(name);
      if (owner !== undefined && owner !== ownerOf(put))
        problems.push({ row, kind, key, field, problem: 'another entry has it already' });
      else taken.set(name, ownerOf(put));
    }
  }
}

function ownerOf({ kind, id }: PlannedPut): string {
  return `${keyKindOf(kind)} ${id}`;
}

/** Takes out the values of entries that the batch deletes, and those that it changes to others. */
function freeValues(
  taken: Map<string, string>,
  puts: readonly PlannedPut[],
  deletions: readonly PlannedDeletion[],
): void {
  const gone = new Set(
    deletions.flatMap(({ entries }) => entries.map(({ kind, id }) => `${kind} ${id}`)),
  );
  const after = new Map(
    puts.map((put) => [
      ownerOf(put),
      new Set(uniquesOf(put.kind, put.values).map(({ name }) => name)),
    ]),
  );
  for (const [name, owner] of taken)
    if (gone.has(owner) || after.get(owner)?.has(name) === false) taken.delete(name);
}

/** A second slug for the same title; it stays the same for the same key. */
function other(slug: unknown, key: string): string {
  return `${slug}-${createHash('sha256').update(key).digest('hex').slice(0, 6)}`;
}

async function readTaken(
  puts: readonly PlannedPut[],
  repository: BatchRepository,
): Promise<Map<string, string>> {
  const taken = new Map<string, string>();
  const numbers = (column: string, kind: EntryKind): number[] => [
    ...new Set(
      puts
        .filter((put) => put.kind === kind)
        .map(({ values }) => values[column] as number)
        .filter((id) => id > 0),
    ),
  ];
  for (const [kind, of] of Map.groupBy(puts, (put) => keyKindOf(put.kind))) {
    if (!WITH_SLUG.has(kind as KeyKind)) continue;
    const slugs = of.flatMap(({ values, key }) => [String(values.slug), other(values.slug, key)]);
    for (const { id, slug } of await repository.bySlug(kind, slugs))
      taken.set(`${kind} ${slug}`, `${kind} ${id}`);
  }
  for (const { id, channelId, slug } of await repository.categoriesOf(
    numbers('channelId', 'category'),
  ))
    taken.set(`category ${channelId}/${slug}`, `category ${id}`);
  for (const { id, showId, ordinal } of await repository.seasonsOf(numbers('showId', 'season')))
    taken.set(`season ${showId}/${ordinal}`, `season ${id}`);
  for (const { id, seasonId, ordinal } of await repository.episodesOf(
    numbers('seasonId', 'episode'),
  ))
    taken.set(`episode ${seasonId}#${ordinal}`, `episode ${id}`);
  for (const { id, titleId } of await repository.slidesOf(numbers('titleId', 'slide')))
    taken.set(`slide ${titleId}`, `slide ${id}`);
  return taken;
}
