import { Link } from 'react-router';
import { Cost } from '../data/cost.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { AgainIcon } from '../design/icons.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { episodeAddress, playAddress, titleAddress } from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import { episodeMark } from '../titles/title-words.ts';
import type { NextEpisode, Watchable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { inProse } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Following } from './use-following.ts';

interface EndScreenProps {
  item: Watchable;
  following: Following;
  /** Over the credits: a card in the corner. */
  isCorner: boolean;
  onReplay(): void;
  /** The viewer wants to see the credits. */
  onCredits(): void;
}

/**
 * What follows an item: the next episode, which starts by itself only where the viewer wants that,
 * the same again, and titles like it.
 */
export function EndScreen({ item, following, isCorner, onReplay, onCredits }: EndScreenProps) {
  const { next, suggestions = [] } = item;
  const isAsked = following.kind === 'still-watching';
  if (isCorner && !next) return null;
  return (
    <section
      className={isCorner ? 'end end-corner' : 'end'}
      aria-label={next ? say('player.next_episode') : say('player.the_end')}
    >
      <p role="status" className={isAsked ? 'end-question' : 'sr-only'}>
        {isAsked
          ? say('player.still_watching')
          : isCorner
            ? say('player.in_credits')
            : say('player.is_end')}
      </p>
      {next ? <NextTitle next={next} /> : null}
      <div className="end-actions">
        {next ? <NextLink next={next} following={following} /> : null}
        {following.kind === 'count-down' ? (
          <Button look="quiet" onClick={following.cancel}>
            {say('player.cancel')}
          </Button>
        ) : null}
        {isCorner ? (
          <Button look="quiet" onClick={onCredits}>
            {say('player.credits')}
          </Button>
        ) : (
          <Button look={next ? 'quiet' : 'primary'} onClick={onReplay}>
            <AgainIcon width="20" height="20" />
            <span className="end-word">{say('watch.again')}</span>
          </Button>
        )}
        {isCorner ? null : <ShareButton title={item.title} path={item.address} />}
      </div>
      {isCorner || suggestions.length === 0 ? null : (
        <div className="end-more">
          <ul aria-label={say('player.more_like_this')}>
            {suggestions.map((title) => (
              <li key={`${title.kind}:${title.id}`}>
                <Link to={titleAddress(title)} className="end-title-link">
                  <span className="end-picture" style={{ background: title.poster.placeholder }}>
                    <Art picture={title.poster} sizes="(min-width: 48rem) 150px, 80px" />
                  </span>
                  <span className="end-name" lang={proseLanguage()}>
                    {title.title}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function NextTitle({ next }: { next: NextEpisode }) {
  return (
    <p className="end-next">
      <span className="text-quiet">{episodeMark(next)} · </span>
      {inProse(next.title)}
    </p>
  );
}

function NextLink({ next, following }: { next: NextEpisode; following: Following }) {
  return (
    <ButtonLink look="primary" to={playAddress(episodeAddress(next))}>
      {nextWords(following)}
      <span className="cost">
        <Cost of={next.costs} />
      </span>
    </ButtonLink>
  );
}

/** `Next episode`, or with the seconds until then `Next episode in 8`. */
function nextWords({ kind, left }: Following): string {
  if (kind === 'still-watching')
    return left === undefined
      ? say('player.keep_watching')
      : say('player.keep_watching_in', { seconds: left });
  return left === undefined ? say('player.next_episode') : say('player.next_in', { seconds: left });
}
