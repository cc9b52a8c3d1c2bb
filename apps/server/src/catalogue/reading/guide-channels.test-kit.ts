import { WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import type { CatalogueService } from '../catalogue.service.ts';

type Editor = Parameters<Parameters<CatalogueService['change']>[0]>[0];

/**
 * Adds live channels with a programme every half hour, from minute `from` of the week on. The genre
 * `drama` and the live category `konke` must exist.
 */
export async function addGuideChannels(
  editor: Editor,
  { channels, from, programmes }: { channels: number; from: number; programmes: number },
): Promise<void> {
  const slots = Array.from({ length: programmes }, (_, index) => ({
    startsAt: (from + index * 30) % WEEK_MINUTES,
    minutes: 30,
    title: `Half hour ${index} of a programme with a long name`,
    synopsis: 'A hundred and twenty characters of synopsis, as an editor writes them for a guide.',
    ratingAge: 'PG' as const,
    ratingAdvice: ['V' as const],
  }));
  for (let number = 1; number <= channels; number++)
    await editor.createLiveChannel({
      slug: `channel-${number}`,
      title: `Channel ${number}`,
      tagline: 'All day.',
      description: 'All day long.',
      category: 'konke',
      genre: 'drama',
      languages: ['zu'],
      published: true,
      slots,
    });
}
