import { Link } from 'react-router';
import { LiveTile, liveTile } from '../live/live-tile.tsx';
import { pageData } from '../page-context.ts';
import { pageMeta } from '../seo/page-meta.ts';
import { channelAddress } from '../titles/addresses.ts';
import { CategoryTile } from '../titles/category-tile.tsx';
import { ChannelTile } from '../titles/channel-tile.tsx';
import { GenreChips } from '../titles/genre-chips.tsx';
import { Row } from '../titles/shelf.tsx';
import { categoryTile, channelTile } from '../titles/tile.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/channels.route.ts';

/** Browse (row R2): genres, channels, live channels, and each channel's categories. */
export async function loader({ context }: Route.LoaderArgs) {
  const { channels, categories, genres, live } = await pageData(context).channels();
  return {
    channels: channels.map(channelTile),
    categories: categories.map(categoryTile),
    genres,
    live: live.map(liveTile),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: say('listing.browse_all.title'),
    description: say('listing.browse_all.description'),
    path: '/channels',
  });

export default function Channels({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <h1 className="page-title">{say('frame.browse')}</h1>
      {page.genres.length > 0 ? <GenreChips genres={page.genres} /> : null}
      {page.channels.length > 0 ? (
        <section className="mt-7" aria-labelledby="channels">
          <h2 id="channels" className="text-heading px-(--edge)">
            {say('title.channels')}
          </h2>
          <ul className="channel-grid mt-3">
            {page.channels.map((channel, index) => (
              <li key={channel.id}>
                <ChannelTile channel={channel} large first={index === 0} />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="px-(--edge) mt-4 text-quiet">{say('listing.first_channels')}</p>
      )}
      <LiveRow live={page.live} />
      <div id="categories">
        {page.channels.map((channel) => (
          <CategoriesOf key={channel.id} channel={channel} categories={page.categories} />
        ))}
      </div>
    </>
  );
}

type BrowseData = Route.ComponentProps['loaderData'];

function LiveRow({ live }: Pick<BrowseData, 'live'>) {
  if (live.length === 0) return null;
  return (
    <Row
      title={say('home.live_now')}
      more={
        <Link to="/live" className="shelf-more">
          {say('home.guide')}
          <span className="sr-only"> {say('home.of_live')}</span>
        </Link>
      }
    >
      {live.map((channel) => (
        <li key={channel.id}>
          <LiveTile channel={channel} />
        </li>
      ))}
    </Row>
  );
}

function CategoriesOf({
  channel,
  categories,
}: {
  channel: BrowseData['channels'][number];
  categories: BrowseData['categories'];
}) {
  const own = categories.filter((category) => category.channel.slug === channel.slug);
  if (own.length === 0) return null;
  return (
    <Row
      title={channel.title}
      format="category"
      lang={proseLanguage()}
      more={
        <Link to={channelAddress(channel)} className="shelf-more">
          {say('home.see_all')}
          <span className="sr-only"> {say('listing.of', { name: channel.title })}</span>
        </Link>
      }
    >
      {own.map((category) => (
        <li key={category.id}>
          <CategoryTile category={category} />
        </li>
      ))}
    </Row>
  );
}
