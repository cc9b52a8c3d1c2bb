import type { PageHandle } from '@bonisa/contract/page-query';
import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { Cost } from '../data/cost.tsx';
import { EpisodeList } from '../episodes/episode-list.tsx';
import { SeasonTabs } from '../episodes/season-tabs.tsx';
import { pageData } from '../page-context.ts';
import { showNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { AboutTitle } from '../titles/about-title.tsx';
import { channelAddress, titleAddress } from '../titles/addresses.ts';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import { PricePanel } from '../titles/price-panel.tsx';
import { Shelf } from '../titles/shelf.tsx';
import { episodeRow, posterTile } from '../titles/tile.ts';
import { TitleFacts } from '../titles/title-facts.tsx';
import { ListButton } from '../viewer/list-button.tsx';
import { WatchShow } from '../watch/watch-show.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { inProse } from '../words/prose.tsx';
import { say, sayWith } from '../words/words.ts';
import type { Route } from './+types/show.route.ts';

export const handle: PageHandle = { query: ['season'] };

/** A show: its facts, its seasons, the episodes of one season, and similar titles. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('season');
  const page = await pageData(context).show(params.slug, {
    season: asked === null ? undefined : Number(asked),
  });
  if (!page) throw new Response(null, { status: 404 });
  const {
    poster: _poster,
    landscape: _landscape,
    accent: _accent,
    episodes,
    similar,
    ...show
  } = page;
  return { show, episodes: episodes.map(episodeRow), similar: similar.map(posterTile) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { show } = loaderData;
  return [
    ...pageMeta(matches, {
      title: show.title,
      description: show.synopsis,
      path: titleAddress(show),
      image: show.shareImage,
      type: 'video.tv_show',
    }),
    ...(heroPreloads(show.hero) as MetaDescriptor[]),
  ];
};

export default function Show({ loaderData: { show, episodes, similar } }: Route.ComponentProps) {
  const site = useSite();
  const { season, seasons } = show;
  const [first] = episodes;
  return (
    <>
      <PageHero
        hero={show.hero}
        eyebrow={
          <Link to={channelAddress(show.channel)} lang={proseLanguage()}>
            {show.channel.title}
          </Link>
        }
        title={show.title}
        lang={proseLanguage()}
        size="title"
      >
        <TitleFacts title={show} links className="mt-3" />
        <p className="page-hero-synopsis" lang={proseLanguage()}>
          {show.synopsis}
        </p>
        <div className="hero-actions">
          {first ? <WatchShow show={show} first={first} /> : null}
          <ListButton reference={show} title={show.title} />
          <ShareButton title={show.title} path={titleAddress(show)} />
        </div>
      </PageHero>
      <div className="show-columns">
        <div className="show-episodes">
          <SeasonTabs show={show} seasons={seasons} shown={season} />
          <EpisodeList
            key={season.id}
            title={inProse(season.title)}
            season={season}
            episodes={episodes}
          />
        </div>
        <div className="show-about">
          <AboutTitle title={show.title} genre={show.genre} facts={show} />
          <div className="show-price">
            <p className="text-small text-quiet">
              {sayWith('title.episode_cost', { cost: () => <Cost of={show.costs} /> })}
            </p>
            <PricePanel />
          </div>
        </div>
      </div>
      {similar.length > 0 ? (
        <Shelf title={say('title.similar')} format="poster" items={similar} />
      ) : null}
      <StructuredData nodes={import.meta.env.SSR ? showNodes(site, show) : undefined} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.show')} />;
}
