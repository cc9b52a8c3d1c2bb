import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import { pagesShown } from './pages-shown.ts';

interface PageLinksProps {
  page: number;
  lastPage: number;
  /** The address of a page. */
  to(page: number): string;
}

/** The pages of a list as links: they work without a script and for search engines. */
export function PageLinks({ page, lastPage, to }: PageLinksProps) {
  if (lastPage <= 1) return null;
  return (
    <nav className="page-links" aria-label="Pages">
      {page > 1 ? (
        <Link to={to(page - 1)} rel="prev" prefetch={onIntent()} className="page-link">
          <BackIcon width="20" height="20" />
          Previous
        </Link>
      ) : null}
      <ul>
        {pagesShown(page, lastPage).map((shown) =>
          shown < 0 ? (
            <li key={shown} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                to={to(shown)}
                prefetch={onIntent()}
                className="page-link"
                aria-label={`Page ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </Link>
            </li>
          ),
        )}
      </ul>
      {page < lastPage ? (
        <Link to={to(page + 1)} rel="next" prefetch={onIntent()} className="page-link">
          Next
          <ForwardIcon width="20" height="20" />
        </Link>
      ) : null}
    </nav>
  );
}
