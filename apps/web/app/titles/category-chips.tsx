import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { categoryAddress } from './addresses.ts';

/** What a chip is made from; `channel` is its slug. */
interface ChipCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly channel: string;
}

/** Kinds of titles, each leading to where they stand. */
export function CategoryChips({ categories }: { categories: readonly ChipCard[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Categories" className="mt-5">
      <ul className="shelf-row">
        {categories.map((category) => (
          <li key={category.id}>
            <Link
              to={categoryAddress({ slug: category.slug, channel: { slug: category.channel } })}
              prefetch={onIntent()}
              discover="none"
              className="chip"
            >
              {category.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
