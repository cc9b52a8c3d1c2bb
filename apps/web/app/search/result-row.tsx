import type { Picture } from '@bonisa/contract/title-facts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { Cost } from '../data/cost.tsx';
import {
  categoryAddress,
  channelAddress,
  episodeAddress,
  genreAddress,
  personAddress,
  titleAddress,
} from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import {
  episodeMark,
  episodesWords,
  ratingMark,
  ratingWords,
  titlesWords,
} from '../titles/title-words.ts';
import { useNear } from '../titles/use-near.ts';
import { ListButton } from '../viewer/list-button.tsx';
import { ProgressBar } from '../viewer/progress-bar.tsx';
import type { Reference } from '../viewer/reference.ts';
import { proseLanguage } from '../words/find-text.ts';
import { inProse } from '../words/prose.tsx';
import type { SearchResult } from './search.store.ts';

interface Row {
  readonly address: string;
  readonly name: string;
  readonly note: ReactNode;
  readonly picture?: Picture;
  readonly rating?: { readonly mark: string; readonly words: string };
  /** The entity for the list button. */
  readonly reference?: Reference;
}

/** One search result: its picture if it has one, its facts and its link. */
export function ResultRow({ result, onFollow }: { result: SearchResult; onFollow(): void }) {
  const { address, name, note, picture, rating, reference } = rowOf(result);
  // A browser fetches lazy pictures from far below the screen, and a search returns more results
  // than a viewer looks at.
  const [row, near] = useNear<HTMLDivElement>();
  if (!picture) {
    return (
      <Link to={address} prefetch={onIntent()} className="chip" onClick={onFollow}>
        <span>
          {inProse(name)} <span className="search-chip-note">· {note}</span>
        </span>
      </Link>
    );
  }
  return (
    <div ref={row} className="search-row">
      <Link to={address} prefetch={onIntent()} className="search-link" onClick={onFollow}>
        <span className="tile-frame search-picture" style={{ background: picture.placeholder }}>
          {near ? <Art picture={picture} sizes="128px" className="tile-art" /> : null}
          {reference ? <ProgressBar reference={reference} /> : null}
        </span>
        <span className="search-words">
          <span className="search-name" lang={proseLanguage()}>
            {name}
          </span>
          <span className="tile-note">
            {rating ? (
              <>
                <span aria-hidden="true">{rating.mark} · </span>
                <span className="sr-only">{rating.words}. </span>
              </>
            ) : null}
            {note}
          </span>
        </span>
      </Link>
      {reference ? <ListButton reference={reference} title={name} place="card" /> : null}
    </div>
  );
}

function rowOf(result: SearchResult): Row {
  switch (result.kind) {
    case 'video':
    case 'show':
      return {
        address: titleAddress(result),
        name: result.title,
        note: (
          <>
            {result.language.name} ·{' '}
            {result.kind === 'show' ? (
              episodesWords(result.episodeCount)
            ) : (
              <Cost of={result.costs} />
            )}
          </>
        ),
        picture: result.landscape,
        rating: { mark: ratingMark(result.rating), words: ratingWords(result.rating) },
        reference: result,
      };
    case 'episode':
      return {
        address: episodeAddress(result),
        name: result.title,
        note: (
          <>
            {inProse(result.show.title)} · {episodeMark(result)} · <Cost of={result.costs} />
          </>
        ),
        picture: result.landscape,
        reference: result,
      };
    case 'channel':
      return {
        address: channelAddress(result),
        name: result.title,
        note: inProse(result.tagline),
        picture: result.landscape,
        reference: result,
      };
    case 'category':
      return {
        address: categoryAddress(result),
        name: result.title,
        note: inProse(result.channel.title, ` · ${titlesWords(result.titleCount)}`),
        picture: result.landscape,
        reference: result,
      };
    case 'genre':
      return {
        address: genreAddress(result),
        name: result.title,
        note: titlesWords(result.titleCount),
      };
    case 'person':
      return {
        address: personAddress(result),
        name: result.name,
        note: titlesWords(result.titleCount),
      };
  }
}
