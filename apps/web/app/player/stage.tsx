import { lazy, memo, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { lazyPart, loadAgain } from '../browser/load-again.ts';
import { PlayIcon } from '../design/icons.tsx';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import { PICTURE_TRANSITION, StageArt } from '../titles/art.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import type { Playable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { WatchState } from './item-player.ts';
import { myPlayer } from './my-player.ts';
import stageScript from './stage.entry.ts?inline-script';
import { StartOver } from './start-over.tsx';
import { useAhead } from './use-ahead.ts';

import { usePlayer } from './use-player.ts';
import { useNumberEntryAfterPress, usePress } from './use-press.ts';

const OverPicture = lazy(async () => {
  const part = await loadAgain(
    () => import('./over-picture.tsx'),
    () => browsersControls(true),
  );
  browsersControls(false);
  return part;
});
const RefusalNotice = lazyPart(() => import('./refusal-notice.tsx'));

/** What a screen reader hears of the playback. */
const SAYS: Partial<Record<WatchState['kind'], () => string>> = {
  starting: () => say('player.starting'),
  on: () => say('player.playing'),
};

interface StageProps {
  item: Playable;
  /** In the room that its page leaves for it, or small over another page. */
  place: 'page' | 'mini';
  browsed: BrowsedPage;
}

/**
 * Where a video, an episode or a live channel plays. The server renders the video element, so that
 * playback of a title can start before hydration; until it plays, the scene's picture covers it.
 */
export function Stage({ item, place, browsed }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const player = usePlayer(item);
  const { state, source, live } = player;
  useNumberEntryAfterPress(item);
  useAhead(item, place === 'page' && state.kind === 'idle');
  // The early start also writes this attribute before hydration; afterwards it mirrors React's
  // state.
  useLayoutEffect(() => {
    stage.current?.setAttribute('data-state', state.kind);
    const { readyState = 0, videoHeight } = player.video.current ?? {};
    stage.current?.toggleAttribute('data-shown', readyState >= 2);
    stage.current?.toggleAttribute('data-sound', readyState >= 2 && !videoHeight);
  });
  return (
    <div
      ref={stage}
      id="stage"
      className="stage"
      data-state={state.kind}
      data-place={place}
      suppressHydrationWarning
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the right to play */}
      <video
        ref={player.video}
        id="video"
        className="stage-video"
        playsInline
        preload="none"
        // Captions come from another origin where MEDIA_URL is a CDN.
        crossOrigin="anonymous"
        aria-label={item.title}
        lang={proseLanguage()}
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
      {item.kind === 'live' ? null : <StageScript kind={item.kind} id={item.id} />}
      <Poster item={item} isOfPage={place === 'page'} isIdle={state.kind === 'idle'} />
      {player.refusal === undefined ? null : (
        <Suspense>
          <RefusalNotice player={player} />
        </Suspense>
      )}
      <p role="status" aria-live="polite" className="sr-only">
        {live?.isAwaited ? '' : SAYS[state.kind]?.()}
      </p>
      {/* No controls are fetched before there is a first picture. */}
      {isBefore(state, place) && !live?.isAwaited ? null : (
        <Suspense>
          <OverPicture stage={stage} player={player} item={item} place={place} browsed={browsed} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether nothing lies over the picture yet. */
function isBefore({ kind }: WatchState, place: StageProps['place']): boolean {
  return kind === 'idle' || (kind === 'starting' && place === 'page');
}

/** The browser's own controls, as long as ours could not be loaded. */
function browsersControls(areNeeded: boolean): void {
  const { current: video } = myPlayer.video;
  if (video) video.controls = areNeeded;
}

/** The stage of a page while the player has another item: its picture, to press. */
export function StageCover({ item }: { item: Playable }) {
  return (
    <div className="stage" data-state="idle" data-place="page">
      <Poster item={item} isOfPage isIdle />
    </div>
  );
}

interface PosterProps {
  item: Playable;
  isOfPage: boolean;
  /** Neither plays nor starts. */
  isIdle: boolean;
}

function Poster({ item, isOfPage, isIdle }: PosterProps) {
  const press = usePress(item);
  const isLive = item.kind === 'live';
  return (
    <div
      className={isOfPage ? 'stage-poster carries' : 'stage-poster'}
      style={{
        background: item.scene.placeholder,
        ...(isOfPage ? { viewTransitionName: PICTURE_TRANSITION } : {}),
      }}
    >
      <StageArt picture={item.scene} isLater={startsPlaying(useLocation())} />
      {/* The same action as the Watch button, for viewers who tap the picture; not in the reading
          order. */}
      {isLive && item.isOffAir ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="stage-press"
          data-plays=""
          onClick={() => press()}
        >
          <span className="stage-disc">
            <PlayIcon width="36" height="36" />
          </span>
        </button>
      )}
      {isOfPage && isIdle && !isLive ? <StartOver item={item} onPress={() => press(0)} /> : null}
    </div>
  );
}

/**
 * The script that starts playback before hydration, with `early-play.entry.ts`. Rendered on the
 * server only; React never changes it.
 */
const StageScript = memo(function StageScript({ kind, id }: Pick<Playable, 'kind' | 'id'>) {
  return (
    <script
      suppressHydrationWarning
      data-kind={kind}
      data-id={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours; the browser's script does not carry it again
      dangerouslySetInnerHTML={{ __html: stageScript }}
    />
  );
});
