import type { SeasonCard } from '@bonisa/contract/page-data';
import { PageLink } from '../browser/page-link.tsx';
import { seasonAddress } from '../titles/addresses.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';

interface SeasonTabsProps {
  show: { readonly slug: string };
  seasons: readonly SeasonCard[];
  shown: SeasonCard;
}

/** The seasons as links; nothing for a single season. */
export function SeasonTabs({ show, seasons, shown }: SeasonTabsProps) {
  if (seasons.length < 2) return null;
  return (
    <nav aria-label={say('episode.seasons')} className="season-tabs">
      <ul className="shelf-row">
        {seasons.map((season) => (
          <li key={season.id}>
            <PageLink
              to={seasonAddress(show, season)}
              preventScrollReset
              data-in-place=""
              replace
              className="chip"
              lang={proseLanguage()}
              aria-current={season.id === shown.id ? 'true' : undefined}
            >
              {season.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
