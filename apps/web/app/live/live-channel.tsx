import type { LiveChannelCard, LiveProgramme } from '@bonisa/contract/live-page-data';
import type { CSSProperties } from 'react';
import { RatingMark } from '../titles/title-facts.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { BackAt, UntilTime } from './live-times.tsx';
import { dayAndTimeWords, timeWords, useOnAir } from './on-air.ts';

export type LiveListing = Omit<LiveChannelCard, 'accent'>;

export function liveListing({ accent: _, ...listing }: LiveChannelCard): LiveListing {
  return listing;
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
        <p className="live-now">
          {next[0] ? (
            <BackAt instant={next[0].startsAt} reference={reference} />
          ) : (
            say('live.off_air')
          )}
        </p>
      )}
      {next.length > 0 ? (
        <dl className="live-next" aria-label={say('live.next')}>
          {next.map((programme) => (
            <div key={programme.startsAt}>
              <dt>
                <time dateTime={programme.startsAt}>
                  {dayAndTimeWords(programme.startsAt, reference)}
                </time>
              </dt>
              <dd lang={proseLanguage()}>{programme.title}</dd>
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
        <span className="live-mark-inline">{say('live.on_now')}</span>
        <span className="text-small text-quiet">
          <time dateTime={programme.startsAt}>{timeWords(programme.startsAt)}</time>{' '}
          <UntilTime instant={programme.endsAt} />
        </span>
        <RatingMark rating={programme.rating} />
      </p>
      <p className="live-title" lang={proseLanguage()}>
        {programme.title}
      </p>
      <p className="mt-0.5 text-quiet" lang={proseLanguage()}>
        {programme.synopsis}
      </p>
      <div
        className="live-progress"
        style={{ '--shown': progress } as CSSProperties}
        aria-hidden="true"
      />
    </div>
  );
}
