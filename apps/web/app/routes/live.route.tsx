import type { LiveCategoryCard } from '@bonisa/contract/live-page-data';
import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { onIntent } from '../browser/prefetch.ts';
import { Notice } from '../design/notice.tsx';
import { StepBand } from '../design/step-band.tsx';
import { LiveChannel, liveListing, Programme } from '../live/live-channel.tsx';
import { pageData } from '../page-context.ts';
import { breadcrumbs } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { liveAddress } from '../titles/addresses.ts';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import type { Route } from './+types/live.route.ts';

/** The live section: the current programme of each channel and the next ones. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).live(params.category);
  if (!page) throw new Response(null, { status: 404 });
  const { header, categories, category, channels } = page;
  return {
    header: header && { ...liveListing(header), headline: header.headline, hero: header.hero },
    categories,
    category,
    channels: channels.map(liveListing),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta('Live category');
  const { category, header } = loaderData;
  return [
    ...pageMeta(matches, {
      title: category ? `Live: ${category.title}` : 'Live: what is on now',
      description:
        'What is on now on each live channel and what starts next, in South African time.',
      path: liveAddress(category ?? undefined),
    }),
    ...(heroPreloads(header?.hero) as MetaDescriptor[]),
  ];
};

export default function Live({
  loaderData: { header, categories, category, channels },
}: Route.ComponentProps) {
  const site = useSite();
  const crumbs = [
    { name: 'Live', path: liveAddress() },
    ...(category ? [{ name: category.title, path: liveAddress(category) }] : []),
  ];
  return (
    <>
      {header ? (
        <PageHero
          hero={header.hero}
          eyebrow={`${header.headline} · ${header.title}`}
          title={category ? `Live: ${category.title}` : 'Live'}
          size="list"
        >
          <div className="live-header">
            <Programme channel={header} />
          </div>
        </PageHero>
      ) : (
        <h1 className="page-title">{category ? `Live: ${category.title}` : 'Live'}</h1>
      )}
      <div className="px-(--edge) mt-4 max-w-[46rem]">
        <Notice>
          Live playback is coming. Until then you see here what is on and what starts next, in South
          African time.
        </Notice>
      </div>
      <Categories categories={categories} shown={category} />
      {channels.length > 0 ? (
        <div className="live-grid">
          {channels.map((channel) => (
            <LiveChannel key={channel.id} channel={channel} />
          ))}
        </div>
      ) : (
        <div className="page-column">
          <StepBand className="mb-8" />
          <h2 className="text-heading">Nothing is planned here yet</h2>
          <p className="mt-2 text-quiet">
            The first live channels are being prepared. Everything else can be watched at any time.
          </p>
        </div>
      )}
      <StructuredData nodes={import.meta.env.SSR ? [breadcrumbs(site, crumbs)] : undefined} />
    </>
  );
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
    <nav aria-label="Live categories" className="mt-5">
      <ul className="shelf-row">
        {[undefined, ...categories].map((category) => (
          <li key={category?.id ?? 0}>
            <Link
              to={liveAddress(category)}
              prefetch={onIntent()}
              preventScrollReset
              className="chip"
              aria-current={category?.id === shown?.id ? 'page' : undefined}
            >
              {category?.title ?? 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what="this live category" />;
}
