import type { TitleCard } from '@bonisa/contract/page-data';
import { durationWords, ratingMark, ratingWords } from './title-words.ts';

/** The age rating with its advice letters, spelled out for those who listen. */
export function RatingMark({ rating }: Pick<TitleCard, 'rating'>) {
  return (
    <span className="rating-mark">
      <span aria-hidden="true">{ratingMark(rating)}</span>
      <span className="sr-only">{ratingWords(rating)}</span>
    </span>
  );
}

/** What a title always says: rating, year, language, length, genre. */
export function TitleFacts({ title, className = '' }: { title: TitleCard; className?: string }) {
  return (
    <ul className={`flex flex-wrap items-center gap-x-3.5 gap-y-2 text-quiet ${className}`}>
      <li>
        <RatingMark rating={title.rating} />
      </li>
      <li>{title.year}</li>
      <li lang={title.language.code}>{title.language.name}</li>
      <li>{durationWords(title.durationSeconds)}</li>
      <li>{title.genre}</li>
    </ul>
  );
}
