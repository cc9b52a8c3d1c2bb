import type { LiveCategoryCard } from '@bonisa/contract/live-page-data';
import type { PageHandle } from '@bonisa/contract/page-query';
import type { MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { PageLink } from '../browser/page-link.tsx';
import { StepBand } from '../design/step-band.tsx';
import { DaysNav, Guide, HoursNav } from '../live/guide.tsx';
import { guideAddress } from '../live/guide-addresses.ts';
import { guideRowChannel } from '../live/guide-row.tsx';
import { type LiveListing, liveListing, Programme } from '../live/live-channel.tsx';
import { useOnAir } from '../live/on-air.ts';
import { ReminderList } from '../live/reminder-list.tsx';
import { WatchLive } from '../live/watch-live.tsx';
import { pageData } from '../page-context.ts';
import { breadcrumbs } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { liveAddress } from '../titles/addresses.ts';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import { inOwnName, inProse, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/live.route.ts';

export const handle: PageHandle = { query: ['page', 'from'] };

/** The live section: what each channel shows now and next, or in a window of a coming day. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = await pageData(context).live({
    category: params.category,
    from: url.searchParams.get('from') ?? undefined,
    page: Number(url.searchParams.get('page') ?? 1),
  });
  if (!page || page.channels.page > page.channels.lastPage)
    throw new Response(null, { status: 404 });
  // Each channel has its own costs, the same as on its page.
  const { header, channels, hourCosts: _, ...rest } = page;
  return {
    ...rest,
    header: header && { ...liveListing(header), headline: header.headline, hero: header.hero },
    channels: { ...channels, items: channels.items.map(guideRowChannel) },
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { category, header, times, channels } = loaderData;
  return [
    ...pageMeta(matches, {
      title: category ? say('live.category', { category: ownName(category) }) : say('guide.title'),
      description: say('guide.description'),
      path: guideAddress(category, { from: times.name, page: channels.page }),
      noindex: times.name !== null,
    }),
    ...(heroPreloads(header?.hero) as MetaDescriptor[]),
  ];
};

export default function Live({ loaderData }: Route.ComponentProps) {
  const { categories, category, channels, times } = loaderData;
  const site = useSite();
  const crumbs = [
    { name: 'Live', path: liveAddress() },
    ...(category ? [{ name: category.title, path: liveAddress(category) }] : []),
  ];
  const to = (from: string | null) => guideAddress(category, { from });
  return (
    <>
      <Head loaderData={loaderData} />
      <Categories categories={categories} shown={category} />
      {channels.total > 0 ? (
        <>
          <DaysNav
            at={times.at}
            times={times}
            to={to}
            first={say('live.now')}
            hour={hourOf(times)}
          />
          <HoursNav times={times} to={to} />
          <Guide key={`${to(times.name)} ${channels.page}`} data={loaderData} />
          <ReminderList at={times.at} />
        </>
      ) : (
        <div className="page-column">
          <StepBand className="mb-8" />
          <h2 className="text-heading">{say('guide.empty')}</h2>
          <p className="mt-2 text-quiet">{say('guide.empty.help')}</p>
        </div>
      )}
      <StructuredData nodes={import.meta.env.SSR ? [breadcrumbs(site, crumbs)] : undefined} />
    </>
  );
}

function Head({ loaderData: { header, category } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const title = category
    ? say('live.category', { category: ownName(category) })
    : say('live.heading');
  if (!header) return <h1 className="page-title">{title}</h1>;
  return (
    <PageHero
      hero={header.hero}
      eyebrow={
        <>
          {inProse(header.headline)}
          <br />
          {inProse(header.title)}
        </>
      }
      title={title}
      size="list"
    >
      <div className="live-header">
        <Programme channel={header} />
        <WatchHeader header={header} />
      </div>
    </PageHero>
  );
}

/** Its programme says when a header that is off air comes back. */
function WatchHeader({ header }: { header: LiveListing }) {
  return useOnAir(header).now ? (
    <div className="hero-actions">
      <WatchLive channel={header} hourCosts={header.hourCosts} />
    </div>
  ) : null;
}

/** The hour of the window that a chosen day starts with: the same one as now. */
function hourOf({ name, windowOfNow }: { name: string | null; windowOfNow: string }): string {
  return (name ?? windowOfNow).slice(11);
}

function Categories({
  categories,
  shown,
}: {
  categories: readonly LiveCategoryCard[];
  shown: LiveCategoryCard | null;
}) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={say('live.categories')} className="mt-5">
      <ul className="shelf-row">
        {[undefined, ...categories].map((category) => (
          <li key={category?.id ?? 0}>
            <PageLink
              to={liveAddress(category)}
              preventScrollReset
              className="chip"
              aria-current={category?.id === shown?.id ? 'page' : undefined}
            >
              {category ? inOwnName(category) : say('title.all')}
              {category?.onAirCount === 0 ? (
                <span className={category.id === shown?.id ? undefined : 'text-quiet'}>
                  {'\u00a0· '}
                  {say('live.off_air')}
                </span>
              ) : null}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.live_category')} />;
}
