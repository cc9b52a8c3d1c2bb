import type { MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import type { WatchHandle } from '../layouts/player-place.tsx';
import { pageData } from '../page-context.ts';
import { PlayerHost } from '../player/player-host.tsx';
import { videoNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { AboutTitle } from '../titles/about-title.tsx';
import { titleAddress } from '../titles/addresses.ts';
import { scenePreload } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { Shelf } from '../titles/shelf.tsx';
import { posterTile } from '../titles/tile.ts';
import { TitleFacts } from '../titles/title-facts.tsx';
import { ListButton } from '../viewer/list-button.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import { WatchAction, WatchScreen } from '../watch/watch-screen.tsx';
import type { Watchable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/video.route.ts';

/** A video: its facts, its data cost and its player. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).video(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  const { poster: _poster, accent: _accent, hero, similar, ...video } = page;
  return { video: { ...video, scene: hero.wide }, similar: similar.map(posterTile) };
}

type Loaded = Route.ComponentProps['loaderData'];

const itemOf = ({ video, similar }: Loaded): Watchable => ({
  ...video,
  address: titleAddress(video),
  suggestions: similar.slice(0, 3),
});

/** For the layout, which has the player, and for the server's cache of pages. */
export const handle: WatchHandle<Loaded> = { Player: PlayerHost, itemOf, query: ['play'] };

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  if (!loaderData) return missingMeta();
  const { video } = loaderData;
  return [
    ...pageMeta(matches, {
      title: video.title,
      description: video.synopsis,
      path: titleAddress(video),
      image: video.shareImage,
      type: 'video.other',
    }),
    ...(startsPlaying(location) ? [] : [scenePreload(video.scene) as unknown as MetaDescriptor]),
  ];
};

export default function Video({ loaderData }: Route.ComponentProps) {
  const { video, similar } = loaderData;
  const site = useSite();
  const head = (
    <>
      <h1 className="text-title" lang={proseLanguage()}>
        {video.title}
      </h1>
      <TitleFacts title={video} links className="mt-2.5" />
    </>
  );
  return (
    <>
      <WatchScreen
        key={video.slug}
        watch={<WatchAction item={itemOf(loaderData)} />}
        head={head}
        action={
          <>
            <ListButton reference={video} title={video.title} />
            <ShareButton title={video.title} path={titleAddress(video)} />
          </>
        }
        synopsis={video.synopsis}
      >
        <AboutTitle
          title={video.title}
          genre={video.genre}
          facts={video}
          renditions={video.renditions}
        />
      </WatchScreen>
      {similar.length > 0 ? (
        <Shelf title={say('title.similar')} format="poster" items={similar} />
      ) : null}
      <StructuredData nodes={import.meta.env.SSR ? videoNodes(site, video) : undefined} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.title')} />;
}
