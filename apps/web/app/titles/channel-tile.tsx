import type { ChannelCard } from '@bonisa/contract/page-data';
import { Link } from 'react-router';
import { Art } from './art.tsx';

/** A channel as a tile: its picture, what it is, how much there is. */
export function ChannelTile({ channel, large = false }: { channel: ChannelCard; large?: boolean }) {
  const sizes = large ? '(min-width: 70rem) 380px, (min-width: 48rem) 45vw, 90vw' : '(min-width: 70rem) 300px, (min-width: 48rem) 270px, 212px';
  return (
    <Link to={`/channel/${channel.slug}`} prefetch="intent" viewTransition className={large ? 'tile tile-large' : 'tile tile-landscape'}>
      <span className="tile-frame" style={{ background: channel.landscape.placeholder }}>
        <Art picture={channel.landscape} sizes={sizes} className="tile-art" />
      </span>
      <span className="tile-name">{channel.title}</span>
      <span className="tile-note">
        {large ? `${channel.tagline} · ` : ''}
        {channel.titleCount === 1 ? '1 title' : `${channel.titleCount} titles`}
      </span>
    </Link>
  );
}
