import { artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import type { ShelfRule } from '@bonisa/domain/catalogue/shelf-rule';
import type { EntryArtwork } from '../pictures/entry-artwork.ts';
import { artworkAfter, type UploadedPictures } from './batch.artwork.ts';
import { filmAfter, type KnownMedia } from './batch.media.ts';
import { isAssumed, type Names } from './batch.names.ts';
import type { Lists, Values } from './batch.repository.ts';
import { isName, type PutRow } from './batch.rows.ts';
import { type ListField, listsOf, REFERENCES, type Reference } from './entry-kinds.ts';

/** Turns the fields of a row into the columns of its table. */

/** Categories and seasons by their place, those that the batch writes among them. */
export interface Places {
  /** By `{channelId}/{slug}`. */
  readonly categories: Map<string, number>;
  readonly channelOfCategory: Map<number, number>;
  /** By `{showId}/{ordinal}`. */
  readonly seasons: Map<string, number>;
}

export interface RowValues {
  /** The columns that the row gives. */
  readonly columns: Record<string, unknown>;
  /** The items of the lists that the row gives. */
  readonly items: Lists;
}

type Refuse = (field: string, problem: string) => void;

/** The columns of a row. `before` is the entry as it is; undefined: it is new. */
export function valuesOf(
  { kind, raw }: Pick<PutRow, 'kind' | 'raw'>,
  fields: Readonly<Record<string, unknown>>,
  parts: {
    readonly names: Names;
    readonly places: Places;
    readonly before: Values | undefined;
    readonly uploaded: UploadedPictures;
    /** The packages of those that windows name. */
    readonly packages: ReadonlySet<string>;
    /** Of the assets that rows name or their entries play. */
    readonly media: KnownMedia;
    /** What the batch deletes, by `{kind} {id}`. */
    readonly gone: ReadonlySet<string>;
    readonly refuse: Refuse;
  },
): RowValues {
  const columns: Record<string, unknown> = {};
  const references = REFERENCES[kind] ?? [];
  const lists: readonly string[] = listsOf(kind);
  const isTitle = kind === 'show' || kind === 'video';
  const artwork = artworkAfter(
    fields,
    (parts.before?.artwork ?? null) as EntryArtwork | null,
    parts,
  );
  if (artwork !== undefined) columns.artwork = artwork;
  for (const [field, value] of Object.entries(fields)) {
    if (artworkUseOf(field)) continue;
    if (field === 'assetId') {
      Object.assign(columns, filmAfter(value as string | null, parts.before, parts));
      continue;
    }
    const reference = references.find((candidate) => candidate.field === field);
    if (reference) columns[reference.column] = idOf(value, reference, parts);
    else if (!lists.includes(field) && !(isTitle && field === 'category'))
      columns[field] = isInstant(field) && typeof value === 'string' ? new Date(value) : value;
  }
  const whole = { ...parts.before, ...columns };
  if (isTitle) placeTitle(fields, raw, { ...parts, whole, columns });
  if (kind === 'episode') placeEpisode(raw, { ...parts, whole, columns });
  if (kind === 'shelf') checkRule(columns.rule as ShelfRule | null | undefined, parts);
  checkPackages(columns, parts);
  checkWindow({ ...parts.before, ...columns }, parts.refuse);
  return {
    columns,
    items: Object.fromEntries(
      listsOf(kind)
        .filter((list) => list in fields)
        .map((list) => [list, itemsOf(list, fields[list], parts)]),
    ),
  };
}

/** What a reference is looked up with. */
interface Looking {
  readonly names: Names;
  readonly gone: ReadonlySet<string>;
  readonly refuse: Refuse;
}

const isInstant = (field: string): boolean =>
  field === 'availableFrom' || field === 'availableUntil';

function idOf(
  value: unknown,
  { field, to, only }: Pick<Reference, 'field' | 'to' | 'only'>,
  { names, gone, refuse }: Looking,
): number | null {
  if (value === null) return null;
  const id = names.find(to, value as string);
  if (id === undefined) refuse(field, `there is no ${wordOf(to)} '${value}'`);
  else if (gone.has(`${to} ${id}`)) refuse(field, 'is deleted by this batch');
  else if (only && names.titleKind(id) !== only) refuse(field, `'${value}' is not a ${only}`);
  return id ?? null;
}

/** The genres and the channel of a rule must exist; it names them as any reference does. */
function checkRule(rule: ShelfRule | null | undefined, looking: Looking): void {
  for (const [at, genre] of (rule?.genres ?? []).entries())
    idOf(genre, { field: `rule.genres.${at}`, to: 'genre' }, looking);
  if (rule?.channel) idOf(rule.channel, { field: 'rule.channel', to: 'channel' }, looking);
}

type Windows = readonly PackageWindow[] | null | undefined;

/** The packages that the windows of rows name. */
export function packagesNamed(rows: readonly Values[]): string[] {
  const packageIds = rows.flatMap(({ packages }) => (Array.isArray(packages) ? packages : []));
  return packageIds.map((packageId) => packageId?.package).filter(isName);
}

/**
 * A window of a package that does not exist would lock the title for everybody. One that the entry
 * has already does not refuse other changes of it.
 */
function checkPackages(
  columns: Values,
  {
    before,
    packages,
    refuse,
  }: { before: Values | undefined; packages: ReadonlySet<string>; refuse: Refuse },
): void {
  const earlier = new Set((before?.packages as Windows)?.map((window) => window.package));
  const windows = (columns.packages as Windows) ?? [];
  const unknown = windows.find(
    (window) => !packages.has(window.package) && !earlier.has(window.package),
  );
  if (unknown) refuse('packages', `there is no package '${unknown.package}'`);
}

/** A kind in words: `liveCategory` is a live category. */
export function wordOf(kind: EntryKind | 'title'): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

interface Placing {
  readonly names: Names;
  readonly places: Places;
  readonly refuse: Refuse;
  readonly whole: Values;
  readonly columns: Record<string, unknown>;
}

/** The category must be of the title's channel. */
function placeTitle(
  fields: Values,
  raw: Values,
  { names, places, refuse, whole, columns }: Placing,
): void {
  const { channelId } = whole;
  const ofChannel = (id: unknown): boolean =>
    places.channelOfCategory.get(id as number) === channelId;
  if (!('category' in fields)) {
    const moved = 'channelId' in columns && typeof whole.categoryId === 'number';
    if (moved && !ofChannel(whole.categoryId))
      refuse('category', 'must be given, because the channel changes');
    return;
  }
  const { category } = fields;
  if (category === null) {
    columns.categoryId = null;
    return;
  }
  const id =
    places.categories.get(`${channelId}/${category}`) ??
    names.find('category', category as string) ??
    names.find('category', `${raw.channel}/${category}`);
  if (id === undefined) refuse('category', `there is no category '${category}' in the channel`);
  else if (!isAssumed(id) && !ofChannel(id)) refuse('category', 'is of another channel');
  columns.categoryId = id ?? null;
}

function placeEpisode(raw: Values, { names, places, refuse, whole, columns }: Placing): void {
  const { showId, season } = whole;
  const id =
    places.seasons.get(`${showId}/${season}`) ?? names.find('season', `${raw.show}/${season}`);
  if (id === undefined && showId !== null)
    refuse('season', `the show has no season ${String(season)}`);
  columns.seasonId = id ?? null;
}

function checkWindow(whole: Values, refuse: Refuse): void {
  const { availableFrom: from, availableUntil: until } = whole;
  if (from instanceof Date && until instanceof Date && from >= until)
    refuse('availableUntil', 'must be after availableFrom');
}

function itemsOf(list: ListField, rawValue: unknown, looking: Looking): readonly Values[] {
  const { names, refuse } = looking;
  if (list === 'slots' || list === 'dated')
    return (rawValue as readonly Values[])
      .map(({ video = null, episode = null, startsAt, ...slot }, at): Values => {
        const field = `${list}.${at}.video`;
        const titleId = idOf(video, { field, to: 'title' }, looking);
        if (titleId !== null && names.titleKind(titleId) === 'show')
          refuse(field, `'${video}' is a show: name one of its episodes as episode`);
        const wanted = { field: `${list}.${at}.episode`, to: 'episode' } as const;
        const episodeId = idOf(episode, wanted, looking);
        const begins = list === 'dated' ? new Date(startsAt as string) : startsAt;
        return { ...slot, startsAt: begins, titleId, episodeId };
      })
      .toSorted((a, b) => Number(a.startsAt) - Number(b.startsAt));
  if (list === 'titles') {
    const ids = (rawValue as readonly string[]).map((title, at) =>
      idOf(title, { field: `titles.${at}`, to: 'title' }, looking),
    );
    return [...new Set(ids)].map((titleId) => ({ titleId }));
  }
  const seen = new Set<string>();
  return (rawValue as readonly Values[]).map(({ person, role, character }, at) => {
    const field = `credits.${at}.person`;
    const personId = idOf(person, { field, to: 'person' }, looking);
    const once = `${personId} ${role}`;
    if (seen.has(once)) refuse(field, 'is credited with this role already');
    seen.add(once);
    return { personId, role, character };
  });
}

/** Whether two values of a column are the same. */
export function isSame(rawValue: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(rawValue)) === JSON.stringify(ordered(other));
}

/** PostgreSQL returns the fields of JSON in an order of its own. */
function ordered(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(ordered);
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)]);
}
