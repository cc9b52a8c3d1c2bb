import type { PosterTile } from './tile.ts';
import { TitleTile } from './title-tile.tsx';

/** Titles as a grid of posters. */
export function TitleGrid({ titles }: { titles: readonly PosterTile[] }) {
  return (
    <ul className="title-grid">
      {titles.map((title) => (
        <li key={title.id}>
          <TitleTile title={title} format="poster" />
        </li>
      ))}
    </ul>
  );
}
