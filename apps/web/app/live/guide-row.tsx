import type { GuideChannel, LiveProgramme } from '@bonisa/contract/live-page-data';
import { type CSSProperties, memo } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { liveChannelAddress } from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import { RatingMark } from '../titles/title-facts.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { UntilTime } from './live-times.tsx';
import { offAirNow } from './off-air.ts';
import { OffAirNote } from './off-air-note.tsx';
import { dayAndTimeWords, timeWords } from './on-air.ts';
import { ReminderBell } from './reminder-bell.tsx';
import { useInReach } from './use-in-reach.ts';
import { WatchLive } from './watch-live.tsx';

/** The data of a channel in the guide; its page has the rest. */
export type GuideRowChannel = Omit<GuideChannel, 'tagline'>;

export function guideRowChannel({ tagline: _, ...row }: GuideChannel): GuideRowChannel {
  return row;
}

/** The shown window; times are milliseconds since 1970. */
export interface Shown {
  readonly from: number;
  readonly to: number;
  /** Whether it is the view of now, which leaves out what has ended. */
  readonly isNow: boolean;
  /** The time to compare with. */
  readonly at: number;
}

interface GuideRowProps {
  channel: GuideRowChannel;
  shown: Shown;
  /** A row that was added to the page: its programmes are there while it is in reach. */
  isAdded?: boolean;
}

/**
 * A live channel: its name, and its programmes as a list or, on a wide screen, along the hours. The
 * name and the way to watch are there in every row; an added row keeps its height while it has no
 * programmes.
 */
export const GuideRow = memo(function GuideRow({ channel, shown, isAdded = false }: GuideRowProps) {
  const [row, reach] = useInReach<HTMLElement>(!isAdded);
  const name = `${channel.slug}-name`;
  return (
    <article
      ref={row}
      className="guide-row"
      id={channel.slug}
      aria-labelledby={name}
      data-empty={reach.isIn ? undefined : ''}
      style={reach.isIn ? undefined : { minHeight: reach.height }}
    >
      <div className="guide-channel">
        <PageLink to={liveChannelAddress(channel)} viewTransition className="guide-channel-link">
          <span className="guide-art" style={{ background: channel.landscape.placeholder }}>
            <Art picture={channel.landscape} sizes="96px" className="tile-art" />
          </span>
          <div>
            <h2 id={name} className="guide-name" lang={proseLanguage()}>
              {channel.title}
            </h2>
            <span className="text-small text-quiet" lang={channel.language.code}>
              {channel.language.name}
            </span>
          </div>
        </PageLink>
        <div className="guide-actions">
          <WatchWhileOn channel={channel} shown={shown} look="quiet" />
        </div>
      </div>
      {reach.isIn ? <Programmes channel={channel} shown={shown} /> : null}
    </article>
  );
});

/** Watch live while the channel is on air, else when it comes back. */
export function WatchWhileOn({
  channel,
  shown,
  look,
}: {
  channel: GuideRowChannel;
  shown: Shown;
  look?: 'quiet';
}) {
  const off = offAirNow(channel, shown.at);
  return off ? (
    <OffAirNote off={off} at={shown.at} />
  ) : (
    <WatchLive channel={channel} hourCosts={channel.hourCosts} {...(look ? { look } : {})} />
  );
}

/** The programmes of a channel in a window, each with its time, its bell, and its progress. */
export function Programmes({
  channel,
  shown,
  withSynopses = false,
}: {
  channel: GuideRowChannel;
  shown: Shown;
  withSynopses?: boolean;
}) {
  const { at, isNow } = shown;
  const listed = isNow
    ? channel.programmes.filter(({ endsAt }) => Date.parse(endsAt) > at)
    : channel.programmes;
  return (
    <>
      {listed.length === 0 ? (
        <p className="guide-off">{isNow ? say('guide.none_yet') : say('guide.none_in_hours')}</p>
      ) : null}
      <ol className="guide-programmes">
        {listed.map((programme) => (
          <Programme
            key={programme.startsAt}
            channel={channel}
            programme={programme}
            shown={shown}
            withSynopsis={withSynopses}
          />
        ))}
      </ol>
    </>
  );
}

function Programme({
  channel,
  programme,
  shown,
  withSynopsis,
}: {
  channel: GuideRowChannel;
  programme: LiveProgramme;
  shown: Shown;
  withSynopsis: boolean;
}) {
  const start = Date.parse(programme.startsAt);
  const end = Date.parse(programme.endsAt);
  const isOn = start <= shown.at && shown.at < end;
  return (
    <li
      className="guide-programme"
      data-on={isOn || undefined}
      data-beyond={start >= shown.to || undefined}
      style={placeOf(start, end, shown)}
    >
      <p className="guide-when">
        {isOn ? <span className="live-mark-inline">{say('live.on_now')}</span> : null}
        <span className="guide-times">
          <time dateTime={programme.startsAt}>
            {isOn
              ? timeWords(programme.startsAt)
              : dayAndTimeWords(programme.startsAt, new Date(Math.max(shown.at, shown.from)))}
          </time>
          <span className={isOn ? undefined : 'guide-until'}>
            {' '}
            <UntilTime instant={programme.endsAt} />
          </span>
        </span>
        {isOn || withSynopsis ? <RatingMark rating={programme.rating} /> : null}
      </p>
      <p className="guide-title" lang={proseLanguage()}>
        {programme.title}
      </p>
      {isOn || withSynopsis ? (
        <p className="guide-synopsis" lang={proseLanguage()}>
          {programme.synopsis}
        </p>
      ) : null}
      {isOn ? <div className="live-progress" aria-hidden="true" /> : null}
      {start > shown.at ? <ReminderBell channel={channel} programme={programme} /> : null}
    </li>
  );
}

/** The programme's place along the hours, and its elapsed share, for the style sheet. */
function placeOf(start: number, end: number, { from, to, at }: Shown): CSSProperties {
  const share = (time: number) => (Math.min(Math.max(time, from), to) - from) / (to - from);
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    '--start': round(share(start)),
    '--span': round(share(end) - share(start)),
    ...(start <= at && at < end ? { '--shown': round((at - start) / (end - start)) } : {}),
  } as CSSProperties;
}
