import type { TitleCard } from '@bonisa/contract/page-data';
import { Link } from 'react-router';
import { inOwnName } from '../words/prose.tsx';
import { genreAddress } from './addresses.ts';
import {
  durationWords,
  episodesWords,
  ratingMark,
  ratingWords,
  seasonsWords,
} from './title-words.ts';

/** The age rating with its advice letters, spelled out for screen readers. */
export function RatingMark({ rating }: Pick<TitleCard, 'rating'>) {
  return (
    <span className="rating-mark">
      <span aria-hidden="true">{ratingMark(rating)}</span>
      <span className="sr-only">{ratingWords(rating)}</span>
    </span>
  );
}

type Facts = Pick<TitleCard, 'rating' | 'year' | 'language' | 'genre' | 'durationSeconds'> & {
  kind: TitleCard['kind'] | 'episode';
  /** For a show. */
  seasonCount?: number;
  episodeCount?: number;
};

interface TitleFactsProps {
  title: Facts;
  className?: string;
  /** On its own page the genre is a link. */
  links?: boolean;
}

/** The facts of a title: rating, year, language, duration, genre. */
export function TitleFacts({ title, className = '', links = false }: TitleFactsProps) {
  return (
    <ul className={`flex flex-wrap items-center gap-x-3.5 gap-y-2 text-quiet ${className}`}>
      <li>
        <RatingMark rating={title.rating} />
      </li>
      <li>{title.year}</li>
      <li lang={title.language.code}>{title.language.name}</li>
      <li>{title.kind === 'show' ? lengthOfShow(title) : durationWords(title.durationSeconds)}</li>
      <li>
        {links ? (
          <Link to={genreAddress(title.genre)} className="text-link -my-3 inline-block py-3">
            {inOwnName(title.genre)}
          </Link>
        ) : (
          inOwnName(title.genre)
        )}
      </li>
    </ul>
  );
}

/** A show's seasons if there are several, else its episodes. */
function lengthOfShow({
  seasonCount = 1,
  episodeCount = 1,
}: Pick<Facts, 'seasonCount' | 'episodeCount'>): string {
  return seasonCount > 1 ? seasonsWords(seasonCount) : episodesWords(episodeCount);
}
