import type { LiveChannelCard, LiveProgramme } from '@bonisa/contract/live-page-data';
import type { CSSProperties } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { MinuteCost } from '../data/cost.tsx';
import { liveChannelAddress } from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { dayAndTimeWords, timeWords, useOnAir } from './on-air.ts';

type Announced = Pick<LiveProgramme, 'title' | 'startsAt' | 'endsAt'>;

/** The data of a live channel's tile. */
export interface LiveTileCard
  extends Pick<LiveChannelCard, 'id' | 'slug' | 'title' | 'category' | 'landscape' | 'hourCosts'> {
  readonly now: Announced | null;
  readonly next: readonly Announced[];
}

export function liveTile(card: LiveChannelCard): LiveTileCard {
  const { id, slug, title, category, landscape, hourCosts, now, next } = card;
  return {
    id,
    slug,
    title,
    category,
    landscape,
    hourCosts,
    now: now && announced(now),
    next: next.map(announced),
  };
}

function announced({ title, startsAt, endsAt }: LiveProgramme): Announced {
  return { title, startsAt, endsAt };
}

/**
 * A live channel's tile: the current programme, its end and its progress. Links to the full
 * programme.
 */
export function LiveTile({
  channel,
  withCost = false,
}: {
  channel: LiveTileCard;
  /** Says what a minute costs at the viewer's choice. */
  withCost?: boolean;
}) {
  const { now, next, progress, at } = useOnAir(channel);
  const [soonest] = next;
  const address = liveChannelAddress(channel);
  return (
    <div className="tile tile-landscape">
      <PageLink to={now ? `${address}?play=1` : address} viewTransition className="tile-link">
        <span className="tile-frame" style={{ background: channel.landscape.placeholder }}>
          <Art
            picture={channel.landscape}
            sizes="(min-width:70rem) 300px,(min-width:48rem) 270px,212px"
            className="tile-art"
          />
          {now ? (
            <>
              <span className="live-mark">{say('live.mark')}</span>
              <span
                className="live-bar"
                data-airing={import.meta.env.SSR ? `${now.startsAt} ${now.endsAt}` : undefined}
                style={{ '--shown': progress } as CSSProperties}
              />
            </>
          ) : null}
        </span>
        <span className="tile-name" lang={proseLanguage()}>
          {now?.title ?? channel.title}
        </span>
        <span
          className="tile-note"
          // What begins is as good as over: what the tile says of it is.
          data-airing={
            import.meta.env.SSR && !now && soonest
              ? `${soonest.startsAt} ${soonest.startsAt}`
              : undefined
          }
        >
          {now
            ? say('live.until', { channel: channel.title, time: timeWords(now.endsAt) })
            : soonest
              ? say('live.back_with', {
                  time: dayAndTimeWords(soonest.startsAt, at ?? soonest.startsAt),
                  programme: soonest.title,
                })
              : say('live.off_air')}
          {withCost && channel.hourCosts ? (
            <>
              {' · '}
              <MinuteCost of={channel.hourCosts} />
            </>
          ) : null}
        </span>
      </PageLink>
    </div>
  );
}
