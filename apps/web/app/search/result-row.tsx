import type { Picture } from '@bonisa/contract/title-facts';
import type { ReactNode } from 'react';
import { PageLink } from '../browser/page-link.tsx';
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
import { inOwnName, inProse } from '../words/prose.tsx';
import type { SearchResult } from './search.store.ts';

interface Row {
  readonly address: string;
  readonly name: string;
  readonly facts: readonly ReactNode[];
  readonly picture?: Picture;
  readonly rating?: { readonly mark: string; readonly words: string };
  /** The entity for the list button. */
  readonly reference?: Reference;
}

/** One search result: its picture if it has one, its facts and its link. */
export function ResultRow({ result, onFollow }: { result: SearchResult; onFollow(): void }) {
  const { address, name, facts, picture, rating, reference } = rowOf(result);
  // A browser fetches lazy pictures from far below the screen, and a search returns more results
  // than a viewer looks at.
  const [row, near] = useNear<HTMLDivElement>();
  if (!picture) {
    return (
      <PageLink to={address} className="chip" onClick={onFollow}>
        <span>
          {result.kind === 'genre' ? inOwnName(result) : inProse(name)}{' '}
          <span className="search-chip-note">· {facts}</span>
        </span>
      </PageLink>
    );
  }
  return (
    <div ref={row} className="search-row">
      <PageLink to={address} className="search-link" onClick={onFollow}>
        <span className="tile-frame search-picture" style={{ background: picture.placeholder }}>
          {near ? <Art picture={picture} sizes="128px" className="tile-art" /> : null}
          {reference ? <ProgressBar reference={reference} /> : null}
        </span>
        <span className="search-words">
          <span className="search-name">
            {result.kind === 'category' ? inOwnName(result) : inProse(name)}
          </span>
          <span className="tile-note search-facts">
            {rating ? (
              <span>
                <span aria-hidden="true">{rating.mark}</span>
                <span className="sr-only">{rating.words}. </span>
              </span>
            ) : null}
            {facts.map((fact, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a result stay as they are
              <span key={at}>{fact}</span>
            ))}
          </span>
        </span>
      </PageLink>
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
        facts: [
          result.language.name,
          result.kind === 'show' ? (
            episodesWords(result.episodeCount)
          ) : (
            <Cost key="cost" of={result.costs} />
          ),
        ],
        picture: result.landscape,
        rating: { mark: ratingMark(result.rating), words: ratingWords(result.rating) },
        reference: result,
      };
    case 'episode':
      return {
        address: episodeAddress(result),
        name: result.title,
        facts: [
          inProse(result.show.title),
          episodeMark(result),
          <Cost key="cost" of={result.costs} />,
        ],
        picture: result.landscape,
        reference: result,
      };
    case 'channel':
      return {
        address: channelAddress(result),
        name: result.title,
        facts: [inProse(result.tagline)],
        picture: result.landscape,
        reference: result,
      };
    case 'category':
      return {
        address: categoryAddress(result),
        name: result.title,
        facts: [inProse(result.channel.title), titlesWords(result.titleCount)],
        picture: result.landscape,
        reference: result,
      };
    case 'genre':
      return {
        address: genreAddress(result),
        name: result.title,
        facts: [titlesWords(result.titleCount)],
      };
    case 'person':
      return {
        address: personAddress(result),
        name: result.name,
        facts: [titlesWords(result.titleCount)],
      };
  }
}
