import type { Named } from '@bonisa/domain/catalogue/names';
import { PageLink } from '../browser/page-link.tsx';
import { inOwnName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import { categoryAddress } from './addresses.ts';

/** The data of a chip; `channel` is a slug. */
interface ChipCard extends Named {
  readonly id: number;
  readonly slug: string;
  readonly channel: string;
}

/** Categories as links. */
export function CategoryChips({ categories }: { categories: readonly ChipCard[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={say('title.categories')} className="mt-5">
      <ul className="shelf-row">
        {categories.map((category) => (
          <li key={category.id}>
            <PageLink
              to={categoryAddress({ slug: category.slug, channel: { slug: category.channel } })}
              className="chip"
            >
              {inOwnName(category)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
