import type { GenreCount } from '@bonisa/contract/page-data';
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
