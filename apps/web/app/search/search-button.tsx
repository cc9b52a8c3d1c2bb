import { lazy, Suspense } from 'react';
import { SearchIcon } from '../design/icons.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { useSearchAddress } from './use-search-address.ts';

const load = () => import('./search-panel.tsx');
const SearchPanel = lazy(load);

/**
 * The search button of the top bar (row L1) and the overlay that it opens. Field and focus are
 * immediate; the panel with the results loads separately.
 */
export function SearchButton() {
  const address = useSearchAddress();
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="Search"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={address.show}
      >
        <SearchIcon />
      </button>
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
