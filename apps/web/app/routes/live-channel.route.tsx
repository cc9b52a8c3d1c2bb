import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import type { WatchHandle } from '../layouts/player-place.tsx';
import { DaysNav } from '../live/guide.tsx';
import { channelDayAddress } from '../live/guide-addresses.ts';
import { guideRowChannel, Programmes, WatchWhileOn } from '../live/guide-row.tsx';
import { useTime } from '../live/guide-time.ts';
import { HourCosts } from '../live/hour-costs.tsx';
import { type LiveHere, LiveHost } from '../live/live-host.tsx';
import { LivePlace } from '../live/live-place.tsx';
import { offAirNow } from '../live/off-air.ts';
import { ReminderList } from '../live/reminder-list.tsx';
import { useReturn } from '../live/use-return.ts';
import { pageData } from '../page-context.ts';
import { breadcrumbs } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { liveAddress, liveChannelAddress } from '../titles/addresses.ts';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/live-channel.route.ts';

/** A live channel: what is on, and its day. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const from = url.searchParams.get('from') ?? undefined;
  const page = await pageData(context).liveChannel(params.category, params.channel, { from });
  if (!page) throw new Response(null, { status: 404 });
  const { tagline, description, hero } = page.channel;
  const { id, slug, title, category, language, landscape, hourCosts, programmes, near } =
    guideRowChannel(page.channel);
  return {
    channel: { id, slug, title, category, language, landscape, hourCosts, programmes, near },
    facts: { tagline, description, hero },
    times: page.times,
  };
}

type Loaded = Route.ComponentProps['loaderData'];

/** For the layout, which has the player, and for the server's cache of pages. */
export const handle: WatchHandle<Loaded, LiveHere> = {
  Player: LiveHost,
  itemOf: ({ channel, times: { at } }) => ({ ...channel, at }),
  query: ['from'],
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { channel, facts, times } = loaderData;
  return [
    ...pageMeta(matches, {
      title: say('live.channel.title', { channel: channel.title }),
      description: say('live.channel.description', { tagline: facts.tagline }),
      path: channelDayAddress(channel, times.name),
      noindex: times.name !== null,
    }),
    ...(heroPreloads(facts.hero) as MetaDescriptor[]),
  ];
};

export default function LiveChannel({ loaderData }: Route.ComponentProps) {
  const { channel, facts, times } = loaderData;
  const site = useSite();
  const at = useTime(times.at);
  const isOffAir = offAirNow(channel, at) !== undefined;
  useReturn(isOffAir);
  const shown = {
    from: Date.parse(times.from),
    to: Date.parse(times.to),
    isNow: times.name === null,
    at,
  };
  const crumbs = [
    { name: 'Live', path: liveAddress() },
    { name: channel.category.title, path: liveAddress(channel.category) },
    { name: channel.title, path: liveChannelAddress(channel) },
  ];
  return (
    <>
      <LivePlace channel={channel} isOffAir={isOffAir}>
        <PageHero
          hero={facts.hero}
          eyebrow={
            <Link to={liveAddress(channel.category)}>
              {say('live.category', { category: channel.category.title })}
            </Link>
          }
          title={channel.title}
          lang={proseLanguage()}
          size="list"
        >
          <p className="mt-2 max-w-[34rem]" lang={proseLanguage()}>
            {facts.description}
          </p>
          <div className="hero-actions guide-actions">
            <WatchWhileOn channel={channel} shown={shown} />
          </div>
        </PageHero>
      </LivePlace>
      <HourCosts costs={channel.hourCosts} />
      <DaysNav
        at={times.at}
        times={times}
        to={(name) => channelDayAddress(channel, name)}
        first={say('date.today')}
        hour="00"
      />
      <div className="guide-day">
        <Programmes channel={channel} shown={shown} withSynopses />
      </div>
      <ReminderList at={times.at} />
      <StructuredData nodes={import.meta.env.SSR ? [breadcrumbs(site, crumbs)] : undefined} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.live_channel')} />;
}
