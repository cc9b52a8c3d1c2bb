import { lazy, memo, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { lazyPart, loadAgain } from '../browser/load-again.ts';
import { PlayIcon } from '../design/icons.tsx';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import { PICTURE_TRANSITION, StageArt } from '../titles/art.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import type { Watchable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { firstPicture } from './first-picture.ts';
import { myPlayer } from './my-player.ts';
import stageScript from './stage.entry.ts?inline-script';
import { StartOver } from './start-over.tsx';
import type { WatchState } from './title-player.ts';
import { usePlayer } from './use-player.ts';
import { useNumberEntryAfterPress, usePress } from './use-press.ts';

const OverPicture = lazy(async () => {
  await firstPicture(myPlayer.video.current);
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
  item: Watchable;
  /** In the room that its page leaves for it, or small over another page. */
  place: 'page' | 'mini';
  browsed: BrowsedPage;
}

/**
 * Where a video or an episode plays. The server renders the video element, so that playback can
 * start before hydration; until it plays, the scene's picture covers it.
 */
export function Stage({ item, place, browsed }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const player = usePlayer(item);
  const { state, source } = player;
  useNumberEntryAfterPress(item);
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
      {/* biome-ignore lint/a11y/useMediaCaption: the captions come with the right to play, in the answer of the play call */}
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
      <StageScript kind={item.kind} id={item.id} />
      <Poster item={item} isOfPage={place === 'page'} isIdle={state.kind === 'idle'} />
      {player.refusal === undefined ? null : (
        <Suspense>
          <RefusalNotice player={player} />
        </Suspense>
      )}
      <p role="status" aria-live="polite" className="sr-only">
        {SAYS[state.kind]?.()}
      </p>
      {/* No controls are fetched before there is a first picture. */}
      {state.kind === 'idle' || (state.kind === 'starting' && place === 'page') ? null : (
        <Suspense>
          <OverPicture stage={stage} player={player} item={item} place={place} browsed={browsed} />
        </Suspense>
      )}
    </div>
  );
}

/** The browser's own controls, as long as ours could not be loaded. */
function browsersControls(areNeeded: boolean): void {
  const { current: video } = myPlayer.video;
  if (video) video.controls = areNeeded;
}

/** The stage of a page while the player has another item: its picture, to press. */
export function StageCover({ item }: { item: Watchable }) {
  return (
    <div className="stage" data-state="idle" data-place="page">
      <Poster item={item} isOfPage isIdle />
    </div>
  );
}

interface PosterProps {
  item: Watchable;
  isOfPage: boolean;
  /** Neither plays nor starts. */
  isIdle: boolean;
}

function Poster({ item, isOfPage, isIdle }: PosterProps) {
  const press = usePress(item);
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
      {isOfPage && isIdle ? <StartOver item={item} onPress={() => press(0)} /> : null}
    </div>
  );
}

/**
 * The script that starts playback before hydration, with `early-play.entry.ts`. Rendered on the
 * server only; React never changes it.
 */
const StageScript = memo(function StageScript({ kind, id }: Pick<Watchable, 'kind' | 'id'>) {
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
