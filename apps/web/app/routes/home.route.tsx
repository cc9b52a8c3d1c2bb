import type { HomePage } from '@bonisa/contract/page-data';
import { Link, type MetaDescriptor } from 'react-router';
import { StepBand } from '../design/step-band.tsx';
import { pageData, siteConfig } from '../page-context.ts';
import { CategoryChips } from '../titles/category-chips.tsx';
import { ChannelTile } from '../titles/channel-tile.tsx';
import { Hero } from '../titles/hero.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { Shelf } from '../titles/shelf.tsx';
import type { Route } from './+types/home.route.ts';

/** R1. Everything on it is in the page's first bytes: it is complete without a script. */
export async function loader({ context }: Route.LoaderArgs) {
  return { home: await pageData(context).home(), site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const name = matches[0]?.loaderData?.config.brand.name ?? '';
  const description = `${name}: South African series, films, comedy and music. Pay with airtime, from R5.00 a day. Your first day is free.`;
  return [
    { title: `${name}: South African stories, paid with airtime` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/` },
    ...(heroPreloads(loaderData?.home.slides[0]?.hero) as MetaDescriptor[]),
  ];
};

export default function Home({ loaderData: { home } }: Route.ComponentProps) {
  const [first, ...others] = home.shelves;
  return (
    <>
      <h1 className="sr-only">Home</h1>
      {home.slides.length > 0 ? <Hero slides={home.slides} /> : <ComingSoon />}
      <CategoryChips categories={home.categories} />
      {first ? <Shelf title={first.title} format={first.format} items={first.items} /> : null}
      <Channels home={home} />
      {others.map((shelf) => (
        <Shelf key={shelf.id} title={shelf.title} format={shelf.format} items={shelf.items} />
      ))}
    </>
  );
}

function Channels({ home }: { home: HomePage }) {
  if (home.channels.length === 0) return null;
  return (
    <section className="shelf">
      <div className="shelf-head">
        <h2 className="text-heading">Channels</h2>
        <Link to="/channels" className="shelf-more">
          See all
        </Link>
      </div>
      <ul className="shelf-row">
        {home.channels.map((channel) => (
          <li key={channel.id}>
            <ChannelTile channel={channel} />
          </li>
        ))}
      </ul>
    </section>
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
