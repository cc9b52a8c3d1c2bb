import { playerUrl } from 'virtual:player-assets';
import { lazy, memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { PlayIcon } from '../design/icons.tsx';
import { PICTURE_TRANSITION, StageArt } from '../titles/art.tsx';
import type { Watchable } from '../watch/watchable.ts';
import earlyPlayScript from './early-play.entry.ts?inline-script';
import { StartOver } from './start-over.tsx';
import { useEnded } from './use-ended.ts';
import type { Player } from './use-player.ts';

const PlayerControls = lazy(() => import('./player-controls.tsx'));
const RefusalNotice = lazy(() => import('./refusal-notice.tsx'));

interface StageProps {
  item: Watchable;
  player: Player;
  onPress(): void;
  /** Plays a begun item from its beginning. */
  onStartOver(): void;
  /** Shown over the last picture after the end. */
  afterEnd?: ReactNode;
}

/**
 * The place where a video or an episode plays. The server renders the video element, so that
 * playback can start before hydration; until it plays, the scene's picture covers it.
 */
export function Stage({ item, player, onPress, onStartOver, afterEnd }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { state, source } = player;
  const ended = useEnded(player.video);
  // The early start also writes this attribute before hydration; afterwards it mirrors React's
  // state.
  useLayoutEffect(() => {
    stage.current?.setAttribute('data-state', state.kind);
    stage.current?.toggleAttribute('data-shown', (player.video.current?.readyState ?? 0) >= 2);
  });
  return (
    <div ref={stage} id="stage" className="stage" data-state={state.kind} suppressHydrationWarning>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the right to play, in the answer of the play call */}
      <video
        ref={player.video}
        id="video"
        className="stage-video"
        playsInline
        preload="none"
        aria-label={item.title}
      >
        {source?.captions.map((track) => (
          <track
            key={track.src}
            kind="captions"
            src={track.src}
            srcLang={track.language}
            label={track.label}
          />
        ))}
      </video>
      <StageScript slug={item.slug} kind={item.kind} id={item.id} />
      <div
        className="stage-poster carries"
        style={{ background: item.scene.placeholder, viewTransitionName: PICTURE_TRANSITION }}
      >
        <StageArt picture={item.scene} />
        {/* The same action as the Watch button, for viewers who tap the picture; not in the reading
            order. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="stage-press"
          onClick={onPress}
        >
          <span className="stage-disc">
            <PlayIcon width="36" height="36" />
          </span>
        </button>
        {player.state.kind === 'idle' ? <StartOver item={item} onPress={onStartOver} /> : null}
      </div>
      {player.refusal === undefined ? null : (
        <Suspense>
          <RefusalNotice player={player} />
        </Suspense>
      )}
      {state.kind === 'idle' ? null : (
        <Suspense>
          <PlayerControls stage={stage} player={player} costs={item.costs} />
        </Suspense>
      )}
      {ended && state.kind === 'on' ? afterEnd : null}
    </div>
  );
}

/**
 * The script that starts playback before hydration. Rendered on the server only; React never
 * changes it.
 */
const StageScript = memo(function StageScript({
  slug,
  kind,
  id,
}: Pick<Watchable, 'slug' | 'kind' | 'id'>) {
  return (
    <script
      suppressHydrationWarning
      data-slug={slug}
      data-kind={kind}
      data-id={id}
      data-player={playerUrl}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours; the browser's script does not carry it again
      dangerouslySetInnerHTML={{ __html: earlyPlayScript }}
    />
  );
});
