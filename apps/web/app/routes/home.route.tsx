import type { HomePage, Shelf as ShelfData } from '@bonisa/contract/page-data';
import { useMemo, useSyncExternalStore } from 'react';
import type { MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { PageLink } from '../browser/page-link.tsx';
import { StepBand } from '../design/step-band.tsx';
import { LiveTile, liveTile } from '../live/live-tile.tsx';
import { pageData, siteConfig } from '../page-context.ts';
import { webSite } from '../seo/json-ld.ts';
import { pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { serverDataOf, withServerData } from '../server-data.ts';
import { categoryAddress, channelAddress, titleAddress } from '../titles/addresses.ts';
import { CategoryChips } from '../titles/category-chips.tsx';
import { CategoryTile } from '../titles/category-tile.tsx';
import { ChannelTile } from '../titles/channel-tile.tsx';
import { Hero } from '../titles/hero.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { homeRest } from '../titles/home-rest.store.ts';
import {
  firstOf,
  firstShelves,
  type HomeRest,
  type PlainEntry,
  restOf,
} from '../titles/home-rows.ts';
import { unpackTiles } from '../titles/packed-tile.ts';
import { Pitch } from '../titles/pitch.tsx';
import { type Rest, Row, Shelf, type ShelfProps } from '../titles/shelf.tsx';
import {
  type CategoryTileCard,
  type ChannelTileCard,
  categoryTile,
  channelTile,
  leanSlide,
  nameOf,
} from '../titles/tile.ts';
import { visitorPitch } from '../titles/visitor-pitch.ts';
import { ContinueWatching } from '../viewer/continue-watching.tsx';
import { language } from '../words/find-text.ts';
import { nameLanguage, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/home.route.ts';

/**
 * Home (row R1). Complete without a script: titles that a row does not show at once are listed by
 * name. With a script they load as tiles when the viewer comes near (`home-rest.route.ts`).
 */
export async function loader({ context }: Route.LoaderArgs) {
  const home = await pageData(context).home();
  const data = {
    pitch: visitorPitch(siteConfig(context).packages),
    slides: home.slides.map(leanSlide),
    shelves: firstShelves(home.shelves),
    channels: firstOf(home.channels, 'channels').map(channelTile),
    categories: firstOf(home.categories, 'categories').map(categoryTile),
    chips: home.categories.map((category) => ({
      ...nameOf(category),
      channel: category.channel.slug,
    })),
    live: home.live
      .map(liveTile)
      .map((channel) => ({ ...channel, next: channel.next.slice(0, SOONEST) })),
  };
  return withServerData(data, plainRest(home));
}

/** The names and addresses of everything that the rows do not show at once, by row. */
function plainRest({ shelves, channels, categories }: HomePage): PlainRest {
  const ofShelf = ({ format, items }: ShelfData, index: number): PlainEntry[] =>
    restOf(items, format, index).map((title) => ({
      address: titleAddress(title),
      title: title.title,
    }));
  return {
    ...Object.fromEntries(shelves.map((shelf, index) => [shelf.id, ofShelf(shelf, index)])),
    channels: restOf(channels, 'channels').map((channel) => ({
      address: channelAddress(channel),
      title: channel.title,
    })),
    categories: restOf(categories, 'categories').map((category) => ({
      address: categoryAddress(category),
      title: category.title,
    })),
  };
}

/** Enough coming programmes for a page that stays open for a while. */
const SOONEST = 2;

type PlainRest = Readonly<Record<string, readonly PlainEntry[]>>;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { name = '', texts } = matches[0]?.loaderData?.config.brand ?? {};
  const own = texts?.[language()];
  const price = loaderData?.pitch ?? '';
  return [
    ...pageMeta(matches, {
      title: own?.pitch ? `${name}: ${own.pitch}` : say('home.title', { service: name }),
      description: (own?.description
        ? `${name}: ${own.description} ${price}`
        : say('home.description', { service: name, pitch: price })
      ).trim(),
      path: '/',
    }),
    ...(heroPreloads(loaderData?.slides[0]?.hero) as MetaDescriptor[]),
  ];
};

export default function Home({ loaderData: home }: Route.ComponentProps) {
  const site = useSite();
  const [first, second, ...further] = useShelves(home);
  return (
    <>
      {/* The slide has its own title, and room for the bar above it. */}
      <h1 className={home.slides.length > 0 || isEmpty(home) ? 'sr-only' : 'page-title'}>
        {say('frame.home')}
      </h1>
      {home.slides.length > 0 ? <Hero slides={home.slides} /> : null}
      {isEmpty(home) ? <ComingSoon /> : null}
      <Pitch words={home.pitch} />
      <CategoryChips categories={home.chips} />
      <ContinueWatching />
      {first ? <Shelf {...first} /> : null}
      <LiveRow live={home.live} />
      {second ? <Shelf {...second} /> : null}
      <Channels home={home} />
      {further.slice(0, 4).map((shelf) => (
        <Shelf {...shelf} key={shelf.id} />
      ))}
      <Categories home={home} />
      {further.slice(4).map((shelf) => (
        <Shelf {...shelf} key={shelf.id} />
      ))}
      <StructuredData nodes={import.meta.env.SSR ? [webSite(site)] : undefined} />
    </>
  );
}

type HomeData = Route.ComponentProps['loaderData'];

const nothingYet = () => undefined;
const useHomeRest = (): HomeRest | undefined =>
  useSyncExternalStore(homeRest.listen, homeRest.current, nothingYet);

/** How a partial row loads its rest; `items`: the loaded part. */
function restFor<Part>(home: HomeData, row: string | number, items: Part | undefined): Rest<Part> {
  return {
    ask: homeRest.ask,
    items,
    entries: import.meta.env.SSR ? serverDataOf<PlainRest>(home)?.[row] : undefined,
  };
}

/** The shelves, with the loaded rest of each. */
function useShelves(home: HomeData): (ShelfProps & { readonly id: number })[] {
  const later = useHomeRest();
  return useMemo(
    () =>
      home.shelves.map(({ id, format, items, more, ...shelf }) => {
        const rest =
          later &&
          unpackTiles(
            others(items, later.shelves[id] ?? [], ([, itemId]) => itemId),
            format,
          );
        return {
          id,
          title: ownName(shelf),
          lang: nameLanguage(shelf),
          ...unpackTiles(items, format),
          ...(more ? { rest: restFor(home, id, rest) } : {}),
        };
      }),
    [home, later],
  );
}

/**
 * The items of the rest that the row does not already show: an editor may have published in
 * between, and a row shows no title twice.
 */
function others<Item>(
  first: readonly Item[],
  rest: readonly Item[],
  idOf: (item: Item) => number,
): readonly Item[] {
  const known = new Set(first.map(idOf));
  return rest.filter((item) => !known.has(idOf(item)));
}

const idOf = ({ id }: { id: number }): number => id;

function LiveRow({ live }: Pick<HomeData, 'live'>) {
  if (live.length === 0) return null;
  return (
    <Row
      title={say('home.live_now')}
      more={<More to="/live" label={say('home.guide')} of={say('home.of_live')} />}
    >
      {live.map((channel) => (
        <li key={channel.id}>
          <LiveTile channel={channel} withCost />
        </li>
      ))}
    </Row>
  );
}

function Channels({ home }: { home: HomeData }) {
  const rest = useHomeRest()?.channels;
  if (home.channels.length === 0) return null;
  const tiles = (channels: readonly ChannelTileCard[]) =>
    channels.map((channel) => (
      <li key={channel.id}>
        <ChannelTile channel={channel} />
      </li>
    ));
  const later = restFor(home, 'channels', rest && tiles(others(home.channels, rest, idOf)));
  return (
    <Row
      title={say('title.channels')}
      more={<More to="/channels" label={say('home.see_all')} of={say('home.of_channels')} />}
      rest={later}
    >
      {tiles(home.channels)}
    </Row>
  );
}

function Categories({ home }: { home: HomeData }) {
  const rest = useHomeRest()?.categories;
  if (home.categories.length === 0) return null;
  const tiles = (categories: readonly CategoryTileCard[]) =>
    categories.map((category) => (
      <li key={category.id}>
        <CategoryTile category={category} withChannel />
      </li>
    ));
  const later = restFor(home, 'categories', rest && tiles(others(home.categories, rest, idOf)));
  return (
    <Row
      title={say('title.categories')}
      format="category"
      more={
        <More
          to="/channels#categories"
          label={say('home.see_all')}
          of={say('home.of_categories')}
        />
      }
      rest={later}
    >
      {tiles(home.categories)}
    </Row>
  );
}

function More({ to, label, of }: { to: string; label: string; of: string }) {
  return (
    <PageLink to={to} className="shelf-more">
      {label}
      <span className="sr-only"> {of}</span>
    </PageLink>
  );
}

const isEmpty = ({ slides, shelves, channels, live }: HomeData): boolean =>
  [slides, shelves, channels, live].every(({ length }) => length === 0);

/** Shown while the first titles are still being processed. */
function ComingSoon() {
  return (
    <div className="page-column">
      <StepBand className="mb-8" />
      <h2 className="text-title">{say('home.coming_soon')}</h2>
      <p className="mt-3 text-quiet">{say('home.coming_soon.help')}</p>
    </div>
  );
}
