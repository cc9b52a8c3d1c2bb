import { Cost } from '../data/cost.tsx';
import { ButtonLink } from '../design/button.tsx';
import { episodeAddress, playAddress } from '../titles/addresses.ts';
import { durationWords, episodeMark } from '../titles/title-words.ts';
import type { NextEpisode } from './watchable.ts';

/**
 * Over the last picture of an episode: a link to the next one. Nothing starts on its own, because
 * playback costs data.
 */
export default function UpNext({ next }: { next: NextEpisode }) {
  return (
    <section className="up-next" aria-label="Next episode">
      <p role="status" className="sr-only">
        This episode has ended.
      </p>
      <p className="up-next-title">
        <span className="text-quiet">{episodeMark(next)} · </span>
        {next.title}
      </p>
      <p className="up-next-note">{durationWords(next.durationSeconds)}</p>
      <ButtonLink look="primary" to={playAddress(episodeAddress(next))} className="up-next-go">
        Next episode
        <span className="cost">
          <Cost of={next.costs} />
        </span>
      </ButtonLink>
    </section>
  );
}
