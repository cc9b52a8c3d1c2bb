import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import type { OwnCaptions } from '@bonisa/domain/playback/title-captions';
import type { PackageRepository } from '@bonisa/money/packages/package.repository';
import type { EntryArtwork } from '../pictures/entry-artwork.ts';
import { artworkFieldsChanged, picturesNamed, type UploadedPictures } from './batch.artwork.ts';
import { conflictsOf, type DatedPut, datedRows } from './batch.conflicts.ts';
import { type KnownMedia, type MediaStates, mediaNamed, readMedia } from './batch.media.ts';
import { type AssumedEntry, type Names, readNames } from './batch.names.ts';
import type { BatchRepository, Lists, Values } from './batch.repository.ts';
import {
  type BatchRow,
  checkFields,
  fieldsIfNew,
  type PutRow,
  type RowProblem,
  readRows,
} from './batch.rows.ts';
import { checkUnique } from './batch.unique.ts';
import { isSame, type Places, packagesNamed, valuesOf, wordOf } from './batch.values.ts';
import { planDeletions } from './deletion.plan.ts';
import type { DeletionRepository } from './deletion.repository.ts';
import { type KeyKind, keyKindOf, type ListField, REFERENCES } from './entry-kinds.ts';
import type { Plan, PlannedPut } from './planned-put.ts';
import { refusePublishing } from './publish-rights.ts';
import type { VersionsRepository } from './versions.repository.ts';

/** Decides what a batch would do, without writing anything. */

/** What only a draft may have empty. */
const WORDS = ['synopsis', 'description'] as const;

/** The captions that an entry gets back; undefined: it keeps those that it has. */
export type CaptionsAgain = (
  kind: KeyKind,
  key: string,
) => readonly OwnCaptions[] | null | undefined;

export interface PlanParts {
  readonly repository: BatchRepository;
  readonly deletion: DeletionRepository;
  readonly packages: Pick<PackageRepository, 'existing'>;
  readonly media: MediaStates;
  readonly versions: Pick<VersionsRepository, 'latest' | 'afterEach'>;
  readonly assumed: readonly AssumedEntry[];
  /** Whether the caller may publish, schedule and hide; else the batch must leave that alone. */
  readonly mayPublish: boolean;
  /** Whether the rows bring deleted entries back. */
  readonly isReturn: boolean;
  /** Captions are in no row: an undo gives them beside its row. */
  readonly captions?: CaptionsAgain | undefined;
}

/** Plans a batch. Names every problem of every row. */
export async function planBatch(rawRows: readonly unknown[], parts: PlanParts): Promise<Plan> {
  const { read, problems } = readRows(rawRows);
  const all = [...problems];
  const names = await readNames(read, parts.assumed, parts.repository);
  const deletions = await planDeletions(read, names, parts.deletion, all);
  const gone = new Set(
    deletions.flatMap(({ entries }) => entries.map(({ kind, id }) => `${kind} ${id}`)),
  );
  const puts = await planPuts(read, names, { ...parts, gone }, all);
  refuseDeleted(puts, gone, all);
  await validateCategoryMove(puts, gone, parts.deletion, all);
  if (!parts.mayPublish) await refusePublishing(puts, deletions, parts, all);
  await checkUnique(puts, deletions, parts.repository, all);
  return {
    puts,
    deletions,
    problems: all.toSorted((a, b) => a.row - b.row || (a.field < b.field ? -1 : 1)),
  };
}

async function planPuts(
  rows: readonly BatchRow[],
  names: Names,
  { repository, versions, gone, ...parts }: PlanParts & { readonly gone: ReadonlySet<string> },
  problems: RowProblem[],
): Promise<PlannedPut[]> {
  const putRows = rows.filter((row): row is PutRow => row.action === 'put');
  const puts = (await datedRows(putRows, { names, versions, problems }))
    .map(placed)
    .toSorted((a, b) => ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind));
  const current = await readCurrent(puts, names, repository);
  const places = await readPlaces(puts, names, current, repository);
  const raws = puts.map(fieldsIfNew);
  const uploaded = await repository.uploadedPictures(picturesNamed(raws));
  const packages = await parts.packages.existing(packagesNamed(raws));
  const films = mediaNamed(raws);
  // Whether what an entry plays is ready decides only where a row names another film.
  const played = films.length > 0 ? mediaNamed([...current.rows.values()]) : [];
  const ids = [...new Set([...films, ...played])];
  const media = await readMedia(ids, { repository, media: parts.media });
  return puts.flatMap((row) => {
    const known = { names, places, current, uploaded, packages, media, gone };
    const put = withCaptions(planPut(row, { ...known, problems }), parts.captions);
    const conflicts = conflictsOf(row, put);
    problems.push(...conflicts);
    return put && conflicts.length === 0 ? [put] : [];
  });
}

