import type { ListItem as ListItemReply } from '@bonisa/contract/list.calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { WithSubscriberLock } from '@bonisa/people/numbers/subscriber-lock';
import type { ListItem, ListRepository } from './list.repository.ts';
import {
  type Card,
  keyOf,
  type Named,
  type Reference,
  type ViewerCatalogue,
} from './viewer-catalogue.port.ts';

/** The maximum number of items on a list. */
export const LIST_MAX = 500;
const PAGE_SIZE = 24;

export interface ListQuery {
  readonly channel?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly sort?: 'newest' | 'oldest' | 'title' | undefined;
}

export interface ListPage {
  readonly videos: ListItemReply[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly pages: number;
    readonly total: number;
  };
}

export interface ListDependencies {
  readonly repository: ListRepository;
  readonly catalogue: ViewerCatalogue;
  /** The ids of the videos and shows that a subscriber has seen. */
  readonly finished: (subscriberId: number) => Promise<readonly number[]>;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly clock: Clock;
}

export type ListService = ReturnType<typeof createListService>;

const BY_TITLE = new Intl.Collator('en-ZA', { sensitivity: 'base', numeric: true });

/**
 * A subscriber's list (rows A3 to A5, C7, F9). Answers leave hidden titles out; they reappear once
 * they are visible again.
 */
export function createListService({
  repository,
  catalogue,
  finished,
  withSubscriberLock,
  clock,
}: ListDependencies) {
  const visible = async (named: Named): Promise<Reference> => {
    const found = await catalogue.find(named);
    if (!found) throw noSuchItem();
    return found;
  };

  /**
   * The visible items of a list in its order. The list is small enough for one read of the
   * catalogue.
   */
  const cardsOf = async (rows: readonly ListItem[], channel: string | undefined) => {
    const references = rows.map(referenceOf);
    const [cards, within] = await Promise.all([
      catalogue.cardsOf(references),
      channel === undefined ? undefined : catalogue.inChannel(channel, references),
    ]);
    return rows.flatMap((row) => {
      const key = keyOf(referenceOf(row));
      const card = cards.get(key);
      return card && (!within || within.has(key)) ? [{ row, card }] : [];
    });
  };

  return {
    /** A page of a list (A3, C7); empty after the last page. */
    page: async (
      subscriberId: number,
      { channel, page = 1, limit = PAGE_SIZE, sort = 'newest' }: ListQuery,
    ): Promise<ListPage> => {
      const rows = await repository.of(subscriberId, LIST_MAX);
      const all = await cardsOf(sort === 'oldest' ? rows.toReversed() : rows, channel);
      if (sort === 'title') all.sort((a, b) => BY_TITLE.compare(a.card.title, b.card.title));
      const shown = all.slice((page - 1) * limit, page * limit);
      const seen = new Set(await finished(subscriberId));
      return {
        videos: shown.map(({ row, card }) => replyOf(row, card, seen)),
        pagination: {
          page,
          limit,
          pages: Math.max(1, Math.ceil(all.length / limit)),
          total: all.length,
        },
      };
    },

    /** The keys of the items on a list, for marks on cards; newest first. */
    keys: async (subscriberId: number): Promise<string[]> =>
      (await repository.of(subscriberId, LIST_MAX)).map((row) => keyOf(referenceOf(row))),

    /** A4 */
    has: async (subscriberId: number, title: Named): Promise<boolean> =>
      await repository.has(subscriberId, await visible(title)),

    /**
     * A5: adding an item twice changes nothing. Throws `not_found` for a hidden or unknown item and
     * `conflict` when the list is full.
     */
    add: async (subscriberId: number, title: Named): Promise<void> => {
      const reference = await visible(title);
      const added = await withSubscriberLock(subscriberId, (tx) =>
        repository.within(tx).add(subscriberId, reference, { at: clock.now(), max: LIST_MAX }),
      );
      if (!added)
        throw new AppError(
          'conflict',
          `Your list holds ${LIST_MAX} titles, as many as it can. Take something off it first.`,
        );
    },

    /**
     * A5: removing an absent item changes nothing. An item that was hidden after its addition can
     * still be removed.
     */
    remove: async (subscriberId: number, title: Named): Promise<void> => {
      const reference =
        (await catalogue.find(title)) ?? (title.kind === 'show' ? undefined : title);
      const removed = reference && (await repository.remove(subscriberId, reference));
      if (!removed) await visible(title);
    },
  };
}

function referenceOf({ kind, entityId }: ListItem): Reference {
  return { kind, id: entityId };
}

function replyOf(
  { kind, entityId, addedAt }: ListItem,
  card: Card,
  seen: ReadonlySet<number>,
): ListItemReply {
  const watched = (kind === 'video' || kind === 'show') && seen.has(entityId);
  return {
    ...card,
    kind,
    added_at: addedAt.toISOString(),
    ...(watched ? { watched } : {}),
  } as ListItemReply;
}

function noSuchItem(): AppError {
  return new AppError('not_found', 'There is no such title, channel or category.');
}
