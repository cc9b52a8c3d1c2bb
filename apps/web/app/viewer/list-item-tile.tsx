import type { ReactNode } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { CloseIcon } from '../design/icons.tsx';
import {
  categoryAddress,
  channelAddress,
  episodeAddress,
  titleAddress,
} from '../titles/addresses.ts';
import { Art, namePictureTransition } from '../titles/art.tsx';
import { durationWords, episodeMark, episodesWords, titlesWords } from '../titles/title-words.ts';
import { inOwnName, inProse } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { ListItem } from './list-page.store.ts';
import { ProgressBar } from './progress-bar.tsx';

/** An entity of any kind on the list, with a button to remove it. */
export function ListItemTile({ item, onRemove }: { item: ListItem; onRemove(): void }) {
  return (
    <div className="tile tile-listed">
      <PageLink
        to={addressOf(item)}
        viewTransition
        className="tile-link"
        onClick={namePictureTransition}
      >
        <span className="tile-frame" style={{ background: item.landscape.placeholder }}>
          <Art
            picture={item.landscape}
            sizes="(min-width: 70rem) 280px, (min-width: 48rem) 30vw, 45vw"
            className="tile-art"
          />
          <ProgressBar reference={item} />
        </span>
        <span className="tile-name">
          {item.kind === 'category' ? inOwnName(item) : inProse(item.title)}
        </span>
        <span className="tile-note">
          {'watched' in item && item.watched ? `${say('list.watched')} · ` : ''}
          {noteOf(item)}
        </span>
      </PageLink>
      <button
        type="button"
        className="list-mark list-mark-shown"
        aria-label={say('list.remove', { title: item.title })}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

function addressOf(item: ListItem): string {
  switch (item.kind) {
    case 'episode':
      return episodeAddress(item);
    case 'channel':
      return channelAddress(item);
    case 'category':
      return categoryAddress(item);
    default:
      return titleAddress(item);
  }
}

function noteOf(item: ListItem): ReactNode {
  switch (item.kind) {
    case 'video':
      return inOwnName(item.genre, ` · ${durationWords(item.durationSeconds)}`);
    case 'show':
      return inOwnName(item.genre, ` · ${episodesWords(item.episodeCount)}`);
    case 'episode':
      return inProse(item.show.title, ` · ${episodeMark(item)}`);
    case 'channel':
      return `${say('title.channel')} · ${titlesWords(item.titleCount)}`;
    case 'category':
      return inProse(item.channel.title, ` · ${titlesWords(item.titleCount)}`);
  }
}
