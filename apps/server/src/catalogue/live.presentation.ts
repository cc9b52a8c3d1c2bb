import { artOf } from '@bonisa/artwork/drawing';
import type {
  LiveCategoryCard,
  LiveChannelCard,
  LivePage,
  LiveProgramme,
} from '@bonisa/contract/live-page-data';
import { type Airing, airingsAt } from '@bonisa/domain/live-schedule';
import { firstLanguage, ratingOf } from './catalogue.presentation.ts';
import { heroOf, landscapeOf } from './pictures/picture-set.ts';
import {
  type LiveCategoryRow,
  type LiveChannelRow,
  type LiveSlotRow,
  PROGRAMMES_AHEAD,
} from './reading/live.repository.ts';

/** Maps rows of the live section to what is shown. No I/O. */

function programmeOf({ slot, startsAt, endsAt }: Airing<LiveSlotRow>): LiveProgramme {
  return {
    title: slot.title,
    synopsis: slot.synopsis,
    rating: ratingOf(slot),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

export function liveChannelCard(row: LiveChannelRow, at: Date): LiveChannelCard {
  const airings = airingsAt(row.slots, at, PROGRAMMES_AHEAD);
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    tagline: row.tagline,
    category: { slug: row.category, title: row.categoryTitle },
    language: firstLanguage(row.languages),
    accent: row.accent,
    landscape: landscapeOf('live', artOf(row)),
    now: airings.now && programmeOf(airings.now),
    next: airings.next.map(programmeOf),
  };
}

export function liveCategoryCard({
  id,
  slug,
  title,
  channelCount,
}: LiveCategoryRow): LiveCategoryCard {
  return { id, slug, title, channelCount };
}

/** Returns the header of the live section: the first channel that has a headline. */
export function liveHeader(rows: readonly LiveChannelRow[], at: Date): LivePage['header'] {
  const row = rows.find(({ headline }) => headline !== null);
  if (!row || row.headline === null) return null;
  return { ...liveChannelCard(row, at), headline: row.headline, hero: heroOf('live', artOf(row)) };
}
