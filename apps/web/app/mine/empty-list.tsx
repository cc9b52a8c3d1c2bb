import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { ButtonLink } from '../design/button.tsx';
import { PlusIcon } from '../design/icons.tsx';
import type { loader as homeLoader } from '../routes/home.route.tsx';
import { unpackTiles } from '../titles/packed-tile.ts';
import { Shelf } from '../titles/shelf.tsx';

/** The empty list: how to add a title, and where to begin. */
export function EmptyList() {
  const { data, load } = useFetcher<typeof homeLoader>();
  useEffect(() => {
    void load('/?index');
  }, [load]);
  return (
    <>
      <div className="list-words">
        <h2 className="text-heading">Nothing kept here yet</h2>
        <p className="mt-2 text-quiet">
          Press{' '}
          <PlusIcon
            width="18"
            height="18"
            className="inline text-ochre"
            role="img"
            aria-hidden="false"
            aria-label="plus"
          />{' '}
          on anything that you want to watch later, and it waits for you here, on every phone that
          you sign in on.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink look="primary" to="/">
            Find something to watch
          </ButtonLink>
          <ButtonLink to="/channels">Browse channels</ButtonLink>
        </div>
      </div>
      {data?.shelves.slice(0, 2).map(({ id, title, format, items }) => (
        <Shelf key={id} title={title} {...unpackTiles(items, format)} />
      ))}
    </>
  );
}