/** The same with the captions that an undo brings back. */
function withCaptions(
  put: PlannedPut | undefined,
  captionsOf: CaptionsAgain | undefined,
): PlannedPut | undefined {
  const captions = put && captionsOf?.(keyKindOf(put.kind), put.key);
  if (!put || captions === undefined) return put;
  // An entry that returns would have those that its deletion remembers.
  if (put.before && isSame(captions, put.before.captions ?? null)) return put;
  return { ...put, values: { ...put.values, captions }, changed: [...put.changed, 'captions'] };
}

/** The row with its place of an order. */
function placed(put: DatedPut): DatedPut {
  return put.place ? { ...put, raw: { ...put.raw, ...put.place } } : put;
}

interface Current {
  readonly rows: ReadonlyMap<string, Values>;
  readonly lists: ReadonlyMap<string, Lists>;
}

async function readCurrent(
  puts: readonly PutRow[],
  names: Names,
  repository: BatchRepository,
): Promise<Current> {
  const rows = new Map<string, Values>();
  const lists = new Map<string, Lists>();
  for (const [kind, of] of Map.groupBy(puts, ({ kind }) => kind)) {
    const ids = of
      .map(({ key }) => names.own(kind, key))
      .filter((id) => id !== undefined && id > 0);
    const known = ids as number[];
    for (const [id, row] of await repository.current(keyKindOf(kind), known))
      rows.set(`${keyKindOf(kind)} ${id}`, row);
    for (const [id, items] of await repository.lists(kind, known))
      lists.set(`${kind} ${id}`, items);
  }
  return { rows, lists };
}

/** The categories of all channels and the seasons of all shows that titles and episodes name. */
async function readPlaces(
  puts: readonly PutRow[],
  names: Names,
  { rows }: Current,
  repository: BatchRepository,
): Promise<Places> {
  const channelIds = new Set<number>();
  const showIds = new Set<number>();
  const take = (into: Set<number>, id: unknown): void => {
    if (typeof id === 'number' && id > 0) into.add(id);
  };
  for (const put of puts) {
    const { kind, key } = put;
    const raw = fieldsIfNew(put);
    const before = rows.get(`${keyKindOf(kind)} ${names.own(kind, key)}`);
    for (const { field, column, to } of REFERENCES[kind] ?? []) {
      const into = column === 'channelId' ? channelIds : column === 'showId' ? showIds : undefined;
      if (!into) continue;
      take(into, before?.[column]);
      if (typeof raw[field] === 'string') take(into, names.find(to, raw[field].trim()));
    }
  }
  const categories = await repository.categoriesOf([...channelIds]);
  const seasons = await repository.seasonsOf([...showIds]);
  return {
    categories: new Map(categories.map(({ id, channelId, slug }) => [`${channelId}/${slug}`, id])),
    channelOfCategory: new Map(categories.map(({ id, channelId }) => [id, channelId])),
    seasons: new Map(seasons.map(({ id, showId, ordinal }) => [`${showId}/${ordinal}`, id])),
  };
}

function planPut(
  head: PutRow,
  parts: {
    readonly names: Names;
    readonly places: Places;
    readonly current: Current;
    readonly uploaded: UploadedPictures;
    readonly packages: ReadonlySet<string>;
    readonly media: KnownMedia;
    readonly gone: ReadonlySet<string>;
    readonly problems: RowProblem[];
  },
): PlannedPut | undefined {
  const { row, key } = head;
  const { names, places, current, problems, ...known } = parts;
  const before0 = problems.length;
  const id = names.own(head.kind, key);
  const kind = head.mustExist && id !== undefined ? actualKind(head.kind, id, names) : head.kind;
  const refuse = (field: string, problem: string): void =>
    void problems.push({ row, kind, key, field, problem });
  if (id === undefined) {
    refuse('order', `there is no ${wordOf(kind)} '${key}'`);
    return undefined;
  }
  const before = current.rows.get(`${keyKindOf(kind)} ${id}`);
  if (before && actualKind(kind, id, names) !== kind) {
    refuse('key', `is the key of a ${actualKind(kind, id, names)}`);
    return undefined;
  }
  const raw = before ? head.raw : fieldsIfNew(head);
  const checked = checkFields({ row, kind, key }, raw, before ? 'changes' : 'whole');
  if ('problems' in checked) {
    problems.push(...checked.problems);
    refuseUnknown({ kind, raw }, names, refuse);
    return undefined;
  }
  const { columns, items } = valuesOf({ kind, raw }, checked.fields, {
    ...known,
    ...{ names, places, before, refuse },
  });
  const slugIsMade = !before && hasSlug(kind) && columns.slug === undefined;
  if (slugIsMade)
    columns.slug =
      slugOf(String(columns.title ?? columns.name)) || `${kind.toLowerCase()}-${slugOf(key)}`;
  const values = { ...before, ...columns };
  for (const field of WORDS)
    if (values.published === true && values[field] === '')
      refuse(field, 'must be given before it is published');
  if (problems.length > before0) return undefined;
  learnPlace(kind, id, values, places);
  const earlier = current.lists.get(`${kind} ${id}`);
  const newItems = Object.entries(items).filter(
    ([field, of]) => !(before && isSame(of, earlier?.[field as ListField])),
  );
  const changed = Object.keys(columns).filter(
    (column) => !before || !isSame(before[column], columns[column]),
  );
  return {
    ...{ row, kind, key, id, before, values },
    items: Object.fromEntries(newItems),
    slugIsMade,
    changed: [
      ...new Set(
        changed.flatMap((column) =>
          column === 'artwork' ? picturesChanged(before, values) : [fieldOf(kind, column)],
        ),
      ),
      ...newItems.map(([field]) => field),
    ],
  };
}

