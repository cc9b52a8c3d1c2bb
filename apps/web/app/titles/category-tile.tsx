import { PageLink } from '../browser/page-link.tsx';
import { inOwnName, inProse } from '../words/prose.tsx';
import { categoryAddress } from './addresses.ts';
import { Art } from './art.tsx';
import type { CategoryTileCard } from './tile.ts';
import { titlesWords } from './title-words.ts';

interface CategoryTileProps {
  category: CategoryTileCard;
  /** Shows the channel, where categories of several channels are listed. */
  withChannel?: boolean;
}

/** A category of a channel as a tile. */
export function CategoryTile({ category, withChannel = false }: CategoryTileProps) {
  return (
    <div className="tile tile-category">
      <PageLink to={categoryAddress(category)} viewTransition className="tile-link">
        <span className="tile-frame" style={{ background: category.landscape.placeholder }}>
          <Art
            picture={category.landscape}
            sizes="(min-width:70rem) 240px,(min-width:48rem) 208px,168px"
            className="tile-art"
          />
        </span>
        <span className="tile-name">{inOwnName(category)}</span>
        <span className="tile-note">
          {withChannel
            ? inProse(category.channel.title, ` · ${titlesWords(category.titleCount)}`)
            : titlesWords(category.titleCount)}
        </span>
      </PageLink>
    </div>
  );
}
