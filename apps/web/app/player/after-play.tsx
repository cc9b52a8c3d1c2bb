import {
  creditsStart,
  segmentToSkip,
  type TitleSegment,
} from '@bonisa/domain/playback/title-segments';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../design/button.tsx';
import { ForwardIcon } from '../design/icons.tsx';
import { episodeAddress, playAddress } from '../titles/addresses.ts';
import type { Watchable } from '../watch/watchable.ts';
import { say } from '../words/words.ts';
import { EndScreen } from './end-screen.tsx';
import './end-screen.css';
import { playAgain } from './ended.ts';
import { useMediaState } from './media-state.ts';
import { useFollowing } from './use-following.ts';
import type { Player } from './use-player.ts';

/**
 * Over a playing picture: the button that skips its opening or recap; over its credits a card with
 * what follows; after its end the end screen.
 */
export function AfterPlay({ item, player }: { item: Watchable; player: Player }) {
  const media = useMediaState(player.video);
  const navigate = useNavigate();
  const [wantsCredits, setWantsCredits] = useState(false);
  const segments = player.source?.segments ?? [];
  const credits = creditsStart(segments);
  const isOn = player.state.kind === 'on';
  const inCredits = credits !== undefined && media.time >= credits && !media.ended;
  const { next } = item;
  const following = useFollowing(item, {
    isOver: isOn && (media.ended || (inCredits && !wantsCredits)),
    isHeld: media.paused && !media.ended,
    start: () => next && void navigate(playAddress(episodeAddress(next))),
  });
  if (!isOn) return null;
  const seek = (to: number) => {
    const { current: video } = player.video;
    if (video) video.currentTime = to;
  };
  if (following)
    return (
      <EndScreen
        item={item}
        following={following}
        isCorner={!media.ended}
        onReplay={() => playAgain(player.video.current)}
        onCredits={() => setWantsCredits(true)}
      />
    );
  const skipped = segmentToSkip(segments, media.time);
  if (!skipped) return null;
  return (
    <Button look="quiet" className="skip" onClick={() => seek(skipped.end)}>
      {skipWords(skipped.kind)}
      <ForwardIcon width="20" height="20" />
    </Button>
  );
}

function skipWords(kind: TitleSegment['kind']): string {
  if (kind === 'credits') return say('player.skip.credits');
  return kind === 'recap' ? say('player.skip.recap') : say('player.skip.intro');
}
