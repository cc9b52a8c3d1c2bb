import type { TitleCard } from '@bonisa/contract/page-data';
import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import { CloseIcon } from '../design/icons.tsx';
import type { loader as homeLoader } from '../routes/home.route.tsx';
import { TitleTile } from '../titles/title-tile.tsx';
import { matching } from './matching.ts';

/** Search among what stands on Home. It says so: it is not yet a search of everything. */
export default function SearchOverlay({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const { data, load } = useFetcher<typeof homeLoader>();

  useEffect(() => {
    dialog.current?.showModal();
    void load('/?index');
  }, [load]);

  // Following a link, of whatever kind, leaves the search.
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) dialog.current?.close();
  }, [key]);

  const titles = data ? everyTitle(data.home) : [];
  const found = matching(titles, text);
  return (
    <dialog ref={dialog} className="search" aria-label="Search" onClose={onClose}>
      <div className="search-head">
        <label htmlFor="search-text" className="sr-only">
          Search titles
        </label>
        <input
          id="search-text"
          type="search"
          autoFocus
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Find a title"
          className="field-input"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="button" className="icon-button" aria-label="Close search" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </div>
      <p role="status" className="mt-4 text-quiet">
        {summary(text, found.length, data !== undefined)}
      </p>
      <ul className="title-grid search-found">
        {found.map((title) => (
          <li key={title.id}>
            <TitleTile title={title} format="poster" />
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <Link to="/channels" className="text-link inline-flex min-h-11 items-center">
          Browse all channels
        </Link>
      </p>
    </dialog>
  );
}

function everyTitle(home: { slides: readonly TitleCard[]; shelves: readonly { items: readonly TitleCard[] }[] }): TitleCard[] {
  const all = [...home.slides, ...home.shelves.flatMap((shelf) => shelf.items)];
  return [...new Map(all.map((title) => [title.slug, title])).values()];
}

function summary(text: string, count: number, loaded: boolean): string {
  if (!loaded) return 'Looking at what is on Home';
  if (text.trim() === '') return `${count} titles on Home. Type to find one.`;
  if (count === 0) return 'Nothing on Home matches. There may be more under Browse.';
  return count === 1 ? '1 title on Home matches' : `${count} titles on Home match`;
}
