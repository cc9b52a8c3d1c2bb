import type { CategoryCard } from '@bonisa/contract/page-data';
import { Link } from 'react-router';

/** The kinds of titles there are, each leading to where they stand. */
export function CategoryChips({ categories }: { categories: readonly CategoryCard[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories" className="mt-5">
      <ul className="shelf-row">
        {categories.map((category) => (
          <li key={category.id}>
            <Link to={`/channel/${category.channel}#${category.slug}`} className="chip">
              {category.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
