import type { DataCosts, Picture } from '@bonisa/contract/title-facts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../design/button.tsx';
import { leadsToNumberEntry, type PlayRefusal } from '../player/play-refusal.ts';
import { failureWords } from '../player/refusal-words.ts';
import { liveChannelAddress, playAddress, signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { LiveControls } from './live-controls.tsx';
import type { LivePlayback } from './live-playback.ts';
import { type LiveWatching, useLive } from './use-live.ts';
import { useLiveCaptions } from './use-live-captions.ts';

interface LiveStageProps {
  channel: {
    readonly slug: string;
    readonly title: string;
    readonly landscape: Picture;
    readonly category: { readonly slug: string };
  };
  hourCosts: DataCosts | null;
  /** The schedule has nothing on now. */
  isOffAir: boolean;
  onClose(): void;
}

/** Where a live channel plays. */
export default function LiveStage({ channel, hourCosts, isOffAir, onClose }: LiveStageProps) {
  const stage = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const watching = useLive(video, channel.slug);
  const captions = useLiveCaptions(stage, video, watching.playback?.view, channel.slug);
  const { state, playback } = watching;
  const name = say('live.channel_live', { channel: channel.title });
  useSignInWhereItHelps(state, channel);
  return (
    <section ref={stage} className="live-stage" aria-label={name}>
      <h1 className="sr-only">{name}</h1>
      {/* biome-ignore lint/a11y/useMediaCaption: the captions of each recording are added while it is on air */}
      <video ref={video} id="live-video" className="live-video" playsInline aria-label={name} />
      <p role="status" className="sr-only">
        {playback?.isAwaited
          ? ''
          : state.kind === 'starting'
            ? say('live.starting')
            : state.kind === 'on'
              ? say('live.playing')
              : ''}
      </p>
      {playback?.isAwaited ? (
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
          hourCosts={hourCosts}
          onClose={onClose}
        />
      )}
    </section>
  );
}

/** A viewer whose right has ended comes to subscribe, and back to the playing channel. */
function useSignInWhereItHelps(state: LiveWatching['state'], channel: LiveStageProps['channel']) {
  const navigate = useNavigate();
  const reason = state.kind === 'failed' ? state.refusal?.reason : undefined;
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (!reason || seen === reason || !leadsToNumberEntry(reason as PlayRefusal)) return;
    setSeen(reason);
    void navigate(signInAddress(playAddress(liveChannelAddress(channel))));
  }, [reason, seen, channel, navigate]);
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
