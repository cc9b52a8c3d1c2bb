import { MOST_RESTORED } from '@bonisa/contract/studio/deleted.calls';
import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { picturesMissing, picturesNamed } from './batch.artwork.ts';
import { isFilmGone, type MediaStates, mediaNamed, readMedia } from './batch.media.ts';
import type { BatchRepository } from './batch.repository.ts';
import {
  hangingOn,
  type ListedNames,
  listedNames,
  type Missing,
  returningRow,
  withItem,
} from './deleted.plan.ts';
import type { DeletedEntry, DeletedQuery, DeletedRepository } from './deleted.repository.ts';
import type { ApplyOptions, BatchOutcome, EditingService } from './editing.service.ts';
import type { EntryName } from './entries.service.ts';
import { readForms } from './entry-forms.ts';
import { type KeyKind, keyKindOf } from './entry-kinds.ts';
import { readIdentities, type StoredCaptions } from './returning-entry.ts';
import type { VersionsRepository } from './versions.repository.ts';
import type { FormerPlace } from './versions.tables.ts';

/** Deleted entries: their list, and their return by a batch. */

export interface DeletedParts {
  readonly editing: Pick<EditingService, 'apply'>;
  readonly repository: BatchRepository;
  readonly versions: Pick<VersionsRepository, 'latest'>;
  readonly deleted: DeletedRepository;
  readonly media: MediaStates;
  readonly storedCaptions: StoredCaptions;
}

export interface ReturnRequest extends EntryName {
  readonly state: 'draft' | 'as_it_was';
  readonly contents: boolean;
}

export type ReturnOutcome =
  | { readonly outcome: BatchOutcome; readonly without: readonly Missing[] }
  | { readonly tooMany: number };

export type DeletedService = ReturnType<typeof createDeletedService>;

