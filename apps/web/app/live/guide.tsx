import type { GuidePart, GuideTimes } from '@bonisa/contract/live-page-data';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { BackIcon, BellIcon, ForwardIcon } from '../design/icons.tsx';
import { PageLinks } from '../listing/page-links.tsx';
import { ShowMore, useMore } from '../listing/show-more.tsx';
import { say } from '../words/words.ts';
import { guideAddress } from './guide-addresses.ts';
import { GuideRow, type GuideRowChannel, guideRowChannel } from './guide-row.tsx';
import { dayWords, useTime } from './guide-time.ts';
import { UntilTime } from './live-times.tsx';
import { offAirNow } from './off-air.ts';
import { timeWords } from './on-air.ts';
import { useReminders } from './reminder-bell.tsx';
import { useReturn } from './use-return.ts';

export interface GuideData {
  readonly category: { readonly slug: string } | null;
  readonly times: GuideTimes;
  readonly channels: Omit<GuidePart, 'items'> & { readonly items: readonly GuideRowChannel[] };
}

const HOUR = 3_600_000;

/** The guide: the channels of a window of time, further channels on request. */
export function Guide({ data }: { data: GuideData }) {
  const { times, category, channels } = data;
  const to = (page: number) => guideAddress(category, { from: times.name, page });
  const more = useMore(to(1), channels, (page) => fetchPart(data, page));
  const at = useTime(times.at);
  const [from, until] = [Date.parse(times.from), Date.parse(times.to)];
  const isNow = times.name === null;
  useReturn(isNow && channels.items.some((channel) => offAirNow(channel, at) !== undefined));
  // The same object while nothing changes: a row that is there is not rendered again.
  const shown = useMemo(() => ({ from, to: until, isNow, at }), [from, until, isNow, at]);
  const elapsed = (at - from) / (until - from);
  return (
    <div
      className={isNow ? 'guide guide-now' : 'guide'}
      data-running={(elapsed > 0 && elapsed < 1) || undefined}
      style={{ '--elapsed': Math.round(elapsed * 10_000) / 10_000 } as CSSProperties}
    >
      <Hours from={from} until={until} />
      {more.items.map((channel, index) => (
        <GuideRow
          key={channel.id}
          channel={channel}
          shown={shown}
          isAdded={index >= channels.items.length}
        />
      ))}
      <ShowMore more={more} label={say('guide.more_channels')} />
      <PageLinks page={more.page} lastPage={more.lastPage} to={to} />
    </div>
  );
}

/** The hours above the rows; the programmes say their times themselves. */
function Hours({ from, until }: { from: number; until: number }) {
  const step = HOUR / 2;
  const count = Math.round((until - from) / step);
  return (
    <div className="guide-hours" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => from + index * step).map((time) => (
        <span key={time}>{timeWords(new Date(time).toISOString())}</span>
      ))}
    </div>
  );
}

/** A further page of channels from the content API, which caches hold. */
async function fetchPart({ category, times }: GuideData, page: number) {
  const query = new URLSearchParams({ page: String(page), limit: '20' });
  if (category) query.set('category_slug', category.slug);
  if (times.name) query.set('from', times.name);
  const response = await fetch(`/content/v2/live/guide?${query}`);
  if (!response.ok) throw new Error(`the guide answered ${response.status}`);
  const part = (await response.json()) as Omit<GuidePart, 'items'> & { data: GuidePart['items'] };
  return { items: part.data.map(guideRowChannel), page: part.page, lastPage: part.lastPage };
}

interface TimesNavProps {
  at: string;
  times: GuideTimes;
  /** The address of a window; null: now. */
  to(name: string | null): string;
  /** The first choice, such as `Now`. */
  first: string;
  /** The hour that a chosen day starts with. */
  hour: string;
}

/** Now, the days of the guide, and the way to this device's reminders, as links. */
export function DaysNav({ at, times, to, first, hour }: TimesNavProps) {
  const count = useReminders().length;
  const chosen = times.name?.slice(0, 10);
  return (
    <nav aria-label={say('guide.days')} className="mt-3">
      <ul className="shelf-row">
        <li>
          <Chip to={to(null)} current={times.name === null}>
            {first}
          </Chip>
        </li>
        {times.days.slice(1).map(({ from, name }) => (
          <li key={name}>
            <Chip to={to(`${name.slice(0, 11)}${hour}`)} current={name.slice(0, 10) === chosen}>
              {dayWords(from, at)}
            </Chip>
          </li>
        ))}
        <li>
          <a href="#reminders" className="chip guide-chip">
            <BellIcon width="18" height="18" />
            {say('reminder.list')}
            {count > 0 ? ` ${count}` : ''}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** The windows before and after. */
export function HoursNav({ times, to }: Pick<TimesNavProps, 'times' | 'to'>) {
  return (
    <nav aria-label={say('guide.hours')} className="guide-window">
      {times.earlier ? (
        <Chip to={to(times.earlier)}>
          <BackIcon width="18" height="18" />
          {say('guide.earlier')}
        </Chip>
      ) : (
        <span />
      )}
      <p>
        <time dateTime={times.from}>{timeWords(times.from)}</time> <UntilTime instant={times.to} />
      </p>
      {times.later ? (
        <Chip to={to(times.later)}>
          {say('guide.later')}
          <ForwardIcon width="18" height="18" />
        </Chip>
      ) : (
        <span />
      )}
    </nav>
  );
}

function Chip({
  to,
  current = false,
  children,
}: {
  to: string;
  current?: boolean;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={to}
      preventScrollReset
      className="chip guide-chip"
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </PageLink>
  );
}
