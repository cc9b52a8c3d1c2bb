import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import type { WatchHandle } from '../layouts/player-place.tsx';
import { DaysNav } from '../live/guide.tsx';
import { channelDayAddress } from '../live/guide-addresses.ts';
import { guideRowChannel, Programmes } from '../live/guide-row.tsx';
import { useTime } from '../live/guide-time.ts';
import { HourCosts } from '../live/hour-costs.tsx';
import { hasTurned, offAirNow } from '../live/off-air.ts';
import { OffAirNote } from '../live/off-air-note.tsx';
import { ReminderList } from '../live/reminder-list.tsx';
import { useReturn } from '../live/use-return.ts';
import { pageData } from '../page-context.ts';
import { PlayerHost } from '../player/player-host.tsx';
import { breadcrumbs } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { liveAddress, liveChannelAddress } from '../titles/addresses.ts';
import { scenePreload } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import { WatchChannel } from '../watch/watch-channel.tsx';
import { WatchScreen } from '../watch/watch-screen.tsx';
import type { LiveChannel as LiveItem } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { ownName } from '../words/prose.tsx';
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
    facts: { tagline, description },
    scene: hero.wide,
    times: page.times,
  };
}

type Loaded = Route.ComponentProps['loaderData'];

/** By the server's clock, for the page and its player alike. */
const offAirOf = ({ channel, times }: Loaded) => offAirNow(channel, Date.parse(times.at));

const itemOf = (loaded: Loaded): LiveItem => ({
  kind: 'live',
  id: loaded.channel.id,
  slug: loaded.channel.slug,
  title: loaded.channel.title,
  address: liveChannelAddress(loaded.channel),
  costs: loaded.channel.hourCosts ?? [],
  scene: loaded.scene,
  isOffAir: offAirOf(loaded) !== undefined,
});

/** For the layout, which has the player, and for the server's cache of pages. */
export const handle: WatchHandle<Loaded> = { Player: PlayerHost, itemOf, query: ['from', 'play'] };

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  if (!loaderData) return missingMeta();
  const { channel, facts, scene, times } = loaderData;
  return [
    ...pageMeta(matches, {
      title: say('live.channel.title', { channel: channel.title }),
      description: say('live.channel.description', { tagline: facts.tagline }),
      path: channelDayAddress(channel, times.name),
      noindex: times.name !== null,
    }),
    ...(startsPlaying(location) ? [] : [scenePreload(scene) as unknown as MetaDescriptor]),
  ];
};

export default function LiveChannel({ loaderData }: Route.ComponentProps) {
  const { channel, facts, times } = loaderData;
  const site = useSite();
  const at = useTime(times.at);
  const off = offAirOf(loaderData);
  useReturn(off !== undefined, hasTurned(channel, Date.parse(times.at), at));
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
      <WatchScreen
        key={channel.slug}
        watch={off ? <OffAirNote off={off} at={at} /> : <WatchChannel item={itemOf(loaderData)} />}
        head={
          <>
            <p className="watch-show">
              <Link to={liveAddress(channel.category)} className="text-link">
                {say('live.category', { category: ownName(channel.category) })}
              </Link>
            </p>
            <h1 className="text-title mt-1" lang={proseLanguage()}>
              {channel.title}
            </h1>
          </>
        }
        synopsis={facts.description}
      />
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
