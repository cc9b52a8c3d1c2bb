import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { StepBand } from '../design/step-band.tsx';
import { LiveTile, liveTile } from '../live/live-tile.tsx';
import { ContinueWatching } from '../mine/continue-watching.tsx';
import { pageData } from '../page-context.ts';
import { pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { webSite } from '../seo/things.ts';
import { CategoryChips } from '../titles/category-chips.tsx';
import { CategoryTile } from '../titles/category-tile.tsx';
import { ChannelTile } from '../titles/channel-tile.tsx';
import { Hero } from '../titles/hero.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { Row, Shelf } from '../titles/shelf.tsx';
import { categoryTile, channelTile, leanShelf, leanSlide } from '../titles/tile.ts';
import type { Route } from './+types/home.route.ts';

/** R1. Everything on it is in the page's first bytes: it is complete without a script. */
export async function loader({ context }: Route.LoaderArgs) {
  const { slides, shelves, channels, categories, live } = await pageData(context).home();
  return {
    slides: slides.map(leanSlide),
    shelves: shelves.map(leanShelf),
    channels: channels.map(channelTile),
    categories: categories.map(categoryTile),
    live: live.map(liveTile),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const name = matches[0]?.loaderData?.config.brand.name ?? '';
  return [
    ...pageMeta(matches, {
      title: `${name}: South African stories, paid with airtime`,
      description: `${name}: South African series, films, comedy and music. Pay with airtime, from R5.00 a day. Your first day is free.`,
      path: '/',
    }),
    ...(heroPreloads(loaderData?.slides[0]?.hero) as MetaDescriptor[]),
  ];
};

export default function Home({ loaderData: home }: Route.ComponentProps) {
  const site = useSite();
  const [first, second, ...others] = home.shelves;
  return (
    <>
      <h1 className="sr-only">Home</h1>
      {home.slides.length > 0 ? <Hero slides={home.slides} /> : <ComingSoon />}
      <CategoryChips categories={home.categories} />
      <ContinueWatching />
      {first ? <Shelf {...first} /> : null}
      <LiveRow live={home.live} />
      {second ? <Shelf {...second} /> : null}
      <Channels channels={home.channels} />
      {others.slice(0, 4).map((shelf) => (
        <Shelf key={shelf.id} {...shelf} />
      ))}
      <Categories categories={home.categories} />
      {others.slice(4).map((shelf) => (
        <Shelf key={shelf.id} {...shelf} />
      ))}
      <StructuredData things={import.meta.env.SSR ? [webSite(site)] : undefined} />
    </>
  );
}

type HomeData = Route.ComponentProps['loaderData'];

function LiveRow({ live }: Pick<HomeData, 'live'>) {
  if (live.length === 0) return null;
  return (
    <Row title="Live now" more={<More to="/live" label="Guide" of="live channels" />}>
      {live.map((channel) => (
        <li key={channel.id}>
          <LiveTile channel={channel} />
        </li>
      ))}
    </Row>
  );
}

function Channels({ channels }: Pick<HomeData, 'channels'>) {
  if (channels.length === 0) return null;
  return (
    <Row title="Channels" more={<More to="/channels" label="See all" of="channels" />}>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelTile channel={channel} />
        </li>
      ))}
    </Row>
  );
}

function Categories({ categories }: Pick<HomeData, 'categories'>) {
  if (categories.length === 0) return null;
  return (
    <Row title="Categories" more={<More to="/channels#categories" label="See all" of="categories" />}>
      {categories.map((category) => (
        <li key={category.id}>
          <CategoryTile category={category} withChannel />
        </li>
      ))}
    </Row>
  );
}

function More({ to, label, of }: { to: string; label: string; of: string }) {
  return (
    <Link to={to} className="shelf-more">
      {label}
      <span className="sr-only"> of the {of}</span>
    </Link>
  );
}

/** While the very first titles are still being prepared. */
function ComingSoon() {
  return (
    <div className="page-column">
      <StepBand className="mb-8" />
      <h2 className="text-title">The first shows are on their way</h2>
      <p className="mt-3 text-quiet">We are getting everything ready. Look in again in a minute.</p>
    </div>
  );
}
