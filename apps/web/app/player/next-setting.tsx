import { useState } from 'react';
import { networkNow } from '../data/network.ts';
import { say } from '../words/words.ts';
import { choosePlaysNext, playsNextNow } from './next-choice.ts';

/** In the sheet: whether the next episode starts by itself, one choice for each kind of network. */
export function NextSetting() {
  const [playsNext, setPlaysNext] = useState(playsNextNow);
  const note =
    networkNow() === 'metered' ? say('player.play_next.mobile') : say('player.play_next.wifi');
  return (
    <label className="sheet-choice sheet-switch">
      <input
        type="checkbox"
        checked={playsNext}
        onChange={({ currentTarget: { checked } }) => {
          setPlaysNext(checked);
          choosePlaysNext(checked);
        }}
      />
      <span className="sheet-words">
        {say('player.play_next')}
        <span className="sheet-note">{note}</span>
      </span>
    </label>
  );
}
