import type { PlaybackState } from '@bonisa/player/playback';
import { Button, ButtonLink } from '../../design/button.tsx';
import { AlertIcon } from '../../design/icons.tsx';
import { playAddress, SUBSCRIBE_AGAIN, signInAddress } from '../../titles/addresses.ts';
import type { Playable } from '../../watch/watchable.ts';
import { say } from '../../words/words.ts';
import { myPlayer } from '../my-player.ts';
import { leadsToNumberEntry, type PlayRefusal } from '../play-refusal.ts';
import { failureWords } from '../refusal-words.ts';
import type { Player } from '../use-player.ts';

interface FailedProps {
  player: Player;
  item: Playable;
  state: Extract<PlaybackState, { kind: 'failed' }>;
}

/** Playback has ended for good: what happened, and what helps. */
export function Failed({ player, item, state: { failure, refusal } }: FailedProps) {
  const { title, advice } = failureWords(failure, refusal);
  return (
    <div className="controls-failed" role="alert">
      <AlertIcon className="controls-failed-mark" />
      <p className="text-heading font-semibold">{title}</p>
      <p className="mt-1 text-quiet">{advice}</p>
      {failure === 'unsupported' || refusal?.reason === 'preview_only' ? null : (
        // In one row: a phone's picture has no room for two.
        <div className="mt-4 flex justify-center gap-2">
          <Remedy player={player} item={item} reason={refusal?.reason} />
        </div>
      )}
    </div>
  );
}

interface RemedyProps {
  player: Player;
  item: Playable;
  /** Why the viewer may not watch; undefined after other failures. */
  reason: string | undefined;
}

/** What helps: to subscribe or sign in, the account, or another try. */
function Remedy({ player, item, reason }: RemedyProps) {
  if (reason && leadsToNumberEntry(reason as PlayRefusal))
    return (
      <ButtonLink to={signInAddress(playAddress(item.address))} state={SUBSCRIBE_AGAIN}>
        {reason === 'visitor' ? say('profile.sign_in') : say('account.subscribe_again')}
      </ButtonLink>
    );
  const isElsewhere = reason === 'other_device';
  return (
    <>
      <Button onClick={() => player.begin(undefined, isElsewhere)}>
        {isElsewhere ? say('player.take_over') : say('try_again')}
      </Button>
      {reason && !isElsewhere ? (
        <ButtonLink look="link" to="/profile/account">
          {say('player.my_account')}
        </ButtonLink>
      ) : null}
    </>
  );
}

/**
 * A channel that cannot be played yet: it is tried again by itself. The same words over all tries,
 * so that nothing flickers and a screen reader says them once.
 */
export function Awaited({ isOffAir }: { isOffAir: boolean }) {
  return (
    <div className="controls-failed" role="status">
      <p className="text-heading font-semibold">
        {isOffAir ? say('live.awaited.off') : say('live.awaited')}
      </p>
      <p className="mt-1 text-quiet">
        {isOffAir ? say('live.awaited.off.help') : say('live.awaited.help')}
      </p>
      <Button look="quiet" className="mt-4" onClick={() => myPlayer.close()}>
        {say('close')}
      </Button>
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
