import type { CatalogueService } from '@bonisa/content/catalogue.service';
import { refusalOf } from '@bonisa/content/editing/batch.refusals';
import type { EditingService } from '@bonisa/content/editing/editing.service';
import type { DemoContent, Entry } from '@bonisa/demo-content/demo-content';
import { DEMO } from './give-titles.ts';
import type { ReadyShot } from './load-shots.ts';
import { SLATE, SLATE_TITLE } from './shot-reels.ts';

/** A draft, so that viewers see it on live channels alone. */
const VIDEO: Entry = {
  ...{ slug: SLATE, title: SLATE_TITLE, genre: 'talk', channel: 'lekgotla' },
  synopsis: 'Live channels show it while nothing is on.',
  description: 'Live channels show it while nothing is on.',
  ...{ year: 2026, ratingAge: 'A', ratingAdvice: [], languages: ['en'] },
};

/** The demo's catalogue with a slate for its live channels. */
export function withSlate(content: DemoContent['catalogue']): DemoContent['catalogue'] {
  const liveChannels = content.liveChannels.map((channel) => ({ ...channel, slate: SLATE }));
  return { ...content, videos: [...content.videos, VIDEO], liveChannels };
}

/** Gives the slate its film, unless an editor has deleted it or has given it another one. */
export async function giveSlate(
  {
    catalogue,
    editing,
  }: {
    readonly catalogue: Pick<CatalogueService, 'assetsOf'>;
    readonly editing: Pick<EditingService, 'apply'>;
  },
  [shot]: readonly ReadyShot[],
): Promise<void> {
  const { videos } = await catalogue.assetsOf({ videos: [SLATE], episodes: [] });
  if (videos.get(SLATE) !== null) return;
  const film = { kind: 'video', key: SLATE, assetId: shot?.assetId };
  const { problems } = await editing.apply([film], { by: DEMO });
  if (problems.length > 0) throw refusalOf(problems);
}
