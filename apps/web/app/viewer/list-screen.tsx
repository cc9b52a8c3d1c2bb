import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useFetcher } from 'react-router';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import type { loader as homeLoader } from '../routes/home.route.tsx';
import { unpackTiles } from '../titles/packed-tile.ts';
import { Shelf } from '../titles/shelf.tsx';
import { nameLanguage, ownName } from '../words/prose.tsx';
import { say, sayWith } from '../words/words.ts';
import { ListItemTile } from './list-item-tile.tsx';
import { createListPage, type ListItem, type ListSort } from './list-page.store.ts';
import { myList, usePutOnList } from './my-list.ts';
import { toasts } from './toast.tsx';

const SORTS: readonly { readonly sort: ListSort; label(): string }[] = [
  { sort: 'newest', label: () => say('list.newest') },
  { sort: 'oldest', label: () => say('list.oldest') },
  { sort: 'title', label: () => say('list.title') },
];

/**
 * My list of a signed-in viewer: in the chosen order, part by part, with buttons to remove an entry
 * and to restore it.
 */
export function ListScreen() {
  const page = useMemo(() => createListPage({ call, log: logQuietly }), []);
  const { items, total, sort, state } = useSyncExternalStore(page.listen, page.state, page.state);
  const put = usePutOnList();
  useEffect(() => page.open('newest'), [page]);

  const remove = async (item: ListItem) => {
    const putBack = page.drop(item);
    if (!(await put(item, item.title, false))) return putBack();
    const undo = async () => {
      putBack();
      const outcome = await myList.put(item, true);
      if (typeof outcome === 'object') {
        page.drop(item);
        toasts.say(outcome.refused);
      }
    };
    toasts.say(say('list.removed', { title: item.title }), {
      label: say('list.undo'),
      act: () => void undo(),
    });
  };

  if (!items) {
    return state === 'failed' ? (
      <div className="px-(--edge) mt-6">
        <ErrorNotice>{say('list.load_failed')}</ErrorNotice>
        <Button className="mt-4" onClick={page.more}>
          {say('try_again')}
        </Button>
      </div>
    ) : (
      <ListWaiting />
    );
  }
  if (items.length === 0 && total === 0) return <EmptyList />;
  return (
    <>
      <div className="list-tools">
        <p role="status" className="text-quiet">
          {say('list.kept', { count: total })}
        </p>
        {total > 1 ? (
          <fieldset className="list-sorts">
            <legend className="sr-only">{say('list.order')}</legend>
            {SORTS.map((one) => (
              <button
                key={one.sort}
                type="button"
                className="chip"
                aria-pressed={one.sort === sort}
                onClick={() => page.open(one.sort)}
              >
                {one.label()}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      <ul className="list-grid" aria-busy={state === 'busy' || undefined}>
        {items.map((item) => (
          <li key={`${item.kind}:${item.id}`}>
            <ListItemTile item={item} onRemove={() => void remove(item)} />
          </li>
        ))}
      </ul>
      {state === 'failed' ? (
        <div className="px-(--edge) mt-6">
          <ErrorNotice>{say('listing.failed')}</ErrorNotice>
        </div>
      ) : null}
      {items.length < total ? (
        <div className="show-more">
          <Button busy={state === 'busy'} onClick={page.more}>
            {say('list.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The space of a list that is loading, of the same shape, so that nothing moves. */
export function ListWaiting() {
  return (
    <div role="status" aria-label={say('list.loading')}>
      <div className="list-tools" aria-hidden="true" />
      <ul className="list-grid" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <li key={place}>
            <span className="waiting block aspect-video" />
            <span className="waiting mt-2 block h-5 w-2/3" />
            <span className="waiting mt-1 block h-4 w-1/2" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The empty list: how to add a title, and where to begin. */
export function EmptyList() {
  const { data, load } = useFetcher<typeof homeLoader>();
  useEffect(() => {
    void load('/?index');
  }, [load]);
  return (
    <>
      <div className="list-words">
        <h2 className="text-heading">{say('list.empty')}</h2>
        <p className="mt-2 text-quiet">
          {sayWith('list.empty.help', {
            plus: () => (
              <PlusIcon
                width="18"
                height="18"
                className="inline text-ochre"
                role="img"
                aria-hidden="false"
                aria-label={say('list.plus')}
              />
            ),
          })}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink look="primary" to="/">
            {say('list.find')}
          </ButtonLink>
          <ButtonLink to="/channels">{say('missing.browse')}</ButtonLink>
        </div>
      </div>
      {data?.shelves.slice(0, 2).map(({ id, format, items, ...shelf }) => (
        <Shelf
          key={id}
          title={ownName(shelf)}
          lang={nameLanguage(shelf)}
          {...unpackTiles(items, format)}
        />
      ))}
    </>
  );
}
