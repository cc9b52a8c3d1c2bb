import { PageLink } from '../browser/page-link.tsx';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';

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
    <nav className="page-links" aria-label={say('listing.pages')}>
      {page > 1 ? (
        <PageLink to={to(page - 1)} rel="prev" className="page-link">
          <BackIcon width="20" height="20" />
          {say('listing.previous')}
        </PageLink>
      ) : null}
      <ul>
        {pagesShown(page, lastPage).map((shown) =>
          shown < 0 ? (
            <li key={shown} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={shown}>
              <PageLink
                to={to(shown)}
                className="page-link"
                aria-label={say('listing.page', { page: shown })}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </PageLink>
            </li>
          ),
        )}
      </ul>
      {page < lastPage ? (
        <PageLink to={to(page + 1)} rel="next" className="page-link">
          {say('listing.next')}
          <ForwardIcon width="20" height="20" />
        </PageLink>
      ) : null}
    </nav>
  );
}

/**
 * The page numbers to show: the first, the last, and those beside the current page; at most seven.
 * A negative number marks a gap of two pages or more.
 */
export function pagesShown(page: number, lastPage: number): number[] {
  const near = [1, page - 1, page, page + 1, lastPage].filter(
    (shown) => shown >= 1 && shown <= lastPage,
  );
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [-number, number] : [number];
  });
}
