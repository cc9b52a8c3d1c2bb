import { PageLink } from '../browser/page-link.tsx';
import { Cost } from '../data/cost.tsx';
import { ListButton } from '../viewer/list-button.tsx';
import { ProgressBar } from '../viewer/progress-bar.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { titleAddress } from './addresses.ts';
import { Art, namePictureTransition } from './art.tsx';
import type { LandscapeTile, PosterTile } from './tile.ts';
import { episodesWords, ratingMark, ratingWords } from './title-words.ts';
import { useNear } from './use-near.ts';

const SIZES = {
  poster: '(min-width:70rem) 192px,(min-width:48rem) 168px,126px',
  landscape: '(min-width:70rem) 300px,(min-width:48rem) 270px,212px',
} as const;

export type TitleTileProps = (
  | { format: 'poster'; title: PosterTile }
  | { format: 'landscape'; title: LandscapeTile }
) & {
  /** On the first screen: the picture loads at once. */
  eager?: boolean | undefined;
};

/**
 * A title on a shelf: its picture and its data cost (for a show: its number of seasons or
 * episodes).
 */
export function TitleTile(props: TitleTileProps) {
  const { format, title, eager } = props;
  const picture = props.format === 'poster' ? props.title.poster : props.title.landscape;
  const [tile, near] = useNear<HTMLDivElement>();
  const size =
    title.kind === 'show' ? episodesWords(title.episodeCount) : <Cost of={title.costs} />;
  return (
    <div ref={tile} className={`tile tile-${format}`}>
      <PageLink
        to={titleAddress(title)}
        viewTransition
        className="tile-link"
        onClick={namePictureTransition}
      >
        <span className="tile-frame" style={{ background: picture.placeholder }}>
          <Art picture={picture} sizes={SIZES[format]} eager={eager} className="tile-art" />
          {near ? <ProgressBar reference={title} /> : null}
        </span>
        <span className={format === 'landscape' ? 'tile-name' : 'sr-only'} lang={proseLanguage()}>
          {title.title}
        </span>
        <span className="tile-note">
          <span role="img" aria-label={ratingWords(title.rating)}>
            {ratingMark(title.rating)}
          </span>
          {format === 'landscape' ? ` · ${title.language.name}` : ''} · {size}
        </span>
      </PageLink>
      {near ? <ListButton reference={title} title={title.title} place="card" /> : null}
    </div>
  );
}

/** Titles as a grid of posters. */
export function TitleGrid({ titles }: { titles: readonly PosterTile[] }) {
  return (
    <ul className="title-grid">
      {titles.map((title) => (
        <li key={title.id}>
          <TitleTile title={title} format="poster" />
        </li>
      ))}
    </ul>
  );
}
