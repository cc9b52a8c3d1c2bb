import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { categoryAddress } from './addresses.ts';
import type { CategoryTileCard } from './tile.ts';

/** Kinds of titles, each leading to where they stand. */
export function CategoryChips({ categories }: { categories: readonly CategoryTileCard[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories" className="mt-5">
      <ul className="shelf-row">
        {categories.map((category) => (
          <li key={category.id}>
            <Link to={categoryAddress(category)} prefetch={onIntent()} className="chip">
              {category.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
