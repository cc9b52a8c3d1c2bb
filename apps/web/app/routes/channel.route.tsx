import type { ChannelPage } from '@bonisa/contract/page-data';
import type { MetaDescriptor } from 'react-router';
import { pageData, siteConfig } from '../page-context.ts';
import { HeroArt } from '../titles/art.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { Shelf } from '../titles/shelf.tsx';
import { TitleTile } from '../titles/title-tile.tsx';
import type { Route } from './+types/channel.route.ts';

/** One channel: what it is, its titles by kind, and all of them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).channel(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  return { page, site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Channel not found' }, { name: 'robots', content: 'noindex' }];
  const { page, site } = loaderData;
  return [
    { title: `${page.title} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: `${site}/channel/${page.slug}` },
    ...(heroPreloads(page.hero) as MetaDescriptor[]),
  ];
};

export default function Channel({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <>
      <div className="hero-slide channel-head" style={{ background: page.hero.tall.placeholder }}>
        <HeroArt hero={page.hero} eager />
        <div className="hero-text">
          <p className="hero-eyebrow">Channel · {page.titleCount === 1 ? '1 title' : `${page.titleCount} titles`}</p>
          <h1 className="hero-title">{page.title}</h1>
          <p className="mt-3 max-w-[34rem]">{page.description}</p>
        </div>
      </div>
      {page.shelves.map((shelf) => (
        <Shelf key={shelf.id} anchor={shelf.slug} title={shelf.title} format={shelf.format} items={shelf.items} />
      ))}
      {byCategory(page).map(({ category, titles }) => (
        <Shelf key={category.id} anchor={category.slug} title={category.title} format="poster" items={titles} />
      ))}
      <section className="mt-8">
        <div className="shelf-head">
          <h2 className="text-heading">Everything on {page.title}</h2>
        </div>
        <ul className="title-grid">
          {page.titles.map((title) => (
            <li key={title.id}>
              <TitleTile title={title} format="poster" />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The channel's titles by kind; a kind that a shelf already shows is not shown twice. */
function byCategory(page: ChannelPage) {
  const shown = new Set(page.shelves.map((shelf) => shelf.slug));
  return page.categories
    .filter((category) => !shown.has(category.slug))
    .map((category) => ({ category, titles: page.titles.filter((title) => title.genre === category.title) }))
    .filter(({ titles }) => titles.length > 0);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what="this channel" />;
}
