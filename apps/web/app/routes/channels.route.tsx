import { pageData, siteConfig } from '../page-context.ts';
import { CategoryChips } from '../titles/category-chips.tsx';
import { ChannelTile } from '../titles/channel-tile.tsx';
import type { Route } from './+types/channels.route.ts';

/** R2, Browse: the channels, and the kinds of titles there are. */
export async function loader({ context }: Route.LoaderArgs) {
  return { page: await pageData(context).channels(), site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `Browse · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/channels` },
];

export default function Channels({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="page-title">Browse</h1>
      <CategoryChips categories={page.categories} />
      {page.channels.length > 0 ? (
        <ul className="channel-grid mt-5">
          {page.channels.map((channel) => (
            <li key={channel.id}>
              <ChannelTile channel={channel} large />
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-(--edge) mt-4 text-quiet">The first channels are being prepared. Look in again in a minute.</p>
      )}
    </>
  );
}
