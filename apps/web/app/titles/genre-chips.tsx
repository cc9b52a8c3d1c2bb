import type { GenreCount } from '@bonisa/contract/page-data';
import { PageLink } from '../browser/page-link.tsx';
import { inOwnName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import { genreAddress } from './addresses.ts';
import { titlesWords } from './title-words.ts';

/** Genres as links to all of their titles. */
export function GenreChips({ genres }: { genres: readonly GenreCount[] }) {
  return (
    <nav aria-label={say('title.genres')} className="mt-4">
      <ul className="chip-wall">
        {genres.map((genre) => (
          <li key={genre.slug}>
            <PageLink to={genreAddress(genre)} className="chip">
              {inOwnName(genre)}
              <span className="chip-count">
                <span aria-hidden="true">{genre.titleCount}</span>
                <span className="sr-only">{titlesWords(genre.titleCount)}</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
