import type { Named } from '@bonisa/domain/catalogue/names';
import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
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
            <Link
              to={categoryAddress({ slug: category.slug, channel: { slug: category.channel } })}
              prefetch={onIntent()}
              discover="none"
              className="chip"
            >
              {inOwnName(category)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
