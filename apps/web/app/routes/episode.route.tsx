import type { EpisodeCard } from '@bonisa/contract/page-data';
import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { EpisodeList } from '../episodes/episode-list.tsx';
import type { WatchHandle } from '../layouts/player-place.tsx';
import { pageData } from '../page-context.ts';
import { PlayerHost } from '../player/player-host.tsx';
import { episodeNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { AboutTitle } from '../titles/about-title.tsx';
import { episodeAddress, seasonAddress, titleAddress } from '../titles/addresses.ts';
import { scenePreload } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { Shelf } from '../titles/shelf.tsx';
import { episodeRow, posterTile } from '../titles/tile.ts';
import { TitleFacts } from '../titles/title-facts.tsx';
import { episodeMark, episodePlaceWords } from '../titles/title-words.ts';
import { ListButton } from '../viewer/list-button.tsx';
import { Neighbours } from '../watch/next-episode.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import { WatchAction, WatchScreen } from '../watch/watch-screen.tsx';
import type { Watchable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/episode.route.ts';

/** An episode with its player and the other episodes of its season. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).episode(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  const { accent: _accent, hero, episodes, seasons, similar, previous, next, ...episode } = page;
  return {
    episode: { ...episode, scene: hero.wide },
    previous: previous && neighbour(previous),
    next: next && neighbour(next),
    season: seasons.find(({ id }) => id === episode.season.id),
    episodes: episodes.map(episodeRow),
    similar: similar.map(posterTile),
  };
}

function neighbour({ show: _, kind: _kind, synopsis: _synopsis, ...card }: EpisodeCard) {
  return card;
}

type Loaded = Route.ComponentProps['loaderData'];

const itemOf = ({ episode, previous, next, similar }: Loaded): Watchable => ({
  ...episode,
  show: episode.show.slug,
  mark: episodeMark(episode),
  showTitle: episode.show.title,
  address: episodeAddress(episode),
  next,
  previous,
  suggestions: similar.slice(0, 3),
});

/** For the layout, which has the player, and for the server's cache of pages. */
export const handle: WatchHandle<Loaded> = { Player: PlayerHost, itemOf, query: ['play'] };

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  if (!loaderData) return missingMeta();
  const { episode } = loaderData;
  return [
    ...pageMeta(matches, {
      title: `${episode.show.title}: ${episode.title} (${episodePlaceWords(episode)})`,
      description: episode.synopsis,
      path: episodeAddress(episode),
      image: episode.shareImage,
      type: 'video.episode',
    }),
    ...(startsPlaying(location) ? [] : [scenePreload(episode.scene) as unknown as MetaDescriptor]),
  ];
};

export default function Episode({ loaderData }: Route.ComponentProps) {
  const { episode, previous, next, season, episodes, similar } = loaderData;
  const site = useSite();
  const show = { kind: 'show' as const, ...episode.show };
  const head = (
    <>
      <p className="watch-show">
        <Link to={titleAddress(show)} className="text-link" lang={proseLanguage()}>
          {show.title}
        </Link>
        <span> · {episodePlaceWords(episode)}</span>
      </p>
      <h1 className="text-title mt-1" lang={proseLanguage()}>
        {episode.title}
      </h1>
      <TitleFacts title={episode} links className="mt-2.5" />
    </>
  );
  return (
    <>
      <WatchScreen
        key={episode.slug}
        watch={<WatchAction item={itemOf(loaderData)} />}
        head={head}
        action={
          <>
            <ListButton reference={show} title={show.title} />
            <ShareButton title={`${show.title}: ${episode.title}`} path={episodeAddress(episode)} />
          </>
        }
        synopsis={episode.synopsis}
      >
        <div className="watch-more">
          <Neighbours previous={previous} next={next} />
          {season ? (
            <EpisodeList
              key={season.id}
              title={say('episode.of_show', { season: season.title, show: show.title })}
              season={season}
              episodes={episodes}
              current={episode.id}
              more={
                <Link to={seasonAddress(show, season)} className="shelf-more">
                  {say('episode.all_seasons')}
                </Link>
              }
            />
          ) : null}
        </div>
        <AboutTitle
          title={show.title}
          genre={episode.genre}
          facts={episode}
          renditions={episode.renditions}
        />
      </WatchScreen>
      {similar.length > 0 ? (
        <Shelf title={say('title.similar')} format="poster" items={similar} />
      ) : null}
      <StructuredData nodes={import.meta.env.SSR ? episodeNodes(site, episode) : undefined} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.episode')} />;
}
