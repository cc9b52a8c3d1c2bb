import type { VideoPage } from '@bonisa/contract/page-data';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { pictureSrcset } from '@bonisa/domain/picture-address';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { href, Link, type MetaDescriptor, useNavigate } from 'react-router';
import { signInAddress } from '../browser/sign-in-address.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { pageData, siteConfig } from '../page-context.ts';
import { Stage } from '../player/stage.tsx';
import { type Player, usePlayer } from '../player/use-player.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PricePanel } from '../titles/price-panel.tsx';
import { Shelf } from '../titles/shelf.tsx';
import { TitleFacts } from '../titles/title-facts.tsx';
import { titleAddress } from '../titles/title-tile.tsx';
import type { Route } from './+types/video.route.ts';

/** A title: what it is, what it costs, and where it plays. The same for everybody; who may watch is asked with the press. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).video(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  return { page, site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'Title not found' }, { name: 'robots', content: 'noindex' }];
  const { page, site } = loaderData;
  const name = matches[0]?.loaderData?.config.brand.name ?? '';
  const address = `${site}/video/${page.slug}`;
  const scene = {
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: pictureSrcset(page.hero.wide, 'avif'),
    imageSizes: '(min-width: 70rem) 800px, 100vw',
    fetchPriority: 'high',
  };
  return [
    { title: `${page.title} · ${name}` },
    { name: 'description', content: page.synopsis },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'video.other' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.synopsis },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${site}${page.shareImage}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    scene as unknown as MetaDescriptor,
  ];
};

export default function Video({ loaderData: { page } }: Route.ComponentProps) {
  return <Watch key={page.slug} page={page} />;
}

function Watch({ page }: { page: VideoPage }) {
  const player = usePlayer(page.slug);
  const navigate = useNavigate();
  const subscribe = () => navigate(signInAddress(`${titleAddress(page)}?play=1`));
  const pressed = useRef(false);
  const press = () => {
    if (!hintsSignedIn() || player.refusal !== undefined) return void subscribe();
    pressed.current = true;
    player.begin();
  };
  const onRefusal = useEffectEvent(() => void subscribe());
  useEffect(() => {
    if (player.refusal !== undefined && pressed.current) onRefusal();
  }, [player.refusal]);

  return (
    <>
      <div className="watch">
        <Stage page={page} player={player} onPress={press} />
        <div className="watch-about">
          <h1 className="text-title">{page.title}</h1>
          <TitleFacts title={page} className="mt-2.5" />
          <WatchAction page={page} player={player} press={press} />
          <p className="mt-5 text-[1.0625rem]">{page.synopsis}</p>
          <PricePanel />
        </div>
        <About page={page} />
      </div>
      {page.similar.length > 0 ? <Shelf title="More like this" format="poster" items={page.similar} /> : null}
    </>
  );
}

interface WatchActionProps {
  page: VideoPage;
  player: Player;
  press(): void;
}

/** *The* action: a form, so that it does something sensible before any script has come. */
function WatchAction({ page, player, press }: WatchActionProps) {
  const { kind } = player.state;
  if (kind !== 'idle' && kind !== 'failed') {
    return (
      <p className="watch-now">
        {kind === 'on' ? 'Playing now · about' : 'About'} {formatMegabytes(page.megabytes)} in all
      </p>
    );
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <form method="get" action={titleAddress(page)} onSubmit={onSubmit} className="mt-5">
      <input type="hidden" name="play" value="1" />
      <Button type="submit" look="primary" wide>
        <PlayIcon width="20" height="20" />
        Watch
        <span className="cost">{formatMegabytes(page.megabytes)}</span>
      </Button>
    </form>
  );
}

function About({ page }: { page: VideoPage }) {
  return (
    <section className="watch-more">
      <h2 className="text-heading">About {page.title}</h2>
      {page.description.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="mt-2.5 max-w-[42rem]">
          {paragraph}
        </p>
      ))}
      <dl className="facts mt-4 max-w-[42rem]">
        <Fact term="Channel">
          <Link to={href('/channel/:slug', { slug: page.channel.slug })} className="text-link">
            {page.channel.title}
          </Link>
        </Fact>
        <Fact term="Sound">{page.languages.map((language) => language.name).join(', ')}</Fact>
        {page.captions.length > 0 ? <Fact term="Captions">{page.captions.map((language) => language.name).join(', ')}</Fact> : null}
        <Fact term="Data">{page.rungs.map((rung) => `${rung.height}p ${formatMegabytes(rung.megabytes)}`).join(' · ')}</Fact>
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what="this title" />;
}
