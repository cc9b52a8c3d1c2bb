import { episodeAddress } from '../titles/addresses.ts';
import { episodeMark } from '../titles/title-words.ts';
import type { NextEpisode, Watchable } from './watchable.ts';

/** The next episode as the mini-player plays it; what follows it only its page knows. */
export function nextItem({ show }: Pick<Watchable, 'show'>, next: NextEpisode): Watchable {
  return {
    kind: 'episode',
    id: next.id,
    slug: next.slug,
    ...(show === undefined ? {} : { show }),
    title: next.title,
    mark: episodeMark(next),
    address: episodeAddress(next),
    durationSeconds: next.durationSeconds,
    costs: next.costs,
    scene: next.landscape,
  };
}