/** Names the references that lead nowhere of a row that has other problems as well. */
function refuseUnknown(
  { kind, raw }: Pick<PutRow, 'kind' | 'raw'>,
  names: Names,
  refuse: (field: string, problem: string) => void,
): void {
  for (const { field, to } of REFERENCES[kind] ?? []) {
    const value = raw[field];
    if (typeof value === 'string' && value.trim() && names.find(to, value.trim()) === undefined)
      refuse(field, `there is no ${wordOf(to)} '${value.trim()}'`);
  }
}

function hasSlug(kind: EntryKind): boolean {
  return kind !== 'season' && kind !== 'slide';
}

function actualKind(kind: EntryKind, id: number, names: Names): EntryKind {
  return kind === 'show' || kind === 'video' ? (names.titleKind(id) ?? kind) : kind;
}

/** Rows after this one find the category or season by its place. */
function learnPlace(kind: EntryKind, id: number, values: Values, places: Places): void {
  if (kind === 'category') {
    places.categories.set(`${values.channelId}/${values.slug}`, id);
    places.channelOfCategory.set(id, values.channelId as number);
  }
  if (kind === 'season') places.seasons.set(`${values.showId}/${values.ordinal}`, id);
}

function picturesChanged(before: Values | undefined, after: Values): string[] {
  const of = (row: Values | undefined): EntryArtwork | null =>
    (row?.artwork ?? null) as EntryArtwork | null;
  return artworkFieldsChanged(of(before), of(after));
}

function fieldOf(kind: EntryKind, column: string): string {
  if (column === 'categoryId') return 'category';
  if (column === 'seasonId') return 'season';
  if (column === 'nextAssetId') return 'assetId';
  return (REFERENCES[kind] ?? []).find((reference) => reference.column === column)?.field ?? column;
}

/**
 * Refuses rows that are about an entry which the same batch deletes, or whose entry refers to one:
 * also where the row does not name it.
 */
function refuseDeleted(
  puts: readonly PlannedPut[],
  gone: ReadonlySet<string>,
  problems: RowProblem[],
): void {
  if (gone.size === 0) return;
  for (const { row, kind, key, id, values } of puts) {
    const refuse = (field: string): void =>
      void problems.push({ row, kind, key, field, problem: 'is deleted by this batch' });
    if (gone.has(`${keyKindOf(kind)} ${id}`)) refuse('key');
    for (const { field, column, to } of REFERENCES[kind] ?? [])
      if (gone.has(`${to} ${values[column]}`)) refuse(field);
    if (gone.has(`category ${values.categoryId}`)) refuse('category');
    if (gone.has(`season ${values.seasonId}`)) refuse('season');
  }
}

/**
 * Refuses to move a category to another channel while titles of it stay in the former one: their
 * links would lead to no page, and a deletion of the new channel would take them along.
 */
async function validateCategoryMove(
  puts: readonly PlannedPut[],
  gone: ReadonlySet<string>,
  deletion: Pick<DeletionRepository, 'hangingOn'>,
  problems: RowProblem[],
): Promise<void> {
  const titles = new Map(
    puts.flatMap((put) => (isTitle(put) ? [[put.id, put.values] as const] : [])),
  );
  for (const { row, kind, key, id, before, values } of puts) {
    if (kind !== 'category' || !before || before.channelId === values.channelId) continue;
    const left = (await deletion.hangingOn({ kind, id })).filter((entry) => {
      if (entry.kind !== 'title' || gone.has(`title ${entry.id}`)) return false;
      const after = titles.get(entry.id);
      return !after || (after.categoryId === id && after.channelId !== values.channelId);
    });
    if (left.length === 0) continue;
    const problem = `has title: ${left.length}: move them by the same batch, or take them out first`;
    problems.push({ row, kind, key, field: 'channel', problem });
  }
}

function isTitle({ kind }: PlannedPut): boolean {
  return kind === 'show' || kind === 'video';
}
