import { Suspense } from 'react';
import { lazyPart } from '../browser/load-again.ts';
import { SearchIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';
import { SearchDialog } from './search-dialog.tsx';
import { useSearchAddress } from './use-search-address.ts';

const load = () => import('./search-panel.tsx');
const SearchPanel = lazyPart(load);

/**
 * The search button of the top bar (row L1) and the overlay that it opens. Field and focus are
 * immediate; the panel with the results loads separately. Without a script it is a form that leads
 * to the page of the results.
 */
export function SearchButton() {
  const address = useSearchAddress();
  return (
    <>
      <form
        action="/search"
        className="flex items-center"
        onSubmit={(event) => {
          event.preventDefault();
          address.show();
        }}
      >
        <noscript>
          <input
            type="search"
            name="q"
            aria-label={say('search')}
            className="mr-2 h-11 w-24 rounded-card border border-line-strong bg-night px-3"
          />
        </noscript>
        <button
          type="submit"
          className="icon-button"
          aria-label={say('search')}
          aria-haspopup="dialog"
          onPointerEnter={() => void load()}
        >
          <SearchIcon />
        </button>
      </form>
      {address.open ? (
        <SearchDialog onClose={address.hide}>
          {(field) => (
            <Suspense>
              <SearchPanel field={field} onText={address.keep} />
            </Suspense>
          )}
        </SearchDialog>
      ) : null}
    </>
  );
}
