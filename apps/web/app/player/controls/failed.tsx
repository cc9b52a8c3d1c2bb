import type { PlaybackState } from '@bonisa/player/playback';
import { Button } from '../../design/button.tsx';
import { AlertIcon } from '../../design/icons.tsx';
import { say } from '../../words/words.ts';
import { failureWords } from '../refusal-words.ts';
import type { Player } from '../use-player.ts';

interface FailedProps {
  player: Player;
  state: Extract<PlaybackState, { kind: 'failed' }>;
}

/** Playback has ended for good: what happened, and what helps. */
export function Failed({ player, state: { failure, refusal } }: FailedProps) {
  const { title, advice } = failureWords(failure, refusal);
  const isElsewhere = refusal?.reason === 'other_device';
  return (
    <div className="controls-failed" role="alert">
      <AlertIcon className="controls-failed-mark" />
      <p className="text-heading font-semibold">{title}</p>
      <p className="mt-1 text-quiet">{advice}</p>
      {failure === 'unsupported' ? null : (
        <Button look="quiet" className="mt-4" onClick={() => player.begin(undefined, isElsewhere)}>
          {isElsewhere ? say('player.take_over') : say('try_again')}
        </Button>
      )}
    </div>
  );
}

/** Playback goes on by itself when the network is back. */
export function WeakSignal() {
  return (
    <p className="controls-signal" role="status">
      {say('player.weak_signal.again')}
    </p>
  );
}
