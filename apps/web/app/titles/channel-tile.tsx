import { PageLink } from '../browser/page-link.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { channelAddress } from './addresses.ts';
import { Art } from './art.tsx';
import type { ChannelTileCard } from './tile.ts';
import { titlesWords } from './title-words.ts';

interface ChannelTileProps {
  channel: ChannelTileCard;
  large?: boolean;
  /** On the first screen: its picture loads at once. */
  first?: boolean;
}

/** A channel's tile: its picture, tagline and number of titles. */
export function ChannelTile({ channel, large = false, first = false }: ChannelTileProps) {
  const sizes = large
    ? '(min-width:70rem) 24vw,(min-width:48rem) 45vw,90vw'
    : '(min-width:70rem) 300px,(min-width:48rem) 270px,212px';
  return (
    <div className={large ? 'tile tile-large' : 'tile tile-landscape'}>
      <PageLink to={channelAddress(channel)} viewTransition className="tile-link">
        <span className="tile-frame" style={{ background: channel.landscape.placeholder }}>
          <Art picture={channel.landscape} sizes={sizes} eager={first} className="tile-art" />
        </span>
        <span className="tile-name" lang={proseLanguage()}>
          {channel.title}
        </span>
        {large ? (
          <span className="tile-note" lang={proseLanguage()}>
            {channel.tagline}
          </span>
        ) : null}
        <span className="tile-note">{titlesWords(channel.titleCount)}</span>
      </PageLink>
    </div>
  );
}
