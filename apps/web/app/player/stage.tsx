import { hlsUrl, playerUrl } from 'virtual:player-assets';
import type { VideoPage } from '@bonisa/contract/page-data';
import { lazy, memo, Suspense, useLayoutEffect, useRef } from 'react';
import { PlayIcon } from '../design/icons.tsx';
import { StageArt } from '../titles/art.tsx';
import { CARRIED } from '../titles/carry-picture.ts';
import { EARLY_PLAY_SCRIPT } from './player-handoff.ts';
import type { Player } from './use-player.ts';

const PlayerControls = lazy(() => import('./player-controls.tsx'));

interface StageProps {
  page: VideoPage;
  player: Player;
  onPress(): void;
}

/**
 * Where a title plays. The video element comes with the page, so that playback can start before React has loaded; until
 * it plays, the scene's picture lies over it.
 */
export function Stage({ page, player, onPress }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { state, source } = player;
  // The inline lines write here as well, before React is there: from then on it holds what React knows.
  useLayoutEffect(() => {
    stage.current?.setAttribute('data-state', state.kind);
    stage.current?.toggleAttribute('data-shown', (player.video.current?.readyState ?? 0) >= 2);
  });
  return (
    <div ref={stage} id="stage" className="stage" data-state={state.kind} suppressHydrationWarning>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the right to play, in the answer of the play call */}
      <video ref={player.video} id="video" className="stage-video" playsInline preload="none" aria-label={page.title}>
        {source?.captions.map((track) => (
          <track key={track.src} kind="captions" src={track.src} srcLang={track.language} label={track.label} />
        ))}
      </video>
      <StageScript slug={page.slug} />
      <div className="stage-poster" style={{ background: page.hero.wide.placeholder, viewTransitionName: CARRIED }}>
        <StageArt picture={page.hero.wide} />
        {/* The same press as the Watch button beside, for those who tap pictures; it is left out of the reading order. */}
        <button type="button" tabIndex={-1} aria-hidden="true" className="stage-press" onClick={onPress}>
          <span className="stage-disc">
            <PlayIcon width="36" height="36" />
          </span>
        </button>
      </div>
      {player.refusal === undefined ? null : <Refusal reason={player.refusal} />}
      {state.kind === 'idle' ? null : (
        <Suspense>
          <PlayerControls stage={stage} player={player} />
        </Suspense>
      )}
    </div>
  );
}

/** The hint said 'signed in', the server knows better. It stands on the picture, so that nothing on the page moves. */
function Refusal({ reason }: { reason: string }) {
  return (
    <p role="status" className="stage-notice">
      {reason === 'expired'
        ? 'Your subscription has ended. Press Watch to subscribe again: you come straight back here.'
        : 'Please confirm your number once more: press Watch, and you come straight back here.'}
    </p>
  );
}

/** The inline lines that start a play before React has loaded. Part of the server's page only; React never changes it. */
const StageScript = memo(function StageScript({ slug }: { slug: string }) {
  return (
    <script
      suppressHydrationWarning
      data-slug={slug}
      data-player={playerUrl}
      data-hls={hlsUrl}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours
      dangerouslySetInnerHTML={{ __html: EARLY_PLAY_SCRIPT }}
    />
  );
});
