import type { LiveChannelCard, LiveProgramme } from '@bonisa/contract/live-page-data';
import type { CSSProperties } from 'react';
import { Art } from '../titles/art.tsx';
import { RatingMark } from '../titles/title-facts.tsx';
import { dayAndTimeWords, timeWords, useOnAir } from './on-air.ts';

export type LiveListing = Omit<LiveChannelCard, 'accent'>;

export function liveListing({ accent: _, ...listing }: LiveChannelCard): LiveListing {
  return listing;
}

/** A live channel with its current programme and the next ones. */
export function LiveChannel({ channel }: { channel: LiveListing }) {
  return (
    <article
      className="live-channel sheet"
      id={channel.slug}
      aria-labelledby={`${channel.slug}-name`}
    >
      <div className="live-channel-head">
        <div className="live-channel-art" style={{ background: channel.landscape.placeholder }}>
          <Art
            picture={channel.landscape}
            sizes="(min-width: 48rem) 176px, 128px"
            className="tile-art"
          />
        </div>
        <div>
          <h2 id={`${channel.slug}-name`} className="text-heading">
            {channel.title}
          </h2>
          <p className="mt-1 text-small text-quiet">{channel.tagline}</p>
          <p className="mt-1 text-small text-quiet" lang={channel.language.code}>
            {channel.language.name}
          </p>
        </div>
      </div>
      <Programme channel={channel} />
    </article>
  );
}

/** The current programme with its progress bar, and the next programmes with their times. */
export function Programme({ channel }: { channel: Pick<LiveListing, 'now' | 'next'> }) {
  const { now, next, progress, at } = useOnAir(channel);
  const reference = at ?? now?.startsAt ?? next[0]?.startsAt ?? '';
  return (
    <>
      {now ? (
        <OnNow programme={now} progress={progress} />
      ) : (
        <p className="live-now">Off air at the moment.</p>
      )}
      {next.length > 0 ? (
        <dl className="live-next" aria-label="Next">
          {next.map((programme) => (
            <div key={programme.startsAt}>
              <dt>
                <time dateTime={programme.startsAt}>
                  {dayAndTimeWords(programme.startsAt, reference)}
                </time>
              </dt>
              <dd>{programme.title}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}

function OnNow({ programme, progress }: { programme: LiveProgramme; progress: number }) {
  return (
    <div className="live-now">
      <p className="live-now-line">
        <span className="live-mark-inline">On now</span>
        <span className="text-small text-quiet">
          <time dateTime={programme.startsAt}>{timeWords(programme.startsAt)}</time>
          {' to '}
          <time dateTime={programme.endsAt}>{timeWords(programme.endsAt)}</time>
        </span>
        <RatingMark rating={programme.rating} />
      </p>
      <p className="live-title">{programme.title}</p>
      <p className="mt-0.5 text-quiet">{programme.synopsis}</p>
      <div
        className="live-progress"
        style={{ '--shown': progress } as CSSProperties}
        aria-hidden="true"
      />
    </div>
  );
}
