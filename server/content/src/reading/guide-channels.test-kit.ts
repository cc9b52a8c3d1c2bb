import { WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import type { EntryRow } from '../catalogue.test-kit.ts';

/**
 * Live channels with a programme every half hour, from minute `from` of the week on, in the genre
 * `drama` and the live category `konke`.
 */
export function guideChannels({
  channels,
  from,
  programmes,
}: {
  readonly channels: number;
  readonly from: number;
  readonly programmes: number;
}): EntryRow[] {
  const slots = Array.from({ length: programmes }, (_, index) => ({
    startsAt: (from + index * 30) % WEEK_MINUTES,
    minutes: 30,
    title: `Half hour ${index} of a programme with a long name`,
    synopsis: 'A hundred and twenty characters of synopsis, as an editor writes them for a guide.',
    ratingAge: 'PG',
    ratingAdvice: ['V'],
  }));
  return Array.from({ length: channels }, (_, index) => ({
    kind: 'liveChannel',
    slug: `channel-${index + 1}`,
    title: `Channel ${index + 1}`,
    tagline: 'All day.',
    description: 'All day long.',
    category: 'konke',
    genre: 'drama',
    languages: ['zu'],
    published: true,
    slots,
  }));
}
