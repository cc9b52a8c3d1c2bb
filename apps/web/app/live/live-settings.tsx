import type { DataCosts } from '@bonisa/contract/title-facts';
import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import { useEffect, useId, useRef, useState } from 'react';
import { capHere, choiceNow, choose, costAt } from '../data/data-choice.ts';
import { Button } from '../design/button.tsx';
import { say } from '../words/words.ts';

const CHOICES: readonly (readonly [DataChoice, () => string])[] = [
  ['saver', () => say('usage.choice.saver')],
  ['standard', () => say('usage.choice.standard')],
  ['best', () => say('usage.choice.best')],
  ['audio', () => say('usage.choice.audio')],
];

interface LiveSettingsProps {
  hourCosts: DataCosts | null;
  onClose(): void;
}

/** The data choices, each with what an hour costs, before it is chosen. */
export function LiveSettings({ hourCosts, onClose }: LiveSettingsProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [chosen, setChosen] = useState(choiceNow);
  useEffect(() => {
    sheet.current?.showModal();
  }, []);
  return (
    <dialog ref={sheet} className="live-sheet" aria-labelledby={heading} onClose={onClose}>
      <div className="live-sheet-head">
        <h2 id={heading} className="text-heading">
          {say('live.settings')}
        </h2>
        <Button look="quiet" onClick={() => sheet.current?.close()}>
          {say('done')}
        </Button>
      </div>
      <fieldset>
        <legend className="text-small text-quiet">{say('live.settings.data')}</legend>
        {CHOICES.map(([choice, name]) => (
          <label key={choice} className="live-sheet-choice">
            <input
              type="radio"
              name="live-data"
              checked={choice === chosen}
              onChange={() => {
                setChosen(choice);
                choose(choice);
              }}
            />
            <span>{name()}</span>
            {hourCosts ? (
              <span className="cost">{formatMegabytes(costAt(hourCosts, capHere(choice)))}</span>
            ) : null}
          </label>
        ))}
      </fieldset>
    </dialog>
  );
}
