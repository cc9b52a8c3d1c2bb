import type { MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { pageData } from '../page-context.ts';
import { channelNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { channelAddress } from '../titles/addresses.ts';
import { CategoryTile } from '../titles/category-tile.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import { Row, Shelf } from '../titles/shelf.tsx';
import { categoryTile, leanShelf, posterTile } from '../titles/tile.ts';
import { TitleGrid } from '../titles/title-tile.tsx';
import { titlesWords } from '../titles/title-words.ts';
import { ListButton } from '../viewer/list-button.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { nameLanguage, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/channel.route.ts';

/** A channel: its description, carousels, categories and titles. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).channel(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  const {
    id,
    slug,
    title,
    tagline,
    description,
    titleCount,
    hero,
    shareImage,
    shelves,
    categories,
    titles,
  } = page;
  return {
    channel: {
      kind: 'channel' as const,
      id,
      slug,
      title,
      tagline,
      description,
      titleCount,
      hero,
      shareImage,
    },
    shelves: shelves.map(leanShelf),
    categories: categories.map(categoryTile),
    titles: titles.map(posterTile),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { title, tagline, description, hero, shareImage, ...channel } = loaderData.channel;
  return [
    ...pageMeta(matches, {
      title: `${title}: ${tagline}`,
      description,
      path: channelAddress(channel),
      image: shareImage,
    }),
    ...(heroPreloads(hero) as MetaDescriptor[]),
  ];
};

export default function Channel({
  loaderData: { channel, shelves, categories, titles },
}: Route.ComponentProps) {
  const site = useSite();
  return (
    <>
      <PageHero
        hero={channel.hero}
        eyebrow={`${say('title.channel')} · ${titlesWords(channel.titleCount)}`}
        title={channel.title}
        lang={proseLanguage()}
        size="title"
      >
        <p className="mt-3 max-w-[34rem]" lang={proseLanguage()}>
          {channel.description}
        </p>
        <div className="hero-actions">
          <ListButton reference={channel} title={channel.title} />
        </div>
      </PageHero>
      {shelves.map((shelf) => (
        <Shelf
          key={shelf.id}
          anchor={shelf.slug}
          {...shelf}
          title={ownName(shelf)}
          lang={nameLanguage(shelf)}
        />
      ))}
      {categories.length > 0 ? (
        <Row title={say('title.categories')} anchor="categories">
          {categories.map((category) => (
            <li key={category.id}>
              <CategoryTile category={category} />
            </li>
          ))}
        </Row>
      ) : null}
      <section className="shelf" id="titles">
        <div className="shelf-head">
          <h2 className="text-heading">{say('listing.titles_on', { channel: channel.title })}</h2>
        </div>
        <TitleGrid titles={titles} />
      </section>
      <StructuredData
        nodes={import.meta.env.SSR ? channelNodes(site, channel, titles) : undefined}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.channel')} />;
}
