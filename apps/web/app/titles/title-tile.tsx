import type { TitleCard } from '@bonisa/contract/page-data';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { href, Link } from 'react-router';
import { Art } from './art.tsx';
import { carryPicture } from './carry-picture.ts';
import { ratingMark, ratingWords } from './title-words.ts';

/** Where a title lives. Until shows and episodes have their own screens every title is a video. */
export function titleAddress(title: Pick<TitleCard, 'slug'>): string {
  return href('/video/:slug', { slug: title.slug });
}

const SIZES = {
  poster: '(min-width: 70rem) 192px, (min-width: 48rem) 168px, 126px',
  landscape: '(min-width: 70rem) 300px, (min-width: 48rem) 270px, 212px',
} as const;

/** A title on a shelf: its picture, and what it costs to watch. */
export function TitleTile({ title, format, eager }: { title: TitleCard; format: 'poster' | 'landscape'; eager?: boolean }) {
  const to = titleAddress(title);
  return (
    <Link to={to} prefetch="intent" viewTransition className={`tile tile-${format}`} onClick={carryPicture}>
      <span className="tile-frame" style={{ background: title[format].placeholder }}>
        <Art picture={title[format]} sizes={SIZES[format]} eager={eager} className="tile-art" />
      </span>
      <span className={format === 'landscape' ? 'tile-name' : 'sr-only'}>{title.title}</span>
      <span className="tile-note">
        <span aria-hidden="true">{ratingMark(title.rating)}</span>
        <span className="sr-only">{ratingWords(title.rating)}</span>
        <span aria-hidden="true"> · </span>
        {format === 'landscape' ? `${title.language.name} · ` : ''}
        {formatMegabytes(title.megabytes)}
      </span>
    </Link>
  );
}
