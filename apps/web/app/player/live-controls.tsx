import type { LiveView } from '@bonisa/player/live-player';
import { Button } from '../design/button.tsx';
import { ForwardIcon } from '../design/icons.tsx';
import { timeWords } from '../live/on-air.ts';
import { say } from '../words/words.ts';
import { ControlButton } from './controls/control-buttons.tsx';
import { ReplayIcon } from './controls/control-icons.tsx';

interface OnAirProps {
  /** Absent where the browser plays the channel by itself, which follows it. */
  view: LiveView | undefined;
  /** A place under the finger, in seconds of the media element. */
  at: number | undefined;
}

/** The mark of what is live; of what is not, the time of day when it was. */
export function OnAir({ view, at }: OnAirProps) {
  if (!view || (at === undefined && view.isLive()))
    return <span className="live-state">{say('live.heading')}</span>;
  const instant = at === undefined ? view.position() : view.instantOf(at);
  return <span>{timeWords(new Date(instant).toISOString())}</span>;
}

/** Back to the beginning of the programme that is seen. */
export function StartOverButton({ view }: { view: LiveView }) {
  const programme = view.programme();
  if (!programme) return null;
  return (
    <ControlButton label={say('live.start_over')} onPress={() => view.seek(programme.starts_at)}>
      <ReplayIcon />
    </ControlButton>
  );
}

/** Shown while the viewer is behind. */
export function BackToLive({ view, onPress }: { view: LiveView; onPress(): void }) {
  if (view.isLive()) return null;
  return (
    <Button
      look="quiet"
      className="skip controls-live"
      onClick={() => {
        view.goLive();
        onPress();
      }}
    >
      {say('live.back_to_live')}
      <ForwardIcon width="20" height="20" />
    </Button>
  );
}
