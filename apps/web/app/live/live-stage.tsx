import { pictureAddress } from '@bonisa/domain/catalogue/picture-address';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../design/button.tsx';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import { leadsToNumberEntry, type PlayRefusal } from '../player/play-refusal.ts';
import { failureWords } from '../player/refusal-words.ts';
import { liveChannelAddress, playAddress, signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { LiveControls } from './live-controls.tsx';
import { LiveMini } from './live-mini.tsx';
import type { LivePlayback } from './live-playback.ts';
import type { LiveShown } from './live-shown.ts';
import { myLive } from './my-live.ts';
import { type LiveWatching, useLive } from './use-live.ts';
import { useLiveCaptions } from './use-live-captions.ts';
import { goTo } from './use-live-keys.ts';
import { useLivePhone } from './use-live-phone.ts';

interface LiveStageProps {
  channel: LiveShown;
  /** The schedule has nothing on now. */
  isOffAir: boolean;
  /** On the page of the channel, or small over another page. */
  place: 'page' | 'mini';
  browsed: BrowsedPage;
  onClose(): void;
}

/** Where a live channel plays. */
export default function LiveStage(props: LiveStageProps) {
  const { channel, isOffAir, place, browsed, onClose } = props;
  const stage = useRef<HTMLElement>(null);
  const { video } = myLive;
  const watching = useLive(video, channel.slug);
  const captions = useLiveCaptions(stage, video, watching.playback?.view, channel.slug);
  const { state, playback } = watching;
  const name = say('live.channel_live', { channel: channel.title });
  const isHere = place === 'page';
  useSignInWhereItHelps(isHere ? state : undefined, channel);
  const view = playback?.view;
  useLivePhone(video, {
    ...{ title: view?.programme()?.title ?? channel.title, channel: channel.title },
    landscape: channel.landscape,
    skip: (by) => view && goTo(view, view.position() + by * 1000),
  });
  return (
    <section ref={stage} className="live-stage" data-place={place} aria-label={name}>
      {isHere ? <h1 className="sr-only">{name}</h1> : null}
      {/* biome-ignore lint/a11y/useMediaCaption: the captions of each recording are added while it is on air */}
      <video
        ref={video}
        id="live-video"
        className="live-video"
        playsInline
        poster={isSoundAlone(video.current) ? smallest(channel.landscape) : undefined}
        aria-label={name}
      />
      <p role="status" className="sr-only">
        {playback?.isAwaited
          ? ''
          : state.kind === 'starting'
            ? say('live.starting')
            : state.kind === 'on'
              ? say('live.playing')
              : ''}
      </p>
      {!isHere ? (
        <LiveMini
          channel={channel}
          state={state}
          playback={playback}
          video={video.current}
          onClose={onClose}
        />
      ) : playback?.isAwaited ? (
        <Awaited isOffAir={isOffAir} onClose={onClose} />
      ) : state.kind === 'failed' ? (
        <Failed state={state} playback={playback} onClose={onClose} />
      ) : (
        <LiveControls
          stage={stage}
          video={video}
          state={state}
          playback={playback}
          captions={captions}
          channel={channel}
          browsed={browsed}
          onClose={onClose}
        />
      )}
    </section>
  );
}

/**
 * A viewer whose right has ended comes to subscribe, and back to the playing channel. The screen
 * takes the place of the channel's address with `play=1`, which would lead here again at Back.
 */
function useSignInWhereItHelps(state: LiveWatching['state'] | undefined, channel: LiveShown) {
  const navigate = useNavigate();
  const reason = state?.kind === 'failed' ? state.refusal?.reason : undefined;
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (!reason || seen === reason || !leadsToNumberEntry(reason as PlayRefusal)) return;
    setSeen(reason);
    void navigate(signInAddress(playAddress(liveChannelAddress(channel))), { replace: true });
  }, [reason, seen, channel, navigate]);
}

function isSoundAlone(video: HTMLVideoElement | null): boolean {
  return video !== null && video.readyState >= 2 && video.videoHeight === 0;
}

function smallest({ base, widths }: LiveShown['landscape']): string {
  return pictureAddress(base, Math.min(...widths), 'webp');
}

/** The same words over all tries: nothing flickers, and a screen reader says them once. */
function Awaited({ isOffAir, onClose }: Pick<LiveStageProps, 'isOffAir' | 'onClose'>) {
  return (
    <div className="live-failed" role="status">
      <p className="text-heading font-semibold">
        {isOffAir ? say('live.awaited.off') : say('live.awaited')}
      </p>
      <p className="mt-1 text-quiet">
        {isOffAir ? say('live.awaited.off.help') : say('live.awaited.help')}
      </p>
      <div className="live-failed-actions">
        <Button look="quiet" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </div>
  );
}

function Failed({
  state: { failure, refusal },
  playback,
  onClose,
}: {
  state: Extract<LiveWatching['state'], { kind: 'failed' }>;
  playback: LivePlayback | undefined;
  onClose(): void;
}) {
  const { title, advice } = failureWords(failure, refusal);
  const isElsewhere = refusal?.reason === 'other_device';
  return (
    <div className="live-failed" role="alert">
      <p className="text-heading font-semibold">{title}</p>
      <p className="mt-1 text-quiet">{advice}</p>
      <div className="live-failed-actions">
        {failure === 'unsupported' ? null : (
          <Button look="quiet" onClick={() => playback?.retry(isElsewhere)}>
            {isElsewhere ? say('player.take_over') : say('try_again')}
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </div>
  );
}