export function createDeletedService(parts: DeletedParts) {
  const { editing, repository, versions, deleted } = parts;
  return {
    async page(query: DeletedQuery) {
      const rows = await deleted.page(query);
      const total = rows[0]?.total ?? (query.page === 1 ? 0 : await totalOf(query));
      return {
        data: rows.map(({ total: _, actor, actorKind, at, wasPublished, of, ...row }) => ({
          ...row,
          at: new Date(at).toISOString(),
          by: { kind: actorKind, name: actor },
          was_published: wasPublished,
          with: of && { kind: of.entryKind, key: of.key },
        })),
        page: query.page,
        lastPage: Math.max(1, Math.ceil(total / query.limit)),
        total,
      };
    },

    /**
     * Brings an entry back with what went with it, in one transaction; `undefined`: it is not
     * deleted. An entry that somebody made meanwhile under the key of one of its contents stays.
     */
    async restore(
      request: ReturnRequest,
      options: ApplyOptions,
    ): Promise<ReturnOutcome | undefined> {
      const root = await deleted.deletion(request);
      if (!root) return undefined;
      const most = MOST_RESTORED * 2;
      const together = request.contents ? await deleted.deletedWith(root, most) : [];
      const back = [root, ...hangingOn(root, together)];
      if (back.length > MOST_RESTORED || together.length === most)
        return { tooMany: Math.max(back.length, together.length) };
      const without: Missing[] = [];
      const rows = await rowsFor(back, request.state === 'draft', without);
      const places = await placeRows(back, { mayPublish: options.mayPublish !== false, without });
      const numbers = new Map(
        back.map((deleted) => [`${deleted.keyKind} ${deleted.key}`, deleted.number - 1]),
      );
      const restored = (kind: KeyKind, key: string) => numbers.get(`${kind} ${key}`);
      const { identity, lost } = await readIdentities(back, parts.storedCaptions);
      for (const { entry, languages } of lost) without.push(withoutCaptions(entry, languages));
      const how = { ...options, restored, identity };
      const outcome = await editing.apply([...rows, ...places], how);
      return { outcome, without };
    },
  };

  /** Past the last page no row tells the count. */
  async function totalOf(query: DeletedQuery): Promise<number> {
    return (await deleted.page({ ...query, page: 1, limit: 1 }))[0]?.total ?? 0;
  }

  async function rowsFor(
    back: readonly DeletedEntry[],
    isDraft: boolean,
    missing: Missing[],
  ): Promise<object[]> {
    const listed = listedNames(back);
    const there = new Set(back.map(({ keyKind, key }) => `${keyKind} ${key}`));
    for (const kind of ['person', 'title', 'episode'] as const)
      for (const key of (await repository.idsByKey(kind, listed[kind])).keys())
        there.add(`${kind} ${key}`);
    const isThere = (kind: keyof ListedNames, key: string) => there.has(`${kind} ${key}`);
    const kept = await repository.uploadedPictures(
      picturesNamed(back.map((deleted) => deleted.fields)),
    );
    const films = await readMedia(mediaNamed(back.map((deleted) => deleted.fields)), parts);
    const lostCategory = await lostCategories(back);
    return back.map((deleted) => {
      const pictures = picturesMissing(deleted.fields, kept);
      const lost = new Map(pictures.map((field) => [field, 'the picture is not kept any more']));
      if (isFilmGone(deleted.fields, films)) lost.set('assetId', 'the film is not kept any more');
      if (lostCategory(deleted)) lost.set('category', 'the category is deleted');
      return returningRow(deleted, { isDraft, isThere, lost, missing });
    });
  }

  /** Whether a title's category was deleted after it, and does not come back with it. */
  async function lostCategories(
    back: readonly DeletedEntry[],
  ): Promise<(one: DeletedEntry) => boolean> {
    const titles = back.filter(({ keyKind }) => keyKind === 'title');
    const names = [...new Set(titles.map(({ fields }) => String(fields.channel)))];
    const channels = await repository.idsByKey('channel', names);
    const known = await repository.categoriesOf([...channels.values()]);
    const there = new Set(known.map(({ channelId, slug }) => `${channelId}/${slug}`));
    for (const { keyKind, fields } of back)
      if (keyKind === 'category') there.add(`${fields.channel}/${fields.slug}`);
    return ({ keyKind, fields: { channel, category } }) =>
      keyKind === 'title' &&
      category !== undefined &&
      !there.has(`${channel}/${category}`) &&
      !there.has(`${channels.get(String(channel))}/${category}`);
  }

  /** The rows that put titles back on shelves, and people back into credits. */
  async function placeRows(
    back: readonly DeletedEntry[],
    { mayPublish, without }: { readonly mayPublish: boolean; readonly without: Missing[] },
  ): Promise<object[]> {
    const returning = new Set(back.map(({ keyKind, key }) => `${keyKind} ${key}`));
    const wanted = back
      .flatMap(({ key: own, places }) => places.map((place) => ({ own, ...place })))
      .filter(({ kind, key }) => !returning.has(`${keyKindOf(kind)} ${key}`));
    const rows: object[] = [];
    for (const [kind, of] of Map.groupBy(wanted, (place) => place.kind)) {
      const keys = [...new Set(of.map(({ key }) => key))];
      const ids = await repository.idsByKey(keyKindOf(kind), keys);
      const forms = await readForms(kind, [...ids.values()], repository);
      const numbers = await versions.latest(keyKindOf(kind), keys);
      for (const [key, items] of Map.groupBy(of, (place) => place.key)) {
        const form = forms.get(ids.get(key) ?? 0);
        if (!form) continue;
        const refuse = (reason: string): void =>
          void without.push({ kind, key, field: LISTS[kind], reason });
        if (kind === 'shelf' && form.published === true && !mayPublish)
          refuse('the shelf is published: a publisher puts the titles on it');
        else {
          const list = listWith(kind, form[LISTS[kind]], items, refuse);
          rows.push({ kind, key, version: numbers.get(key) ?? 0, [LISTS[kind]]: list });
        }
      }
    }
    return rows;
  }
}

function withoutCaptions({ kind, key }: DeletedEntry, languages: readonly string[]): Missing {
  const reason = `the captions in ${languages.join(', ')} are not kept any more`;
  return { kind, key, field: 'captions', reason };
}

const LISTS = { shelf: 'titles', show: 'credits', video: 'credits' } as const;

type Item = FormerPlace & { readonly own: string };

/** The list of a shelf or of a title's credits with the items that return, each once. */
function listWith(
  kind: FormerPlace['kind'],
  list: unknown,
  items: readonly Item[],
  refuse: (reason: string) => void,
): readonly unknown[] {
  let all = (list ?? []) as readonly unknown[];
  for (const { own, place, role, character = null } of items.toSorted(
    (a, b) => a.place - b.place,
  )) {
    const item = kind === 'shelf' ? own : { person: own, role, character };
    const isListed = all.some((value) => JSON.stringify(value) === JSON.stringify(item));
    if (isListed) continue;
    if (kind === 'shelf' && all.length >= MOST_ON_SHELF) refuse(`'${own}': the shelf is full`);
    else all = withItem(all, item, place);
  }
  return all;
}
