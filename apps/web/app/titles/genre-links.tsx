import type { GenreCount, GenreName } from '@bonisa/contract/page-data';
import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { genreAddress } from './addresses.ts';

/** Genres as links to all of their titles. */
export function GenreChips({ genres }: { genres: readonly GenreCount[] }) {
  return (
    <nav aria-label="Genres" className="mt-4">
      <ul className="chip-wall">
        {genres.map((genre) => (
          <li key={genre.slug}>
            <Link to={genreAddress(genre)} prefetch={onIntent()} className="chip">
              {genre.title}
              <span className="chip-count">
                {genre.titleCount}
                <span className="sr-only"> {genre.titleCount === 1 ? 'title' : 'titles'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
    { slug: '', title: 'All', titleCount: total, to: to(null) },
    ...genres.map((genre) => ({ ...genre, to: to(genre) })),
  ];
  return (
    <nav aria-label="Genres to filter by" className="mt-4">
      <ul className="shelf-row">
        {choices.map((choice) => (
          <li key={choice.slug}>
            <Link
              to={choice.to}
              prefetch={onIntent()}
              preventScrollReset
              className="chip"
              aria-current={(chosen?.slug ?? '') === choice.slug ? 'true' : undefined}
            >
              {choice.title}
              <span className="chip-count">{choice.titleCount}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
