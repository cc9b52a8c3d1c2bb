import type { GenreCount, GenreName } from '@bonisa/contract/page-data';
import { PageLink } from '../browser/page-link.tsx';
import { inOwnName } from '../words/prose.tsx';
import { say } from '../words/words.ts';

interface GenreFilterProps {
  genres: readonly GenreCount[];
  chosen: GenreName | null;
  /** The number of titles without a filter. */
  total: number;
  /** The address of the list with one genre, or with all. */
  to(genre: GenreName | null): string;
}

/**
 * Links that filter a list by genre, so that they work without a script. Nothing for a single
 * genre.
 */
export function GenreFilter({ genres, chosen, total, to }: GenreFilterProps) {
  if (genres.length < 2) return null;
  const choices = [
    { slug: '', title: say('title.all'), titleCount: total, to: to(null) },
    ...genres.map((genre) => ({ ...genre, to: to(genre) })),
  ];
  return (
    <nav aria-label={say('title.filter')} className="mt-4">
      <ul className="shelf-row">
        {choices.map((choice) => (
          <li key={choice.slug}>
            <PageLink
              to={choice.to}
              preventScrollReset
              data-in-place=""
              className="chip"
              aria-current={(chosen?.slug ?? '') === choice.slug ? 'true' : undefined}
            >
              {choice.slug ? inOwnName(choice) : choice.title}
              <span className="chip-count">{choice.titleCount}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
